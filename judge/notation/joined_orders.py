"""Finds the orders of a line that joins several by words and signs, and those of a unit and its helpers."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from judge.notation.grammar import PASSIVE_FORMS, LineParser, OrderForm, OrderParse
from judge.notation.lexer import LineToken, tokens_of
from judge.notation.lexicon import Lexicon
from judge.notation.line import Misread, Offered, OfferReason, OrderReader
from judge.notation.order_readings import OrderReading, best_readings
from judge.notation.read import is_in_list
from judge.notation.tables import OrderPart
from judge.rules.board import Province
from judge.rules.orders import Convoy, Disband, Hold, Order, SupportHold, SupportMove, province_of
from judge.rules.position import PhaseKind

_MOST_PIECES = 24
_MOST_JOINED = 4
"""Pieces that one order can have: a region such as Morocco-and-Algeria has an "and" of its own."""
_HELPER_AND_HELPED = 2
_BRACKETS = frozenset("()")
_STOPS = frozenset(",;.!\n\t")
_SHARED = (Hold, SupportHold, SupportMove, Convoy, Disband)
"""What may be said once for several units: ``Paris and Marseilles hold``."""

ReadPiece = Order | Offered
"""A piece as one order, or as the one that is offered for it: its place is named as another convention does."""

PieceOrder = tuple[str, ReadPiece]


@dataclass(frozen=True)
class JoinedLine:
    """A line cut where another order may begin; ``read`` reads a piece as one order, ``lead`` opens all of them."""

    line: str
    reader: OrderReader
    read: Callable[[str], Order | Misread | Offered]
    lead: str = ""
    _tried: dict[int, tuple[PieceOrder, ...]] = field(default_factory=dict)
    _known: dict[str, ReadPiece | None] = field(default_factory=dict)

    def orders(self) -> tuple[PieceOrder, ...]:
        """Every order with its words, where the line is nothing but orders, each for another unit; else nothing."""
        pieces = tuple(_pieces(self.line, self.reader))
        if not 1 < len(pieces) <= _MOST_PIECES:
            return ()
        found = self._from(pieces, 0)
        places = [province_of(_order_of(read)) for _, read in found]
        return found if len(set(places)) == len(places) else ()

    def _from(self, pieces: Sequence[tuple[int, int]], first: int) -> tuple[PieceOrder, ...]:
        """The orders of the pieces from one on, the shortest first order that leaves others behind it."""
        if first not in self._tried:
            self._tried[first] = next(self._ways(pieces, first), ())
        return self._tried[first]

    def _ways(self, pieces: Sequence[tuple[int, int]], first: int) -> Iterator[tuple[PieceOrder, ...]]:
        for end in range(first + 1, min(first + _MOST_JOINED, len(pieces)) + 1):
            one = self._as_one(pieces[first:end], is_first=not first)
            rest = self._from(pieces, end) if one and end < len(pieces) else ()
            if one and (rest or end == len(pieces)):
                yield (*one, *rest)

    def _as_one(self, pieces: Sequence[tuple[int, int]], *, is_first: bool) -> tuple[PieceOrder, ...]:
        """Pieces as one order, or as several units with one thing to do."""
        texts = [self.line[start:end].strip() for start, end in pieces]
        whole = self.line[pieces[0][0] : pieces[-1][1]].strip()
        is_one = not any(
            self._stops_before(pieces[at]) and self._order(texts[at], is_first=False) for at in range(1, len(texts))
        )
        if is_one and (found := self._order(whole, is_first=is_first)):
            return ((whole, found),)
        return self._shared(texts[:-1], texts[-1], is_first=is_first) if texts[1:] else ()

    def _stops_before(self, piece: tuple[int, int]) -> bool:
        """Whether a stop stands before a piece: ``MAR supports, BRE holds`` is no support of Brest."""
        return self.line[: piece[0]].rstrip()[-1:] in _STOPS

    def _order(self, text: str, *, is_first: bool) -> ReadPiece | None:
        said = (text,) if is_first or not self.lead else (text, f"{self.lead} {text}")
        return next((found for one in said if (found := self._read_once(one))), None)

    def _read_once(self, text: str) -> ReadPiece | None:
        if text not in self._known:
            found = self.read(text)
            is_unclear = isinstance(found, Offered) and (found.why is not OfferReason.NOTATION or len(found.orders) > 1)
            self._known[text] = None if isinstance(found, Misread) or is_unclear else found
        return self._known[text]

    def _shared(self, units: Sequence[str], last: str, *, is_first: bool) -> tuple[PieceOrder, ...]:
        """The order of the last unit given to those before it, too; none where a unit has more than its name."""
        order = self._order(last, is_first=False)
        tail = last[self.reader.unit_length(last) :]
        if (
            not isinstance(order, _SHARED)
            or not tail.strip()
            or any(self.reader.unit_length(unit) < len(unit) for unit in units)
        ):
            return ()
        given = [(unit, self._order(f"{unit} {tail}", is_first=is_first)) for unit in units]
        return (*((unit, one) for unit, one in given if one), (last, order)) if all(one for _, one in given) else ()


def _order_of(read: ReadPiece) -> Order:
    return read.orders[0] if isinstance(read, Offered) else read


def units_named(text: str, reader: OrderReader) -> frozenset[Province]:
    """Return the places of the units that a text lists, nothing where it has more than their names."""
    found = [units_alone(text[start:end], reader) for start, end in _pieces(text, reader)]
    return frozenset(place for place in found if place) if all(found) else frozenset()


def units_alone(text: str, reader: OrderReader) -> Province | None:
    """Return the place of the reader's own unit that a text names, and nothing else; None if there is none."""
    tokens = tokens_of(text)
    parser = LineParser(reader.lexicon(tokens))
    named = {
        step.spots[0].province
        for start in parser.starts(OrderPart.FILLER)
        for step in parser.units_from(start)
        if step.end == len(tokens)
    }
    own = sorted(named & {unit.at.province for unit in reader.scene.units()})
    return own[0] if len(own) == 1 else None


