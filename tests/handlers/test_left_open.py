"""What a letter leaves open keeps its phase from closing early, whatever is supposed meanwhile."""

from dataclasses import replace

import pytest

from judge.game.phases.close import close_early, is_left_open
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import Address
from judge.game.state import Game
from judge.handlers.left_open import leave_lines
from judge.handlers.session import Session
from judge.handlers.settle_letter import handle_lines
from judge.requests.read_lines import read_lines
from judge.rules.board import Power
from tests.reports.parlour import NOW, SEATS, game_at, position
from tests.shared.services import context

FRANCE, GERMANY = Power("FRANCE"), Power("GERMANY")
SPRING_1903 = position("S1903M", {"FRANCE": "A PAR, A MAR", "GERMANY": "A MUN"}, {"FRANCE": "PAR", "GERMANY": "MUN"})
LEFT = {
    "offered": "A PAR T\nBrouillon :\nA TOU T",
    "explained": "A PAR T\nA TOU T\nA TOU - BRUXELLES",
    "corrected": "A PAR T\nA TOU T\nToulon : pas T !",
    "in words": "A PAR T\nToulon caracole jusqu'en Espagne.",
}
"""Letters of France by what they leave open; she has two armies and reads French."""


def written(game: Game, by: Address, text: str, number: int = 7) -> Game:
    there = replace(context(NOW), number=number)
    lines = read_lines(text)
    done = leave_lines(handle_lines(Session(game, game.people[by]), there, lines, ()), there)
    assert done.game is not None
    return done.game


def of_two() -> Game:
    """France has two armies, Germany's one has its order."""
    return written(game_at(SPRING_1903), SEATS[GERMANY], "A MUN H", 5)


@pytest.mark.parametrize("text", LEFT.values(), ids=LEFT)
def test_the_phase_waits_until_what_was_left_is_settled(text: str) -> None:
    asked = written(of_two(), SEATS[FRANCE], text)
    assert close_early(asked, NOW) == ()
    settled = written(asked, SEATS[FRANCE], "A PAR T\nA TOU T", 8)
    assert PhaseClosed in map(type, close_early(settled, NOW))


@pytest.mark.parametrize("text", LEFT.values(), ids=LEFT)
def test_a_what_if_settles_nothing_and_leaves_nothing(text: str) -> None:
    tried = "ESSAI\nA PAR - BOU\nA TOU - BRUXELLES\nFIN"
    asked = written(of_two(), SEATS[FRANCE], text)
    assert is_left_open(written(asked, SEATS[FRANCE], tried, 8))
    clear = written(of_two(), SEATS[FRANCE], f"A PAR T\nA TOU T\n{tried}")
    assert PhaseClosed in map(type, close_early(clear, NOW))
