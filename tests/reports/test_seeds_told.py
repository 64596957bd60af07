"""When the seed of the lots is told: at the start where names are open, at the end where they are not."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from judge.formats.record.facts import usual_form
from judge.formats.record.pages import PageWriter
from judge.game.apply import fold_events
from judge.game.messages import Notice
from judge.game.phases.messages import Ending, GameEnded
from judge.game.seats.messages import GameStartedNews
from judge.game.settings import Access
from judge.game.state import Game
from judge.reports.notices import write_notice
from judge.rules.board import Power
from tests.reports.parlour import FRANCE, NOW, SEATS, SETTINGS, opening_events, started

SEED = "seedofthelots"
SCORES: Mapping[Power, Fraction] = {power: Fraction(0) for power in SEATS}
OVER = GameEnded(Ending.SOLO, dict.fromkeys(SEATS, 0), SCORES, (FRANCE,), NOW)


def game(*, anonymous: bool) -> Game:
    settings = replace(SETTINGS, access=Access(anonymous=anonymous))
    begun = fold_events([*opening_events(settings), started(settings=settings)])
    assert begun is not None
    return replace(begun, seed=SEED)


def page_writer(game: Game) -> PageWriter:
    return PageWriter(game, usual_form(game))


@pytest.mark.parametrize("anonymous", [True, False])
def test_with_the_seed_of_an_anonymous_game_nobody_finds_out_who_plays(*, anonymous: bool) -> None:
    begun = game(anonymous=anonymous)
    start = started(settings=begun.settings)
    letter = write_notice(begun, Notice(SEATS[FRANCE], GameStartedNews(start, (FRANCE,))))
    pages = (letter.text, page_writer(begun).opening(start))
    assert [SEED in page for page in pages] == [not anonymous] * 2
    assert (SEED in page_writer(replace(begun, ended=OVER)).ending(OVER)) is anonymous


@pytest.mark.parametrize("anonymous", [True, False])
def test_the_archive_names_powers_and_no_address(*, anonymous: bool) -> None:
    begun = game(anonymous=anonymous)
    page = page_writer(begun).opening(started(settings=begun.settings))
    assert "France" in page
    assert "@" not in page
