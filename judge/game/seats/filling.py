"""Events that follow when seats are taken: the muster, the beginning; the hours of both."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from judge.game.after import after_all
from judge.game.deadlines.move import AN_OUTAGE, next_deadline
from judge.game.messages import Event
from judge.game.seats.allot import allot
from judge.game.seats.messages import GameReady, GameStarted, MusterCalled, SeatGiven, SeatsLost
from judge.game.settings import Address, Seating, Settings
from judge.game.state import Game
from judge.game.strategists.decide import paired
from judge.rules.setup import opening_position


def with_what_follows(
    before: Game, events: Sequence[Event], now: datetime, present: Address | None = None
) -> tuple[Event, ...]:
    """The events with all that they bring about; ``present`` has just written, so need not be mustered."""
    game = _after(before, events)
    moved_up = tuple(SeatGiven(one, now) for one in game.standbys[: game.free_seats])
    game = _after(game, moved_up)
    if game.free_seats:
        return (*events, *moved_up)
    called = _muster(before, game, now, present)
    if called and called.waited_for:
        return (*events, *moved_up, called)
    if game.muster and game.muster.waited_for:
        return (*events, *moved_up)
    begun = (GameReady(now),) if waits_for_master(game.settings) else start(game, now)
    return (*events, *moved_up, *((called,) if called else ()), *begun)


def waits_for_master(settings: Settings) -> bool:
    """Whether a full game begins by the master's word alone, who gives out the powers or has kept that word back."""
    return settings.access.manual or settings.seating is Seating.HAND


def start(game: Game, now: datetime) -> tuple[Event, ...]:
    """The beginning of a full game, and what becomes of those who mean to share a seat."""
    position = opening_position(game.board)
    seats = allot(game)
    started = GameStarted(seats, position, next_deadline(replace(game, seats=seats), position, now), now)
    return (started, *paired(game, started, now))


def _muster(before: Game, game: Game, now: datetime, present: Address | None) -> MusterCalled | None:
    """The muster a full game needs now: of everyone, or once it has been called, of those it still waits for."""
    length = game.settings.access.muster
    if not length or game.muster:
        return None
    known = before.wishes if before.muster else ()
    waited = before.muster.waited_for if before.muster else ()
    asked = tuple(one for one in game.wishes if (one in waited or one not in known) and one != present)
    return MusterCalled(now + length, asked, now)


def _after(game: Game, events: Sequence[Event]) -> Game:
    return after_all(game, events) or game


# --- hours


def next_hour(game: Game) -> datetime | None:
    """When the answers to a muster must be there."""
    return game.muster.until if game.muster and game.muster.waited_for else None


def at_hour(game: Game, _hour: datetime, now: datetime) -> tuple[Event, ...]:
    """The seats of those who are silent go to those who wait; the answers of the others stand."""
    if game.muster is None or not game.muster.waited_for:
        return ()
    return with_what_follows(game, (SeatsLost(game.muster.waited_for, now),), now)


def made_up(game: Game, since: datetime, now: datetime) -> tuple[Event, ...]:
    """What an outage does to the muster that ran through it: everyone who has not answered has as much longer.

    Told of the same outage again, after a crash in the midst of it, this gives back only what is new.
    """
    muster = game.muster
    if muster is None or not muster.waited_for or muster.until <= since:
        return ()
    lost = now - max(since, muster.called)
    return (MusterCalled(muster.until + lost, muster.waited_for, now),) if lost > AN_OUTAGE else ()


def set_back(game: Game, since: datetime, now: datetime) -> tuple[Event, ...]:
    """What a clock that was set back from ``since`` to ``now`` does to a muster called by it: the time left stays."""
    muster = game.muster
    if muster is None or not muster.waited_for or muster.called <= now or since - now <= AN_OUTAGE:
        return ()
    return (MusterCalled(muster.until - (since - now), muster.waited_for, now),)
