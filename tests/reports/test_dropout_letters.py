"""Letters about those who do not write, and about seats that change hands, whole, in both languages."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta

import pytest

from judge.game.after import after_all
from judge.game.deadlines.messages import Reminder
from judge.game.messages import Event, News, Notice
from judge.game.phases.messages import HeldOpen, OrdersMissed, PhaseHeldOpen, Wait, Warned
from judge.game.phases.missing import Missing
from judge.game.reliability import Figures
from judge.game.replacements.messages import (
    Displaced,
    Leaving,
    OfferOver,
    ReplacementSought,
    SearchEnded,
    SeatGone,
    SeatNotice,
    SeatOffered,
    SeatReturned,
    SeatTaken,
    SeatVacated,
    SeatYours,
    StandbyAsked,
)
from judge.game.seats.access import Access
from judge.game.seats.messages import StandbyAdded
from judge.game.settings import Language
from judge.game.state import Game
from judge.reports.pages import Words, words
from judge.reports.people import write_own_record, write_record_of
from judge.reports.write import write_notice
from judge.rules.board import Power
from tests.reports.parlour import FRANCE, NOW, SEATS, SPRING, game_at, person, speaking

Golden = Callable[[str, Words], None]
ITALY = Power("ITALY")
IACOPO = SEATS[ITALY]
EDITH = SEATS[Power("ENGLAND")]
SETTLED = Missing(in_a_row=2, in_all=4, standby_wait=timedelta(days=5))
UNTIL = NOW + timedelta(days=2)
MISSED = OrdersMissed(IACOPO, (ITALY,), SPRING.phase, 1, 3, NOW)
GRACE = PhaseHeldOpen(SPRING.phase, (ITALY,), Wait.GRACE, UNTIL, NOW)
WAITS = PhaseHeldOpen(SPRING.phase, (ITALY,), Wait.STANDBY, UNTIL, NOW)
VACATED = SeatVacated(ITALY, IACOPO, Leaving.FORFEITED, NOW)
SOUGHT = ReplacementSought(ITALY, IACOPO, Leaving.RESIGNED, NOW)
ASKED = StandbyAsked(ITALY, EDITH, UNTIL, NOW)
GAME = game_at(SPRING)
DUE = GAME.deadline


def standing(*events: Event) -> Game:
    """The game of the parlour, where missed deadlines cost the seat, once these have happened."""
    game = after_all(replace(GAME, settings=replace(GAME.settings, missing=SETTLED)), events)
    assert game is not None
    return game


TAKEN = SeatTaken(ITALY, replace(person(FRANCE), address=EDITH), IACOPO, DUE, NOW)
LISTED = StandbyAdded(person(Power("ENGLAND")), NOW)

NEWS: Mapping[str, tuple[Game, News]] = {
    "grace-own": (standing(GRACE), HeldOpen(GRACE, (ITALY,), (ITALY,))),
    "grace": (standing(GRACE), HeldOpen(GRACE, (ITALY,), ())),
    "grace-secret": (standing(GRACE), HeldOpen(GRACE, (), ())),
    "waits": (standing(VACATED, WAITS), HeldOpen(WAITS, (ITALY,), ())),
    "warned": (standing(MISSED), Warned(MISSED)),
    "reminder-warned": (standing(MISSED), Reminder((ITALY,))),
    "gone-forfeited": (standing(VACATED), SeatGone(ITALY, Leaving.FORFEITED, may_return=True)),
    "gone-resigned": (standing(VACATED), SeatGone(ITALY, Leaving.RESIGNED, may_return=True)),
    "gone-ejected": (standing(VACATED), SeatGone(ITALY, Leaving.EJECTED, may_return=False)),
    "vacated": (standing(VACATED), SeatNotice(VACATED)),
    "vacated-resigned": (standing(), SeatNotice(replace(VACATED, why=Leaving.RESIGNED))),
    "vacated-ejected": (standing(LISTED), SeatNotice(replace(VACATED, why=Leaving.EJECTED))),
    "sought": (standing(SOUGHT), SeatNotice(SOUGHT)),
    "sought-by-master": (standing(LISTED), SeatNotice(replace(SOUGHT, why=Leaving.EJECTED))),
    "stays": (standing(), SeatNotice(SearchEnded(ITALY, NOW))),
    "taken": (standing(), SeatNotice(TAKEN)),
    "returned": (standing(), SeatNotice(SeatReturned(ITALY, IACOPO, None, None, NOW))),
    "asked": (standing(VACATED), SeatOffered(ASKED)),
    "asked-to-replace": (standing(SOUGHT), SeatOffered(ASKED)),
    "over": (standing(VACATED), OfferOver(ITALY)),
    "yours": (standing(), SeatYours(ITALY, is_back=False)),
    "back": (standing(), SeatYours(ITALY, is_back=True)),
    "displaced": (standing(), Displaced(ITALY)),
}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", NEWS)
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
    told = (write_own_record(reader, KNOWN[IACOPO]), write_record_of(open_names, reader, KNOWN))
    golden(f"anyone.record.{language}", words("-", "\n".join((*told, write_record_of(GAME, reader, KNOWN)))))
