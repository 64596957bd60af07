"""Observers: commands and events."""

from dataclasses import dataclass
from datetime import datetime

from judge.game.people.address_book import Person
from judge.game.settings import Address

# --- what is asked


@dataclass(frozen=True)
class Watch:
    """Watch a game: be told what is public of it."""

    by: Person


@dataclass(frozen=True)
class StopWatching:
    """Stop watching a game."""

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
    """Somebody stopped watching a game."""

    address: Address
    at: datetime


WatchEvent = ObserverCame | ObserverLeft
