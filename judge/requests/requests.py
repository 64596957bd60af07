"""Requests: what the lines of a letter ask for, and how much of one letter is carried out."""

from dataclasses import dataclass

from judge.requests.asked import (
    ArchiveRequest,
    ExportRequest,
    ForgetMeRequest,
    MyDataRequest,
    NoticeRequest,
    PlayerRequest,
    PlayersRequest,
    ProveRequest,
    PublicationRequest,
    StandingsRequest,
    StatisticsRequest,
    TournamentInfoRequest,
    TournamentRequest,
)
from judge.requests.deadlines import DeadlineRequest
from judge.requests.mastery import MasteryRequest
from judge.requests.orders import ConditionalOrdersRequest, OrderRequest, PhaseHeading, StopReading
from judge.requests.peace import BlockedRequest, PeaceRequest, QueueRequest
from judge.requests.press import PressRequest
from judge.requests.questions import (
    DisputeRequest,
    HouseRulesRequest,
    InfoRequest,
    NewHouseRulesRequest,
    ResendRequest,
    RuleRequest,
    WhatIfRequest,
)
from judge.requests.seats import RecordRequest, ReplacementRequest, SeatRequest, SignOnRequest
from judge.requests.setting_lists import SettingRequest
from judge.requests.suggestions import PossibleOrder, SuggestedCommand
from judge.requests.votes import VoteRequest
from judge.requests.war import WarRequest

# --- requests: what the lines of a letter ask for, and the lines that ask for nothing


@dataclass(frozen=True)
class UnreadRest:
    """The first line of the rest that is not read, because the letter is longer than what is read of one.

    ``is_spoken`` for a sentence of which nothing was read, beside others that open a game.
    """

    is_spoken: bool = False


QuestionRequest = (
    InfoRequest
    | ExportRequest
    | ArchiveRequest
    | ProveRequest
    | RecordRequest
    | PlayerRequest
    | PlayersRequest
    | StandingsRequest
    | TournamentInfoRequest
    | StatisticsRequest
    | RuleRequest
    | HouseRulesRequest
    | NoticeRequest
    | BlockedRequest
    | QueueRequest
)
"""Requests that change nothing; they need no proof of who asks."""

Request = (
    QuestionRequest
    | SeatRequest
    | SettingRequest
    | NewHouseRulesRequest
    | OrderRequest
    | PressRequest
    | PeaceRequest
    | WhatIfRequest
    | ReplacementRequest
    | ResendRequest
    | DisputeRequest
    | ConditionalOrdersRequest
    | DeadlineRequest
    | VoteRequest
    | PublicationRequest
    | MyDataRequest
    | ForgetMeRequest
    | TournamentRequest
    | MasteryRequest
    | WarRequest
    | SuggestedCommand
    | UnreadRest
    | PossibleOrder
)


@dataclass(frozen=True)
class Line:
    """A piece of a letter as it was written (press: several lines) with its request."""

    text: str
    request: Request

    @property
    def changes_something(self) -> bool:
        """Whether the line is a command that would change a game."""
        if isinstance(self.request, SignOnRequest):
            return self.request.joins
        return not isinstance(
            self.request, QuestionRequest | StopReading | PhaseHeading | SuggestedCommand | UnreadRest | PossibleOrder
        )


# --- how much of one letter is carried out: lines read, questions answered, pieces of press sent on


MOST_LINES_OF_LETTER = 150
"""Lines that are read of one letter, a block of press counting as one.

A year of thirty-four units needs fewer.
"""

MOST_QUESTIONS_OF_LETTER = 10
"""Questions that are answered; each may cause far more than was written."""

MOST_PRESS_OF_LETTER = 10
"""Pieces of press that are sent on, each to many."""
