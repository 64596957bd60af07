"""Closes regions of a board: nobody may enter them, and a unit in one may leave but do nothing else."""

from dataclasses import replace
from functools import lru_cache

from judge.rules.board import Board, Province


def with_closed(board: Board, provinces: frozenset[Province]) -> Board:
    """Return the board with these regions closed too; the same object for the same regions (004 3)."""
    return _with_closed(board, provinces) if provinces - board.closed else board


@lru_cache(maxsize=256)
def _with_closed(board: Board, provinces: frozenset[Province]) -> Board:
    borders = {
        kind: {
            at: frozenset(place for place in neighbours if place.province not in provinces)
            for at, neighbours in places.items()
        }
        for kind, places in board.borders.items()
    }
    return replace(board, closed=board.closed | provinces, borders=borders)
