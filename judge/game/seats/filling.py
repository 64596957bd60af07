"""What follows once a seat is taken or free: those who wait move up, everyone is mustered, the game begins."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from judge.game.after import after_all
from judge.game.deadlines.next import next_deadline
from judge.game.events import Event
from judge.game.seats.allot import allot
from judge.game.seats.events import GameReady, GameStarted, MusterCalled, SeatGiven
from judge.game.settings import Address, Seating, Settings
from judge.game.state import Game
from judge.game.strategists.before import paired
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
