"""A deadline with the steps that led to it, and the state of a game's time."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from enum import Enum

from judge.game.settings import Language, Reader
from judge.rules.board import Power


class Mover(Enum):
    """A cause that can move a deadline."""

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
    """These days were skipped: no phase of this game closes on such days of the week."""

    days: tuple[date, ...]


@dataclass(frozen=True)
class HolidaySkipped:
    """A holiday was skipped; its names in those of our languages that the calendar knows."""

    day: date
    names: Mapping[Language, str]


@dataclass(frozen=True)
class AbsenceSkipped:
    """A power that must write is away up to and including ``last``; None where the game does not tell which."""

    power: Power | None
    last: date


@dataclass(frozen=True)
class Shifted:
    """Somebody moved the deadline, which ``was`` at another hour, by a ``length``; to a date where that is None."""

    by: Mover
    was: datetime
    length: timedelta | None = None


@dataclass(frozen=True)
class PauseOver:
    """The game was paused; the deadline (``was``) moved by the length of the pause, then to an hour that fits."""

    since: datetime
    until: datetime
    was: datetime


@dataclass(frozen=True)
class OutageOver:
    """The judge did not run; the deadline (``was``) moved by exactly that time."""

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
    """At the old deadline (``was``) nobody at all had written."""

    was: datetime


@dataclass(frozen=True)
class SeatFilled:
    """The old deadline (``was``) had passed while nobody played the power, and the game had waited for a player."""

    power: Power
    was: datetime


DeadlineStep = (
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
"""One reason why a deadline is at its hour."""


@dataclass(frozen=True)
class Deadline:
    """When a phase closes (UTC), when it opened, and the steps that led there, in order.

    Deadlines set before steps were kept have none. ``moves`` counts how often it was moved after it was announced.
    """

    at: datetime
    opened: datetime
    steps: tuple[DeadlineStep, ...] = ()
    moves: int = 0

    def moved(self, at: datetime, *steps: DeadlineStep) -> "Deadline":
        """The deadline of the same phase at another hour, with the reasons added."""
        return replace(self, at=at, steps=(*self.steps, *steps), moves=self.moves + 1)


# --- how time stands


ONE_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Absence:
    """An absence from ``first`` to ``last``, both included, in the game's zone."""

    first: date
    last: date

    def days(self) -> Iterator[date]:
        """Every day of the absence."""
        return (self.first + ONE_DAY * number for number in range((self.last - self.first).days + 1))


@dataclass(frozen=True)
class PowerAbsence:
    """An absence of a power that must write; ``power`` is None where the game does not tell which."""

    power: Power | None
    absence: Absence


@dataclass(frozen=True)
class Timekeeping:
    """The state of a game's time.

    ``paused`` is since when the game is paused; ``waits`` are the powers that hold the early close of this phase;
    ``absences`` are by number. Reminders due up to ``reminded`` are past.
    ``made_up`` is the end of the last outage that was given back.
    """

    paused: datetime | None = None
    waits: frozenset[Power] = frozenset()
    absences: Mapping[Reader, tuple[Absence, ...]] = field(default_factory=dict)
    reminded: datetime | None = None
    made_up: datetime | None = None
