"""Gives a board the names that a rule book has for its powers and phases."""

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from typing import Any

from judge.rules.board import Board


@lru_cache(maxsize=256)
def board_in_book(board: Board, book: str) -> Board:
    """Return the board with the names of a rule book; the same object for the same two, the board itself for others."""
    names = _table().get(book, {})
    if names.get("map") != board.map:
        return board
    return replace(
        board,
        called={power: {**board.powers[power], **said} for power, said in names.get("powers", {}).items()},
        phases=names.get("phases", ""),
        later=board_in_book(board.later, book) if board.later else None,
    )


@lru_cache
def _table() -> Mapping[str, Any]:
    return tomllib.loads((files("judge.rules") / "book_names.toml").read_text(encoding="utf-8"))
