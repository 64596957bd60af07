"""Closing regions of a board: nobody enters one, and a unit that stands in one may leave it but do nothing else."""

from dataclasses import replace
from functools import lru_cache

from judge.rules.board import Board, Province


def without(board: Board, provinces: frozenset[Province]) -> Board:
    """The board with more of its regions closed, the same for the same regions; they are out of the map (004 3)."""
    return _without(board, provinces) if provinces - board.closed else board


@lru_cache(maxsize=256)
def _without(board: Board, provinces: frozenset[Province]) -> Board:
    borders = {
        kind: {
            at: frozenset(place for place in neighbours if place.province not in provinces)
            for at, neighbours in places.items()
        }
        for kind, places in board.borders.items()
    }
    return replace(board, closed=board.closed | provinces, borders=borders)
