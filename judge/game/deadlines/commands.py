"""What is asked about deadlines."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from judge.game.settings import Address


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


AbsenceCommand = TellAbsence | CancelAbsence
MasterOfTime = MoveDeadline | PauseGame | ResumeGame
WaitCommand = HoldClose | ReleaseClose
DeadlineCommand = AbsenceCommand | MasterOfTime | WaitCommand
