"""The settings of a game, those of time among them, with the board and the rule book that they name."""

import re
from dataclasses import dataclass, field
from datetime import time, timedelta
from enum import Enum
from typing import Literal

from judge.game.names import Address as Address  # noqa: PLC0414 - the rooms above have these from here
from judge.game.names import GameName as GameName  # noqa: PLC0414
from judge.game.names import Reader as Reader  # noqa: PLC0414
from judge.game.names import Token as Token  # noqa: PLC0414
from judge.languages import LANGUAGES
from judge.languages import Language as Language  # noqa: PLC0414 - the rooms above have it from here
from judge.rules.board import Board, Year
from judge.rules.board_file import load_board, own_board
from judge.rules.position import PhaseKind
from judge.rules.rulebook import RuleBook, board_in_book, rulebook_of

# --- settings of time: days, hours, holidays, absences, and the reminders each person wants


# --- lengths


@dataclass(frozen=True)
class Lengths:
    """A length for each kind of phase: how long it lasts at least, or is waited for once its deadline has come."""

    movement: timedelta = timedelta(days=7)
    retreat: timedelta = timedelta(days=2)
    adjustment: timedelta = timedelta(days=2)

    def of(self, kind: PhaseKind) -> timedelta:
        """The length for one kind of phase."""
        match kind:
            case PhaseKind.MOVEMENT:
                return self.movement
            case PhaseKind.RETREAT:
                return self.retreat
            case PhaseKind.ADJUSTMENT:
                return self.adjustment


# --- timing


EVERY_DAY = (0, 1, 2, 3, 4, 5, 6)
"""Days of the week, Monday first."""


@dataclass(frozen=True)
class Allowance:
    """How many days each player may be absent for: in a calendar year, or in the whole game."""

    days: int = 0
    whole_game: bool = False


@dataclass(frozen=True)
class Reserve:
    """How many days each seat may add to deadlines: ``days`` in the game, ``a_year`` more for each game year gone by.

    ``a_phase`` is the most that all seats together may add to one phase. Without ``days`` there is none.
    """

    days: int = 0
    a_year: int = 0
    a_phase: int = 3


@dataclass(frozen=True)
class Timing:
    """The settings that deadlines depend on besides the length of phases and the hour.

    ``days`` are those of the week on which phases close, 0 for Monday. ``exact``: a phase closes just after its length,
    at no fixed hour. ``first`` is the length of the first phase where it has its own. ``holidays`` names the country
    whose holidays are skipped, with its subdivision (``FR``, ``FR-57``), empty for none. ``minimum`` is how long a
    phase stays open though every order is in. ``unhurried``: an early close shortens no later phase, for the next one
    is counted from the deadline that had been announced. ``tell_absences``: everyone, and not the master alone, is told
    who will be away; ``tell_waited``: everyone may see who is waited for. ``disputes`` is how long a phase stays open
    at least once somebody has disputed a result. ``reserve`` is what each seat may take to move a deadline.
    """

    days: tuple[int, ...] = EVERY_DAY
    exact: bool = False
    first: timedelta | None = None
    holidays: str = ""
    minimum: timedelta = timedelta()
    unhurried: bool = False
    absences: Allowance = field(default_factory=Allowance)
    tell_absences: bool = True
    tell_waited: bool = False
    disputes: timedelta = timedelta()
    reserve: Reserve = field(default_factory=Reserve)


# --- reminders


MOST_REMINDERS = 3
"""The most reminders of one deadline."""

SHORTEST_REMINDER, LONGEST_REMINDER = timedelta(hours=1), timedelta(days=7)


@dataclass(frozen=True)
class Reminders:
    """When a person is reminded: so long ``before`` a deadline, for each length; None for the game's own setting."""

    before: tuple[timedelta, ...] | None = None


# --- the settings of a game, and the board and the rule book that they name


NO_READER = Reader(0)
"""The number of nobody."""

_SHOWN_CHARACTERS = 6


def shown_code(code: str) -> str:
    """The part of a secret code that a question shows; a reply may contain it in place of a yes."""
    return code.rpartition(".")[2][:_SHOWN_CHARACTERS].upper()


# --- seats


class Entry(Enum):
    """Who may take a seat."""

    ANYONE = "anyone"
    APPROVED = "approved"  # whom the master lets in, once asked
    NAMED = "named"  # whom the master has named before


