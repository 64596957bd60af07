"""Requests about the rule books: their contents, a paragraph, what a word means."""

from dataclasses import dataclass

from judge.game.settings import Language
from judge.requests.registry import reads
from judge.requests.suggestions import PossibleOrder, SuggestedCommand, near
from judge.requests.vocabulary import VerbLine, Word, rest_of, without_fillers
from judge.rules.book_text import is_of_books

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
