"""Reads one line as its only order, or finds the first reason why it has none and marks the place."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from judge.notation.grammar import LineParser, WrittenPlace
from judge.notation.lexer import DASH, LineToken, mixed_script, tokens_of
from judge.notation.lexicon import Lexicon
from judge.notation.order_readings import NoUnitThere, OrderContext, OrderReading, best_readings
from judge.notation.tables import Notation, OrderPart
from judge.rules.board import Province, Unit
from judge.rules.orders import Order
from judge.rules.position import PhaseKind


class MisreadReason(Enum):
    """Why a line has no single meaning; the value is the key of its sentence."""

    UNKNOWN_PLACE = "unknown_place"  # the marked word names no region
    UNKNOWN_WORD = "unknown_word"  # the marked word is no order word
    NO_UNIT_THERE = "no_unit_there"  # no unit stands in the marked region
    NO_SCOUT_THERE = "no_scout_there"  # no scout of the reader is in the marked region
    SABOTAGE_ELSEWHERE = "sabotage_elsewhere"  # a scout sabotages where it is, not in the marked region
    INCOMPLETE = "incomplete"  # the line stops too early at the mark
    AMBIGUOUS = "ambiguous"  # several meanings, all listed in ``meanings``
    TOO_MUCH = "too_much"  # a whole order, then more text from the mark on
    CONDITIONAL = "conditional"  # "otherwise" orders inside a line
    REPORT_MARK = "report_mark"  # bears the marks of a report (``:``, ``=``, ``(retraite...)``)
    MIXED_SCRIPTS = "mixed_scripts"  # letters of two alphabets in one word
    WRONG_PHASE = "wrong_phase"  # an order of another kind of phase


@dataclass(frozen=True)
class Misread:
    """A line that changed nothing. ``start`` and ``end`` mark the place in ``line``, in characters.

    ``meanings`` are the orders it could be, ``hints`` legal orders near it in the reader's notation, best first; these
    are suggestions only. ``is_prose`` if it is plain words, near no order.
    """

    line: str
    start: int
    end: int
    why: MisreadReason
    meanings: tuple[Order, ...] = ()
    hints: tuple[str, ...] = ()
    is_prose: bool = False


class OfferReason(Enum):
    """Why an order that could be read is not followed without a yes; the value is the key of its sentence."""

    HEADING = "heading"  # it stands under a line, or beside words, that may take it back
    NOTATION = "notation"  # it is read by another notation than the reader's own
    LANGUAGE = "language"  # it has words of a language that the judge does not know
    CORRECTION = "correction"  # it seems to put right an order in force
    GUESS = "guess"  # it is the only order near to the words


@dataclass(frozen=True)
class Offered:
    """A line with one reading that is not certain enough to be followed: its orders count once their writer says yes.

    ``about`` are the words of the letter that the reason speaks of: the line above the orders, a strange word.
    """

    line: str
    orders: tuple[Order, ...]
    why: OfferReason
    about: str = ""


@dataclass(frozen=True)
class LineMeaning:
    """The result of one line: the orders it can mean.

    Else a place without a unit, or the parser with how far it got.
    """

    orders: tuple[Order, ...]
    nobody: WrittenPlace | None
    reading: LineParser


@dataclass(frozen=True)
class OrderReader:
    """Finds every meaning of a line, in the person's own convention first."""

    own: Notation
    others: Sequence[Notation]
    scene: OrderContext

    def lexicon(self, tokens: Sequence[LineToken]) -> Lexicon:
        """Return the lexicon of a line's tokens."""
        return Lexicon(tokens, self.own, self.others, self.scene.board)

    def understand(self, lexicon: Lexicon) -> LineMeaning:
        """Return the meanings of a line in the present phase with the fewest slips."""
        reading = LineParser(lexicon)
        sentences = sorted(reading.sentences(self.scene.position.phase.kind), key=lambda one: one.borrowed)
        found = [request for sentence in sentences for request in self.scene.meanings(sentence)]
        orders = best_readings(request for request in found if isinstance(request, OrderReading))
        nobody = next((request.spot for request in found if isinstance(request, NoUnitThere)), None)
        return LineMeaning(orders, nobody, reading)

    def named_unit(self, lexicon: Lexicon) -> Unit | None:
        """The first of the units the reader may order that a line names."""
        own = {unit.at.province: unit for unit in self.scene.units()}
        named = (found.lexeme.value for place in lexicon.places for found in lexicon.of(place, OrderPart.PLACE))
        return next((own[Province(code)] for code in named if code in own), None)

    def fits(self, lexicon: Lexicon, phases: Iterable[PhaseKind]) -> bool:
        """Whether a line has the form of an order of one of these kinds of phase."""
        reading = LineParser(lexicon)
        return any(True for phase in phases for _ in reading.sentences(phase))


LONGEST_ORDER_LINE = 500
"""Characters; a longer line is no order."""

