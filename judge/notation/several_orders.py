"""Reads a line of several orders, joined by words, signs or nothing."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from judge.notation.denials import is_gloss, is_remark
from judge.notation.errands import ScoutHints, read_errand
from judge.notation.grammar import PASSIVE_FORMS, LineParser, OrderForm, OrderParse
from judge.notation.hold_all import HoldAll, hold_clause_in
from judge.notation.lexer import LineToken, tokens_of
from judge.notation.lexicon import Lexicon
from judge.notation.line import LONGEST_ORDER_LINE, Misread, MisreadReason, Offered, OfferReason, OrderReader
from judge.notation.loose_reading import tells_of_orders
from judge.notation.order_readings import OrderContext, OrderReading, best_readings
from judge.notation.prose import is_greeting
from judge.notation.read import (
    has_quote_mark,
    is_in_list,
    parts_of_start,
    read_without_hints,
    split_orders,
    with_hints,
    with_prose_checked,
)
from judge.notation.season_words import tells_of_seasons
from judge.notation.sentence_words import sentence_words
from judge.notation.sentences import read_sentences
from judge.notation.tables import Notation, OrderPart
from judge.rules.board import Board, Power, Province, Unit
from judge.rules.fast import kept_for_same
from judge.rules.orders import Convoy, Disband, Hold, Order, SupportHold, SupportMove, province_of
from judge.rules.position import PhaseKind, Position
from judge.rules.war.scouts import RestAll, ScoutOrder

# --- finds the orders of a line that joins several


_MOST_PIECES = 24
_MOST_JOINED = 4
"""Pieces that one order can have: a region such as Morocco-and-Algeria has an "and" of its own."""
_HELPER_AND_HELPED = 2
_BRACKETS = frozenset("()")
_STOPS = frozenset(",;.!\n\t")
_SHARED = (Hold, SupportHold, SupportMove, Convoy, Disband)
"""What may be said once for several units: ``Paris and Marseilles hold``."""

PieceOrder = tuple[str, Order]


@dataclass(frozen=True)
class JoinedLine:
    """A line cut where another order may begin; ``read`` reads a piece as one order, ``lead`` opens all of them."""

    line: str
    reader: OrderReader
    read: Callable[[str], Order | Misread | Offered]
    lead: str = ""
    _tried: dict[int, tuple[PieceOrder, ...]] = field(default_factory=dict)
    _known: dict[str, Order | None] = field(default_factory=dict)

    def orders(self) -> tuple[PieceOrder, ...]:
        """Every order with its words, where the line is nothing but orders, each for another unit; else nothing."""
        pieces = tuple(_pieces(self.line, self.reader))
        if not 1 < len(pieces) <= _MOST_PIECES:
            return ()
        found = self._from(pieces, 0)
        places = [province_of(order) for _, order in found]
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

    def _order(self, text: str, *, is_first: bool) -> Order | None:
        said = (text,) if is_first or not self.lead else (text, f"{self.lead} {text}")
        return next((found for one in said if (found := self._read_once(one))), None)

    def _read_once(self, text: str) -> Order | None:
        if text not in self._known:
            found = self.read(text)
            self._known[text] = None if isinstance(found, Misread | Offered) else found
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


# --- reads a line of several orders, in which one word may count for all of them


_LEADING = frozenset({OrderPart.BUILD, OrderPart.REMOVE, OrderPart.DISBAND, OrderPart.HOLD})
_UNIT = frozenset({OrderPart.ARMY, OrderPart.FLEET, OrderPart.PLACE})
_STOPPED = re.compile(r"[.!?;]\s+\w")
"""Where one sentence ends and the next begins."""
_LAST_WORD = re.compile(r"([^\W\d_]{5,})[.!]\s+(?=\w)")
_HELPING = frozenset({OrderPart.SUPPORT, OrderPart.CONVOY})
_GLUED = re.compile(r"\b([AF])([A-Z]{3})\b", re.IGNORECASE | re.ASCII)
"""What may be a kind of unit and the abbreviation of a place."""
_LONGEST_ORDER = 7
"""Words; a line that is no longer is one order, perhaps with something behind it."""
_TELLING = frozenset({MisreadReason.REPORT_MARK, MisreadReason.MIXED_SCRIPTS, MisreadReason.AMBIGUOUS})
"""What is known of a line that is read in no other way."""

TITLE_OF_HOLDS = "hold"
_GIVEN_BY_TITLE: Mapping[PhaseKind, Mapping[OrderPart, str]] = {
    PhaseKind.ADJUSTMENT: {OrderPart.BUILD: "+"},
    PhaseKind.MOVEMENT: {OrderPart.SUPPORT: "S", OrderPart.CONVOY: "C", OrderPart.HOLD: TITLE_OF_HOLDS},
}
_BEHIND_UNIT = frozenset({"S", "C"})
_TITLING = (OrderPart.MOVE, OrderPart.SUPPORT, OrderPart.CONVOY, OrderPart.HOLD)
_LONGEST_TITLE = 3
_LETTERED = re.compile(r"[AF]\b\W*[^\W\d_]{3}\b")
_REMARK = re.compile(r"(.*\S)\s*\(([^()]+)\)[\s.]*")
"""An order with a remark in brackets behind it."""

ReadOrder = tuple[str, Order | Misread | Offered]


def read_orders(
    line: str, position: Position, board: Board, power: Power | None, own: Notation, others: Sequence[Notation] = ()
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
    parts = _orders_on(line, scene.position, scene.board, scene.power, reader.own, reader.others)
    for part, order in _with_clauses(line, parts, reader):
        if not isinstance(order, Misread):
            found.append((part, order))
            continue
        told = with_prose_checked(order, reader)
        if hinted > 0 and not told.is_prose:
            told, hinted = with_hints(told, reader), hinted - 1
        found.append((part, told))
    return tuple(found)


def _with_clauses(line: str, parts: Sequence[ReadOrder], reader: OrderReader) -> Iterator[ReadOrder]:
    """Yield the parts of a line; of those that cannot be read as a whole, the orders of the clauses that can, offered.

    They are meant only where their units have no other order.
    """
    if not any(isinstance(one, Misread) for _, one in parts) or has_quote_mark(line):
        yield from parts
        return
    loosely = tuple(read_sentences(line, reader, _unread, is_loose=True, is_beside=bool(_units_of(parts))))
    parts = [one for one in parts if not _is_given_otherwise(one[1], loosely)]
    clauses = [
        (said, replace(one, if_free=True))
        for said, one in loosely
        if isinstance(one, Offered) and _units_of(parts).isdisjoint(map(province_of, one.orders))
    ]
    for part, one in parts:
        is_read = isinstance(one, Misread) and not has_one_fault(one)
        told = [clause for clause in clauses if is_read and clause[0] in part]
        for said, offered in told:
            yield said, replace(offered, otherwise=one if isinstance(one, Misread) else None)
        if not told:
            yield part, one
        clauses = [clause for clause in clauses if clause not in told]


def _units_of(parts: Sequence[ReadOrder]) -> set[Province]:
    return {place for _, one in parts for order in _orders_of(one) if (place := province_of(order))}


def _is_given_otherwise(read: Order | Misread | Offered, clauses: Sequence[ReadOrder]) -> bool:
    """Whether clauses have another order for the unit of an uncertain one: a later sentence puts it right."""
    told = {order for _, one in clauses for order in _orders_of(one)}
    orders = {*read.orders} - told if isinstance(read, Offered) else set()
    return not {*map(province_of, orders)}.isdisjoint(map(province_of, told))


def _is_nearly_order(part: str, misread: Misread) -> bool:
    """Whether a part of a row of orders begins as one and names a region that is none: ``A ROM - POU``."""
    return misread.why is MisreadReason.UNKNOWN_PLACE and bool(_LETTERED.match(part))


def has_one_fault(misread: Misread) -> bool:
    """Return whether a line is an order but for one thing, which its answer marks: a mark, a few words too much."""
    is_short = len(tokens_of(misread.line)) <= _LONGEST_ORDER
    return misread.why in _TELLING or (misread.why is MisreadReason.TOO_MUCH and is_short)


def _orders_of(read: Order | Misread | Offered) -> tuple[Order, ...]:
    return () if isinstance(read, Misread) else read.orders if isinstance(read, Offered) else (read,)


def _unread(sentence: str) -> Sequence[ReadOrder]:
    """What a sentence is that orders nothing, where that is known already."""
    return ((sentence, Misread(sentence, 0, len(sentence), MisreadReason.UNKNOWN_WORD)),)


def read_all_orders(
    line: str, reader: OrderReader, *, hinted: int, scouts: ScoutHints | None = None
) -> Iterator[tuple[str, Order | ScoutOrder | RestAll | Misread | Offered]]:
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


def word_of_title(title: str, position: Position, own: Notation) -> str:
    """Return the order word that a title gives each line below it; empty if none.

    It is that of ``Builds:`` in an adjustment phase, of ``Supports:`` or ``Convoys:`` in a movement phase.
    """
    texts = tuple(token.text for token in tokens_of(title[:LONGEST_ORDER_LINE]))
    said = {part for place in range(len(texts)) for part in parts_of_start(texts[place:], own)}
    given = _GIVEN_BY_TITLE.get(position.phase.kind, {})
    return next((word for part, word in given.items() if part in said), "")


def is_title_of_orders(line: str, reader: OrderReader) -> bool:
    """Return whether a line is a title that names a kind of orders: ``Supports:``, ``Les soutiens :``."""
    tokens = tokens_of(line)
    words = [at for at, token in enumerate(tokens) if token.is_word]
    if not 0 < len(words) <= _LONGEST_TITLE:
        return False
    lexicon = reader.lexicon(tokens)
    is_one_phrase = any(one.end == len(tokens) for one in lexicon.of(0, *_TITLING))
    if not (is_one_phrase or len(words) == 1 or line.rstrip().endswith(":")):
        return False
    is_told = any(any(lexicon.of(at, *_TITLING)) for at in words[-1:])
    return (is_told or is_one_phrase) and not any(any(lexicon.of(at, OrderPart.PLACE)) for at in words)


def below_title(title: str, text: str, reader: OrderReader) -> str:
    """Return a line below a title with the word that this gives it: before it, or behind the unit that acts."""
    if title not in _BEHIND_UNIT:
        return f"{title} {text}" if title == "+" or reader.is_places(text) else ""
    unit, bracket, inside = text.partition("(")
    end = reader.unit_length(unit)
    behind = inside if bracket and end == len(unit.rstrip()) else text[end:]
    return f"{text[:end]} {title} {behind.strip(' ():')}" if end else ""


def are_orders(
    line: str, position: Position, board: Board, power: Power | None, own: Notation, others: Sequence[Notation] = ()
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
    """The orders of a line, each read without hints; a piece of it that is looked at again is read once."""

    reader: OrderReader
    _known: dict[str, Order | Misread | Offered] = field(default_factory=dict)

    def orders(self, line: str) -> tuple[ReadOrder, ...]:
        """Each order on the line."""
        if held := self._all_held(line):
            return held
        parts = split_orders(line, self.reader.own, self.reader.scene.board)
        found = tuple((part, self._order(part)) for part in parts)
        if self._is_help_at_stop(line) and (told := self._sentences(line)):
            return told
        if not any(isinstance(one, Misread) for _, one in found):
            return tuple(read for part, one in found for read in self._with_helpers(part, one))
        apart = self._with_kinds_apart(line)
        told = self.orders(apart) if apart != line else ()
        if told and not any(isinstance(one, Misread) for _, one in told):
            return told
        if has_quote_mark(line):
            return found
        if any(isinstance(one, Misread) and one.why in _TELLING for _, one in found):
            return self._settled(line) or found
        if len(line) > LONGEST_ORDER_LINE:
            return self._sentences(line) or found
        return self._mended(line, found) if self._tells_of_orders(line) else found

    def _is_help_at_stop(self, line: str) -> bool:
        """Whether a sentence ends with a word for help, written in full: ``…, Silesia supports. North Sea holds.``."""
        words = (found[1].casefold() for found in _LAST_WORD.finditer(line))
        return any(one.part in _HELPING for word in words for one in self.reader.own.phrases.get((word,), ()))

    def _with_kinds_apart(self, line: str) -> str:
        """The line with the kind of a unit apart from its place, where both are one word: ``APar-Bur``."""
        return _GLUED.sub(lambda word: f"{word[1]} {word[2]}" if self._is_glued(word) else word[0], line)

    def _is_glued(self, word: re.Match[str]) -> bool:
        whole, code = self.reader.own.phrases.get((word[0].casefold(),)), (word[2].casefold(),)
        return not whole and any(one.part is OrderPart.PLACE for one in self.reader.own.phrases.get(code, ()))

    def _tells_of_orders(self, line: str) -> bool:
        reader = self.reader
        if tells_of_orders(line, reader.own, tuple(reader.others), reader.scene.board):
            return True
        return reader.scene.position.phase.kind is not PhaseKind.MOVEMENT and tells_of_seasons(line)

    def _settled(self, line: str) -> tuple[ReadOrder, ...]:
        """The orders of a line whose first words alone leave a choice: ``Build in Ankara, a fleet``."""
        is_movement = self.reader.scene.position.phase.kind is PhaseKind.MOVEMENT
        told = () if is_movement else self._sentences(line)
        return () if any(isinstance(one, Misread) for _, one in told) else told

    def _sentences(self, line: str) -> tuple[ReadOrder, ...]:
        """The orders of a line as sentences; a sentence that gives none in words may be written otherwise."""
        return tuple(read_sentences(line, self.reader, self._otherwise))

    def _otherwise(self, sentence: str) -> tuple[ReadOrder, ...]:
        held = self._all_held(sentence)
        return held or ((sentence, self._order(sentence)),)

    def _mended(self, line: str, found: tuple[ReadOrder, ...]) -> tuple[ReadOrder, ...]:
        """The orders of a line of which something was not read; behind a word that denies nothing is."""
        for at, (part, one) in enumerate(found):
            if isinstance(one, Misread) and one.why is MisreadReason.DENIED:
                rest = line[line.index(part) :]
                return self._sentences(line) or (*found[:at], (rest, replace(one, line=rest)))
        if beside := self._beside_remark(line):
            return beside
        if all(not isinstance(one, Misread) or _is_nearly_order(part, one) for part, one in found) and found[1:]:
            return found
        has_stop = bool(_STOPPED.search(line))
        told = self._sentences(line) if has_stop else ()
        if told and not any(isinstance(one, Misread | Offered) for _, one in told):
            return told
        lead = _lead(line, self.reader.own)
        joined = JoinedLine(line, self.reader, self._order, lead).orders()
        if joined:
            return tuple(read for part, one in joined for read in self._with_helpers(part, one))
        told = told if has_stop else self._sentences(line)
        return told or tuple(self._each(found, lead))

    def _beside_remark(self, line: str) -> tuple[ReadOrder, ...]:
        """The order that a remark in brackets stands behind, offered: ``A MOS - UKR (towards Sevastopol)``."""
        found = _REMARK.fullmatch(line)
        order = self._order(found[1]) if found else None
        if found is None or order is None or isinstance(order, Misread | Offered):
            return ()
        words = sentence_words(found[2], self.reader.lexicon(tokens_of(found[2])), frozenset())
        if words and all(map(is_gloss, words)):
            return ((line, order),)
        is_apart = all(map(is_remark, words))
        return ((line, Offered(line, (order,), OfferReason.WORDS, f"({found[2]})")),) if is_apart and words else ()

    def _each(self, found: Sequence[ReadOrder], lead: str) -> Iterator[ReadOrder]:
        """Each part by itself; what stands behind words that are no order, and no greeting, is only offered."""
        beside = ""
        for at, (part, one) in enumerate(found):
            for said, read in self._part(part, one, lead if at else ""):
                if beside and not isinstance(read, Misread | Offered):
                    yield said, Offered(said, (read,), OfferReason.HEADING, beside)
                else:
                    yield said, read
                if isinstance(read, Misread) and not (self.reader.unit_length(said) or is_greeting(said)):
                    beside = said
                elif isinstance(read, Offered) and read.why is OfferReason.WORDS:
                    beside = beside or read.about

    def _part(self, part: str, one: Order | Misread | Offered, lead: str) -> tuple[ReadOrder, ...]:
        """A part of the line; it may lack the word in front of the first one, or join several orders itself."""
        if not isinstance(one, Misread):
            return self._with_helpers(part, one)
        led = self._order(f"{lead} {part}") if lead else one
        if not isinstance(led, Misread):
            return ((part, led),)
        joined = JoinedLine(part, self.reader, self._order, lead).orders()
        is_movement = self.reader.scene.position.phase.kind is PhaseKind.MOVEMENT
        told = self._sentences(part) if is_movement and not joined else ()  # "Burgundy, Paris" behind "keep" go nowhere
        return joined or told or self._with_helpers(part, one)

    def _all_held(self, line: str) -> tuple[ReadOrder, ...]:
        """The orders of a line that has all units of one power hold, with those it excepts and those beside it.

        Units without an order hold of themselves: a clause for them alone adds none. All are offered beside words that
        are no order, and no greeting.
        """
        scene, clause = self.reader.scene, hold_clause_in(line)
        if scene.position.phase.kind is not PhaseKind.MOVEMENT or scene.power is None or clause is None:
            return ()
        held = clause.held
        besides = exceptions_of(held, self.reader) if not held.others or clause.is_whole else ((), frozenset())
        if besides is None or (held.others and clause.is_whole) or not (held.others or is_counted(held, scene.units())):
            return ()
        beside = [read for words in (clause.before, clause.after) if words for read in self.orders(words)]
        orders, places = besides
        told = (one.orders[0] if isinstance(one, Offered) else one for _, one in beside if not isinstance(one, Misread))
        kept = places.union(map(province_of, told))
        units = () if held.others else (unit for unit in scene.units() if held.speaks_of(unit))
        meant: tuple[ReadOrder, ...] = (
            *orders,
            *((line, Hold(unit.at.province)) for unit in units if unit.at.province not in kept),
        )
        unread = [part for part, one in beside if isinstance(one, Misread) and not is_greeting(part)]
        if unread and not held.sure:
            return ()
        if unread or not held.sure:
            why = OfferReason.HEADING if unread else OfferReason.GUESS
            meant = tuple(
                (part, Offered(part, (one,), why, "".join(unread[:1])))
                for part, one in meant
                if not isinstance(one, Misread | Offered)
            )
        return (*beside, *meant)

    def _with_helpers(self, part: str, one: Order | Misread | Offered) -> tuple[ReadOrder, ...]:
        told = passive_orders(part, one, self.reader)
        return tuple((part, order) for order in told) or ((part, one),)

    def _order(self, text: str) -> Order | Misread | Offered:
        if text not in self._known:
            self._known[text] = read_without_hints(text, self.reader)
        return self._known[text]


def exceptions_of(
    held: HoldAll, reader: OrderReader
) -> tuple[tuple[tuple[str, Order], ...], frozenset[Province]] | None:
    """Return the orders a line excepts from "all hold", and where all it excepts stands; None if one is unclear."""
    if not held.besides:
        return ((), frozenset()) if not held.listed or units_named(held.listed, reader) else None
    scene = reader.scene
    read = _orders_on(held.besides, scene.position, scene.board, scene.power, reader.own, reader.others)
    orders = tuple((part, one) for part, one in read if not isinstance(one, Misread | Offered))
    if orders and len(orders) == len(read):
        return orders, frozenset(place for _, one in orders if (place := province_of(one)))
    if named := units_named(held.besides, reader):
        return (), named
    units, colon, told = held.besides.partition(":")
    named = units_named(units, reader)
    below = exceptions_of(replace(held, besides=told.strip()), reader) if colon and named and told.strip() else None
    return (below[0], below[1] | named) if below else None


def is_counted(held: HoldAll, units: Iterable[Unit]) -> bool:
    """Return whether there are as many of the units that are to hold as the words say, if they say it."""
    return not held.count or held.count == sum(held.speaks_of(unit) for unit in units)


def _lead(line: str, own: Notation) -> str:
    """The order word in front of the first unit of a line; empty where there is none."""
    tokens = tokens_of(line[:LONGEST_ORDER_LINE])
    texts = tuple(token.text for token in tokens)
    parts = [parts_of_start(texts[place:], own) for place in range(len(texts))]
    unit = next((place for place, found in enumerate(parts) if found & _UNIT), 0)
    start = next((place for place, found in enumerate(parts[:unit]) if found & _LEADING), None)
    return "" if start is None else line[tokens[start].start : tokens[unit - 1].end]
