"""Reads a line of several orders, in which one word may count for all of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judge.notation.errands import read_errand
from judge.notation.lexer import tokens_of
from judge.notation.line import LONGEST_ORDER_LINE, Misread, OrderReader
from judge.notation.order_readings import OrderContext
from judge.notation.read import parts_of_start, read_without_hints, split_orders, with_hints, with_prose_checked
from judge.notation.scout_hints import ScoutHints
from judge.notation.tables import Notation, OrderPart
from judge.rules.board import Board, Power
from judge.rules.memo import kept_for_same
from judge.rules.orders import Hold, Order
from judge.rules.position import PhaseKind, Position
from judge.rules.war.errands import RestAll, ScoutOrder

_LEADING = frozenset({OrderPart.BUILD, OrderPart.REMOVE, OrderPart.DISBAND, OrderPart.HOLD})
_UNIT = frozenset({OrderPart.ARMY, OrderPart.FLEET, OrderPart.PLACE})

ReadOrder = tuple[str, Order | Misread]


def read_orders(
    line: str,
    position: Position,
    board: Board,
    power: Power | None,
    own: Notation,
    others: Sequence[Notation] = (),
) -> tuple[ReadOrder, ...]:
    """Return each order on a line as it was written, with what it means: ``A PAR - BUR; A MAR H``.

    A word before the first unit counts for the others too if they make no sense without it: ``Build A PAR, F BRE``,
    ``Remove A GAS and F LYO``. Nothing else is carried over.
    """
    return read_orders_with(line, OrderReader(own, others, OrderContext(board, position, power)), hinted=len(line))


def read_orders_with(line: str, reader: OrderReader, *, hinted: int) -> tuple[ReadOrder, ...]:
    """Return the same for a reader.

    Hints, which take far longer, are looked for only for the first ``hinted`` misread orders.
    """
    found: list[ReadOrder] = []
    scene = reader.scene
    for part, order in _orders_on(line, scene.position, scene.board, scene.power, reader.own, reader.others):
        if not isinstance(order, Misread):
            found.append((part, order))
            continue
        told = with_prose_checked(order, reader)
        if hinted > 0 and not told.is_prose:
            told, hinted = with_hints(told, reader), hinted - 1
        found.append((part, told))
    return tuple(found)


def read_all_orders(
    line: str, reader: OrderReader, *, hinted: int, scouts: ScoutHints | None = None
) -> Iterator[tuple[str, Order | ScoutOrder | RestAll | Misread]]:
    """Yield each order on a line, to a unit or to a scout, as it was written, with what it means.

    Hints are looked for as in ``read_orders_with``; those for scouts are found by ``scouts``.
    """
    board = reader.scene.board
    for piece, errand in read_errands(line, board, reader.own, reader.others, scouts) or ((line, None),):
        read = ((piece, errand),) if errand else read_orders_with(piece, reader, hinted=hinted)
        hinted -= sum(isinstance(one, Misread) for _, one in read)
        yield from read


def read_errands(
    line: str, board: Board, own: Notation, others: Sequence[Notation], scouts: ScoutHints | None = None
) -> Sequence[tuple[str, ScoutOrder | RestAll | Misread | None]]:
    """Return each order on a line that has one to a scout, with what it is if it is one; nothing for other lines."""
    if not board.war.scouts:
        return ()
    found = [(piece, read_errand(piece, board, own, others, scouts)) for piece in split_orders(line, own, board)]
    return found if any(errand for _, errand in found) else ()


def units_told_to_hold(line: str, own: Notation) -> OrderPart | None:
    """Return the part of an order if a line tells all units to hold, or all others; None for any other line."""
    texts = tuple(token.text for token in tokens_of(line[:LONGEST_ORDER_LINE]))
    for length in range(len(texts), 0, -1):
        found = own.phrases.get(texts[:length], ())
        held = next((one.part for one in found if one.part in {OrderPart.ALL_HOLD, OrderPart.OTHERS_HOLD}), None)
        if held and (length == len(texts) or OrderPart.COURTESY in _whole(texts[length:], own)):
            return held
    return None


def _whole(texts: tuple[str, ...], own: Notation) -> set[OrderPart]:
    """What words can be in a convention, all of them together, without a comma before them."""
    return {lexeme.part for lexeme in own.phrases.get(texts[texts[0] == "," :], ())}


def word_of_title(title: str, position: Position, own: Notation) -> str:
    """Return the order word that a title, ``Builds:``, gives each line below it in an adjustment phase.

    Empty if none.
    """
    if position.phase.kind is not PhaseKind.ADJUSTMENT:
        return ""
    texts = tuple(token.text for token in tokens_of(title[:LONGEST_ORDER_LINE]))
    said = [parts_of_start(texts[place:], own) for place in range(len(texts))]
    return "+" if any(OrderPart.BUILD in parts for parts in said) else ""


def are_orders(
    line: str,
    position: Position,
    board: Board,
    power: Power | None,
    own: Notation,
    others: Sequence[Notation] = (),
) -> bool:
    """Return whether a line is nothing but orders; faster than ``read_orders``."""
    found = _orders_on(line, position, board, power, own, others)
    return bool(found) and not any(isinstance(read, Misread) for _, read in found)


@kept_for_same
def _orders_on(
    line: str, position: Position, board: Board, power: Power | None, own: Notation, others: Sequence[Notation]
) -> tuple[ReadOrder, ...]:
    """Each order on a line without hints; a line is asked whether it is one before it is read."""
    return _Parts(OrderReader(own, others, OrderContext(board, position, power))).orders(line)


@dataclass(frozen=True)
class _Parts:
    """The orders of a line, each read without hints."""

    reader: OrderReader

    def orders(self, line: str) -> tuple[ReadOrder, ...]:
        """Each order on the line."""
        own, scene = self.reader.own, self.reader.scene
        is_movement = scene.position.phase.kind is PhaseKind.MOVEMENT
        if is_movement and scene.power and units_told_to_hold(line, own) is OrderPart.ALL_HOLD:
            return tuple((line, Hold(unit.at.province)) for unit in scene.units())
        parts = split_orders(line, own, scene.board)
        return tuple(read for part in parts for read in self.read(part, line, is_first=part == parts[0]))

    def read(self, part: str, line: str, *, is_first: bool) -> tuple[ReadOrder, ...]:
        """A part of the line; it may lack the word in front of the first one, and so may its own second half."""
        alone = self._order(part)
        lead = _lead(line, self.reader.own) if isinstance(alone, Misread) else ""
        if not lead:
            return ((part, alone),)
        missing = "" if is_first else lead
        led = self._order(f"{missing} {part}") if missing else alone
        if not isinstance(led, Misread):
            return ((part, led),)
        for one, other in _halves(part, self.reader.own):
            both = self._order(f"{missing} {one}"), self._order(f"{lead} {other}")
            if not any(isinstance(half, Misread) for half in both):
                return ((one, both[0]), (other, both[1]))
        return ((part, alone),)

    def _order(self, text: str) -> Order | Misread:
        return read_without_hints(text, self.reader)


def _lead(line: str, own: Notation) -> str:
    """The order word in front of the first unit of a line; empty where there is none."""
    tokens = tokens_of(line[:LONGEST_ORDER_LINE])
    texts = tuple(token.text for token in tokens)
    parts = [parts_of_start(texts[place:], own) for place in range(len(texts))]
    unit = next((place for place, found in enumerate(parts) if found & _UNIT), 0)
    start = next((place for place, found in enumerate(parts[:unit]) if found & _LEADING), None)
    return "" if start is None else line[tokens[start].start : tokens[unit - 1].end]


def _halves(part: str, own: Notation) -> Iterator[tuple[str, str]]:
    """What stands on both sides of each "and"."""
    for token in tokens_of(part):
        if OrderPart.AND in parts_of_start((token.text,), own):
            yield part[: token.start].strip(), part[token.end :].strip()
