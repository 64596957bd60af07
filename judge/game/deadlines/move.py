"""The deadline of the next phase, of one that begins again, of one that is moved; what holds an early close."""

from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from judge.game.deadlines.absences import away
from judge.game.deadlines.deadline import (
    ClockSet,
    Deadline,
    Mover,
    NobodyWrote,
    OutageOver,
    PauseOver,
    SeatFilled,
    Shifted,
    Step,
)
from judge.game.deadlines.messages import DeadlineMoved, GameResumed
from judge.game.deadlines.schedule import Circumstances, days_later, deadline, landed
from judge.game.messages import Event
from judge.game.refusals import Refusal, Refused
from judge.game.state import Game
from judge.rules.board import Power
from judge.rules.position import Position

# --- what holds an early close


def is_held(game: Game, now: datetime) -> bool:
    """Whether the game is paused, the master has gone back to the phase, somebody waits, or it is too early."""
    if game.deadline is None or game.pace.paused or game.reopened or game.pace.waits:
        return True
    minimum = game.settings.timing.minimum
    return bool(minimum) and now < game.deadline.opened + minimum


# --- the next deadline


def next_deadline(game: Game, position: Position, now: datetime) -> Deadline:
    """The deadline of the phase that opens ``now`` with this position; ``game`` stands before that."""
    announced = game.deadline.at if game.deadline else None
    given = Circumstances(first=game.position is None, announced=announced, away=away(game, position))
    return deadline(game.settings, position.phase.kind, now, given)


def more_time(game: Game, position: Position, now: datetime) -> Deadline:
    """The deadline of the open phase when nobody at all has written by the one it had: its time begins again."""
    return _begun_again(game, position, now, NobodyWrote(game.deadline.at) if game.deadline else None)


def time_for_newcomer(game: Game, position: Position, power: Power, now: datetime) -> Deadline:
    """The deadline of a phase that had waited for somebody to play a power: its time begins again."""
    return _begun_again(game, position, now, SeatFilled(power, game.deadline.at) if game.deadline else None)


def _begun_again(game: Game, position: Position, now: datetime, why: Step | None) -> Deadline:
    fresh = deadline(game.settings, position.phase.kind, now, Circumstances(away=away(game, position)))
    return game.deadline.moved(fresh.at, why, *fresh.steps) if game.deadline and why else fresh


# --- deadlines that are moved


AN_OUTAGE = timedelta(hours=1)
"""A judge that did not run for longer than this gives the time back."""

FARTHEST = timedelta(days=366)
"""How far ahead a deadline may be set by somebody's word."""


def move_deadline(
    game: Game, by: Mover, now: datetime, *, length: timedelta | None = None, to: datetime | None = None
) -> tuple[Event, ...] | Refused:
    """The deadline of the open phase moved by a ``length`` (whole days keep its hour), or ``to`` a moment.

    To an hour before the one announced only the master's word can move it, to one that has passed nobody's.
    """
    position, deadline = game.open_position, game.deadline
    if position is None or deadline is None:
        return Refused(Refusal.GAME_OVER if game.ended else Refusal.NOT_STARTED)
    if game.pace.paused:
        return Refused(Refusal.PAUSED, at=game.pace.paused)
    at = to or days_later(deadline.at, length or timedelta(), ZoneInfo(game.settings.zone))
    if at <= now:
        return Refused(Refusal.HOUR_PASSED, at=at)
    if at - now > FARTHEST:
        return Refused(Refusal.HOUR_TOO_FAR, at=at)
    if at < deadline.at and by is not Mover.MASTER:
        return Refused(Refusal.NEVER_EARLIER, at=deadline.at)
    moved = deadline.moved(at, Shifted(by, deadline.at, None if to else length))
    return (DeadlineMoved(position.phase, moved, now),)


def resumed(game: Game, deadline: Deadline, since: datetime, now: datetime) -> tuple[Event, ...]:
    """The game goes on with the time that was left when it was paused, to the first hour that fits."""
    position = game.open_position
    if position is None:
        return ()
    at, skipped = landed(game.settings, deadline.at + (now - since), away(game, position))
    moved = deadline.moved(at, PauseOver(since, now, deadline.at), *skipped)
    return (GameResumed(position.phase, moved, now),)


def make_up(game: Game, since: datetime, now: datetime, *, by_clock: bool = False) -> tuple[Event, ...]:
    """What an outage, or a clock put forward, does to the deadline that ran through it: it moves by as much.

    Told of the same outage again, after a crash in the midst of it, this gives back only what is new.
    """
    position, deadline = game.open_position, game.deadline
    if game.pace.made_up and game.pace.made_up <= now:  # a moment to come was noted by a clock that has been set back
        since = max(since, game.pace.made_up)
    closes_at = game.closes_at
    if position is None or deadline is None or closes_at is None or now - since <= AN_OUTAGE:
        return ()
    if closes_at <= since or deadline.opened >= now:
        return ()
    step = (ClockSet if by_clock else OutageOver)(since, now, closes_at)
    return (DeadlineMoved(position.phase, deadline.moved(closes_at + (now - since), step), now),)


def set_back(game: Game, since: datetime, now: datetime) -> tuple[Event, ...]:
    """What a clock that was set back from ``since`` to ``now`` does to a deadline: the time that was left stays.

    Only to one that this clock set when it was ahead, or moved when it was put forward: any other was announced by an
    hour that is right again, and stands.
    """
    position, deadline, closes_at = game.open_position, game.deadline, game.closes_at
    if position is None or deadline is None or closes_at is None or since - now <= AN_OUTAGE:
        return ()
    put = next((step.until for step in reversed(deadline.steps) if isinstance(step, ClockSet)), deadline.opened)
    if put <= now:
        return ()
    ahead = since - now
    opened = deadline.opened - ahead if deadline.opened > now else deadline.opened
    moved = replace(deadline, opened=opened).moved(closes_at - ahead, ClockSet(since, now, closes_at))
    return (DeadlineMoved(position.phase, moved, now),)
