"""How time stands in a game: who is away, who holds a close, whether it is paused."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from judge.rules.board import Power

ONE_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Absence:
    """Somebody is away on these days and all between them, in the game's zone."""

    first: date
    last: date

    def days(self) -> Iterator[date]:
        """Every day of it."""
        return (self.first + ONE_DAY * number for number in range((self.last - self.first).days + 1))


@dataclass(frozen=True)
class Away:
    """An absence of a power that must write; None where the game does not tell which."""

    power: Power | None
    absence: Absence


@dataclass(frozen=True)
class Pace:
    """How time stands.

    ``paused`` is since when the game stands still; ``waits`` are the powers that hold an early close of this phase;
    ``absences`` go by the numbers of readers, which keep them when their address changes. Hours of reminders up to
    ``reminded`` are past. ``made_up`` is the end of the last outage that was given back.
    """

    paused: datetime | None = None
    waits: frozenset[Power] = frozenset()
    absences: Mapping[int, tuple[Absence, ...]] = field(default_factory=dict)
    reminded: datetime | None = None
    made_up: datetime | None = None
