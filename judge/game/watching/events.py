"""What happens to those who watch."""

from dataclasses import dataclass
from datetime import datetime

from judge.game.person import Person
from judge.game.settings import Address


@dataclass(frozen=True)
class ObserverCame:
    """Somebody began to watch a game."""

    observer: Person
    at: datetime


@dataclass(frozen=True)
class ObserverLeft:
    """Somebody watches no more."""

    address: Address
    at: datetime


WatchEvent = ObserverCame | ObserverLeft
