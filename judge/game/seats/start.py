"""The start of a game: what follows when seats are taken or freed, the muster, the alarms of both."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from judge.game.apply import apply_all
from judge.game.deadlines.deadline import Deadline
from judge.game.deadlines.rules import SHORTEST_OUTAGE, next_deadline
from judge.game.messages import Event
from judge.game.seats.allotment import allot_powers
from judge.game.seats.messages import GameReady, GameStarted, MusterCalled, SeatGiven, SeatsLost
from judge.game.settings import Address, Seating, Settings
from judge.game.state import Game
from judge.game.strategists.rules import settle_pairs
from judge.rules.board import Power
from judge.rules.position import Position, opening_position


def with_consequences(
    before: Game, events: Sequence[Event], now: datetime, present: Address | None = None
) -> tuple[Event, ...]:
    """The events with all that follow from them; ``present`` has just written and need not be mustered."""
    game = _after(before, events)
    moved_up = tuple(SeatGiven(one, now) for one in game.standbys[: game.free_seats])
    game = _after(game, moved_up)
    if game.free_seats:
        return (*events, *moved_up)
    called = _muster(before, game, now, present)
    if called and called.waited_for:
        return (*events, *moved_up, called)
    if game.mustered:
        return (*events, *moved_up)
    begun = (GameReady(now),) if is_started_by_master(game.settings) else start_game(game, now)
    return (*events, *moved_up, *((called,) if called else ()), *begun)


def is_started_by_master(settings: Settings) -> bool:
    """Whether a full game starts only by the master's command: by the settings, or to give powers by hand."""
    return settings.access.manual or settings.seating is Seating.HAND


def start_game(game: Game, now: datetime) -> tuple[Event, ...]:
    """The events that start a full game, and those of its pairs, who mean to share a seat."""
    position = opening_position(game.board)
    seats = allot_powers(game)
    deadline = _first_deadline(game, seats, position, now)
    started = GameStarted(seats, position, deadline, now, _master_plays(game, seats))
    return (started, *settle_pairs(game, started, now))


def _master_plays(game: Game, seats: Mapping[Power, Address]) -> tuple[Power, ...] | None:
    """The powers of the master, none of them named in an anonymous game; None where they play none, and in practice."""
    powers = tuple(power for power in game.board.powers if seats.get(power) == game.master)
    if game.settings.practice or not powers:
        return None
    return () if game.settings.access.anonymous else powers


def _first_deadline(game: Game, seats: Mapping[Power, Address], position: Position, now: datetime) -> Deadline:
    given = {power: game.readers[player] for power, player in seats.items()}
    return next_deadline(replace(game, members=replace(game.members, seats=given)), position, now)


def _muster(before: Game, game: Game, now: datetime, present: Address | None) -> MusterCalled | None:
    """The muster a full game needs now: of everyone; after an earlier one, of those it waits for and newcomers."""
    length = game.settings.access.muster
    if not length or game.members.muster:
        return None
    known = before.players if before.members.muster else ()
    waited = before.mustered
    asked = tuple(one for one in game.players if (one in waited or one not in known) and one != present)
    return MusterCalled(now + length, asked, now)


def _after(game: Game, events: Sequence[Event]) -> Game:
    return apply_all(game, events) or game


# --- hours


def next_hour(game: Game) -> datetime | None:
    """When the answers to a muster are due."""
    return game.members.muster.until if game.members.muster and game.mustered else None


def at_hour(game: Game, _hour: datetime, now: datetime) -> tuple[Event, ...]:
    """The events that give the seats of silent players to stand-bys; the answers of the others stand."""
    return with_consequences(game, (SeatsLost(game.mustered, now),), now) if game.mustered else ()


def extend_muster_after_outage(game: Game, since: datetime, now: datetime) -> tuple[Event, ...]:
    """The event that gives everyone who has not answered a muster as much longer as an outage lasted.

    Called again for the same outage, after a crash in the midst of it, it gives back only what is new.
    """
    muster = game.members.muster
    if muster is None or not muster.waited_for or muster.until <= since:
        return ()
    lost = now - max(since, muster.called)
    return (MusterCalled(muster.until + lost, game.mustered, now),) if lost > SHORTEST_OUTAGE else ()


def compensate_clock_set_back(game: Game, since: datetime, now: datetime) -> tuple[Event, ...]:
    """The event that keeps the time left of a muster when the clock is set back from ``since`` to ``now``."""
    muster = game.members.muster
    if muster is None or not muster.waited_for or muster.called <= now or since - now <= SHORTEST_OUTAGE:
        return ()
    return (MusterCalled(muster.until - (since - now), game.mustered, now),)
