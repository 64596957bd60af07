"""Recognises misspelt words that are much like a place or like another word."""

from difflib import SequenceMatcher, get_close_matches
from functools import lru_cache

from judge.notation.lexicon import printed_names
from judge.notation.tables import OrderPart
from judge.rules.board import Board, Province

LEAST_LIKENESS = 0.75
SHORTEST_NAME = 4


def is_like_a_place(word: str, board: Board) -> bool:
    """Return whether a word is a misspelt region: a code with its letters in another order, or nearly a whole name."""
    return _rearranged(word) in _codes(board) or (len(word) >= SHORTEST_NAME and _is_like_a_name(word, board))


@lru_cache(maxsize=2048)
def _is_like_a_name(word: str, board: Board) -> bool:
    names = _names(board)
    return any(name.startswith(word) for name in names) or bool(get_close_matches(word, names, 1, LEAST_LIKENESS))


@lru_cache
def _names(board: Board) -> tuple[str, ...]:
    places = (key for key, found in printed_names(board).items() if any(one.part is OrderPart.PLACE for one in found))
    return tuple(name for name in map(" ".join, places) if len(name) >= SHORTEST_NAME)


@lru_cache
def _codes(board: Board) -> frozenset[str]:
    return frozenset(_rearranged(Province(code).casefold()) for code in board.regions)


def _rearranged(word: str) -> str:
    return "".join(sorted(word))


def likeness(one: str, other: str) -> float:
    """Return how similar two words are, from 0 to 1."""
    return SequenceMatcher(None, one, other).ratio()
