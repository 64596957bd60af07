"""Games as their events, closed and rolled back by hand."""

from collections.abc import Sequence
from datetime import timedelta

from judge.game.apply import fold_events
from judge.game.folded_log import game_at_opening, valid_phases
from judge.game.mastery.decide import rollback_to
from judge.game.messages import Command, Event
from judge.game.phases.close import close_at_deadline
from judge.game.seats.messages import JoinGame, OpenGame
from judge.game.settings import Settings
from judge.game.state import Game
from judge.rules.board import Power
from judge.rules.orders import Hold, Order
from tests.game.tables import OPENED, POWERS, ROME, WEEKLY, address, decided, give, person

MASTER = address("master")


def log(settings: Settings = WEEKLY) -> list[Event]:
    """A game opened and joined by seven, as its events."""
    events: list[Event] = []
    commands: list[Command] = [OpenGame(ROME, settings, person("master"), seed="abc")]
    commands += [JoinGame(person(power), (Power(power),)) for power in POWERS]
    for command in commands:
        events += decided(fold_events(events), command)
    return events


def folded(events: Sequence[Event]) -> Game:
    game = fold_events(events)
    assert game is not None
    return game


def close(events: list[Event], *orders: tuple[str, Order]) -> None:
    """Let a phase close at its deadline with these orders, every other unit holding."""
    position = folded(events).position
    assert position is not None
    for place, unit in position.units.items():
        events += decided(folded(events), give(unit.power, Hold(place)))
    for power, order in orders:
        events += decided(folded(events), give(power, order, letter=2))
    deadline = folded(events).deadline
    assert deadline is not None
    events += close_at_deadline(folded(events), deadline.at)


def roll_back(events: Sequence[Event], phase: str, *, keep: bool = True) -> tuple[Event, ...]:
    standing = valid_phases(events)
    closed = next(one for one in standing if str(one.before.phase) == phase)
    was = game_at_opening(events, closed)
    assert was is not None
    undone = tuple(one.number for one in standing[standing.index(closed) :])
    return decided(folded(events), rollback_to(MASTER, closed, was, undone, keep=keep), OPENED + timedelta(days=30))


def gone_back() -> tuple[Event, ...]:
    """A game of three phases, the last two of them undone, and one played again."""
    events = log()
    for _ in range(3):
        close(events)
    events += roll_back(events, "F1901M")
    close(events)
    return tuple(events)
