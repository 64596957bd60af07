"""What a line asks of a game: how it stands, what has happened, why; what a rule book says of it; help."""

import re
from dataclasses import dataclass

from judge.game.settings import Language
from judge.requests.names import HistoryStart, game_name, phase_and_unit, read_history_start
from judge.requests.registry import reads
from judge.requests.small_talk import asks_nothing, names_no_game, names_no_past
from judge.requests.suggestions import PossibleOrder, SuggestedCommand, near
from judge.requests.vocabulary import (
    VerbLine,
    Word,
    fold_case,
    rest_of,
    value_of,
    verb_of,
    vocabulary,
    without_elision,
    without_fillers,
)
from judge.rules.book_text import is_of_books


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
class MapRequest:
    """Ask for a picture of a game's board, as it stands or in a phase: ``form`` is ``png``, ``svg`` or ``pdf``.

    With a ``paper`` (``a4``, ``a5``), as PDF, or blank it is a sheet to write orders on; a blank one needs no game.
    """

    language: Language
    name: Word | None
    phase: HistoryStart | None = None
    form: str = ""
    paper: str = ""
    is_blank: bool = False

    @property
    def is_sheet(self) -> bool:
        """Whether it is a sheet to write on."""
        return self.is_blank or bool(self.paper) or self.form == "pdf"


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
class DisputeRequest:
    """Dispute what became of a unit: ``asked`` is the question why it did."""

    asked: WhyRequest


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


GameQuestion = GameInfoRequest | MapRequest | HistoryRequest
InfoRequest = GameQuestion | HelpRequest | WhyRequest


@reads("status", "board", "threats", "terms", "summary", talk=names_no_game)
def read_question(verb: VerbLine) -> GameInfoRequest | None:
    """What is asked of a game; STATUS with TERMS behind it asks for what was agreed."""
    others = tuple(word for word in verb.words if verb_of(word.text)[0] != "terms")
    about = "terms" if verb.key == "status" and others != verb.words else verb.key
    name, behind = first_name(others)
    is_everyday = about in {"terms", "board", "threats"}  # "Terms we could agree on", "Threats from you are empty"
    return None if behind and is_everyday else GameInfoRequest(about, verb.language, name)


_MAP_WORDS = frozenset({"png", "svg", "pdf", "a4", "a5", "blank"})


def _names_no_map(verb: VerbLine) -> bool:
    """A word for how a map is drawn, a phase or the name of a game may stand behind the verb."""
    said = {value_of(word.text) for word in verb.words}
    return not said & _MAP_WORDS and names_no_past(verb)


@reads("map", talk=_names_no_map)
def read_map(verb: VerbLine) -> MapRequest | None:
    """Which board is to be drawn, and how; None of prose."""
    said = [value for word in verb.words if (value := value_of(word.text)) in _MAP_WORDS]
    others = tuple(word for word in verb.named if value_of(word.text) not in _MAP_WORDS)
    phase, name = read_history_start(verb.text, others)
    rest = [word for word in others if not (phase and phase.word.start <= word.start < phase.word.end)]
    if len(rest) > 1:
        return None
    papers, forms = ("a4", "a5"), ("png", "svg", "pdf")
    form, paper = (next((one for one in reversed(said) if one in kind), "") for kind in (forms, papers))
    return MapRequest(verb.language, name, phase, form, paper, "blank" in said)


@reads("history", talk=names_no_past)
def read_history(verb: VerbLine) -> HistoryRequest:
    """Since when which game is asked for."""
    others = tuple(word for word in verb.words if verb_of(word.text)[0] != "press")
    since, name = read_history_start(verb.text, others)
    return HistoryRequest(verb.language, name, since, press=others != verb.words)


_PAGE = re.compile("[1-9][0-9]{0,5}")
"""The number of a page of the list; no game has such a name."""


