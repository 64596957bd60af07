"""Reads one line of JSON as a phase to be judged, or says what is wrong with it."""

from collections.abc import Mapping
from dataclasses import dataclass

from judge.notation.tables import Notation
from judge.positions import (
    FaultError,
    Table,
    board_of,
    book_of,
    by_power,
    homes_are_assumed,
    notation_of,
    position_of,
    rules_of,
    table_of,
)
from judge.rules.board import Board, Power
from judge.rules.position import Position
from judge.rules.rulebook import RuleBook

HOMES_ASSUMED = "No centers given: every power was taken to own its home centres."


@dataclass(frozen=True)
class Request:
    """A phase to be judged; ``id`` is whatever the line bore, ``note`` what had to be assumed."""

    id: object
    board: Board
    book: RuleBook
    notation: Notation
    position: Position
    orders: Mapping[Power, tuple[str, ...]]
    note: str = ""


@dataclass(frozen=True)
class Faulty:
    """A line that cannot be judged: why in one sentence that begins with the ``field`` at fault, if it is one."""

    id: object
    why: str
    field: str = ""


def read_request(text: str) -> Request | Faulty:
    """Read one line; every name is checked before anything is judged."""
    table: Table = {}
    try:
        table = table_of(text)
        return _request(table)
    except FaultError as fault:
        return Faulty(table.get("id"), str(fault), fault.field)


def _request(table: Table) -> Request:
    board = board_of(table)
    book = book_of(rules_of(table, board), board)
    position = position_of(table, board, book)
    return Request(
        id=table.get("id"),
        board=board,
        book=book,
        notation=notation_of(table),
        position=position,
        orders={power: texts for power, texts in by_power(table, "orders", board).items() if texts},
        note=HOMES_ASSUMED if homes_are_assumed(table, position.phase) else "",
    )
