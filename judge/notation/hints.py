"""Suggests legal orders near a misread line; a suggestion never becomes an order by itself."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from judge.notation.grammar import LineParser, OrderForm
from judge.notation.lexer import tokens_of
from judge.notation.line import read_line
from judge.notation.misread import Misread, MisreadReason
from judge.notation.order_readings import OrderReading
from judge.notation.prose import speaks_of
from judge.notation.reader import OrderReader
from judge.notation.repairs import places_in_reach, repairs, words_for
from judge.notation.tables import OrderPart
from judge.notation.write import write_order
from judge.rules.adjustments import judge_ordered_adjustments
from judge.rules.board import Location
from judge.rules.legality import why_illegal
from judge.rules.orders import Disband, Move, Order, SupportHold, SupportMove, Waive, province_of
from judge.rules.position import PhaseKind
from judge.rules.verdicts import Void

MOST_HINTS = 3
_LONGEST_LINE = 120
_DEPTH = 2
_MOST_TOKENS = 20
"""Tokens of a line that is repaired once more: no order has as many, and each is another place to repair."""
_MOST_TRIED = 4
_COUNTERPARTS = {
    OrderForm.RETREAT: OrderForm.MOVE,
    OrderForm.MOVE: OrderForm.RETREAT,
    OrderForm.CARRIED: OrderForm.RETREAT,
}


def hints_for(misread: Misread, reader: OrderReader) -> tuple[str, ...]:
    """Return legal orders near a misread line, in the reader's convention, best first.

    Its possible meanings if it has any.
    """
    if len(misread.line) > _LONGEST_LINE or not tokens_of(misread.line):
        return ()
    near = misread.meanings or islice(_near(misread, reader, _DEPTH), 2 * MOST_HINTS)
    scene = reader.scene
    hints = (write_order(order, scene.position, scene.board, reader.own) for order in near)
    return tuple(dict.fromkeys(hints))[: max(MOST_HINTS, len(misread.meanings))]


def _near(misread: Misread, reader: OrderReader, depth: int) -> Iterator[Order]:
    """Yield the legal orders among the repairs of a line; a line that is repaired in part is tried once more."""
    found: list[Order] = list(_counterparts(misread, reader))
    half_right: list[Misread] = []
    for line in repairs(misread, reader):
        read = read_line(line, reader)
        if not isinstance(read, Misread):
            found.append(read)
        else:
            found.extend(read.meanings)
            half_right.append(read)
    working = _working((order for order in found if not _is_unasked_loss(order, misread, reader)), reader)
    yield from working
    is_short = len(tokens_of(misread.line)) <= _MOST_TOKENS
    if (not working and is_short) or misread.why is MisreadReason.INCOMPLETE:
        further = (read for read in half_right if depth > 1 and read.start > misread.start)
        for read in islice(further, _MOST_TRIED):
            yield from islice(_near(read, reader, depth - 1), MOST_HINTS)
        yield from _working(_supports(misread, reader), reader) if depth == _DEPTH else ()


def _working(orders: Iterable[Order], reader: OrderReader) -> tuple[Order, ...]:
    """Return the orders that are legal for the reader's power now, each once.

    No convoy that the line does not ask for.
    """
    works = dict.fromkeys(order for order in orders if _is_legal(order, reader))
    overland = {replace(order, by_sea=True) for order in works if isinstance(order, Move) and not order.by_sea}
    return tuple(order for order in works if order not in overland and not _needs_convoy(order, reader))


def _is_unasked_loss(order: Order, misread: Misread, reader: OrderReader) -> bool:
    """Return whether an order loses a build, or a unit that may retreat, without being asked by the line."""
    match order:
        case Waive():
            part = OrderPart.WAIVE
        case Disband(at) if (driven_out := reader.scene.position.dislodged.get(at)) and driven_out.retreats:
            part = OrderPart.DISBAND
        case _:
            return False
    return not speaks_of(part, reader.lexicon(tokens_of(misread.line)), words_for(reader.own, part))


def _needs_convoy(order: Order, reader: OrderReader) -> bool:
    """Whether a plain attack is out of the unit's own reach."""
    if not isinstance(order, Move) or order.by_sea:
        return False
    unit = reader.scene.position.unit_at(order.at)
    return unit is not None and not reader.scene.board.reaches(unit, order.to.province)


def _is_legal(order: Order, reader: OrderReader) -> bool:
    scene, province = reader.scene, province_of(order)
    if scene.power and scene.position.phase.kind is PhaseKind.ADJUSTMENT:
        answers = judge_ordered_adjustments(scene.board, scene.position, scene.power, (order,))
        return not any(isinstance(answer.reason, Void) for answer in answers)
    unit = scene.position.unit_at(province) if province else None
    own = unit is None or scene.power in (None, unit.power)
    return own and why_illegal(scene.board, scene.position, order) is None


def _counterparts(misread: Misread, reader: OrderReader) -> Iterator[Order]:
    """Yield the same order in another phase: a retreat for an attack, an attack for a retreat."""
    if misread.why is not MisreadReason.WRONG_PHASE:
        return
    reading = LineParser(reader.lexicon(tokens_of(misread.line)))
    for sentence in (sentence for phase in PhaseKind for sentence in reading.sentences(phase)):
        if form := _COUNTERPARTS.get(sentence.form):
            found = reader.scene.meanings(replace(sentence, form=form))
            yield from (request.order for request in found if isinstance(request, OrderReading))


def _supports(misread: Misread, reader: OrderReader) -> Iterator[Order]:
    """Yield, for a line about support, every support its unit could give to one of the reader's own."""
    lexicon = reader.lexicon(tokens_of(misread.line))
    supporter = reader.named_unit(lexicon)
    if supporter and any(found for place in lexicon.places for found in lexicon.of(place, OrderPart.SUPPORT)):
        at = supporter.at.province
        for unit in reader.scene.units():
            yield SupportHold(at, unit.at.province)
            for to in places_in_reach(lexicon, reader):
                yield SupportMove(at, unit.at.province, Location(to.province))
