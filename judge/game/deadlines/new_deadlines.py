"""New deadlines: of the next phase, of one that begins again or is moved; the absences that they wait for."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from judge.game.deadlines.deadline import (
    ONE_DAY,
    Absence,
    ClockSet,
    Deadline,
    DeadlineStep,
    Mover,
    NobodyWrote,
    OutageOver,
    PauseOver,
    PowerAbsence,
    SeatFilled,
    Shifted,
)
from judge.game.deadlines.messages import DeadlineMoved, GameResumed
from judge.game.deadlines.schedule import Circumstances, days_later, first_fitting_hour, phase_deadline
from judge.game.deadlines.settings import Allowance
from judge.game.messages import Event
from judge.game.refusals import Refusal, Refused
from judge.game.state import Game
from judge.game.visibility import has_fog
from judge.rules.board import Power
from judge.rules.position import Position
from judge.rules.required_orders import required_orders

# --- what holds an early close


def is_close_held(game: Game, now: datetime) -> bool:
    """Whether no early close may happen: a pause, a phase reopened by the master, a power that waits, or too early."""
    if game.deadline is None or game.timekeeping.paused or game.reopened or game.timekeeping.waits:
        return True
    minimum = game.settings.timing.minimum
    return bool(minimum) and now < game.deadline.opened + minimum


# --- the next deadline


def next_deadline(game: Game, position: Position, now: datetime) -> Deadline:
    """The deadline of the phase that opens ``now`` with this position; ``game`` is the game just before that."""
    announced = game.deadline.at if game.deadline else None
    given = Circumstances(first=game.position is None, announced=announced, away=absences_to_wait_for(game, position))
    return phase_deadline(game.settings, position.phase.kind, now, given)


def extended_deadline(game: Game, position: Position, now: datetime) -> Deadline:
    """The new deadline of the open phase, its full time again, when nobody at all has written by the old one."""
    return _restarted(game, position, now, NobodyWrote(game.deadline.at) if game.deadline else None)


def newcomer_deadline(game: Game, position: Position, power: Power, now: datetime) -> Deadline:
    """The new deadline, its full time again, of a phase that had waited for somebody to play a power."""
    return _restarted(game, position, now, SeatFilled(power, game.deadline.at) if game.deadline else None)


def _restarted(game: Game, position: Position, now: datetime, why: DeadlineStep | None) -> Deadline:
    fresh = phase_deadline(
        game.settings, position.phase.kind, now, Circumstances(away=absences_to_wait_for(game, position))
    )
    return game.deadline.moved(fresh.at, why, *fresh.steps) if game.deadline and why else fresh


# --- deadlines that are moved


SHORTEST_OUTAGE = timedelta(hours=1)
"""An outage must be longer than this for its time to be given back."""

FURTHEST_DEADLINE = timedelta(days=366)
"""How far ahead of now the master or a vote may set a deadline."""


def move_deadline(
    game: Game, by: Mover, now: datetime, *, length: timedelta | None = None, to: datetime | None = None
) -> tuple[Event, ...] | Refused:
    """The event that moves the deadline by a ``length`` (whole days keep its hour), or ``to`` a moment (UTC).

    Refused for a moment that has passed or is too far away; to before the announced hour only the master may move it,
    to no hour sooner than the grace of the game.
    """
    position, deadline = game.open_position, game.deadline
    if position is None or deadline is None:
        return Refused(Refusal.GAME_OVER if game.ended else Refusal.NOT_STARTED)
    if game.timekeeping.paused:
        return Refused(Refusal.PAUSED, at=game.timekeeping.paused)
    at = to or days_later(deadline.at, length or timedelta(), ZoneInfo(game.settings.zone))
    if at <= now:
        return Refused(Refusal.HOUR_PASSED, at=at)
    if at - now > FURTHEST_DEADLINE:
        return Refused(Refusal.HOUR_TOO_FAR, at=at)
    if at < deadline.at and by is not Mover.MASTER:
        return Refused(Refusal.NEVER_EARLIER, at=deadline.at)
    if at < min(deadline.at, soonest := now + game.settings.missing.grace.of(position.phase.kind)):
        return Refused(Refusal.HOUR_TOO_SOON, at=soonest)
    moved = deadline.moved(at, Shifted(by, deadline.at, None if to else length))
    return (DeadlineMoved(position.phase, moved, now),)


def resume_game(game: Game, deadline: Deadline, since: datetime, now: datetime) -> tuple[Event, ...]:
    """The event that resumes a game with the time that was left when it was paused, to the first hour that fits."""
    position = game.open_position
    if position is None:
        return ()
    at, skipped = first_fitting_hour(game.settings, deadline.at + (now - since), absences_to_wait_for(game, position))
    moved = deadline.moved(at, PauseOver(since, now, deadline.at), *skipped)
    return (GameResumed(position.phase, moved, now),)


def compensate_outage(game: Game, since: datetime, now: datetime, *, by_clock: bool = False) -> tuple[Event, ...]:
    """The event that moves a deadline by the length of an outage, or of a clock put forward, that it ran through.

    Called again for the same outage, after a crash in the midst of it, it gives back only what is new. None for a short
    outage.
    """
    position, deadline = game.open_position, game.deadline
    if (
        game.timekeeping.made_up and game.timekeeping.made_up <= now
    ):  # a moment to come was noted by a clock that has been set back
        since = max(since, game.timekeeping.made_up)
    closes_at = game.closes_at
    if position is None or deadline is None or closes_at is None or now - since <= SHORTEST_OUTAGE:
        return ()
    if closes_at <= since or deadline.opened >= now:
        return ()
    step = (ClockSet if by_clock else OutageOver)(since, now, closes_at)
    return (DeadlineMoved(position.phase, deadline.moved(closes_at + (now - since), step), now),)


def compensate_clock_set_back(game: Game, since: datetime, now: datetime) -> tuple[Event, ...]:
    """The event that keeps the time that was left when the clock is set back from ``since`` to ``now``.

    Only for a deadline that was set or moved by that clock while it was ahead: any other was announced by an hour that
    is right again, and stands.
    """
    position, deadline, closes_at = game.open_position, game.deadline, game.closes_at
    if position is None or deadline is None or closes_at is None or since - now <= SHORTEST_OUTAGE:
        return ()
    put = next((step.until for step in reversed(deadline.steps) if isinstance(step, ClockSet)), deadline.opened)
    if put <= now:
        return ()
    ahead = since - now
    opened = deadline.opened - ahead if deadline.opened > now else deadline.opened
    moved = replace(deadline, opened=opened).moved(closes_at - ahead, ClockSet(since, now, closes_at))
    return (DeadlineMoved(position.phase, moved, now),)


# --- absences


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
