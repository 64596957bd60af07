"""A deadline with the steps that led to it; the pace of a game: absences, pauses, reminders sent."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from enum import Enum

from judge.game.settings import Language
from judge.rules.board import Power


class Mover(Enum):
    """Who may move a deadline by their word."""

    MASTER = "master"
    VOTE = "vote"


@dataclass(frozen=True)
class Counted:
    """The phase lasts ``length`` from ``since`` on, then to the first ``hour`` in the zone (None: to the minute).

    ``first`` when it is the first phase of the game with a length of its own; ``announced`` when ``since`` is the
    deadline that had been announced for the phase before, which closed earlier.
    """

    since: datetime
    length: timedelta
    hour: time | None
    zone: str
    first: bool = False
    announced: bool = False


@dataclass(frozen=True)
class DaysSkipped:
    """No phase of this game closes on such days of the week."""

    days: tuple[date, ...]


@dataclass(frozen=True)
class HolidaySkipped:
    """A holiday, by its name in each language of ours that the calendar knows."""

    day: date
    names: Mapping[Language, str]


@dataclass(frozen=True)
class AbsenceSkipped:
    """A power that must write is away up to and including ``last``; None where the game does not tell which."""

    power: Power | None
    last: date


@dataclass(frozen=True)
class Shifted:
    """Somebody moved the deadline that ``was``; by a ``length``, or to a date where there is none."""

    by: Mover
    was: datetime
    length: timedelta | None = None


@dataclass(frozen=True)
class PauseOver:
    """The game stood still; the deadline that ``was`` moved by as much, then to an hour that fits."""

    since: datetime
    until: datetime
    was: datetime


@dataclass(frozen=True)
class OutageOver:
    """The judge did not run; the deadline that ``was`` moved by exactly as much."""

    since: datetime
    until: datetime
    was: datetime


@dataclass(frozen=True)
class ClockSet:
    """The judge's clock was set from ``since`` to ``until``; the deadline that ``was`` moved by as much."""

    since: datetime
    until: datetime
    was: datetime


@dataclass(frozen=True)
class NobodyWrote:
    """At the hour that ``was`` the deadline nobody at all had written."""

    was: datetime


@dataclass(frozen=True)
class SeatFilled:
    """The deadline that ``was`` had passed while nobody played the power; the game had waited for somebody to do so."""

    power: Power
    was: datetime


Step = (
    Counted
    | DaysSkipped
    | HolidaySkipped
    | AbsenceSkipped
    | Shifted
    | PauseOver
    | OutageOver
    | ClockSet
    | NobodyWrote
    | SeatFilled
)
"""One reason why a deadline is the one it is."""


@dataclass(frozen=True)
class Deadline:
    """When a phase closes (UTC), when it opened, and the steps that led there, in order.

    Deadlines set before steps were kept have none. ``moves`` counts how often it was moved after it was announced.
    """

    at: datetime
    opened: datetime
    steps: tuple[Step, ...] = ()
    moves: int = 0

    def moved(self, at: datetime, *steps: Step) -> "Deadline":
        """The deadline of the same phase at another hour, with the reasons added."""
        return replace(self, at=at, steps=(*self.steps, *steps), moves=self.moves + 1)


# --- how time stands


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
