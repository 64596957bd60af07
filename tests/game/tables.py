"""Games laid out for tests: opened, joined and started by commands, as letters would do it."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time, timedelta
from functools import reduce

from judge.game.apply import apply
from judge.game.decide import decide
from judge.game.figures import Figures
from judge.game.folded_log import fold_log
from judge.game.messages import Command, Event
from judge.game.orders.messages import GiveOrder
from judge.game.people.messages import Person
from judge.game.phases.close import due_events
from judge.game.refusals import Refused
from judge.game.seats.messages import JoinGame, OpenGame
from judge.game.settings import Address, GameName, Lengths, Settings, Token
from judge.game.state import Game
from judge.rules.board import Location, Power, Province
from judge.rules.orders import Hold, Move, Order

ROME = GameName("rome")
OPENED = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
WEEKLY = Settings(zone="Europe/Paris", hour=time(21, 0), lengths=Lengths(movement=timedelta(days=7)))
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


def figures_in(log: Sequence[Event]) -> Mapping[Address, Figures]:
    """How far everyone who has had a seat in one game can be relied upon."""
    summary = fold_log(log).summary
    return summary.figures if summary else {}


def address(power: str) -> Address:
    return Address(f"{power.lower()}@example.org")


def person(power: str) -> Person:
    return Person(address(power), Token(f"token-of-{power.lower()}"))


def happen(game: Game | None, command: Command, now: datetime = OPENED) -> Game:
    """The game once a command that must be allowed has been decided."""
    return reduce(apply, decided(game, command, now), game) or missing()


def decided(game: Game | None, command: Command, now: datetime = OPENED) -> tuple[Event, ...]:
    events = decide(game, command, now)
    assert not isinstance(events, Refused), events
    return events


def refused(game: Game | None, command: Command, now: datetime = OPENED) -> Refused:
    answer = decide(game, command, now)
    assert isinstance(answer, Refused), answer
    return answer


def missing() -> Game:
    raise AssertionError("there should be a game")


def opened(settings: Settings = WEEKLY) -> Game:
    return happen(None, OpenGame(ROME, settings, person("master"), seed="abc"))


def joined(game: Game, *powers: str) -> Game:
    """The game once players have joined, each wishing for the power they are named after."""
    for power in powers:
        game = happen(game, JoinGame(person(power), (Power(power),)))
    return game


def started(settings: Settings = WEEKLY) -> Game:
    return joined(opened(settings), *POWERS)


def give(power: str, order: Order, letter: int = 1, arrived: datetime = OPENED) -> GiveOrder:
    return GiveOrder(address(power), order, letter, arrived)


def move(at: str, to: str) -> Move:
    return Move(Province(at), Location(Province(to)))


def hold(at: str) -> Hold:
    return Hold(Province(at))


def all_hold(game: Game) -> Game:
    """Every unit ordered to hold."""
    assert game.position is not None
    for place, unit in game.position.units.items():
        game = happen(game, give(unit.power, Hold(place)))
    return game


def rung(game: Game, hour: datetime) -> tuple[Event, ...]:
    """What an hour brings to a judge that is awake."""
    return due_events(game, hour, hour)
