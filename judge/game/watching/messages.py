"""Commands and events of watching."""

from dataclasses import dataclass
from datetime import datetime

from judge.game.person import Person
from judge.game.settings import Address

# --- what is asked


@dataclass(frozen=True)
class Watch:
    """Be told what is public of a game."""

    by: Person


@dataclass(frozen=True)
class StopWatching:
    """Be told no more."""

    by: Address


WatchCommand = Watch | StopWatching

# --- what happens


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
