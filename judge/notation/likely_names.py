"""Finds the regions whose name a word, or a few, may be: one slip away, each word cut short, in another language."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache

from judge.notation.effort import spend_once
from judge.notation.lexer import LineToken, folded_words
from judge.notation.lexicon import SHORTEST_NAME, FoundLexeme, Lexicon, printed_names
from judge.notation.tables import Lexeme, Notation, OrderPart, valued_phrases
from judge.rules.board import Board, Province

_EFFORT = 20
"""What it takes to compare words with the names of all regions."""
_MOST_WORDS = 4
_LONG_NAME = 8
"""Letters from which on a name may have two slips."""


_SMALL = frozenset({"of", "the", "de", "du", "d", "la", "le", "l", "et", "and"})
"""What may be left out of a name: ``mer Nord``."""


class GuessingLexicon(Lexicon):
    """The words of a line of which some, ``strange``, may be names of regions with a slip.

    Those of them that are written as ``codes`` are may only be names cut short.
    """

    def __init__(
        self,
        tokens: Sequence[LineToken],
        own: Notation,
        others: Sequence[Notation],
        board: Board,
        strange: Collection[int],
        codes: Collection[int] = (),
    ) -> None:
        super().__init__(tokens, own, others, board)
        self._strange = strange
        self._codes = codes

    def _found(self, place: int) -> Iterator[FoundLexeme]:
        yield from super()._found(place)
        words: tuple[str, ...] = ()
        for end in range(place + 1, min(place + _MOST_WORDS, len(self.tokens)) + 1):
            if not self.tokens[end - 1].is_word:
                return
            words = (*words, self.tokens[end - 1].text)
            if any(at in self._strange for at in range(place, end)):
                is_cut = any(at in self._codes for at in range(place, end))
                spend_once((words, is_cut), _EFFORT)
                elsewhere = _names_elsewhere().get(words, ()) if self.board.map == self.own.board else ()
                for region in elsewhere or likely_regions(words, self.own, self.board, is_cut=is_cut):
                    yield FoundLexeme(Lexeme(OrderPart.PLACE, region), end, guessed=True)


@cache
def _names_elsewhere() -> Mapping[tuple[str, ...], tuple[Province, ...]]:
    """The regions that other languages call so: ``mare del Nord``."""
    found: defaultdict[tuple[str, ...], tuple[Province, ...]] = defaultdict(tuple)
    for code, names in valued_phrases("tongues", "names").items():
        for name in names:
            found[folded_words(name)] += (Province(code),)
    return found


@lru_cache(maxsize=2048)
def likely_regions(
    words: tuple[str, ...], own: Notation, board: Board, *, is_cut: bool = False
) -> tuple[Province, ...]:
    """Return the regions that normalised words may name: ``burgandy``, ``n sea``, ``york``; none for a short word.

    If it ``is_cut``, only those of which each word begins a name.
    """
    text = " ".join(words)
    if len(text) < SHORTEST_NAME or not words[0]:
        return ()
    first = _first_sound(text)
    found: dict[Province, int] = {}
    for name, regions in _names(own, board)[first]:
        slips = _slips(words, name, is_cut=is_cut)
        found |= {region: min(slips, found.get(region, slips)) for region in regions if slips is not None}
    nearest = min(found.values(), default=0)
    return tuple(region for region, slips in found.items() if slips <= nearest + 1)


def _slips(words: tuple[str, ...], name: tuple[str, ...], *, is_cut: bool) -> int | None:
    """How many slips make a name of words, none where each is cut short; one more may be where it sounds the same.

    None where they are no such name.
    """
    if len(words) == len(name) and all(map(str.startswith, name, words)):
        return 0
    if len(words) > len(name):
        return None
    text, whole = " ".join(words), " ".join(name)
    most = 0 if is_cut else 1 + (len(whole) >= _LONG_NAME) + (_sound(text) == _sound(whole))
    slips = slips_between(text, whole) if abs(len(whole) - len(text)) <= most else most + 1
    return slips if slips <= most else None


_SPELT_ALIKE = (
    *(("ph", "f"), ("th", "t"), ("gh", ""), ("sch", "k"), ("ch", "k"), ("qu", "k"), ("q", "k"), ("c", "k"), ("z", "k")),
    *(("s", "k"), ("w", "v"), ("y", "i"), ("j", "i"), ("h", "")),
)
"""Letters of English and French names for which others are written; those of a hiss are one with "c"."""
_VOWELS = re.compile(r"[aeiou ]+")
_DOUBLED = re.compile(r"(.)\1+")


@lru_cache(maxsize=4096)
def _sound(text: str) -> str:
    """The consonants of a text, those that are heard alike as one letter."""
    for written, heard in _SPELT_ALIKE:
        text = text.replace(written, heard)
    return _DOUBLED.sub(r"\1", _VOWELS.sub("", text))


def slips_between(one: str, other: str) -> int:
    """Return how many letters are missing, too many, wrong or in the place of their neighbour."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for place, sign in enumerate(one, 1):
        last, row, before_last = row, [place], before
        for at, letter in enumerate(other, 1):
            cost = min(last[at] + 1, row[at - 1] + 1, last[at - 1] + (sign != letter))
            if before_last and at > 1 and sign == other[at - 2] and one[place - 2] == letter:
                cost = min(cost, before_last[at - 2] + 1)
            row.append(cost)
        before = last
    return row[-1]


def _first_sound(text: str) -> str:
    """How a name begins: its first consonant as it is heard, or any vowel."""
    heard = _sound(text[:1])
    return heard or "a"


@lru_cache
def _names(own: Notation, board: Board) -> Mapping[str, tuple[tuple[tuple[str, ...], tuple[Province, ...]], ...]]:
    """The names of regions of four letters or more, as words, by how they begin."""
    found: defaultdict[str, list[tuple[tuple[str, ...], tuple[Province, ...]]]] = defaultdict(list)
    for words, regions in _by_name(own, board).items():
        if len(" ".join(words)) >= SHORTEST_NAME:
            found[_first_sound(words[0])].append((words, tuple(sorted(regions))))
    return defaultdict(tuple, {letter: tuple(names) for letter, names in found.items()})


def _by_name(own: Notation, board: Board) -> Mapping[tuple[str, ...], set[Province]]:
    named: defaultdict[tuple[str, ...], set[Province]] = defaultdict(set)
    for words, region in _pairs(own, board):
        named[words].add(region)
    return named


def _pairs(own: Notation, board: Board) -> Iterator[tuple[tuple[str, ...], Province]]:
    tables = (own.phrases if own.board == board.map else {}, printed_names(board))
    for phrases in tables:
        for words, lexemes in phrases.items():
            for one in lexemes:
                if one.part is OrderPart.PLACE and one.value in board.regions:
                    yield words, Province(one.value)
                    if short := tuple(word for word in words if word not in _SMALL):
                        yield short, Province(one.value)
