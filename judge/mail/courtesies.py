"""Tells a text of courtesies alone: a greeting, thanks, a close, the names of who writes and of who is written to."""

import re
from collections.abc import Iterator, Sequence

from judge.mail.vocabulary import fold, keys_of
from judge.notation.lexer import words_of
from judge.notation.phrases import phrases

_MOST_NAMES = 3
_MOST_LINES = 12
_WORD = re.compile(r"[^\W\d_]+")


def is_courteous(text: str) -> bool:
    """Whether this text tells nobody anything; a question, a figure, a word that says something is no courtesy.

    A word of its own on the last line may be a name written small.
    """
    lines = [line for line in text.split("\n") if line.strip() and not line.lstrip().startswith(">")]
    if len(lines) > _MOST_LINES or re.search(r"[\d?]", "".join(lines)):
        return False
    return all(_is_civil(line, is_last=line is lines[-1] and len(lines) > 1) for line in lines)


def _is_civil(line: str, *, is_last: bool) -> bool:
    """Whether a line holds courtesies, small words beside them, and few names; or names alone."""
    words = _WORD.findall(line)
    others = list(_others([*zip(words, map(_folded, words), strict=True)]))
    if len(others) == 1 and keys_of(fold(others[0])):
        return False
    return not others or (is_last and len(words) == 1) or _are_names(others)


def _are_names(words: Sequence[str]) -> bool:
    """Whether all begin with a capital, and not all are codes: ``Anna DUPONT``, but not ``PAR BUR``."""
    are_codes = all(word.isupper() for word in words)
    return len(words) <= _MOST_NAMES and not are_codes and all(word[0].isupper() for word in words)


def _folded(word: str) -> str:
    return "".join(words_of(word))


def _others(words: Sequence[tuple[str, str]]) -> Iterator[str]:
    """The words that belong to no courtesy, and do not stand beside courtesies as a rule."""
    known = phrases("courtesies") | phrases("beside_courtesies") | phrases("dates")
    longest = max(map(len, known))
    at = 0
    while at < len(words):
        texts = tuple(text for _, text in words[at : at + longest])
        taken = next((size for size in range(len(texts), 0, -1) if texts[:size] in known), 0)
        if not taken:
            yield words[at][0]
        at += taken or 1
