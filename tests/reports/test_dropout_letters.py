"""Letters about those who do not write, and about seats that change hands, whole, in both languages."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta

import pytest

from judge.game.apply import apply_all
from judge.game.deadlines.messages import ReminderSentNews
from judge.game.figures import Figures
from judge.game.messages import Event, News, Notice
from judge.game.phases.messages import HoldOpenReason, OrdersMissed, PhaseHeldOpen, PhaseHeldOpenNews
from judge.game.replacements.messages import (
    LeavingReason,
    ReplacementSought,
    SearchEnded,
    SeatReturned,
    SeatReturnedNews,
    SeatTaken,
    SeatTakenNews,
    SeatVacated,
    SeatVacatedNews,
    StandbyAsked,
    StandbyPassedNews,
)
from judge.game.seats.messages import StandbyAdded
from judge.game.settings import Access, Language, Missing
from judge.game.state import Game
from judge.reports.language import LetterText, letter_text
from judge.reports.layout import joined_pages
from judge.reports.notices import write_notice
from judge.reports.people import write_game_record, write_own_record
from judge.rules.board import Power
from tests.reports.parlour import FRANCE, NOW, SEATS, SPRING, game_at, person, speaking
from tests.shared.each_case import each_case

Golden = Callable[[str, LetterText], None]
ITALY = Power("ITALY")
IACOPO = SEATS[ITALY]
EDITH = SEATS[Power("ENGLAND")]
SETTLED = Missing(in_a_row=2, in_all=4, standby_wait=timedelta(days=5))
UNTIL = NOW + timedelta(days=2)
MISSED = OrdersMissed(IACOPO, (ITALY,), SPRING.phase, 1, 3, NOW)
GRACE = PhaseHeldOpen(SPRING.phase, (ITALY,), HoldOpenReason.GRACE, UNTIL, NOW)
WAITS = PhaseHeldOpen(SPRING.phase, (ITALY,), HoldOpenReason.STANDBY, UNTIL, NOW)
VACATED = SeatVacated(ITALY, IACOPO, LeavingReason.FORFEITED, NOW)
SOUGHT = ReplacementSought(ITALY, IACOPO, LeavingReason.RESIGNED, NOW)
ASKED = StandbyAsked(ITALY, EDITH, UNTIL, NOW)
GAME = game_at(SPRING)
DUE = GAME.deadline


def standing(*events: Event) -> Game:
    """The game of the parlour, where missed deadlines cost the seat, once these have happened."""
    game = apply_all(replace(GAME, settings=replace(GAME.settings, missing=SETTLED)), events)
    assert game is not None
    return game


TAKEN = SeatTaken(ITALY, replace(person(FRANCE), address=EDITH), IACOPO, DUE, NOW)
LISTED = StandbyAdded(person(Power("ENGLAND")), NOW)

NEWS: Mapping[str, tuple[Game, News]] = {
    "grace-own": (standing(GRACE), PhaseHeldOpenNews(GRACE, (ITALY,), (ITALY,))),
    "grace": (standing(GRACE), PhaseHeldOpenNews(GRACE, (ITALY,), ())),
    "grace-secret": (standing(GRACE), PhaseHeldOpenNews(GRACE, (), ())),
    "waits": (standing(VACATED, WAITS), PhaseHeldOpenNews(WAITS, (ITALY,), ())),
    "warned": (standing(MISSED), MISSED),
    "reminder-warned": (standing(MISSED), ReminderSentNews((ITALY,))),
    "gone-forfeited": (standing(VACATED), SeatVacatedNews(ITALY, LeavingReason.FORFEITED, may_return=True)),
    "gone-resigned": (standing(VACATED), SeatVacatedNews(ITALY, LeavingReason.RESIGNED, may_return=True)),
    "gone-ejected": (standing(VACATED), SeatVacatedNews(ITALY, LeavingReason.EJECTED, may_return=False)),
    "vacated": (standing(VACATED), VACATED),
    "vacated-resigned": (standing(), replace(VACATED, why=LeavingReason.RESIGNED)),
    "vacated-ejected": (standing(LISTED), replace(VACATED, why=LeavingReason.EJECTED)),
    "sought": (standing(SOUGHT), SOUGHT),
    "sought-by-master": (standing(LISTED), replace(SOUGHT, why=LeavingReason.EJECTED)),
    "stays": (standing(), SearchEnded(ITALY, NOW)),
    "taken": (standing(), TAKEN),
    "returned": (standing(), SeatReturned(ITALY, IACOPO, None, None, NOW)),
    "asked": (standing(VACATED), ASKED),
    "asked-to-replace": (standing(SOUGHT), ASKED),
    "over": (standing(VACATED), StandbyPassedNews(ITALY)),
    "yours": (standing(), SeatTakenNews(ITALY, is_back=False)),
    "back": (standing(), SeatTakenNews(ITALY, is_back=True)),
    "displaced": (standing(), SeatReturnedNews(ITALY)),
}


@each_case("language", ["en", "fr"])
@each_case("name", NEWS)
def test_what_is_told_of_missing_orders_and_of_seats(name: str, language: Language, golden: Golden) -> None:
    game, news = NEWS[name]
    golden(f"seats.{name}.{language}", write_notice(speaking(game, IACOPO, language), Notice(IACOPO, news)))


KNOWN = {
    IACOPO: Figures(3, 20, 2, timedelta(hours=31), 4, 1, 0),
    EDITH: Figures(1, 5, 0, timedelta(0), 0, 0, 1),
}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_record_as_it_is_told(language: Language, golden: Golden) -> None:
    reader = speaking(GAME, IACOPO, language).people[IACOPO]
    open_names = replace(GAME, settings=replace(GAME.settings, access=Access(anonymous=False)))
    told = (write_own_record(reader, KNOWN[IACOPO]), "\n", write_game_record(open_names, reader, KNOWN), "\n")
    golden(f"anyone.record.{language}", letter_text("-", joined_pages((*told, write_game_record(GAME, reader, KNOWN)))))
