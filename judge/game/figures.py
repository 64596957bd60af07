"""The reliability figures of a person: deadlines kept and missed, seats given up and taken over."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import reduce
from typing import Self

DEADLINES_PER_SEAT = 5
"""A seat given up counts as so many missed deadlines; a seat taken over makes up for one given up."""

NO_TIME = timedelta(0)


@dataclass(frozen=True)
class Figures:
    """The reliability figures of one person.

    Deadlines of movement phases alone: with orders ``on_time``, ``late`` (within a grace; ``lateness`` is the sum) and
    ``missed``. ``given_up`` are seats resigned at once, forfeited or taken away, ``taken_over`` seats of others.
    """

    games: int = 0
    on_time: int = 0
    late: int = 0
    lateness: timedelta = NO_TIME
    missed: int = 0
    given_up: int = 0
    taken_over: int = 0

    @property
    def percent(self) -> int:
        """The percentage of deadlines kept, rounded down; late ones count half; 100 for somebody who has had none."""
        lost = DEADLINES_PER_SEAT * max(0, self.given_up - self.taken_over)
        due = self.on_time + self.late + self.missed + lost
        return 100 if not due else (200 * self.on_time + 100 * self.late) // (2 * due)

    def plus(self, **more: int) -> Self:
        """The figures with some of them raised by so much."""
        return replace(self, **{name: getattr(self, name) + count for name, count in more.items()})


def total_figures(parts: Iterable[Figures]) -> Figures:
    """The figures of one person in several games, added up."""
    return reduce(_sum, parts, Figures())


def _sum(one: Figures, other: Figures) -> Figures:
    return Figures(
        one.games + other.games,
        one.on_time + other.on_time,
        one.late + other.late,
        one.lateness + other.lateness,
        one.missed + other.missed,
        one.given_up + other.given_up,
        one.taken_over + other.taken_over,
    )
