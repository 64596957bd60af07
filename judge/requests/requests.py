"""Requests: what the lines of a letter ask for, and how much of one letter is carried out."""

from dataclasses import dataclass

from judge.game.settings import Language
from judge.requests.asked import (
    ArchiveRequest,
    ExportRequest,
    PlayerRequest,
    ProveRequest,
    PublicationRequest,
    StandingsRequest,
)
from judge.requests.conditions import ConditionalOrdersRequest
from judge.requests.deadlines import DeadlineRequest
from judge.requests.mastery import MasteryRequest
from judge.requests.names import HistoryStart
from judge.requests.press import PressRequest
from judge.requests.replacements import RecordRequest, ReplacementRequest
from judge.requests.seats import SeatRequest
from judge.requests.vocabulary import Word
from judge.requests.votes import VoteRequest
from judge.requests.war import WarRequest
from judge.rules.position import Phase

# --- requests: what the lines of a letter ask for, and the lines that ask for nothing


@dataclass(frozen=True)
class WrittenSetting:
    """A setting and its value; ``name`` is the key of the vocabulary, None when the word is no key."""

    name: str | None
    word: Word
    value: Word | None


@dataclass(frozen=True)
class OpenGameRequest:
    """Open a game; ``name`` is None when the line stops too early."""

    language: Language
    name: Word | None
    settings: tuple[WrittenSetting, ...]


@dataclass(frozen=True)
class TutorialRequest:
    """Begin lessons, or go to one of them; ``words`` name a lesson, or which one next, or a notation."""

    language: Language
    words: tuple[Word, ...]
    settings: tuple[WrittenSetting, ...]


@dataclass(frozen=True)
class PracticeRequest:
    """Open a practice game; ``words`` name a power, a strength, perhaps a board."""

    language: Language
    words: tuple[Word, ...]
    settings: tuple[WrittenSetting, ...]


@dataclass(frozen=True)
class JoinGameRequest:
    """Join a game, perhaps as a named power, or with a list of them, the one wanted most first."""

    language: Language
    name: Word | None
    powers: tuple[Word, ...]
    settings: tuple[WrittenSetting, ...]


@dataclass(frozen=True)
class SignOnRequest:
    """The first line of letters to older judges: ``?rome`` asks for a seat, ``frome`` names a power and its game."""

    language: Language
    name: Word | None

    @property
    def joins(self) -> bool:
        """Whether it asks for a seat."""
        return self.name is not None and self.name.text.startswith("?")


@dataclass(frozen=True)
class GameInfoRequest:
    """Ask for a page of the ``list``, or for ``status``, ``terms``, ``summary``, ``board`` or ``threats`` of a game.

    Without a name it is the letter's own.
    """

    about: str
    language: Language
    name: Word | None
    page: int = 1


@dataclass(frozen=True)
class HistoryRequest:
    """Ask what has happened in a game, since some moment or lately; with ``press`` the letters the reader may read."""

    language: Language
    name: Word | None
    since: HistoryStart | None
    press: bool = False


@dataclass(frozen=True)
class HelpRequest:
    """Ask for help, about some words or in general."""

    language: Language
    about: Word | None


@dataclass(frozen=True)
class WhyRequest:
    """Ask why something happened to a unit, in the named phase, or in the last one that had it."""

    language: Language
    phase: Word | None
    unit: tuple[Word, ...]


@dataclass(frozen=True)
class WhatIfRequest:
    """Suppose a block of orders, for the named phase or for the open one; ``lines`` without blank ones.

    ``closing`` is the line that ended the block, empty where the letter ended it.
    """

    language: Language
    phase: Word | None
    lines: tuple[str, ...]
    closing: str


@dataclass(frozen=True)
class ResendRequest:
    """Send a letter again, or several; the words that name their numbers."""

    words: tuple[Word, ...]


@dataclass(frozen=True)
class ChangeTokenRequest:
    """Give the players of some powers fresh reply addresses; the words that name the powers."""

    words: tuple[Word, ...]


@dataclass(frozen=True)
class WithdrawOrdersRequest:
    """Take orders back: those for the open phase, those kept for ``phase``, or all orders and all wishes."""

    phase: Phase | None = None
    everything: bool = False


@dataclass(frozen=True)
class MeanOrdersRequest:
    """Confirm that the orders in force are meant as they are, void ones too."""


@dataclass(frozen=True)
class KeepWishRequest:
    """Keep a standing wish; ``kind`` is its key, None when the word names none, ``list`` what is behind it."""

    kind: str | None
    word: Word | None
    list: Word | None


@dataclass(frozen=True)
class ChangeSettingsRequest:
    """Change settings, one's own or the game's."""

    settings: tuple[WrittenSetting, ...]


@dataclass(frozen=True)
class PhaseHeading:
    """The orders below are for this phase, None when the words name none."""

    phase: Phase | None
    words: Word | None


@dataclass(frozen=True)
class StopReading:
    """Nothing below is read."""


@dataclass(frozen=True)
class SuggestedCommand:
    """A sentence that is no command, and the ``command`` it comes near to.

    ``to`` are the words that should name powers, where the sentence is for others to read; else there are none.
    ``about`` is what it says that no one command does. ``names`` are words among which the games and powers stand that
    the command needs; ``language`` is that of the sentence. ``asks`` when the command changes nothing, so that it may
    be carried out.
    """

    command: str
    to: tuple[Word, ...] = ()
    about: str = ""
    names: tuple[Word, ...] = ()
    asks: bool = False
    language: Language = "en"


@dataclass(frozen=True)
class UnreadRest:
    """The first line of the rest that is not read, because the letter is longer than what is read of one."""


@dataclass(frozen=True)
class PossibleOrder:
    """No command: an order, or prose."""


QuestionRequest = (
    GameInfoRequest
    | HistoryRequest
    | ExportRequest
    | ArchiveRequest
    | HelpRequest
    | WhyRequest
    | ProveRequest
    | RecordRequest
    | PlayerRequest
    | StandingsRequest
)
"""Requests that change nothing; they need no proof of who asks."""

Request = (
    OpenGameRequest
    | PracticeRequest
    | TutorialRequest
    | JoinGameRequest
    | SignOnRequest
    | PressRequest
    | QuestionRequest
    | WhatIfRequest
    | SeatRequest
    | ReplacementRequest
    | ResendRequest
    | ChangeTokenRequest
    | WithdrawOrdersRequest
    | MeanOrdersRequest
    | ChangeSettingsRequest
    | KeepWishRequest
    | PhaseHeading
    | ConditionalOrdersRequest
    | DeadlineRequest
    | VoteRequest
    | PublicationRequest
    | MasteryRequest
    | WarRequest
    | StopReading
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