@dataclass(frozen=True)
class Access:
    """The settings of how seats are taken.

    A ``hidden`` game stands in no list. In an ``anonymous`` one players never learn each other's addresses. ``manual``:
    the master starts the game. ``muster`` is how long everyone has to answer before the first phase opens; with zero
    nobody is asked. ``reliability`` is the least percentage that a player's record must have.
    """

    entry: Entry = Entry.ANYONE
    hidden: bool = False
    anonymous: bool = True
    master_plays: bool = True
    manual: bool = False
    muster: timedelta = timedelta()
    reliability: int = 0


# --- missing orders


NO_WAIT = timedelta(0)

NO_GRACE = Lengths(NO_WAIT, NO_WAIT, NO_WAIT)


class OnrRule(Enum):
    """Who has returned no orders (ONR) when the deadline of a movement phase comes."""

    ALL = "all"  # a player none of whose units has an order
    ANY = "any"  # a player one of whose units has none


class PlayingStrength(Enum):
    """How well a clockwork player plays."""

    EASY = "easy"
    FAIR = "fair"
    HARD = "hard"


@dataclass(frozen=True)
class Missing:
    """The settings for players who have not written.

    ``published``: everyone is told who they were, and how often. ``grace`` is how long after a deadline late orders are
    taken. A seat is lost at the ``in_a_row``-th deadline missed in a row, or the ``in_all``-th of the game; 0 is never.
    ``standby_wait`` is how long the open phase waits for somebody to take an empty seat before its units hold;
    ``answer_within`` is how long each stand-by has to answer. ``caretaker`` is how well a clockwork player plays the
    powers of an empty seat; with None their units hold.
    """

    counts: OnrRule = OnrRule.ALL
    published: bool = True
    grace: Lengths = NO_GRACE
    in_a_row: int = 0
    in_all: int = 0
    standby_wait: timedelta = NO_WAIT
    answer_within: timedelta = timedelta(days=2)
    caretaker: PlayingStrength | None = None

    @property
    def may_cost_the_seat(self) -> bool:
        """Whether missed deadlines can cost a seat at all."""
        return bool(self.in_a_row or self.in_all)

    def cost_the_seat(self, in_a_row: int, in_all: int) -> bool:
        """Whether so many missed deadlines cost the seat."""
        return 0 < self.in_a_row <= in_a_row or 0 < self.in_all <= in_all


# --- press


class Byline(Enum):
    """How a master who plays signs press that does not say who writes it."""

    USUAL = "ask"  # with the power; who had chosen nothing was asked each time when this value got its name
    POWER = "power"
    MASTER = "master"


class LetterForm(Enum):
    """How the letters to somebody are written; the text is always there."""

    TEXT = "text"
    HTML = "html"


PictureSubject = Literal["map", "near", "now", "chart", "sheet", "rule", "rules"]
"""The board as results have it or as it is, the centres by years, a sheet, an example, a book: what a picture shows."""


class MapForm(Enum):
    """How the map comes with the letters of start, results and end, and the chart with those of end and past."""

    USUAL = "usual"  # as a picture where letters are HTML, not at all where they are text
    PNG = "png"
    SVG = "svg"
    NOW = "now"  # as a picture, with the results another one of the board to order from
    NO = "no"


class PressSignature(Enum):
    """Whom a letter names as its writer."""

    WHITE = "white"  # the power that wrote it
    GREY = "grey"  # nothing
    BLACK = "black"  # another power


class ShortPhasePress(Enum):
    """Whether press goes out in retreats and adjustments."""

    BOOK = "usual"  # as the rule book has it
    YES = "yes"
    NO = "no"  # it is kept until the next movement phase


class WatchPermission(Enum):
    """Who may watch."""

    ANYONE = "anyone"
    NAMED = "named"  # whom the master has named
    NOBODY = "no"


@dataclass(frozen=True)
class PressRules:
    """The settings of press: which signatures are allowed (none: no press), to whom it may go, who else reads it.

    ``private``: letters may go to some only. ``fakes``: a letter may show other recipients than it has. Observers
    always get results, so long after it as ``delay`` says, None when another phase has closed; with
    ``observers_read`` also what is written to everyone. ``mutes_told``: a power learns whom its letters do not reach
    any more.
    """

    signatures: tuple[PressSignature, ...] = (PressSignature.WHITE,)
    private: bool = True
    fakes: bool = False
    talk: ShortPhasePress = ShortPhasePress.BOOK
    diaries: bool = True
    watching: WatchPermission = WatchPermission.ANYONE
    observers_read: bool = True
    observers_write: bool = False
    delay: timedelta | None = timedelta()
    mutes_told: bool = False


# --- votes


class DrawRule(Enum):
    """Between whom a draw may be voted; docs/decisions says how ballots are counted."""

    NONE = "none"  # no draws by vote
    DIAS = "dias"  # draws include all survivors
    SETS = "sets"  # between named powers; every ballot must name the same ones
    SUBSETS = "subsets"  # between named powers; who accepts some accepts fewer, as long as it is among them


