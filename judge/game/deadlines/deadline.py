"""A deadline with the steps that led to it, and the schedule by which it follows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from enum import Enum
from functools import lru_cache, reduce
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from judge.game.settings import Language, Reader, Settings, board_of_settings
from judge.languages import LANGUAGES, facts_of
from judge.rules.board import Power, Year
from judge.rules.position import Phase, PhaseKind, Season, opening_position
from judge.system.files import LibraryOnDemand

if TYPE_CHECKING:
    import holidays
else:
    holidays = LibraryOnDemand("holidays")

# --- a deadline with the steps that led to it, and the state of a game's time


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


@dataclass(frozen=True)
class Disputed:
    """A result is disputed: the phase stays open ``until`` then at least, for whoever decides over it."""

    until: datetime
    was: datetime


@dataclass(frozen=True)
class Taken:
    """A seat, by its first power, took days of its reserve: ``hours`` are the deadline after each."""

    power: Power
    was: datetime
    hours: tuple[datetime, ...]


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
    | Disputed
    | Taken
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
    ``made_up`` is the end of the last outage that was given back. ``failed`` is the phase that the judge has told it
    could not close. ``spent`` are the days of reserves used in closed phases, by the first power of each seat.
    """

    paused: datetime | None = None
    waits: frozenset[Power] = frozenset()
    absences: Mapping[Reader, tuple[Absence, ...]] = field(default_factory=dict)
    reminded: datetime | None = None
    made_up: datetime | None = None
    failed: Phase | None = None
    spent: Mapping[Power, int] = field(default_factory=dict)


# --- the schedule


# --- holidays


@lru_cache(maxsize=1)
def holiday_calendars() -> Mapping[str, tuple[str, ...]]:
    """The countries whose holidays are known (ISO 3166-1), each with its subdivisions."""
    return {country: tuple(parts) for country, parts in holidays.list_supported_countries().items()}


def is_holiday_calendar(name: str) -> bool:
    """Whether a name such as ``FR`` or ``FR-57`` is that of a known calendar."""
    country, _, part = name.partition("-")
    return part in holiday_calendars().get(country, ()) or (country in holiday_calendars() and country == name)


def holiday_on(day: date, calendar: str) -> Mapping[Language, str] | None:
    """The name of the holiday on a day in each of our languages; None on a day that is none.

    Where the library has no name in a language, the country's own stands in its place.
    """
    names: dict[Language, str] = {}
    for language in LANGUAGES:
        name = _of_year(calendar, language, day.year).get(day)
        if name is None:
            return None
        names[language] = name
    return names


@lru_cache(maxsize=64)
def _of_year(calendar: str, language: Language, year: int) -> "holidays.HolidayBase":
    country, _, part = calendar.partition("-")
    known = holidays.country_holidays(country, years=year).supported_languages
    spoken = next((name for name in facts_of(language).get("holidays", ()) if name in known), None)
    return holidays.country_holidays(country, subdiv=part or None, years=year, expand=False, language=spoken)


# --- the schedule


_MOST_DAYS_SEARCHED = 1000
"""How many days are searched for one that fits; a budget of absences is far smaller."""


@dataclass(frozen=True)
class Circumstances:
    """The facts besides the settings that a deadline depends on when a phase opens.

    ``first``: it is the first phase of the game. ``announced`` is the deadline of the phase before, where that closed
    earlier; ``away`` are the absences of those who must write.
    """

    first: bool = False
    announced: datetime | None = None
    away: tuple[PowerAbsence, ...] = ()


def phase_deadline(
    settings: Settings, kind: PhaseKind, opened: datetime, given: Circumstances | None = None
) -> Deadline:
    """The deadline of a phase: the first hour that fits and leaves it its full length.

    ``opened`` is UTC. A fixed hour is wall time of the game's zone: a game that closes at 21:00 does so on both sides
    of a change to daylight saving. An hour that the clocks skip is taken as late as the skip makes it, one that comes
    twice the first time it comes. Pure: holidays are looked up now, and their names kept with the deadline.
    """
    given = given or Circumstances()
    timing = settings.timing
    announced = given.announced if timing.unhurried and given.announced and given.announced > opened else None
    own = timing.first if given.first else None
    counted = Counted(
        since=announced or opened,
        length=own or settings.lengths.of(kind),
        hour=None if timing.exact else settings.hour,
        zone=settings.zone,
        first=own is not None,
        announced=announced is not None,
    )
    at, skipped = first_fitting_hour(settings, counted.since + counted.length, given.away)
    return Deadline(at, opened, (counted, *skipped))


