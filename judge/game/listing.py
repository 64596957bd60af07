"""Of many games the few that are told of at once: which of them come first, and how many more there are."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import Generic, TypeVar

from judge.game.settings import Entry, GameName
from judge.game.summary import Summary

T = TypeVar("T")


class Stage(Enum):
    """Whether a game has begun, and ended; the values are stored."""

    OPENING = "opening"
    RUNNING = "running"
    OVER = "over"
    PRACTICE = "practice"  # begun or ended: no list tells of it


class Need(IntEnum):
    """How much a game needs people; a list begins with the least number. The values are stored."""

    ANYBODY = 0
    NAMED = 1
    STANDBYS = 2
    NOBODY = 3


def stage_of(game: Summary) -> Stage:
    """Where a game stands."""
    if game.settings.practice:
        return Stage.PRACTICE
    if game.ended:
        return Stage.OVER
    return Stage.RUNNING if game.phase else Stage.OPENING


def need_of(game: Summary) -> Need:
    """Whom a game needs: players whose seats are free or empty, or stand-bys, where none waits."""
    is_for_anybody = game.settings.access.entry is not Entry.NAMED
    if game.free_seats or game.sought:
        return Need.ANYBODY if is_for_anybody else Need.NAMED
    return Need.STANDBYS if is_for_anybody and not game.waiting and not game.ended else Need.NOBODY


@dataclass(frozen=True)
class Excerpt(Generic[T]):
    """Some of many, and how many ``more`` there are."""

    shown: Sequence[T] = ()
    more: int = 0


@dataclass(frozen=True)
class ListedGames:
    """A page of the list of all games, each part in the order of opening; ``page`` is 1 for the first."""

    openings: Excerpt[Summary] = field(default_factory=Excerpt)
    running: Excerpt[Summary] = field(default_factory=Excerpt)
    over: Excerpt[GameName] = field(default_factory=Excerpt)
    page: int = 1

    @property
    def next_page(self) -> int:
        """The number of the next page; 0 for none."""
        return self.page + 1 if self.openings.more or self.running.more or self.over.more else 0
