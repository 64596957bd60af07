"""Games in which seats change hands: players who write and players who do not, stand-bys, deadlines that come."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from judge.game.apply import apply_all, fold_events
from judge.game.messages import Command, Event
from judge.game.people.messages import Person
from judge.game.phases.close import due_events, next_alarm
from judge.game.replacements.messages import SeatVacated
from judge.game.seats.messages import AddStandby, JoinGame, OpenGame
from judge.game.settings import NO_GRACE, Address, Missing, Settings, Token
from judge.game.state import Game
from judge.rules.board import Power
from judge.rules.orders import Hold
from tests.game.tables import OPENED, POWERS, ROME, WEEKLY, decided, give, happen, person

ITALY = Power("ITALY")
STRICT = Missing(in_a_row=1)
TWICE = Missing(in_a_row=2)
WAITS = Missing(in_a_row=1, standby_wait=timedelta(days=5))
A_DAY_OF_GRACE = Missing(grace=replace(NO_GRACE, movement=timedelta(days=1)))


def with_missing(missing: Missing) -> Settings:
    return replace(WEEKLY, missing=missing)


def log_of(missing: Missing, *standbys: str) -> list[Event]:
    """What has happened to a game of seven that has just begun, with stand-bys in this order."""
    opening: list[Command] = [OpenGame(ROME, with_missing(missing), person("master"), "abc")]
    opening += [JoinGame(person(power), (Power(power),)) for power in POWERS]
    events: list[Event] = []
    for command in [*opening, *(AddStandby(standby(name)) for name in standbys)]:
        events += decided(fold_events(events), command)
    return events


def under_way(missing: Missing, *standbys: str) -> Game:
    """That game."""
    game = fold_events(log_of(missing, *standbys))
    assert game is not None
    return game


def standby(name: str) -> Person:
    return Person(Address(f"{name}@example.net"), Token(f"token-of-{name}"))


def written(game: Game, *silent: str, at: datetime = OPENED) -> Game:
    """Everybody's units told to hold, but for those of some powers."""
    assert game.position is not None
    for place, unit in game.position.units.items():
        if unit.power not in silent and unit.power in game.seats:
            order = replace(give(unit.power, Hold(place), arrived=at), by=game.seats[unit.power])
            game = happen(game, order, at)
    return game


def pass_next_alarm(game: Game, now: datetime | None = None) -> tuple[Game, tuple[Event, ...]]:
    """What the next hour of the game brings."""
    hour = next_alarm(game)
    assert hour is not None
    events = due_events(game, hour, max(hour, now or hour))
    return apply_all(game, events), events


def until(game: Game, kind: type, most: int = 20) -> tuple[Game, Sequence[Event]]:
    """Alarms rung one after the other until one brings an event of this kind."""
    for _ in range(most):
        game, events = pass_next_alarm(game)
        if any(isinstance(event, kind) for event in events):
            return game, events
    raise AssertionError(f"no {kind.__name__}")


def forfeited(*standbys: str, missing: Missing = STRICT) -> Game:
    """A game in which Italy has just lost its player for want of orders."""
    game, _ = until(written(under_way(missing, *standbys), "ITALY"), SeatVacated)
    return game
