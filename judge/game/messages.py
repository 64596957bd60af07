"""Messages of a game: commands that people give, events that happen, news that notices bring to people."""

from dataclasses import dataclass

from judge.game.clockwork.messages import ClockworkEvent
from judge.game.deadlines.messages import DeadlineCommand, DeadlineEvent, DeadlineNews
from judge.game.mastery.messages import MasteryCommand, MasteryEvent, MasteryNews
from judge.game.moving.messages import MovingEvent, MovingNews
from judge.game.orders.messages import OrderCommand, OrderEvent
from judge.game.people.messages import PeopleCommand, PeopleEvent, PeopleNews
from judge.game.phases.messages import PhaseEvent, PhaseNews
from judge.game.press.messages import PressCommand, PressEvent, PressNews
from judge.game.replacements.messages import ReplacementCommand, ReplacementEvent, ReplacementNews
from judge.game.seats.messages import SeatCommand, SeatEvent
from judge.game.seats.news import SeatNews
from judge.game.settings import Address
from judge.game.strategists.messages import StrategistCommand, StrategistEvent, StrategistNews
from judge.game.tutorial.messages import LessonNews, TutorialCommand, TutorialEvent
from judge.game.votes.messages import VoteCommand, VoteEvent, VoteNews
from judge.game.war.messages import WarCommand, WarEvent, WarNews
from judge.game.watching.messages import WatchCommand, WatchEvent

Command = (
    SeatCommand
    | OrderCommand
    | PressCommand
    | PeopleCommand
    | DeadlineCommand
    | VoteCommand
    | MasteryCommand
    | WarCommand
    | ReplacementCommand
    | StrategistCommand
    | WatchCommand
    | TutorialCommand
)
"""A request of a person, in the imperative; ``decide`` answers it with events or a refusal."""

Event = (
    SeatEvent
    | OrderEvent
    | PressEvent
    | PeopleEvent
    | DeadlineEvent
    | VoteEvent
    | MasteryEvent
    | WarEvent
    | PhaseEvent
    | ReplacementEvent
    | StrategistEvent
    | WatchEvent
    | ClockworkEvent
    | TutorialEvent
    | MovingEvent
)
"""A fact about a game, in the past tense; a game is the fold of its events."""

News = (
    SeatNews
    | PressNews
    | PeopleNews
    | DeadlineNews
    | VoteNews
    | MasteryNews
    | WarNews
    | PhaseNews
    | ReplacementNews
    | StrategistNews
    | LessonNews
    | MovingNews
)
"""A piece of news that one person is told."""


@dataclass(frozen=True)
class Notice:
    """One piece of news for one person; ``at`` is the mailbox it goes to where that is not their own."""

    to: Address
    news: News
    at: Address | None = None