def first_fitting_hour(
    settings: Settings, earliest: datetime, away: Sequence[PowerAbsence] = ()
) -> tuple[datetime, tuple[DeadlineStep, ...]]:
    """The first hour not before ``earliest`` on a day that fits, with the steps for the days that were skipped."""
    zone = ZoneInfo(settings.zone)
    local = earliest.astimezone(zone)
    hour = local.time().replace(fold=0) if settings.timing.exact else settings.hour
    first = local.date()
    if not settings.timing.exact and hour_on_day(first, hour, zone) < earliest:
        first += ONE_DAY
    steps: tuple[DeadlineStep, ...] = ()
    for day in (first + ONE_DAY * number for number in range(_MOST_DAYS_SEARCHED)):
        why = _why_skipped(settings, day, away)
        if why is None:
            at = earliest if settings.timing.exact and day == local.date() else hour_on_day(day, hour, zone)
            return at, steps
        steps = _with(steps, why)
    return hour_on_day(first, hour, zone), ()


def fitting_days_later(
    settings: Settings, at: datetime, days: int, away: Sequence[PowerAbsence] = ()
) -> tuple[tuple[datetime, ...], tuple[DeadlineStep, ...]]:
    """The hours of so many days that fit after ``at``, with the steps for those between, which do not count."""
    hours: tuple[datetime, ...] = (at,)
    steps: tuple[DeadlineStep, ...] = ()
    while len(hours) <= days:
        found, skipped = first_fitting_hour(settings, days_later(hours[-1], ONE_DAY, ZoneInfo(settings.zone)), away)
        hours, steps = (*hours, found), reduce(_with, skipped, steps)
    return hours[1:], steps


def hour_on_day(day: date, hour: time, zone: ZoneInfo) -> datetime:
    """An hour of a day in a zone, as UTC."""
    return datetime.combine(day, hour, zone).astimezone(UTC)


def days_later(at: datetime, length: timedelta, zone: ZoneInfo) -> datetime:
    """A moment some length later: whole days keep the wall-clock hour, any other length is added to the minute."""
    if length % ONE_DAY:
        return at + length
    local = at.astimezone(zone)
    return hour_on_day(local.date() + length, local.time(), zone)


def _why_skipped(settings: Settings, day: date, away: Sequence[PowerAbsence]) -> DeadlineStep | None:
    """Why no phase closes on a day; None when one may."""
    timing = settings.timing
    for one in away:
        if one.absence.first <= day <= one.absence.last:
            return AbsenceSkipped(one.power, one.absence.last)
    if day.weekday() not in timing.days:
        return DaysSkipped((day,))
    names = holiday_on(day, timing.holidays) if timing.holidays else None
    return HolidaySkipped(day, names) if names else None


def _with(steps: tuple[DeadlineStep, ...], step: DeadlineStep) -> tuple[DeadlineStep, ...]:
    """The steps with one more; days that follow each other are told together, an absence once."""
    match steps[-1:], step:
        case _, AbsenceSkipped() if step in steps:
            return steps
        case (DaysSkipped(days),), DaysSkipped(more):
            return (*steps[:-1], DaysSkipped((*days, *more)))
        case _:
            return (*steps, step)


# --- a forecast of the phases of a game that has not begun


_YEAR = (
    (Season.SPRING, PhaseKind.MOVEMENT),
    (Season.SPRING, PhaseKind.RETREAT),
    (Season.FALL, PhaseKind.MOVEMENT),
    (Season.FALL, PhaseKind.RETREAT),
    (Season.WINTER, PhaseKind.ADJUSTMENT),
)


@dataclass(frozen=True)
class ForecastPhase:
    """A phase of the forecast, and its deadline."""

    phase: Phase
    deadline: Deadline


def forecast(settings: Settings, opened: datetime) -> tuple[ForecastPhase, ...]:
    """The phases from the first to the same one of the next year, each as long as it may last.

    ``opened`` (UTC) is when the game would begin. Phases in which nobody has anything to write are passed over, and
    those that close early make all others earlier, so this is the slowest the game can go.
    """
    coming: list[ForecastPhase] = []
    for phase in _phases(settings):
        begins = coming[-1].deadline.at if coming else opened
        coming.append(
            ForecastPhase(phase, phase_deadline(settings, phase.kind, begins, Circumstances(first=not coming)))
        )
    return tuple(coming)


def _phases(settings: Settings) -> Iterator[Phase]:
    first = opening_position(board_of_settings(settings)).phase
    start = _YEAR.index((first.season, first.kind))
    for number in range(start, start + len(_YEAR) + 1):
        later, place = divmod(number, len(_YEAR))
        year = Year(first.year + later)
        if settings.last_year is None or year <= settings.last_year:
            yield Phase(_YEAR[place][0], year, _YEAR[place][1])
