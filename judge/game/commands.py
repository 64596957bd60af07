"""Commands: what a person asks of a game, in the imperative; ``decide`` answers each with events or a refusal."""

from judge.game.deadlines.commands import DeadlineCommand
from judge.game.mastery.commands import MasteryCommand
from judge.game.orders.commands import OrderCommand
from judge.game.people.commands import PeopleCommand
from judge.game.press.commands import PressCommand
from judge.game.replacements.commands import ReplacementCommand
from judge.game.seats.commands import SeatCommand
from judge.game.strategists.commands import StrategistCommand
from judge.game.votes.commands import VoteCommand
from judge.game.war.commands import WarCommand
from judge.game.watching.commands import WatchCommand

OfPlay = OrderCommand | PressCommand | DeadlineCommand | VoteCommand | MasteryCommand | WarCommand

OfPeople = SeatCommand | PeopleCommand | ReplacementCommand | StrategistCommand | WatchCommand

Command = OfPlay | OfPeople
