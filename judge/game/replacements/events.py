"""What happens to the seats of a game that is played."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from judge.game.deadlines.deadline import Deadline
from judge.game.person import Person
from judge.game.settings import Address
from judge.rules.board import Power


class Leaving(Enum):
    """Why a player leaves a seat."""

    FORFEITED = "forfeited"  # missed too many deadlines
    RESIGNED = "resigned"
    EJECTED = "ejected"  # by the master


@dataclass(frozen=True)
class SeatVacated:
    """A player left the seat of a power, and all that they had written for phases to come is gone with them."""

    power: Power
    player: Address
    why: Leaving
    at: datetime


@dataclass(frozen=True)
class ReplacementSought:
    """A player leaves the seat of a power as soon as somebody takes it, and plays on until then."""

    power: Power
    player: Address
    why: Leaving
    at: datetime


@dataclass(frozen=True)
class SearchEnded:
    """The player who was to be replaced stays."""

    power: Power
    at: datetime


@dataclass(frozen=True)
class StandbyAsked:
    """Somebody was offered the seat of a power, and has until ``until`` to answer.

    The next stand-by, or who the master has ``named``, be they on the list or not.
    """

    power: Power
    player: Address
    until: datetime
    at: datetime
    named: Person | None = None


@dataclass(frozen=True)
class StandbyPassed:
    """A stand-by declined the seat of a power, or let the time for an answer pass."""

    power: Power
    player: Address
    declined: bool
    at: datetime


@dataclass(frozen=True)
class SeatTaken:
    """Somebody took the seat of a power that ``left`` had left; ``deadline`` is a new one where the game had waited."""

    power: Power
    player: Person
    left: Address
    deadline: Deadline | None
    at: datetime


@dataclass(frozen=True)
class SeatReturned:
    """The player who had left came back in time; ``displaced`` had taken the seat meanwhile, None when nobody had."""

    power: Power
    player: Address
    displaced: Address | None
    deadline: Deadline | None
    at: datetime


ReplacementEvent = (
    SeatVacated | ReplacementSought | SearchEnded | StandbyAsked | StandbyPassed | SeatTaken | SeatReturned
)
