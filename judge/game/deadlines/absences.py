"""Absences: what each player may still take, which ones a deadline waits for."""

from collections.abc import Iterable
from datetime import date, datetime
from zoneinfo import ZoneInfo

from judge.game.deadlines.deadline import ONE_DAY, Absence, Away
from judge.game.deadlines.timing import Allowance
from judge.game.sight import hides
from judge.game.state import Game
from judge.rules.board import Power
from judge.rules.duties import duty
from judge.rules.position import Position


def today(game: Game, now: datetime) -> date:
    """The day it is in the game's zone."""
    return now.astimezone(ZoneInfo(game.settings.zone)).date()


def days_left(allowance: Allowance, taken: Iterable[Absence], year: int) -> int:
    """How many days of absence are left of a budget, in a calendar year or in the game as a whole."""
    days = {day for absence in taken for day in absence.days()}
    return allowance.days - sum(allowance.whole_game or day.year == year for day in days)


def without(absences: tuple[Absence, ...], since: date) -> tuple[Absence, ...]:
    """The absences as far as they lie before a day."""
    return tuple(
        Absence(absence.first, min(absence.last, since - ONE_DAY)) for absence in absences if absence.first < since
    )


def away(game: Game, position: Position) -> tuple[Away, ...]:
    """The absences of those who must write in a phase that opens with this position; in fog, of all who may have to."""
    tells = game.settings.timing.tell_absences
    return tuple(
        Away(power if tells else None, absence)
        for power in game.seats
        if hides(game) or duty(game.board, position, power).owes
        for absence in _all_away(game, power)
    )


def _all_away(game: Game, power: Power) -> tuple[Absence, ...]:
    """The days on which nobody who plays a power is there."""
    first, *others = (game.absences_of(player) for player in game.players_of(power))
    for other in others:
        both = (Absence(max(one.first, two.first), min(one.last, two.last)) for one in first for two in other)
        first = tuple(absence for absence in both if absence.first <= absence.last)
    return first
