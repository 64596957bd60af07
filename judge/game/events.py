"""Events: what has happened to a game, in the past tense; a game is the fold of its events."""

from judge.game.deadlines.events import DeadlineEvent
from judge.game.mastery.events import MasteryEvent
from judge.game.orders.events import OrderEvent
from judge.game.people.events import PeopleEvent
from judge.game.phases.events import PhaseEvent
from judge.game.press.events import PressEvent
from judge.game.replacements.events import ReplacementEvent
from judge.game.seats.events import SeatEvent
from judge.game.strategists.events import StrategistEvent
from judge.game.votes.events import VoteEvent
from judge.game.war.events import WarEvent
from judge.game.watching.events import WatchEvent

OfPlay = OrderEvent | PressEvent | DeadlineEvent | PhaseEvent | VoteEvent | MasteryEvent | WarEvent

OfPeople = SeatEvent | PeopleEvent | ReplacementEvent | StrategistEvent | WatchEvent

Event = OfPlay | OfPeople
