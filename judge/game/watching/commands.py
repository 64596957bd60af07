"""What is asked about watching."""

from dataclasses import dataclass

from judge.game.person import Person
from judge.game.settings import Address


@dataclass(frozen=True)
class Watch:
    """Be told what is public of a game."""

    by: Person


@dataclass(frozen=True)
class StopWatching:
    """Be told no more."""

    by: Address


WatchCommand = Watch | StopWatching
