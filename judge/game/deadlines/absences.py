"""Absences: how many days each player may still take, and which absences a deadline waits for."""

from collections.abc import Iterable
from datetime import date, datetime
from zoneinfo import ZoneInfo

from judge.game.deadlines.deadline import ONE_DAY, Absence, PowerAbsence
from judge.game.deadlines.settings import Allowance
from judge.game.state import Game
from judge.game.visibility import has_fog
from judge.rules.board import Power
from judge.rules.position import Position
from judge.rules.required_orders import required_orders


def date_in_game(game: Game, now: datetime) -> date:
    """The date in the game's time zone."""
    return now.astimezone(ZoneInfo(game.settings.zone)).date()


def days_left(allowance: Allowance, taken: Iterable[Absence], year: int) -> int:
    """How many days of absence are left of a budget, in a calendar year or in the game as a whole."""
    days = {day for absence in taken for day in absence.days()}
    return allowance.days - sum(allowance.whole_game or day.year == year for day in days)


def absences_before(absences: tuple[Absence, ...], since: date) -> tuple[Absence, ...]:
    """The absences as far as they lie before the day ``since``."""
    return tuple(
        Absence(absence.first, min(absence.last, since - ONE_DAY)) for absence in absences if absence.first < since
    )


def absences_to_wait_for(game: Game, position: Position) -> tuple[PowerAbsence, ...]:
    """The absences of those who must write in a phase that opens with this position.

    Under fog, of all who may have to write.
    """
    tells = game.settings.timing.tell_absences
    return tuple(
        PowerAbsence(power if tells else None, absence)
        for power in game.seats
        if has_fog(game) or required_orders(game.board, position, power).is_required
        for absence in _shared_absences(game, power)
    )


def _shared_absences(game: Game, power: Power) -> tuple[Absence, ...]:
    """The days on which all players of a power are away."""
    first, *others = (game.absences_of(player) for player in game.players_of(power))
    for other in others:
        both = (Absence(max(one.first, two.first), min(one.last, two.last)) for one in first for two in other)
        first = tuple(absence for absence in both if absence.first <= absence.last)
    return first
