"""A game as it stands: the fold of its events."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import reduce
from typing import assert_never

from judge.game.commands import Person
from judge.game.events import (
    AdvanceDropped,
    AdvanceKept,
    Deadline,
    Event,
    GameEnded,
    GameOpened,
    GameStarted,
    OrderGiven,
    OrdersWithdrawn,
    PhaseClosed,
    PhaseExtended,
    PlanTaken,
    PlayerJoined,
    PreferenceSet,
    PressSent,
    ReminderSent,
    WhatIfAsked,
    WishesDropped,
    WishKept,
)
from judge.game.mailboxes import (
    AddressChanged,
    BecameUnreachable,
    LetterBounced,
    Move,
    MoveAsked,
    MoveConfirmed,
    ReachedAgain,
    TokenChanged,
    with_bounce,
)
from judge.game.plans import Wish, comes_before, with_wish
from judge.game.settings import Address, GameName, Settings
from judge.rules.board import Board, Power
from judge.rules.boardfile import load_board
from judge.rules.orders import Order, province_of
from judge.rules.position import Phase, PhaseKind, Position
from judge.rules.rulebook import RuleBook
from judge.rules.rulebooks import load_rulebook

DAY = timedelta(days=1)
"""What-ifs are counted over the last day, wherever the reader's midnight falls."""


@dataclass(frozen=True)
class Given:
    """An order in force, with the letter it came in and the date that letter bore."""

    order: Order
    letter: int
    written: datetime | None


@dataclass(frozen=True)
class Wished:
    """The standing wishes of a power, with the newest letter that spoke of them."""

    wishes: tuple[Wish, ...]
    letter: int


@dataclass(frozen=True)
class Game:
    """Everything about one game that a decision may depend on.

    ``version`` counts the events folded in; ``whatifs`` are those of one day. ``readers`` number everyone, and keep
    their number when their address changes.
    """

    name: GameName
    settings: Settings
    master: Address
    seed: str
    people: Mapping[Address, Person]
    readers: Mapping[Address, int] = field(default_factory=dict)
    wishes: Mapping[Address, tuple[Power, ...]] = field(default_factory=dict)
    seats: Mapping[Power, Address] = field(default_factory=dict)
    position: Position | None = None
    deadline: Deadline | None = None
    orders: Mapping[Power, tuple[Given, ...]] = field(default_factory=dict)
    advance: tuple[AdvanceKept, ...] = ()
    wished: Mapping[Power, Wished] = field(default_factory=dict)
    held_press: tuple[PressSent, ...] = ()
    reminded: bool = False
    whatifs: tuple[WhatIfAsked, ...] = ()
    phases_closed: int = 0
    ended: GameEnded | None = None
    bounces: Mapping[Address, tuple[LetterBounced, ...]] = field(default_factory=dict)
    unreachable: frozenset[Address] = frozenset()
    moves: Mapping[Address, Move] = field(default_factory=dict)
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

    def whatifs_since(self, moment: datetime) -> tuple[WhatIfAsked, ...]:
        """The what-ifs asked after a moment that is not more than a day ago."""
        return tuple(asked for asked in self.whatifs if asked.at > moment)

    def powers_of(self, address: Address) -> tuple[Power, ...]:
        """The powers a person plays, in board order."""
        return tuple(power for power in self.board.powers if self.seats.get(power) == address)

    def orders_of(self, power: Power) -> tuple[Order, ...]:
        """The orders in force for a power, those of the newest letter first."""
        newest_first = sorted(self.orders.get(power, ()), key=lambda given: -given.letter)
        return tuple(given.order for given in newest_first)

    def advance_of(self, power: Power, phase: Phase | None = None) -> tuple[AdvanceKept, ...]:
        """What a power has kept for a phase, or for every phase, in the order it was written."""
        return tuple(kept for kept in self.advance if kept.power == power and phase in {None, kept.phase})


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
            readers={event.master.address: 1},
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
            readers = {player.address: len(game.readers) + 1} | dict(game.readers)
            return replace(game, people=people, readers=readers, wishes={**game.wishes, player.address: wishes})
        case GameStarted(seats, position, deadline):
            return replace(game, seats=seats, position=position, deadline=deadline)
        case OrderGiven():
            return replace(game, orders={**game.orders, event.power: _with_order(game, event)})
        case OrdersWithdrawn(power):
            return replace(game, orders={**game.orders, power: ()})
        case AdvanceKept():
            return replace(game, advance=(*game.advance, event))
        case AdvanceDropped(power, phase):
            return _without_advance(game, power, phase)
        case PlanTaken(power, phase):
            return _without_advance(game, power, phase)
        case WishKept(power, wish, letter):
            old = game.wished.get(power, Wished((), 0)).wishes
            return replace(game, wished={**game.wished, power: Wished(with_wish(old, wish), letter)})
        case WishesDropped(power):
            return replace(game, wished={whose: wished for whose, wished in game.wished.items() if whose != power})
        case PressSent(held=held):
            return replace(game, held_press=(*game.held_press, event)) if held else game
        case PreferenceSet(address, language, notation, zone):
            person = replace(game.people[address], language=language, notation=notation, zone=zone)
            return replace(game, people={**game.people, address: person})
        case WhatIfAsked():
            return replace(game, whatifs=(*game.whatifs_since(event.at - DAY), event))
        case LetterBounced() | BecameUnreachable() | ReachedAgain():
            return _heard(game, event)
        case MoveAsked() | MoveConfirmed() | AddressChanged() | TokenChanged():
            return _addressed(game, event)
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


