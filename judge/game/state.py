"""A game as it stands: the fold of its events."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import reduce
from typing import assert_never

from judge.game.commands import Person
from judge.game.events import (
    Deadline,
    Event,
    GameEnded,
    GameOpened,
    GameStarted,
    OrderGiven,
    OrdersWithdrawn,
    PhaseClosed,
    PhaseExtended,
    PlayerJoined,
    PreferenceSet,
    PressSent,
    ReminderSent,
)
from judge.game.settings import Address, GameName, Settings
from judge.rules.board import Board, Power
from judge.rules.boardfile import load_board
from judge.rules.orders import Order, province_of
from judge.rules.position import PhaseKind, Position
from judge.rules.rulebook import RuleBook
from judge.rules.rulebooks import load_rulebook


@dataclass(frozen=True)
class Given:
    """An order in force, with the letter it came in and the date that letter bore."""

    order: Order
    letter: int
    written: datetime | None


@dataclass(frozen=True)
class Game:
    """Everything about one game that a decision may depend on. ``version`` counts the events folded in."""

    name: GameName
    settings: Settings
    master: Address
    seed: str
    people: Mapping[Address, Person]
    wishes: Mapping[Address, tuple[Power, ...]] = field(default_factory=dict)
    seats: Mapping[Power, Address] = field(default_factory=dict)
    position: Position | None = None
    deadline: Deadline | None = None
    orders: Mapping[Power, tuple[Given, ...]] = field(default_factory=dict)
    held_press: tuple[PressSent, ...] = ()
    reminded: bool = False
    phases_closed: int = 0
    ended: GameEnded | None = None
    version: int = 0

    @property
    def board(self) -> Board:
        """The board this game is played on."""
        return load_board(self.settings.board)

    @property
    def book(self) -> RuleBook:
        """The rule book this game was opened under."""
        return load_rulebook(self.settings.rulebook)

    @property
    def players(self) -> tuple[Address, ...]:
        """Everyone who took a seat, in the order of joining."""
        return tuple(self.wishes)

    @property
    def open_position(self) -> Position | None:
        """The position somebody may still write orders for; None before the start and after the end."""
        return None if self.ended else self.position

    def powers_of(self, address: Address) -> tuple[Power, ...]:
        """The powers a person plays, in board order."""
        return tuple(power for power in self.board.powers if self.seats.get(power) == address)

    def orders_of(self, power: Power) -> tuple[Order, ...]:
        """The orders in force for a power, those of the newest letter first."""
        newest_first = sorted(self.orders.get(power, ()), key=lambda given: -given.letter)
        return tuple(given.order for given in newest_first)


def fold(events: Iterable[Event]) -> Game | None:
    """The game that a sequence of events, oldest first, has made; None of no events."""
    return after_all(None, events)


def after_all(game: Game | None, events: Iterable[Event]) -> Game | None:
    """The game once more events have happened to it."""
    return reduce(after, events, game)


def after(game: Game | None, event: Event) -> Game:
    """Apply one event; it has been decided, so nothing is checked here."""
    if isinstance(event, GameOpened):
        return Game(
            name=event.game,
            settings=event.settings,
            master=event.master.address,
            seed=event.seed,
            people={event.master.address: event.master},
            version=1,
        )
    if game is None:
        message = "the first event of a game is its opening"
        raise ValueError(message)
    return replace(_applied(game, event), version=game.version + 1)


def _applied(game: Game, event: Event) -> Game:
    match event:
        case PlayerJoined(player, wishes):
            people = {player.address: player} | dict(game.people)
            return replace(game, people=people, wishes={**game.wishes, player.address: wishes})
        case GameStarted(seats, position, deadline):
            return replace(game, seats=seats, position=position, deadline=deadline)
        case OrderGiven():
            return replace(game, orders={**game.orders, event.power: _with_order(game, event)})
        case OrdersWithdrawn(power):
            return replace(game, orders={**game.orders, power: ()})
        case PressSent(held=held):
            return replace(game, held_press=(*game.held_press, event)) if held else game
        case PreferenceSet(address, language, notation, zone):
            person = replace(game.people[address], language=language, notation=notation, zone=zone)
            return replace(game, people={**game.people, address: person})
        case ReminderSent():
            return replace(game, reminded=True)
        case PhaseExtended(deadline=deadline):
            return replace(game, deadline=deadline, reminded=False)
        case PhaseClosed():
            return _closed(game, event)
        case GameEnded():
            return replace(game, ended=event, deadline=None)
        case GameOpened():
            message = f"{game.name} is open already"
            raise ValueError(message)
        case _:
            assert_never(event)


def _with_order(game: Game, event: OrderGiven) -> tuple[Given, ...]:
    """The new order after those it leaves in force: same unit, older order out."""
    new = Given(event.order, event.letter, event.written)
    given = game.orders.get(event.power, ())
    return (*(old for old in given if province_of(old.order) != province_of(new.order)), new)


def _closed(game: Game, event: PhaseClosed) -> Game:
    position = event.judgement.after
    talk_resumes = position.phase.kind is PhaseKind.MOVEMENT
    return replace(
        game,
        position=position,
        deadline=event.deadline,
        orders={},
        held_press=() if talk_resumes else game.held_press,
        reminded=False,
        phases_closed=event.number,
    )
