"""Recognises letters that only thank, or that say nothing: the only replies that are left without an answer."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files

from judge.notation.lexer import folded_words
from judge.notation.tables import prose_phrases

_CLAUSE = re.compile(r"[^.,;:!\n()]+")
_WORD = re.compile(r"[^\W_]+")
_MOST_NAMES = 3
_MOST_WORDS = 12
"""Words of a clause that says what somebody is thanked for."""

_Phrase = tuple[str, ...]


def is_thanks(text: str) -> bool:
    """Whether a text only thanks, says that it was read, greets or parts; nothing at all counts as well.

    Quoted lines are left out. A question, a word of somebody who wants something or objects, is never thanks; nor is
    a name that no courtesy stands before.
    """
    lines = [line for line in text.split("\n") if not line.lstrip().startswith((">", "|"))]
    clauses = [words for found in _CLAUSE.finditer("\n".join(lines)) if (words := _WORD.findall(found[0]))]
    if any("?" in line for line in lines):
        return False
    return all(_is_thankful(words, is_first=words is clauses[0]) for words in clauses)


def _is_thankful(written: Sequence[str], *, is_first: bool) -> bool:
    words = tuple(word for one in written for word in folded_words(one))
    if _holds_any("wants", words) or len(words) > _MOST_WORDS:
        return False
    at, others, courteous = 0, list[str](), not is_first
    while at < len(words) and not (_length_of("opens", words, at) and not others):
        length = _length_of("courtesies", words, at) or _length_of("receipts", words, at)
        courteous = courteous or length > 0
        beside = length or _length_of("beside", words, at)
        others += [] if beside else written[at : at + 1]
        at += beside or 1
    are_names = len(others) <= _MOST_NAMES and all(word[:1].isupper() and not word[1:].isupper() for word in others)
    return at < len(words) or (courteous and are_names)


def _holds_any(table: str, words: _Phrase) -> bool:
    return any(_length_of(table, words, at) for at in range(len(words)))


def _length_of(table: str, words: _Phrase, at: int) -> int:
    """How many words the longest phrase of a table takes from here on; 0 where none begins here."""
    phrases = _phrases()[table]
    return next((size for size in range(min(5, len(words) - at), 0, -1) if words[at : at + size] in phrases), 0)


@lru_cache(maxsize=1)
def _phrases() -> Mapping[str, frozenset[_Phrase]]:
    tables = tomllib.loads((files("judge.requests") / "thanks.toml").read_text(encoding="utf-8"))
    read = {name: frozenset(tuple(folded_words(one)) for one in phrases) for name, phrases in tables.items()}
    return read | {
        "courtesies": prose_phrases("courtesies"),
        "beside": prose_phrases("beside_courtesies") | prose_phrases("dates"),
    }