def _pieces(line: str, reader: OrderReader) -> Iterator[tuple[int, int]]:
    """What stands between the joints of a line, each with its start and end in characters."""
    tokens = tokens_of(line)
    lexicon = reader.lexicon(tokens)
    start = place = 0
    while place < len(tokens):
        joint = _joint(lexicon, place)
        if joint > place or (place > start and _begins_anew(line, lexicon, place)):
            if place > start:
                yield tokens[start].start, tokens[place - 1].end
            start = place = max(joint, place)
        place += joint <= place
    if start < len(tokens):
        yield tokens[start].start, len(line)


def _joint(lexicon: Lexicon, place: int) -> int:
    """The token behind the joints that stand here; the place itself if there are none."""
    ends = [found.end for found in lexicon.of(place, OrderPart.AND, OrderPart.JOINT)]
    return _joint(lexicon, max(ends)) if ends else place


def _begins_anew(line: str, lexicon: Lexicon, place: int) -> bool:
    """Whether an order may begin at a token: behind a stop or a comma, at a number, a unit's word or its article."""
    tokens: Sequence[LineToken] = lexicon.tokens
    between = line[tokens[place - 1].end : tokens[place].start]
    if (_STOPS & set(between) or tokens[place].text == ";") and not is_in_list(line, tokens[place].start):
        return True
    opened = tokens[place + (tokens[place].text == "(" and place + 1 < len(tokens))]
    at = place + any(lexicon.of(place, OrderPart.FILLER))
    is_unit = any(lexicon.of(at, OrderPart.ARMY, OrderPart.FLEET)) and not any(lexicon.of(place - 1, OrderPart.FILLER))
    return opened.text.isdecimal() or is_unit


def passive_orders(text: str, order: Order | Misread | Offered, reader: OrderReader) -> tuple[Order, ...]:
    """Return the orders of a text that tells by which unit of the reader another is helped; nothing for other texts.

    They are the one that it gives the unit that is helped, ``order`` if it is known, and the one of the helper.
    """
    if reader.scene.position.phase.kind is not PhaseKind.MOVEMENT:
        return ()
    lexicon = reader.lexicon([token for token in tokens_of(text) if token.text not in _BRACKETS])
    if not any(any(lexicon.of(place, OrderPart.SUPPORTED, OrderPart.CONVOYED)) for place in lexicon.places):
        return ()
    parses = tuple(LineParser(lexicon).sentences(PASSIVE_FORMS))
    helping = _best(parses, reader)
    subjects = (_of_subject(parse) for parse in parses if len(parse.spots) > _HELPER_AND_HELPED)
    told = (order,) if not isinstance(order, Misread | Offered) else _best(subjects, reader)
    if len(helping) != 1 or len(told) > 1:
        return ()
    return (*told, *(one for one in helping if _is_own(one, reader)))


def _best(parses: Iterable[OrderParse], reader: OrderReader) -> tuple[Order, ...]:
    found = (one for parse in parses for one in reader.scene.meanings(parse))
    return best_readings(one for one in found if isinstance(one, OrderReading))


def _of_subject(parse: OrderParse) -> OrderParse:
    """The move of the unit that is helped."""
    return replace(parse, form=OrderForm.MOVE, spots=parse.spots[1:], by_sea=parse.form is OrderForm.CONVOY)


def _is_own(order: Order, reader: OrderReader) -> bool:
    place = province_of(order)
    return any(unit.at.province == place for unit in reader.scene.units())
