"""Words that are much like a place, or like another word: slips of the pen."""

from difflib import SequenceMatcher, get_close_matches
from functools import lru_cache

from judge.notation.lexicon import printed
from judge.notation.tables import Part
from judge.rules.board import Board, Province

ALIKE = 0.75
SHORTEST_NAME = 4


def is_like_a_place(word: str, board: Board) -> bool:
    """Whether a word is a slip of the pen for a region: a code in another order of its letters, a name nearly whole."""
    return _rearranged(word) in _codes(board) or (len(word) >= SHORTEST_NAME and _is_like_a_name(word, board))


@lru_cache(maxsize=2048)
def _is_like_a_name(word: str, board: Board) -> bool:
    names = _names(board)
    return any(name.startswith(word) for name in names) or bool(get_close_matches(word, names, 1, ALIKE))


@lru_cache
def _names(board: Board) -> tuple[str, ...]:
    places = (key for key, found in printed(board).items() if any(one.part is Part.PLACE for one in found))
    return tuple(name for name in map(" ".join, places) if len(name) >= SHORTEST_NAME)


@lru_cache
def _codes(board: Board) -> frozenset[str]:
    return frozenset(_rearranged(Province(code).casefold()) for code in board.regions)


def _rearranged(word: str) -> str:
    return "".join(sorted(word))


def likeness(one: str, other: str) -> float:
    """How much two words are alike, from 0 to 1."""
    return SequenceMatcher(None, one, other).ratio()