_VERBS = frozenset(
    {
        OrderPart.HOLD,
        OrderPart.MOVE,
        OrderPart.SUPPORT,
        OrderPart.CONVOY,
        OrderPart.RETREAT,
        OrderPart.DISBAND,
        OrderPart.BUILD,
    }
)


def read_line(line: str, reader: OrderReader) -> Order | Misread:
    """Return the only order a line can mean, or a misread line without hints."""
    if len(line) > LONGEST_ORDER_LINE:
        return Misread(line, LONGEST_ORDER_LINE, len(line), MisreadReason.TOO_MUCH)
    tokens = tokens_of(line)
    if not tokens:
        end = len(line.rstrip())
        return Misread(line, end, end, MisreadReason.INCOMPLETE)
    if mixed := mixed_script(line):
        return Misread(line, *mixed, MisreadReason.MIXED_SCRIPTS)
    return _Line(line, tokens, reader).read()


class _Line:
    """One line with all that its reader can make of it."""

    def __init__(self, line: str, tokens: tuple[LineToken, ...], reader: OrderReader) -> None:
        self._line = line
        self._tokens = tokens
        self._reader = reader
        self._lexicon = reader.lexicon(tokens)

    def read(self) -> Order | Misread:
        """The order, or the first of the reasons why there is none."""
        for place in self._lexicon.places:
            for found in self._lexicon.of(place, OrderPart.OTHERWISE):
                if self._speaks_of_orders():
                    return self._misread(place, found.end, MisreadReason.CONDITIONAL)
        understood = self._reader.understand(self._lexicon)
        match understood.orders:
            case (order,):
                return order
            case ():
                return self._report_mark() or self._broken_off(understood.reading, understood.nobody)
            case orders:
                return replace(self._misread(0, len(self._tokens), MisreadReason.AMBIGUOUS), meanings=orders)

    def _speaks_of_orders(self) -> bool:
        """Whether a place with an order word behind it stands anywhere; "if" in plain words is no condition."""
        return any(
            any(self._lexicon.of(found.end, *_VERBS))
            for place in self._lexicon.places
            for found in self._lexicon.of(place, OrderPart.PLACE)
        )

    def _report_mark(self) -> Misread | None:
        """Return a misread line if the line is one of a report: an order once its marks are taken out."""
        plain, marks = _unmarked(self._lexicon)
        orders = self._reader.understand(self._reader.lexicon(plain)).orders if marks else ()
        if not orders:
            return None
        return replace(self._misread(marks[0], marks[0] + 1, MisreadReason.REPORT_MARK), meanings=orders)

    def _broken_off(self, reading: LineParser, nobody: WrittenPlace | None) -> Misread:
        if nobody:
            return self._misread(nobody.start, nobody.end, MisreadReason.NO_UNIT_THERE)
        if self._reader.fits(self._lexicon, set(PhaseKind) - {self._reader.scene.position.phase.kind}):
            return self._misread(0, len(self._tokens), MisreadReason.WRONG_PHASE)
        return self._lacking(reading)

    def _lacking(self, reading: LineParser) -> Misread:
        """Where the reading broke off, with what was missing there."""
        place = reading.furthest
        if place >= len(self._tokens):
            end = self._tokens[-1].end
            return Misread(self._line, end, end, MisreadReason.INCOMPLETE)
        if reading.lacked == {"end"}:
            return self._misread(place, len(self._tokens), MisreadReason.TOO_MUCH)
        if "place" in reading.lacked and (place or self._opens_with_place()):
            return self._misread(place, self._unknown_up_to(place), MisreadReason.UNKNOWN_PLACE)
        return self._misread(place, self._unknown_up_to(place), MisreadReason.UNKNOWN_WORD)

    def _opens_with_place(self) -> bool:
        """Whether the first words, unknown, stand where a place would: an order word follows."""
        return any(self._lexicon.of(self._unknown_up_to(0), *_VERBS))

    def _unknown_up_to(self, place: int) -> int:
        """The end of the words from here on that nothing knows; at least one word."""
        end = place + 1
        while end < len(self._tokens) and self._tokens[end].is_word and not self._is_known(end):
            end += 1
        return end

    def _is_known(self, place: int) -> bool:
        return any(found.lexeme.part not in {OrderPart.FILLER, OrderPart.LINK} for found in self._lexicon.at(place))

    def _misread(self, start: int, end: int, why: MisreadReason) -> Misread:
        return Misread(self._line, self._tokens[start].start, self._tokens[end - 1].end, why)


def _unmarked(lexicon: Lexicon) -> tuple[tuple[LineToken, ...], tuple[int, ...]]:
    """The tokens with the marks of a report taken out, the signs turned into attacks; where the marks stood."""
    plain: list[LineToken] = []
    marks: list[int] = []
    for place, token in enumerate(lexicon.tokens):
        if any(lexicon.of(place, OrderPart.STOPPED)):
            plain.append(replace(token, text=DASH))
            marks.append(place)
        elif token.text == "(" and any(lexicon.of(place + 1, OrderPart.MARK)):
            marks.append(place)
            break
        else:
            plain.append(token)
    return tuple(plain), tuple(marks)
