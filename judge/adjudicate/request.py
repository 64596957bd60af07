"""Reads one line of JSON as a phase to be judged, or tells what is wrong with it."""

from collections.abc import Mapping
from dataclasses import dataclass

from judge.notation.tables import Notation
from judge.positions_json import (
    JsonFaultError,
    JsonObject,
    board_in_json,
    homes_are_assumed,
    notation_in_json,
    read_json_object,
    read_position,
    rulebook_in_json,
    rulebook_name_in,
    texts_by_power,
)
from judge.rules.board import Board, Power
from judge.rules.position import Position
from judge.rules.rulebook import RuleBook

HOMES_ASSUMED = "No centers given: every power was taken to own its home centres."


@dataclass(frozen=True)
class AdjudicationRequest:
    """A phase to be judged; ``id`` is that of the line, ``note`` tells what was assumed."""

    id: object
    board: Board
    book: RuleBook
    notation: Notation
    position: Position
    orders: Mapping[Power, tuple[str, ...]]
    note: str = ""


@dataclass(frozen=True)
class FaultyRequest:
    """A line that cannot be judged: why in one sentence, which begins with the ``field`` at fault, if it is one."""

    id: object
    why: str
    field: str = ""


def read_request(text: str) -> AdjudicationRequest | FaultyRequest:
    """Read one line; every name is checked before anything is judged."""
    table: JsonObject = {}
    try:
        table = read_json_object(text)
        return _request(table)
    except JsonFaultError as fault:
        return FaultyRequest(table.get("id"), str(fault), fault.field)


def _request(table: JsonObject) -> AdjudicationRequest:
    board = board_in_json(table)
    book = rulebook_in_json(rulebook_name_in(table, board), board)
    position = read_position(table, board, book)
    return AdjudicationRequest(
        id=table.get("id"),
        board=board,
        book=book,
        notation=notation_in_json(table),
        position=position,
        orders={power: texts for power, texts in texts_by_power(table, "orders", board).items() if texts},
        note=HOMES_ASSUMED if homes_are_assumed(table, position.phase) else "",
    )
