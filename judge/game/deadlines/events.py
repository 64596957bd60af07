"""What happens to deadlines."""

from dataclasses import dataclass
from datetime import date, datetime

from judge.game.deadlines.deadline import Deadline
from judge.game.settings import Address
from judge.rules.board import Power
from judge.rules.position import Phase


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
AbsenceEvent = AbsenceTold | AbsenceCancelled
WaitEvent = CloseHeld | CloseReleased
DeadlineEvent = ReminderSent | TimeMoved | AbsenceEvent | WaitEvent
