"""Finds a letter of ours inside one that carries it without a mark of quotation, by its words, however wrapped."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from judge.mail.body_text import MimePart, split_parts
from judge.mail.html import plain_text
from judge.mail.letter import Letter

_WORD = re.compile(r"\w+")

_GRAM = 5
"""Words in a row that a place of a letter is known by."""

_MOST_PLACES = 8
"""Places of our letter at which a run of words is looked for."""

_WORDS_OF_PROSE = 8
"""Words of a line of ours that is a sentence: an order, and a command, has fewer."""

_FEWEST_CARRIED = 20
"""Words of our sentences from which on a letter carries ours; a player who copies orders from it copies fewer."""

_MOST_WORDS = 20_000
"""Words of a letter that are looked at."""

_MOST_BELOW = 500
"""Lines below a signature that are looked at: each is looked for in all of our letter."""


@dataclass(frozen=True)
class _Sent:
    """The words of a letter of ours, in order; which of them stand in a sentence; where each run of words begins."""

    words: Sequence[str]
    is_prose: Sequence[bool]
    places: dict[tuple[str, ...], list[int]]


def without_carried(letter: Letter, sent: Sequence[bytes]) -> Letter:
    """Return a letter without the lines of ours, as bytes, that it carries: those are nobody's new text.

    A letter that holds a few lines of ours, as orders copied from it, is left as it is; so are lines that stand there a
    second time, and lines of ours of which a word was changed.
    """
    lines = letter.text.split("\n")
    words = [(word, at) for at, line in enumerate(lines) for word in _words(line)][:_MOST_WORDS] if sent else []
    for text in (text for raw in sent for text in _texts(raw)):
        ours = _carried_lines(lines, words, _sent(text))
        if ours:
            kept = tuple(line for at, line in enumerate(lines) if at not in ours)
            cut = (*letter.cut, *(line for at, line in enumerate(lines) if at in ours and line))
            known = _known_words(text)
            below = tuple(line for line in letter.below[:_MOST_BELOW] if _known_words(line) not in known)
            below = (*below, *letter.below[_MOST_BELOW:])
            return replace(letter, text="\n".join(kept).strip("\n"), below=below, cut=cut)
    return letter


def _texts(raw: bytes) -> Iterator[str]:
    """What a program shows of a letter of ours, and may carry: its text, and its page."""
    _, parts = split_parts(raw)
    for leaf in (parts,) if isinstance(parts, MimePart) else parts.leaves:
        if leaf.kind in {"text/plain", "text/html"} and not leaf.is_attachment:
            yield plain_text(leaf.text) if leaf.kind == "text/html" else leaf.text


def _known_words(text: str) -> str:
    """The words of a text, one blank before and behind each."""
    return f" {' '.join(_words(text))} "


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())[:_MOST_WORDS]


def _sent(text: str) -> _Sent:
    words: list[str] = []
    is_prose: list[bool] = []
    for line in text.split("\n"):
        found = _words(line)
        words += found
        is_prose += [len(found) >= _WORDS_OF_PROSE] * len(found)
    places: dict[tuple[str, ...], list[int]] = {}
    for at in range(len(words) - _GRAM + 1):
        places.setdefault(tuple(words[at : at + _GRAM]), []).append(at)
    return _Sent(words, is_prose, places)


def _carried_lines(lines: Sequence[str], words: Sequence[tuple[str, int]], sent: _Sent) -> set[int]:
    """The numbers of the lines that are wholly those of a letter of ours, none unless it is carried.

    ``words`` are those of the lines, each with the number of its line.
    """
    ours, prose = _covered([word for word, _ in words], sent)
    if prose < _FEWEST_CARRIED:
        return set()
    new = {line for place, (_, line) in enumerate(words) if place not in ours}
    carried = {line for _, line in words} - new
    above = -1
    for at, line in enumerate(lines):  # a rule, or an empty line, goes with what stands above it
        if not _WORD.search(line) and above in carried:
            carried.add(at)
        above = at
    return carried


def _covered(words: Sequence[str], sent: _Sent) -> tuple[set[int], int]:
    """The places of words that stand in a run of ours, the longest runs first, and how many of those are of sentences.

    Each place of our letter is carried once: what stands there once more was written anew.
    """
    covered: set[int] = set()
    taken: set[int] = set()
    for length, at, of_ours in sorted(_runs(words, sent), reverse=True):
        run = [n for n in range(length) if of_ours + n not in taken]
        if len(run) >= _GRAM:
            covered.update(at + n for n in run)
            taken.update(of_ours + n for n in run)
    return covered, sum(sent.is_prose[place] for place in taken)


def _runs(words: Sequence[str], sent: _Sent) -> Iterator[tuple[int, int, int]]:
    """Runs of words that stand in our letter, too: how long, from where here, from where there."""
    at = 0
    while at <= len(words) - _GRAM:
        places = sent.places.get(tuple(words[at : at + _GRAM]), ())[:_MOST_PLACES]
        length, of_ours = max(((_length(words, at, sent.words, place), place) for place in places), default=(0, 0))
        if length:
            yield length, at, of_ours
        at += length or 1


def _length(words: Sequence[str], at: int, others: Sequence[str], place: int) -> int:
    most = min(len(words) - at, len(others) - place)
    return next((n for n in range(most) if words[at + n] != others[place + n]), most)
