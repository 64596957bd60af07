"""Notices: who must be told what once something has happened; the one place where secrecy is decided."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from judge.game.events import (
    AdvanceDropped,
    AdvanceKept,
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
    MoveAsked,
    MoveConfirmed,
    ReachedAgain,
    TokenChanged,
)
from judge.game.settings import Address, Token
from judge.game.state import Game, after
from judge.rules.board import Power


@dataclass(frozen=True)
class Opened:
    """To the master: the game is open; how to invite players."""

    event: GameOpened


@dataclass(frozen=True)
class Seated:
    """To a new player: your seat is taken; ``joined`` of ``needed`` are here."""

    wishes: tuple[Power, ...]
    joined: int
    needed: int


@dataclass(frozen=True)
class Started:
    """To everyone: powers are given out and the first phase is open; ``powers`` are the reader's own."""

    event: GameStarted
    powers: tuple[Power, ...]


@dataclass(frozen=True)
class Results:
    """To everyone: a phase was judged; ``powers`` are the reader's own, who may have to write next.

    ``taken`` is what became of the reader's plans for the next phase; ``passed`` when that has closed at once, too.
    """

    event: PhaseClosed
    powers: tuple[Power, ...]
    taken: tuple[PlanTaken, ...] = ()
    passed: bool = False


@dataclass(frozen=True)
class Press:
    """To a recipient: a letter from a power, or from the master."""

    event: PressSent


@dataclass(frozen=True)
class Reminder:
    """To a player whose orders are not complete."""

    powers: tuple[Power, ...]


@dataclass(frozen=True)
class Extended:
    """To everyone: nobody had written, so the deadline moved."""

    event: PhaseExtended


@dataclass(frozen=True)
class Unreachable:
    """To the master, and to everyone where the game tells them: letters to the player of ``powers`` come back."""

    powers: tuple[Power, ...]


@dataclass(frozen=True)
class Reached:
    """To the same: that player has written again."""

    powers: tuple[Power, ...]


@dataclass(frozen=True)
class MoveToConfirm:
    """To each mailbox of a move, with its own code: it asks for an answer."""

    event: MoveAsked
    code: Token
    is_new: bool


@dataclass(frozen=True)
class MoveHalfway:
    """To the mailbox that has answered: the other one has not yet."""

    is_new: bool


@dataclass(frozen=True)
class Moved:
    """To the person at the new address, and once to the old one: letters go to the new one now."""

    is_new: bool


@dataclass(frozen=True)
class TokenGiven:
    """To a person whom the master gave a fresh reply address."""


@dataclass(frozen=True)
class Ended:
    """To everyone: the game is over, with its scores."""

    event: GameEnded


Mailboxes = Unreachable | Reached | MoveToConfirm | MoveHalfway | Moved | TokenGiven
"""News that has nothing to do with the board."""

News = Opened | Seated | Started | Results | Press | Reminder | Extended | Ended | Mailboxes


@dataclass(frozen=True)
class Notice:
    """One piece of news for one person; ``at`` is another mailbox than theirs that it goes to."""

    to: Address
    news: News
    at: Address | None = None


def notices(before: Game | None, events: Sequence[Event]) -> tuple[Notice, ...]:
    """Who must be told what once ``events`` have happened to the game that stood as ``before``."""
    told: list[Notice] = []
    game = before
    for number, event in enumerate(events, start=1):
        was, game = game, after(game, event)
        told += _told(was, game, event, events[number:])
    return tuple(told)


