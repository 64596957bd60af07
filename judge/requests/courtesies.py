"""Recognises a text of courtesies alone: greeting, thanks, closing, the names of writer and reader."""

import re
from collections.abc import Iterator, Sequence

from judge.notation.lexer import folded_words
from judge.notation.tables import prose_phrases
from judge.requests.vocabulary import fold_case, keys_of

_MOST_NAMES = 3
_MOST_LINES = 12
_WORD = re.compile(r"[^\W\d_]+")


def is_courtesies_only(text: str) -> bool:
    """Whether a text says nothing but courtesies; a question, a digit, any other word is no courtesy.

    A single word on the last line may be a name in lower case.
    """
    lines = [line for line in text.split("\n") if line.strip() and not line.lstrip().startswith(">")]
    if len(lines) > _MOST_LINES or re.search(r"[\d?]", "".join(lines)):
        return False
    return all(_is_courtesy_line(line, is_last=line is lines[-1] and len(lines) > 1) for line in lines)


def _is_courtesy_line(line: str, *, is_last: bool) -> bool:
    """Whether a line has only courtesies, words that go with them, and few names; or names alone."""
    words = _WORD.findall(line)
    others = list(_words_beyond_courtesies([*zip(words, map(_folded, words), strict=True)]))
    if len(others) == 1 and keys_of(fold_case(others[0])):
        return False
    return not others or (is_last and len(words) == 1) or _are_names(others)


def _are_names(words: Sequence[str]) -> bool:
    """Whether all begin with a capital, and not all are codes: ``Anna DUPONT``, but not ``PAR BUR``."""
    are_codes = all(word.isupper() for word in words)
    return len(words) <= _MOST_NAMES and not are_codes and all(word[0].isupper() for word in words)


def _folded(word: str) -> str:
    return "".join(folded_words(word))


def _words_beyond_courtesies(words: Sequence[tuple[str, str]]) -> Iterator[str]:
    """The words that neither belong to a courtesy nor usually stand beside one."""
    known = prose_phrases("courtesies") | prose_phrases("beside_courtesies") | prose_phrases("dates")
    longest = max(map(len, known))
    at = 0
    while at < len(words):
        texts = tuple(text for _, text in words[at : at + longest])
        taken = next((size for size in range(len(texts), 0, -1) if texts[:size] in known), 0)
        if not taken:
            yield words[at][0]
        at += taken or 1
