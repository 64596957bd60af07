"""Reads phases to be judged from JSON: a position with the orders of each power, in any notation."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from judge.notation.line import Misread
from judge.notation.read import read_order, unit_named
from judge.notation.several_orders import read_orders
from judge.notation.tables import Notation, load_notation, notation_names
from judge.positions_json import (
    JsonObject,
    board_in_json,
    homes_are_assumed,
    notation_in_json,
    read_position,
    rulebook_in_json,
    rulebook_name_in,
    texts_by_power,
)
from judge.rules.board import Board, Power, Unit
from judge.rules.orders import Order
from judge.rules.position import Position
from judge.rules.rulebook import RuleBook

_HOMES_ASSUMED = "No centers given: every power was taken to own its home centres."


@dataclass(frozen=True)
class PhaseToJudge:
    """A phase to be judged: ``id`` is that of the line, ``note`` tells what was assumed."""

    id: object
    board: Board
    book: RuleBook
    notation: Notation
    position: Position
    orders: Mapping[Power, tuple[str, ...]]
    note: str = ""


def read_phase_to_judge(table: JsonObject) -> PhaseToJudge:
    """Read a phase to be judged; every name is checked before anything is judged (JsonFaultError)."""
    board = board_in_json(table)
    book = rulebook_in_json(rulebook_name_in(table, board), board)
    position = read_position(table, board, book)
    return PhaseToJudge(
        id=table.get("id"),
        board=board,
        book=book,
        notation=notation_in_json(table),
        position=position,
        orders={power: texts for power, texts in texts_by_power(table, "orders", board).items() if texts},
        note=_HOMES_ASSUMED if homes_are_assumed(table, position.phase) else "",
    )


@dataclass(frozen=True)
class OrderLine:
    """One order as written and as read; ``unit`` is the one that a line which could not be read names, if any."""

    text: str
    read: Order | Misread
    unit: Unit | None = None


def read_order_lines(request: PhaseToJudge, power: Power, texts: Iterable[str]) -> Iterator[OrderLine]:
    """The power's own notation is read first, then every other."""
    own = request.notation
    others = [load_notation(name) for name in notation_names() if name != own.name]
    scene = request.position, request.board, power, own, others
    for text in texts:
        for line, read in read_orders(text, *scene) or ((text, read_order(text, *scene)),):
            unread = isinstance(read, Misread) and not read.is_prose
            yield OrderLine(line, read, unit_named(line, *scene) if unread else None)
