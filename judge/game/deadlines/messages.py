"""Commands, events and news of deadlines."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from judge.game.deadlines.deadline import Deadline
from judge.game.settings import Address
from judge.rules.board import Power
from judge.rules.position import Phase

# --- what is asked


@dataclass(frozen=True)
class TellAbsence:
    """Be away on these days and all between them, in the game's zone: later deadlines wait."""

    by: Address
    first: date
    last: date


@dataclass(frozen=True)
class CancelAbsence:
    """Be there after all, from today on."""

    by: Address


@dataclass(frozen=True)
class MoveDeadline:
    """Move the deadline of the open phase by a ``length``, or to a moment (``to``, UTC)."""

    by: Address
    length: timedelta | None = None
    to: datetime | None = None


@dataclass(frozen=True)
class PauseGame:
    """Let the game stand still."""

    by: Address


@dataclass(frozen=True)
class ResumeGame:
    """Let it go on."""

    by: Address


@dataclass(frozen=True)
class HoldClose:
    """Hold the early close of the open phase; its deadline stands."""

    by: Address


@dataclass(frozen=True)
class ReleaseClose:
    """Hold it no longer."""

    by: Address


DeadlineCommand = TellAbsence | CancelAbsence | MoveDeadline | PauseGame | ResumeGame | HoldClose | ReleaseClose

# --- what happens


@dataclass(frozen=True)
class ReminderSent:
    """Those who had not written, and wanted to be told at this ``hour``, were reminded of the deadline."""

    phase: Phase
    to: tuple[Power, ...]
    at: datetime
    hour: datetime | None = None


@dataclass(frozen=True)
class PhaseExtended:
    """Nobody at all had written: that is an outage, so the deadline moved."""

    phase: Phase
    deadline: Deadline
    at: datetime


@dataclass(frozen=True)
class DeadlineMoved:
    """The deadline moved; the last of its steps says by whose word, or because of what."""

    phase: Phase
    deadline: Deadline
    at: datetime


@dataclass(frozen=True)
class GamePaused:
    """The master let the game stand still: no deadline runs."""

    phase: Phase
    at: datetime


@dataclass(frozen=True)
class GameResumed:
    """The master let it go on, with the time that was left."""

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
    """Somebody is there after all, from the day ``since`` on."""

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
    """A power holds it no longer."""

    power: Power
    phase: Phase
    at: datetime


TimeMoved = PhaseExtended | DeadlineMoved | GamePaused | GameResumed
DeadlineEvent = ReminderSent | TimeMoved | AbsenceTold | AbsenceCancelled | CloseHeld | CloseReleased


# --- what is told


@dataclass(frozen=True)
class Reminder:
    """To a player whose orders are not complete."""

    powers: tuple[Power, ...]


@dataclass(frozen=True)
class Extended:
    """To everyone: nobody had written, so the deadline moved."""

    event: PhaseExtended


@dataclass(frozen=True)
class TimeChanged:
    """To everyone: the deadline moved, the game was paused, it goes on; ``was`` is the deadline before."""

    event: DeadlineMoved | GamePaused | GameResumed
    was: Deadline


@dataclass(frozen=True)
class AbsenceNews:
    """To those whom the game tells: these powers are away on these days; ``last`` None: they are there after all."""

    powers: tuple[Power, ...]
    first: date
    last: date | None


DeadlineNews = Reminder | Extended | TimeChanged | AbsenceNews
