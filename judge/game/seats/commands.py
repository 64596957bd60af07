"""What is asked about seats."""

from dataclasses import dataclass

from judge.game.person import Person
from judge.game.settings import Address, GameName, Settings
from judge.rules.board import Power


@dataclass(frozen=True)
class OpenGame:
    """Open a game; the person becomes its master. ``seed`` decides the lots and is kept in the record."""

    game: GameName
    settings: Settings
    by: Person
    seed: str


@dataclass(frozen=True)
class JoinGame:
    """Take a seat, or give another list; ``wishes`` are the powers wanted, best first, empty when lots may decide.

    ``percent`` is what the record of whoever asks comes to, of a hundred.
    """

    by: Person
    wishes: tuple[Power, ...] = ()
    percent: int = 100


@dataclass(frozen=True)
class OfferToWait:
    """Wait for a seat in a game that is full, or for a power to take over in one under way; ``percent`` as above."""

    by: Person
    percent: int = 100


@dataclass(frozen=True)
class LeaveGame:
    """Give the seat back, or wait no longer."""

    by: Address


@dataclass(frozen=True)
class AnswerMuster:
    """Say that one is there."""

    by: Address


@dataclass(frozen=True)
class ApprovePlayer:
    """Let somebody in: who has asked gets the seat, who has not may take one."""

    by: Address
    who: Address


@dataclass(frozen=True)
class DeclinePlayer:
    """Do not let somebody in."""

    by: Address
    who: Address


@dataclass(frozen=True)
class PlacePlayer:
    """Give a player a power by hand."""

    by: Address
    who: Address
    power: Power


@dataclass(frozen=True)
class StartGame:
    """Begin, once nothing else is missing."""

    by: Address


MasterCommand = ApprovePlayer | DeclinePlayer | PlacePlayer | StartGame

SeatCommand = OpenGame | JoinGame | OfferToWait | LeaveGame | AnswerMuster | MasterCommand