@reads("list")
def read_list(verb: VerbLine) -> GameInfoRequest | SuggestedCommand | PossibleOrder:
    """A page of the list; older judges have LIST with the name of a game for what is STATUS here."""
    if len(verb.words) == 1 and _PAGE.fullmatch(verb.words[0].text):
        return GameInfoRequest("list", verb.language, None, int(verb.words[0].text))
    if len(verb.words) == 1 and game_name(verb.words[0].text):
        return GameInfoRequest("status", verb.language, verb.words[0])
    return near(verb.text) if verb.words else GameInfoRequest("list", verb.language, None)


@reads("resend")
def read_resend(verb: VerbLine) -> ResendRequest:
    """Which letters are to come once more."""
    return ResendRequest(without_fillers(verb.words))


@reads("help")
def read_help(verb: VerbLine) -> HelpRequest:
    """What help is asked about."""
    return HelpRequest(verb.language, verb.rest or verb.sign)


_DENIALS = frozenset({"pas", "not"})


@reads("why", talk=asks_nothing)
def read_why(verb: VerbLine) -> WhyRequest | SuggestedCommand:
    """Of which unit, in which phase, it is asked why; behind "why not" a wish may stand."""
    said = near(verb.text) if verb.words and fold_case(verb.words[0].text) in _DENIALS else None
    if isinstance(said, SuggestedCommand):
        return said
    phase, unit = phase_and_unit(verb.text, verb.words)
    return WhyRequest(verb.language, phase, unit)


@reads("dispute", talk=asks_nothing)
def read_dispute(verb: VerbLine) -> DisputeRequest:
    """Of which unit, in which phase, the result is disputed."""
    return DisputeRequest(WhyRequest(verb.language, *phase_and_unit(verb.text, verb.words)))


def first_name(words: tuple[Word, ...]) -> tuple[Word | None, tuple[Word, ...]]:
    """The first word that is not a filler, and the words behind it; the word "game" is one before a name."""
    for place, word in enumerate(words):
        bare = without_elision(word)
        folded = fold_case(bare.text)
        if folded not in vocabulary().fillers and not (folded in _GAME and _begins_with_name(words[place + 1 :])):
            return bare, words[place + 1 :]
    return None, ()


_GAME = frozenset({"game", "partie"})


def _begins_with_name(words: tuple[Word, ...]) -> bool:
    """Whether the first word is what a game may be called, and neither a setting nor a preset."""
    first = fold_case(words[0].text) if words else ""
    return game_name(first) is not None and first not in {**vocabulary().settings, **vocabulary().presets}


# --- what a rule book says


_MOST_WORDS = 5
"""Words behind the verb in small letters that may be a question about rules."""


@dataclass(frozen=True)
class RuleRequest:
    """Ask for a rule book, a paragraph or a word: ``about`` are the words behind the verb, None for none."""

    language: Language
    about: Word | None


@dataclass(frozen=True)
class HouseRulesRequest:
    """Ask for what the operator has agreed with those who play here."""

    language: Language


@dataclass(frozen=True)
class NewHouseRulesRequest:
    """Have a text be the house rules of the game, in the language of its verb; ``closing`` as of a block of press."""

    language: Language
    text: str
    closing: str = ""


@reads("house_rules")
def read_house_rules(verb: VerbLine) -> HouseRulesRequest | SuggestedCommand | PossibleOrder:
    """Nothing stands behind the words."""
    return near(verb.text) if verb.words else HouseRulesRequest(verb.language)


def _says_more(verb: VerbLine) -> bool:
    """A book, a number or a term may stand behind the verb."""
    return len(verb.words) > _MOST_WORDS


@reads("rule", talk=_says_more)
def read_rule(verb: VerbLine) -> RuleRequest:
    """What is asked about."""
    return RuleRequest(verb.language, rest_of(verb.text, without_fillers(verb.words)))


def rule_asked(verb: VerbLine) -> RuleRequest | None:
    """What ``RÈGLE 1971 IX`` asks about, whose verb sets something otherwise; None where no book knows its words."""
    rest = rest_of(verb.text, verb.named)
    return RuleRequest(verb.language, rest) if rest and verb.language == "fr" and is_of_books(rest.text) else None
