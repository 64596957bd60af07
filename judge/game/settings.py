"""The settings of a game, and the board and the rule book that they name."""

from dataclasses import dataclass, field, replace
from datetime import time, timedelta
from enum import Enum
from typing import Literal, NewType

from judge.game.deadlines.settings import Lengths, Timing
from judge.game.phases.settings import Missing
from judge.game.press.settings import PressRules
from judge.game.seats.settings import Access
from judge.game.votes.settings import VoteRules
from judge.rules.board import Board, Year
from judge.rules.board_file import load_board, own_board
from judge.rules.rulebook import RuleBook
from judge.rules.rulebook_files import load_rulebook

GameName = NewType("GameName", str)
"""Lower-case letters, digits and hyphens; it stands in addresses, folder names and subjects."""

Address = NewType("Address", str)
"""A mail address, lower case, without a display name."""

Reader = NewType("Reader", int)
"""The number of a person in one game, from 1: letters to them are counted by it, and it stays when they move."""

Token = NewType("Token", str)
"""The secret of one person in one game, part of the reply address: lower-case base32."""

_SHOWN_CHARACTERS = 6


def shown_code(code: str) -> str:
    """The part of a secret code that a question shows; a reply may contain it in place of a yes."""
    return code.rpartition(".")[2][:_SHOWN_CHARACTERS].upper()


Language = Literal["en", "fr"]


class Seating(Enum):
    """How powers are given to players."""

    LOTS = "lots"  # drawn from the recorded seed
    CHOICE = "choice"  # the power one names, first come, first served; the rest by lots
    LISTS = "lists"  # from everyone's list of wishes, as fairly as can be
    HAND = "hand"  # by the master; the rest by lots


@dataclass(frozen=True)
class Settings:
    """The settings that the players of a game agreed on before it began.

    ``whatifs_per_day``, at least 1, is for each of them. ``advance``: they may keep orders for later phases.
    ``tell_unreachable``: everyone, and not the master alone, is told of a player whose letters bounce. ``languages``
    and ``notation`` are for those who do not choose: the first of several languages where a letter shows none; an empty
    notation is the usual one of their language. ``board_text`` is the file of a board that does not come with the
    judge, as it was when the game was opened.
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
    languages: tuple[Language, ...] = ("en", "fr")
    notation: str = ""
    scoring: str = "c-diplo"
    board_text: str = ""
    timing: Timing = field(default_factory=Timing)
    missing: Missing = field(default_factory=Missing)
    votes: VoteRules = field(default_factory=VoteRules)
    press: PressRules = field(default_factory=PressRules)


def board_of_settings(settings: Settings) -> Board:
    """The board of a game as it is in its first year: a packaged one, or the text kept in the settings.

    That text was checked when the game was opened.
    """
    return own_board(settings.board, settings.board_text) if settings.board_text else load_board(settings.board)


def rulebook_of_settings(settings: Settings) -> RuleBook:
    """The rule book that settings name, with the policies that their board chooses instead."""
    book, policies = load_rulebook(settings.rulebook), board_of_settings(settings).policies
    return replace(book, **policies) if policies else book