class VoteSecrecy(Enum):
    """How much others learn of votes before one has passed."""

    SECRET = "secret"  # noqa: S105 - nothing
    COUNT = "count"  # how many there are, not whose
    OPEN = "open"  # whose they are, and for what


class VoteDuration(Enum):
    """How long a vote counts."""

    PHASE = "phase"  # until the phase closes
    WITHDRAWN = "withdrawn"  # until its power takes it back


@dataclass(frozen=True)
class VoteRules:
    """The settings of votes: what may be voted for, what is told of it, how long a vote counts.

    After ``proposed_after`` years in a row without a centre changing hands the judge proposes a draw to all, after
    ``drawn_after`` years the game ends in a draw of all survivors; 0 for never.
    """

    draws: DrawRule = DrawRule.DIAS
    concessions: bool = True
    tally: VoteSecrecy = VoteSecrecy.SECRET
    standing: VoteDuration = VoteDuration.PHASE
    proposed_after: int = 0
    drawn_after: int = 0


# --- all of them


class Seating(Enum):
    """How powers are given to players."""

    LOTS = "lots"  # drawn from the recorded seed
    CHOICE = "choice"  # the power one names, first come, first served; the rest by lots
    LISTS = "lists"  # from everyone's list of wishes, as fairly as can be
    HAND = "hand"  # by the master; the rest by lots


LONGEST_HOUSE_RULES = 2000
"""Characters of house rules, which go with the terms of a game."""

_NEW_PARAGRAPH = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*•–]|\d{1,3}[.)])\s)")


@dataclass(frozen=True)
class HouseRules:
    """What the operator, or the master of a game, asks of those who play it: plain text in one language."""

    language: Language
    paragraphs: tuple[str, ...]


def house_rules(language: Language, text: str) -> HouseRules:
    """Return a text as house rules; blank lines, and signs of lists at the front of a line, begin a paragraph."""
    blocks = (" ".join(block.split()) for block in _NEW_PARAGRAPH.split(text))
    return HouseRules(language, tuple(filter(None, blocks)))


@dataclass(frozen=True)
class Settings:
    """The settings that the players of a game agreed on before it began.

    ``whatifs_per_day``, at least 1, is for each of them. ``advance``: they may keep orders for later phases.
    ``tell_unreachable``: everyone, and not the master alone, is told of a player whose letters bounce. ``languages``
    and ``notation`` are for those who do not choose: the first of several languages where a letter shows none; an empty
    notation is the usual one of their language. ``board_text`` is the file of a board that does not come with the
    judge, as it was when the game was opened. ``practice``: one person plays against clockwork players; the game counts
    for nothing, is told of nowhere, and ends when they have been silent for a whole phase. ``tutorial``: it is a
    game of lessons. ``house_rules`` are those of the operator when the game was opened, or the master's since, once
    for each language.
    """

    rulebook: str = "2023"
    board: str = "standard"
    zone: str = "Europe/Paris"
    hour: time = time(21, 0)
    lengths: Lengths = field(default_factory=Lengths)
    seating: Seating = Seating.CHOICE
    last_year: Year | None = None
    reminder: timedelta = timedelta(hours=24)
    whatifs_per_day: int = 10
    advance: bool = True
    tell_unreachable: bool = False
    access: Access = field(default_factory=Access)
    languages: tuple[Language, ...] = ("en", "fr")  # what a stored event that names none means
    notation: str = ""
    scoring: str = "c-diplo"
    board_text: str = ""
    timing: Timing = field(default_factory=Timing)
    missing: Missing = field(default_factory=Missing)
    votes: VoteRules = field(default_factory=VoteRules)
    press: PressRules = field(default_factory=PressRules)
    practice: bool = False
    tutorial: bool = False
    house_rules: tuple[HouseRules, ...] = ()


def settings_of_new_games() -> Settings:
    """Return the settings of a game that names none: its players read whichever language of the judge they write."""
    return Settings(languages=tuple(LANGUAGES))


def board_of_settings(settings: Settings) -> Board:
    """The board of a game as it is in its first year: a packaged one, or the text kept in the settings.

    It has the names of the game's rule book. That text was checked when the game was opened.
    """
    board = own_board(settings.board, settings.board_text) if settings.board_text else load_board(settings.board)
    return board_in_book(board, settings.rulebook)


def rulebook_of_settings(settings: Settings) -> RuleBook:
    """The rule book that settings name, with the policies that their board chooses instead."""
    return rulebook_of(board_of_settings(settings), settings.rulebook)
