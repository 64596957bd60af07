"""Finds the regions whose name a word, or a few, may be: one slip away, or each word cut short."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache

from judge.notation.lexer import LineToken
from judge.notation.lexicon import SHORTEST_NAME, FoundLexeme, Lexicon, printed_names
from judge.notation.tables import Lexeme, Notation, OrderPart
from judge.rules.board import Board, Province

_MOST_WORDS = 4
_LONG_NAME = 8
"""Letters from which on a name may have two slips."""


class GuessingLexicon(Lexicon):
    """The words of a line of which some, ``strange``, may be names of regions with a slip."""

    def __init__(
        self,
        tokens: Sequence[LineToken],
        own: Notation,
        others: Sequence[Notation],
        board: Board,
        strange: Collection[int],
    ) -> None:
        super().__init__(tokens, own, others, board)
        self._strange = strange

    def _found(self, place: int) -> Iterator[FoundLexeme]:
        yield from super()._found(place)
        words: tuple[str, ...] = ()
        for end in range(place + 1, min(place + _MOST_WORDS, len(self.tokens)) + 1):
            if not self.tokens[end - 1].is_word:
                return
            words = (*words, self.tokens[end - 1].text)
            if any(at in self._strange for at in range(place, end)):
                for region in likely_regions(words, self.own, self.board):
                    yield FoundLexeme(Lexeme(OrderPart.PLACE, region), end, guessed=True)


@lru_cache(maxsize=2048)
def likely_regions(words: tuple[str, ...], own: Notation, board: Board) -> tuple[Province, ...]:
    """Return the regions that normalised words may name: ``burgandy``, ``n sea``, ``york``; none for a short word."""
    text = " ".join(words)
    if len(text) < SHORTEST_NAME or not words[0]:
        return ()
    found = (
        region for name, regions in _names(own, board)[text[0]] if _is_like(words, text, name) for region in regions
    )
    return tuple(dict.fromkeys(found))


def _is_like(words: tuple[str, ...], text: str, name: tuple[str, ...]) -> bool:
    whole = " ".join(name)
    if len(words) == len(name) and all(map(str.startswith, name, words)):
        return True
    most = 1 + (len(whole) >= _LONG_NAME)
    return abs(len(whole) - len(text)) <= most and len(whole) >= SHORTEST_NAME and slips_between(text, whole) <= most


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


@lru_cache
def _names(own: Notation, board: Board) -> Mapping[str, tuple[tuple[tuple[str, ...], tuple[Province, ...]], ...]]:
    """The names of regions of four letters or more, as words, by their first letter."""
    found: defaultdict[str, list[tuple[tuple[str, ...], tuple[Province, ...]]]] = defaultdict(list)
    for words, regions in _by_name(own, board).items():
        if len(" ".join(words)) >= SHORTEST_NAME:
            found[words[0][0]].append((words, tuple(sorted(regions))))
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
