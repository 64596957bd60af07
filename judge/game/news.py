"""News: what one person is told."""

from dataclasses import dataclass

from judge.game.deadlines.news import DeadlineNews
from judge.game.mastery.news import MasteryNews
from judge.game.people.news import Mailboxes
from judge.game.phases.news import PhaseNews
from judge.game.press.news import Press
from judge.game.replacements.news import ReplacementNews
from judge.game.seats.news import SeatNews
from judge.game.settings import Address
from judge.game.strategists.news import StrategistNews
from judge.game.votes.news import VoteNews
from judge.game.war.news import WarNews

OfPlay = PhaseNews | Press | DeadlineNews | VoteNews | MasteryNews | WarNews

OfPeople = SeatNews | Mailboxes | ReplacementNews | StrategistNews

News = OfPlay | OfPeople


@dataclass(frozen=True)
class Notice:
    """One piece of news for one person; ``at`` is another mailbox than theirs that it goes to."""

    to: Address
    news: News
    at: Address | None = None
