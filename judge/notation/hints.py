"""Orders near a misread line that would work now; suggestions alone, for no guess ever becomes an order."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from judge.notation.grammar import Form, Reading
from judge.notation.lexer import tokens_of
from judge.notation.line import read_line
from judge.notation.meanings import Meaning
from judge.notation.misread import Misread, Misreading
from judge.notation.prose import speaks_of
from judge.notation.reader import Reader
from judge.notation.repairs import reach, repairs, words_for
from judge.notation.tables import Part
from judge.notation.write import write_order
from judge.rules.adjustments import answer_adjustments
from judge.rules.board import Location
from judge.rules.legality import why_illegal
from judge.rules.orders import Disband, Move, Order, SupportHold, SupportMove, Waive, province_of
from judge.rules.position import PhaseKind
from judge.rules.verdicts import Void

MOST_HINTS = 3
_LONGEST_LINE = 120
_DEPTH = 2
_MOST_TOKENS = 20
"""Of a line that is put half right, to be tried once more: no order has as many, and each has more places to mend."""
_MOST_TRIED = 4
_COUNTERPARTS = {Form.RETREAT: Form.MOVE, Form.MOVE: Form.RETREAT, Form.CARRIED: Form.RETREAT}


def hints_for(misread: Misread, reader: Reader) -> tuple[str, ...]:
    """Legal orders near a misread line, in the reader's convention, best first; where it had meanings, those."""
    if len(misread.line) > _LONGEST_LINE or not tokens_of(misread.line):
        return ()
    near = misread.meanings or islice(_near(misread, reader, _DEPTH), 2 * MOST_HINTS)
    scene = reader.scene
    hints = (write_order(order, scene.position, scene.board, reader.own) for order in near)
    return tuple(dict.fromkeys(hints))[: max(MOST_HINTS, len(misread.meanings))]


def _near(misread: Misread, reader: Reader, depth: int) -> Iterator[Order]:
    """The working orders among the repairs of a line; a line that is put half right is tried once more."""
    found: list[Order] = list(_counterparts(misread, reader))
    half_right: list[Misread] = []
    for line in repairs(misread, reader):
        read = read_line(line, reader)
        if not isinstance(read, Misread):
            found.append(read)
        else:
            found.extend(read.meanings)
            half_right.append(read)
    working = _working((order for order in found if not _gives_up(order, misread, reader)), reader)
    yield from working
    is_short = len(tokens_of(misread.line)) <= _MOST_TOKENS
    if (not working and is_short) or misread.why is Misreading.INCOMPLETE:
        further = (read for read in half_right if depth > 1 and read.start > misread.start)
        for read in islice(further, _MOST_TRIED):
            yield from islice(_near(read, reader, depth - 1), MOST_HINTS)
        yield from _working(_supports(misread, reader), reader) if depth == _DEPTH else ()


def _working(orders: Iterable[Order], reader: Reader) -> tuple[Order, ...]:
    """Those the rules allow the reader's power now, each once; no convoy that the line does not ask for."""
    works = dict.fromkeys(order for order in orders if _works(order, reader))
    overland = {replace(order, by_sea=True) for order in works if isinstance(order, Move) and not order.by_sea}
    return tuple(order for order in works if order not in overland and not _needs_convoy(order, reader))


def _gives_up(order: Order, misread: Misread, reader: Reader) -> bool:
    """Whether an order waives a build, or disbands a unit that may retreat, of which the line does not speak."""
    match order:
        case Waive():
            part = Part.WAIVE
        case Disband(at) if (driven_out := reader.scene.position.dislodged.get(at)) and driven_out.retreats:
            part = Part.DISBAND
        case _:
            return False
    return not speaks_of(part, reader.lexicon(tokens_of(misread.line)), words_for(reader.own, part))


def _needs_convoy(order: Order, reader: Reader) -> bool:
    """Whether a plain attack is out of the unit's own reach."""
    if not isinstance(order, Move) or order.by_sea:
        return False
    unit = reader.scene.position.unit_at(order.at)
    return unit is not None and not reader.scene.board.reaches(unit, order.to.province)


def _works(order: Order, reader: Reader) -> bool:
    scene, province = reader.scene, province_of(order)
    if scene.power and scene.position.phase.kind is PhaseKind.ADJUSTMENT:
        answers = answer_adjustments(scene.board, scene.position, scene.power, (order,))
        return not any(isinstance(answer.reason, Void) for answer in answers)
    unit = scene.position.unit_at(province) if province else None
    own = unit is None or scene.power in (None, unit.power)
    return own and why_illegal(scene.board, scene.position, order) is None


def _counterparts(misread: Misread, reader: Reader) -> Iterator[Order]:
    """An order of another phase, as this one has it: a retreat for an attack, an attack for a retreat."""
    if misread.why is not Misreading.WRONG_PHASE:
        return
    reading = Reading(reader.lexicon(tokens_of(misread.line)))
    for sentence in (sentence for phase in PhaseKind for sentence in reading.sentences(phase)):
        if form := _COUNTERPARTS.get(sentence.form):
            found = reader.scene.meanings(replace(sentence, form=form))
            yield from (meaning.order for meaning in found if isinstance(meaning, Meaning))


def _supports(misread: Misread, reader: Reader) -> Iterator[Order]:
    """For a line that speaks of support: every support its unit could give to one of the reader's own."""
    lexicon = reader.lexicon(tokens_of(misread.line))
    supporter = reader.named_unit(lexicon)
    if supporter and any(found for place in lexicon.places for found in lexicon.of(place, Part.SUPPORT)):
        at = supporter.at.province
        for unit in reader.scene.units():
            yield SupportHold(at, unit.at.province)
            for to in reach(lexicon, reader):
                yield SupportMove(at, unit.at.province, Location(to.province))
