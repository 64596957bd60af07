"""Practice: the lesson that is open, clockwork players; commands, events and news."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from judge.game.deadlines.deadline import Deadline
from judge.game.people.messages import Person
from judge.game.phases.messages import GameEnded, PhaseClosed
from judge.game.press.messages import PressSent
from judge.game.refusals import ToldInFull
from judge.game.settings import Address, GameName, PlayingStrength, Settings
from judge.rules.board import Power
from judge.rules.orders import Order
from judge.rules.position import Phase, Position

# --- the tutorial


@dataclass(frozen=True)
class LessonState:
    """The lesson that is open, by its key, and how often its task has been missed so far."""

    key: str
    tries: int = 0


@dataclass(frozen=True)
class OpenTutorial:
    """Open a game of lessons, which begins at once with the lesson of that key."""

    game: GameName
    settings: Settings
    by: Person
    lesson: str
    seed: str


@dataclass(frozen=True)
class ChooseLesson:
    """Go to a lesson, or begin it anew; None ends the lessons."""

    by: Address
    lesson: str | None


TutorialCommand = OpenTutorial | ChooseLesson


class LessonStep(Enum):
    """How somebody came to the lesson that opens."""

    BEGUN = "begun"  # with it the lessons begin
    CHOSEN = "chosen"
    MET = "met"  # the task of the one before was met
    MISSED = "missed"  # its own task was missed


@dataclass(frozen=True)
class LessonOpened:
    """A lesson opened, with its position in place of all that was.

    ``tries`` is how often its task has been missed; ``hint`` is the key of what was wrong the last time, empty where
    nothing in particular was.
    """

    lesson: str
    step: LessonStep
    tries: int
    position: Position
    deadline: Deadline
    at: datetime
    hint: str = ""


TutorialEvent = LessonOpened


@dataclass(frozen=True)
class LessonNews(ToldInFull):
    """To whoever is taught: the phase that was judged and its ``press``, the lesson that opens, or the end."""

    closed: PhaseClosed | None = None
    press: PressSent | None = None
    opened: LessonOpened | None = None
    ended: GameEnded | None = None
    lesson: str = ""


# --- clockwork players


@dataclass(frozen=True)
class ClockworkSeated:
    """Clockwork players of these strengths got the powers."""

    strengths: Mapping[Power, PlayingStrength]
    at: datetime


@dataclass(frozen=True)
class ClockworkOrdered:
    """Clockwork players gave all orders of their powers for the open phase, in place of earlier ones."""

    phase: Phase
    orders: Mapping[Power, tuple[Order, ...]]
    at: datetime


ClockworkEvent = ClockworkSeated | ClockworkOrdered