def _heard(game: Game, event: LetterBounced | BecameUnreachable | ReachedAgain) -> Game:
    match event:
        case LetterBounced(address):
            bounces = with_bounce(game.bounces.get(address, ()), event)
            return replace(game, bounces={**game.bounces, address: bounces})
        case BecameUnreachable(address):
            return replace(game, unreachable=game.unreachable | {address})
        case ReachedAgain(address):
            return replace(game, unreachable=game.unreachable - {address}, bounces={**game.bounces, address: ()})
        case _:
            assert_never(event)


def _addressed(game: Game, event: MoveAsked | MoveConfirmed | AddressChanged | TokenChanged) -> Game:
    match event:
        case MoveAsked(address):
            return replace(game, moves={**game.moves, address: Move(event)})
        case MoveConfirmed(address, from_new):
            return replace(game, moves={**game.moves, address: game.moves[address].confirmed(from_new=from_new)})
        case TokenChanged(address, token):
            return replace(game, people={**game.people, address: replace(game.people[address], token=token)})
        case AddressChanged():
            return _moved(game, event)
        case _:
            assert_never(event)


def _moved(game: Game, event: AddressChanged) -> Game:
    """The game with one address in the place of another, wherever it stood; who joined when stays as it was."""
    old, new = event.address, event.to
    person = replace(game.people[old], address=new, token=event.token)
    return replace(
        game,
        master=new if game.master == old else game.master,
        people={new if one == old else one: person if one == old else who for one, who in game.people.items()},
        readers={new if one == old else one: number for one, number in game.readers.items()},
        wishes={new if one == old else one: wishes for one, wishes in game.wishes.items()},
        seats={power: new if one == old else one for power, one in game.seats.items()},
        moves={one: move for one, move in game.moves.items() if one != old},
        bounces={one: bounces for one, bounces in game.bounces.items() if one != old},
        unreachable=game.unreachable - {old},
    )


def _with_order(game: Game, event: OrderGiven) -> tuple[Given, ...]:
    """The new order after those it leaves in force: same unit, older order out."""
    new = Given(event.order, event.letter, event.written)
    given = game.orders.get(event.power, ())
    return (*(old for old in given if province_of(old.order) != province_of(new.order)), new)


def _without_advance(game: Game, power: Power, phase: Phase | None) -> Game:
    gone = game.advance_of(power, phase)
    return replace(game, advance=tuple(kept for kept in game.advance if kept not in gone))


def _closed(game: Game, event: PhaseClosed) -> Game:
    """The next phase is open; what was kept for phases that did not come, or are over, is gone."""
    position = event.judgement.after
    talk_resumes = position.phase.kind is PhaseKind.MOVEMENT
    return replace(
        game,
        position=position,
        deadline=event.deadline,
        orders={},
        advance=tuple(kept for kept in game.advance if not comes_before(kept.phase, position.phase)),
        held_press=() if talk_resumes else game.held_press,
        reminded=False,
        phases_closed=event.number,
    )
