"""What happens to seats."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from judge.game.deadlines.deadline import Deadline
from judge.game.person import Person
from judge.game.settings import Address, GameName, Settings
from judge.rules.board import Power
from judge.rules.position import Position


@dataclass(frozen=True)
class GameOpened:
    """A game was opened and waits for players."""

    game: GameName
    settings: Settings
    master: Person
    seed: str
    at: datetime


@dataclass(frozen=True)
class SeatAsked:
    """Somebody asked for a seat, or for a place among the stand-bys, in a game whose master lets people in."""

    player: Person
    wishes: tuple[Power, ...]
    at: datetime


@dataclass(frozen=True)
class RequestClosed:
    """Somebody who asked for a seat does not get it: the master said no, or they no longer want it."""

    address: Address
    by_master: bool
    at: datetime


@dataclass(frozen=True)
class PlayerInvited:
    """The master named an address that may take a seat."""

    address: Address
    at: datetime


@dataclass(frozen=True)
class PlayerJoined:
    """A player took a seat, not yet a power."""

    player: Person
    wishes: tuple[Power, ...]
    at: datetime


@dataclass(frozen=True)
class WishesChanged:
    """A player who has a seat gave another list of wishes."""

    address: Address
    wishes: tuple[Power, ...]
    at: datetime


@dataclass(frozen=True)
class PowerPlaced:
    """The master gave a player a power, to be theirs when the game begins."""

    address: Address
    power: Power
    at: datetime


@dataclass(frozen=True)
class PlayerLeft:
    """A player gave the seat back before the game began."""

    address: Address
    at: datetime


@dataclass(frozen=True)
class StandbyAdded:
    """Somebody waits for a seat, behind all who did before."""

    player: Person
    at: datetime


@dataclass(frozen=True)
class StandbyLeft:
    """Somebody no longer waits for a seat."""

    address: Address
    at: datetime


@dataclass(frozen=True)
class SeatGiven:
    """The first of those who waited got a seat that was free again."""

    address: Address
    at: datetime


@dataclass(frozen=True)
class MusterCalled:
    """All seats are taken: these players were asked to answer by ``until``, or lose theirs."""

    until: datetime
    waited_for: tuple[Address, ...]
    at: datetime


@dataclass(frozen=True)
class MusterAnswered:
    """A player answered that they are there."""

    address: Address
    at: datetime


@dataclass(frozen=True)
class SeatsLost:
    """These players had not answered in time; the seats are no longer theirs."""

    addresses: tuple[Address, ...]
    at: datetime


@dataclass(frozen=True)
class GameReady:
    """Nothing is missing but the master's word."""

    at: datetime


@dataclass(frozen=True)
class GameStarted:
    """All seats were taken; powers were given out and the first phase opened."""

    seats: Mapping[Power, Address]
    position: Position
    deadline: Deadline
    at: datetime


@dataclass(frozen=True)
class PowerJoined:
    """The coin gave a power that had stood aside to the player of a ``seat``; None while nobody plays that."""

    power: Power
    seat: tuple[Power, ...]
    player: Address | None
    at: datetime


EntryEvent = SeatAsked | RequestClosed | PlayerInvited | PlayerJoined | WishesChanged | PowerPlaced

WaitingEvent = PlayerLeft | StandbyAdded | StandbyLeft | SeatGiven

MusterEvent = MusterCalled | MusterAnswered | SeatsLost | GameReady

SeatEvent = GameOpened | EntryEvent | WaitingEvent | MusterEvent | GameStarted | PowerJoined
