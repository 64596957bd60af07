"""Deadlines: commands, events and news."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from judge.game.deadlines.deadline import Deadline
from judge.game.refusals import ToldInFull
from judge.game.settings import Address
from judge.rules.board import Power
from judge.rules.position import Phase

# --- what is asked


@dataclass(frozen=True)
class TellAbsence:
    """Announce an absence: these days and all between them, in the game's zone; later deadlines wait for it."""

    by: Address
    first: date
    last: date


@dataclass(frozen=True)
class CancelAbsence:
    """Cancel one's absences from today on."""

    by: Address


@dataclass(frozen=True)
class MoveDeadline:
    """Move the deadline of the open phase by a ``length``, or to a moment (``to``, UTC)."""

    by: Address
    length: timedelta | None = None
    to: datetime | None = None


@dataclass(frozen=True)
class TakeReserve:
    """Take so many days of the reserve of one's seat for the open phase, by a letter that ``arrived`` then."""

    by: Address
    days: int
    arrived: datetime


@dataclass(frozen=True)
class HoldForDispute:
    """Keep the open phase open for as long as the settings give whoever decides over a dispute."""

    by: Address


@dataclass(frozen=True)
class PauseGame:
    """Pause the game: no deadline runs."""

    by: Address


@dataclass(frozen=True)
class ResumeGame:
    """Resume a paused game."""

    by: Address


@dataclass(frozen=True)
class HoldClose:
    """Hold the early close of the open phase; its deadline stands."""

    by: Address


@dataclass(frozen=True)
class ReleaseClose:
    """Hold the early close no longer."""

    by: Address


DeadlineCommand = (
    TellAbsence
    | CancelAbsence
    | MoveDeadline
    | TakeReserve
    | HoldForDispute
    | PauseGame
    | ResumeGame
    | HoldClose
    | ReleaseClose
)

# --- what happens


@dataclass(frozen=True)
class ReminderSent:
    """Those who had not written, and wanted to be told at this ``hour``, were reminded of the deadline."""

    phase: Phase
    to: tuple[Power, ...]
    at: datetime
    hour: datetime | None = None


@dataclass(frozen=True)
class PhaseExtended(ToldInFull):
    """Nobody at all had written, which is taken for an outage: the deadline moved."""

    phase: Phase
    deadline: Deadline
    at: datetime


@dataclass(frozen=True)
class DeadlineMoved:
    """The deadline moved; the last of its steps says by whom, or why."""

    phase: Phase
    deadline: Deadline
    at: datetime


@dataclass(frozen=True)
class GamePaused:
    """The master paused the game: no deadline runs."""

    phase: Phase
    at: datetime


@dataclass(frozen=True)
class GameResumed:
    """The master resumed the game, with the time that was left."""

    phase: Phase
    deadline: Deadline
    at: datetime


@dataclass(frozen=True)
class AbsenceTold:
    """Somebody will be away on these days and all between them."""

    address: Address
    first: date
    last: date
    at: datetime


@dataclass(frozen=True)
class AbsenceCancelled:
    """Somebody cancelled their absences from the day ``since`` on."""

    address: Address
    since: date
    at: datetime


@dataclass(frozen=True)
class CloseHeld:
    """A power holds the early close of this phase."""

    power: Power
    phase: Phase
    at: datetime


@dataclass(frozen=True)
class CloseReleased:
    """A power no longer holds the early close of this phase."""

    power: Power
    phase: Phase
    at: datetime


ScheduleEvent = PhaseExtended | DeadlineMoved | GamePaused | GameResumed
DeadlineEvent = ReminderSent | ScheduleEvent | AbsenceTold | AbsenceCancelled | CloseHeld | CloseReleased


# --- what is told


@dataclass(frozen=True)
class ReminderSentNews(ToldInFull):
    """To a player whose orders are not complete."""

    powers: tuple[Power, ...]


@dataclass(frozen=True)
class ScheduleNews(ToldInFull):
    """To everyone: the deadline moved, the game was paused or resumed; ``was`` is the deadline before."""

    event: DeadlineMoved | GamePaused | GameResumed
    was: Deadline


@dataclass(frozen=True)
class AbsenceNews(ToldInFull):
    """To those who may know: these powers are away on these days; with ``last`` None, are back from ``first`` on."""

    powers: tuple[Power, ...]
    first: date
    last: date | None


DeadlineNews = ReminderSentNews | PhaseExtended | ScheduleNews | AbsenceNews