def _told(was: Game | None, game: Game, event: Event, later: Sequence[Event]) -> Iterator[Notice]:
    match event:
        case GameOpened():
            yield Notice(game.master, Opened(event))
        case PlayerJoined(player=player, wishes=wishes):
            yield Notice(player.address, Seated(wishes, len(game.players), len(game.board.powers)))
        case GameStarted():
            yield from (Notice(reader, Started(event, game.powers_of(reader))) for reader in game.people)
        case PressSent():
            yield from () if event.held else _pressed(game, event)
        case ReminderSent(to=to):
            yield from _reminded(game, to)
        case PhaseExtended():
            yield from (Notice(reader, Extended(event)) for reader in game.people)
        case PhaseClosed():
            yield from (Notice(reader, _results(game, reader, event, later)) for reader in game.people)
            yield from _held_back(was, game)
        case GameEnded():
            yield from (Notice(reader, Ended(event)) for reader in game.people)
        case OrderGiven() | OrdersWithdrawn() | PreferenceSet() | WhatIfAsked():
            yield from ()  # between the player and the judge: the acknowledgement is all
        case AdvanceKept() | AdvanceDropped() | WishKept() | WishesDropped():
            yield from ()  # likewise; nobody else ever hears what is kept
        case PlanTaken():
            yield from ()  # told with the results of the phase before
        case LetterBounced() | BecameUnreachable() | ReachedAgain():
            yield from _heard(game, event)
        case MoveAsked() | MoveConfirmed() | AddressChanged() | TokenChanged():
            yield from _addressed(game, event)
        case _:
            assert_never(event)


def _results(game: Game, reader: Address, event: PhaseClosed, later: Sequence[Event]) -> Results:
    """The results for one reader, with what was taken up of their own plans alone."""
    closes = [place for place, event in enumerate(later) if isinstance(event, PhaseClosed)]
    opening = later[: closes[0]] if closes else later
    powers = game.powers_of(reader)
    taken = tuple(event for event in opening if isinstance(event, PlanTaken) and event.power in powers)
    return Results(event, powers, taken, passed=bool(closes))


def _heard(game: Game, event: LetterBounced | BecameUnreachable | ReachedAgain) -> Iterator[Notice]:
    """Whose mailbox fails is the master's business; the settings may make it everyone else's. Theirs it never is."""
    everyone = game.people if game.settings.tell_unreachable else (game.master,)
    powers = game.powers_of(event.address)
    readers = [reader for reader in everyone if reader != event.address]
    match event:
        case LetterBounced():
            pass
        case BecameUnreachable():
            yield from (Notice(reader, Unreachable(powers)) for reader in readers)
        case ReachedAgain():
            yield from (Notice(reader, Reached(powers)) for reader in readers)
        case _:
            assert_never(event)


def _addressed(game: Game, event: MoveAsked | MoveConfirmed | AddressChanged | TokenChanged) -> Iterator[Notice]:
    """Where somebody is written to is told to nobody else, not even to the master."""
    match event:
        case MoveAsked(old, new):
            yield Notice(old, MoveToConfirm(event, event.old_code, is_new=False))
            yield Notice(old, MoveToConfirm(event, event.new_code, is_new=True), at=new)
        case MoveConfirmed(old, from_new):
            move = game.moves[old]
            if not move.is_agreed:
                yield Notice(old, MoveHalfway(from_new), at=move.asked.to if from_new else None)
        case AddressChanged(old, new):
            yield Notice(new, Moved(is_new=True))
            yield Notice(new, Moved(is_new=False), at=old)
        case TokenChanged(address, by_master=by_master):
            if by_master:
                yield Notice(address, TokenGiven())
        case _:
            assert_never(event)


def _pressed(game: Game, press: PressSent) -> Iterator[Notice]:
    """The letter to every reader it is for, once each, never to its author."""
    powers = press.to or tuple(game.seats)
    author = game.seats[press.sender] if press.sender else game.master
    readers = dict.fromkeys(game.seats[power] for power in powers)
    if not press.to:
        readers[game.master] = None
    yield from (Notice(reader, Press(press)) for reader in readers if reader != author)


def _reminded(game: Game, to: tuple[Power, ...]) -> Iterator[Notice]:
    for reader in dict.fromkeys(game.seats[power] for power in to):
        yield Notice(reader, Reminder(tuple(power for power in to if game.seats[power] == reader)))


def _held_back(was: Game | None, game: Game) -> Iterator[Notice]:
    """Press kept while talk was forbidden goes out when the next movement phase opens."""
    if was is not None and not game.held_press:
        for press in was.held_press:
            yield from _pressed(game, press)
