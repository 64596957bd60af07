"""News of deadlines."""

from dataclasses import dataclass
from datetime import date

from judge.game.deadlines.deadline import Deadline
from judge.game.deadlines.events import DeadlineMoved, GamePaused, GameResumed, PhaseExtended
from judge.rules.board import Power


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
