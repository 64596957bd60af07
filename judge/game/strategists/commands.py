"""What is asked about strategists who share a seat."""

from dataclasses import dataclass

from judge.game.person import Person
from judge.game.settings import Address


@dataclass(frozen=True)
class AskStrategist:
    """Ask somebody to share one's seat."""

    by: Address
    player: Person


@dataclass(frozen=True)
class ShareSeat:
    """Share the seat one was asked to share."""

    by: Address


@dataclass(frozen=True)
class DeclineToShare:
    """Say no to that."""

    by: Address


StrategistCommand = AskStrategist | ShareSeat | DeclineToShare
