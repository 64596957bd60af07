"""Notices: who must be told what once something has happened; the one place where secrecy is decided."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from judge.game.events import (
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
from judge.game.settings import Address
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
    """To everyone: a phase was judged; ``powers`` are the reader's own, who may have to write next."""

    event: PhaseClosed
    powers: tuple[Power, ...]


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
class Ended:
    """To everyone: the game is over, with its scores."""

    event: GameEnded


News = Opened | Seated | Started | Results | Press | Reminder | Extended | Ended


@dataclass(frozen=True)
class Notice:
    """One piece of news for one person."""

    to: Address
    news: News


def notices(before: Game | None, events: Iterable[Event]) -> tuple[Notice, ...]:
    """Who must be told what once ``events`` have happened to the game that stood as ``before``."""
    told: list[Notice] = []
    game = before
    for event in events:
        was, game = game, after(game, event)
        told += _told(was, game, event)
    return tuple(told)


def _told(was: Game | None, game: Game, event: Event) -> Iterator[Notice]:
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
            yield from (Notice(reader, Results(event, game.powers_of(reader))) for reader in game.people)
            yield from _held_back(was, game)
        case GameEnded():
            yield from (Notice(reader, Ended(event)) for reader in game.people)
        case OrderGiven() | OrdersWithdrawn() | PreferenceSet():
            yield from ()  # between the player and the judge: the acknowledgement is all
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
