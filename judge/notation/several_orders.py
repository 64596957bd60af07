"""Reads a line of several orders, joined by words, signs or nothing."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from judge.notation.errands import ScoutHints, read_errand
from judge.notation.hold_all import HoldAll, hold_clause_in, is_counted, is_said_of_all_else
from judge.notation.joined_orders import JoinedLine, passive_orders, units_named
from judge.notation.lexer import tokens_of
from judge.notation.line import LONGEST_ORDER_LINE, Misread, MisreadReason, Offered, OfferReason, OrderReader
from judge.notation.loose_reading import tells_of_orders
from judge.notation.order_readings import OrderContext
from judge.notation.prose import is_greeting
from judge.notation.read import (
    has_quote_mark,
    parts_of_start,
    read_as_written,
    read_without_hints,
    split_orders,
    with_hints,
    with_prose_checked,
)
from judge.notation.season_words import tells_of_seasons
from judge.notation.sentences import read_sentences
from judge.notation.tables import Notation, OrderPart
from judge.rules.board import Board, Power, Province
from judge.rules.fast import kept_for_same
from judge.rules.orders import Hold, Order, province_of
from judge.rules.position import PhaseKind, Position
from judge.rules.war.scouts import RestAll, ScoutOrder

_LEADING = frozenset({OrderPart.BUILD, OrderPart.REMOVE, OrderPart.DISBAND, OrderPart.HOLD})
_UNIT = frozenset({OrderPart.ARMY, OrderPart.FLEET, OrderPart.PLACE})
_STOPPED = re.compile(r"[.!?;]\s+\w")
"""Where one sentence ends and the next begins."""
_LAST_WORD = re.compile(
    r"([^\W\d_]{5,})(?:[.!]\s+(?=\w)|,\s+[^\W\d_][^,.;:()]{2,30}\s(?:too|as well|likewise|aussi|également)\b)",
    re.IGNORECASE,
)
_HELPING = frozenset({OrderPart.SUPPORT, OrderPart.CONVOY})
_GLUED = re.compile(r"\b([AF])([A-Z]{3})\b", re.IGNORECASE | re.ASCII)
"""What may be a kind of unit and the abbreviation of a place."""
_LONGEST_ORDER = 7
"""Words; a line that is no longer is one order, perhaps with something behind it."""
_TELLING = frozenset({MisreadReason.REPORT_MARK, MisreadReason.MIXED_SCRIPTS, MisreadReason.AMBIGUOUS})
"""What is known of a line that is read in no other way."""

TITLE_OF_HOLDS = "hold"
_REMOVING = (OrderPart.REMOVE, OrderPart.DISBAND, OrderPart.RETREAT)
"""What a title of removals says: « Je retire : » is no retreat in the adjustments."""
_GIVEN_BY_TITLE: Mapping[PhaseKind, Mapping[OrderPart, str]] = {
    PhaseKind.ADJUSTMENT: {OrderPart.BUILD: "+", **dict.fromkeys(_REMOVING, "-")},
    PhaseKind.MOVEMENT: {OrderPart.SUPPORT: "S", OrderPart.CONVOY: "C", OrderPart.HOLD: TITLE_OF_HOLDS},
}
_BEHIND_UNIT = frozenset({"S", "C"})
_SIGNS = frozenset({"+", "-"})
_TITLING = (OrderPart.MOVE, OrderPart.SUPPORT, OrderPart.CONVOY, OrderPart.HOLD, OrderPart.BUILD, *_REMOVING)
_LONGEST_TITLE = 3
_LONGEST_ROW = 14
"""Words and signs of one order in the row of a table."""
_LETTERED = re.compile(r"[AF]\b\W*[^\W\d_]{3}\b")

_LONGEST_BORROWED = 120
"""Characters of a line that is read once more with names of other conventions."""

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
    is_one = _LETTERED.match(part) and not _STOPPED.search(part) and misread.line[misread.start : misread.end] != "("
    return misread.why is MisreadReason.UNKNOWN_PLACE and bool(is_one)


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
        return f"{title} {text}" if title in _SIGNS or reader.is_places(text) else ""
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
        if order := read_as_written(line, self.reader):
            return ((line, order),)
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
        if beside := self._row(line, found):
            return beside
        if all(not isinstance(one, Misread) or _is_nearly_order(part, one) for part, one in found) and found[1:]:
            return found
        has_stop = bool(_STOPPED.search(line))
        told = self._sentences(line) if has_stop else ()
        if told and not any(isinstance(one, Misread | Offered) for _, one in told):
            return told
        lead = _lead(line, self.reader.own)
        if joined := JoinedLine(line, self.reader, self._order, lead).orders() or self._borrowed(line, lead):
            return tuple(read for part, one in joined for read in self._with_helpers(part, one))
        told = told if has_stop else self._sentences(line)
        return told or tuple(self._each(found, lead))

    def _borrowed(self, line: str, lead: str) -> tuple[ReadOrder, ...]:
        """The orders of a line with an "and" of which some are offered, for they have names of another convention."""
        is_any = any(isinstance(one, Offered) and one.why is OfferReason.NOTATION for one in self._known.values())
        if not is_any or len(line) > _LONGEST_BORROWED:
            return ()
        joined = JoinedLine(line, self.reader, self._order_of, lead).orders()
        known = ((part, order, self._known.get(part)) for part, order in joined)
        return tuple((part, one if isinstance(one, Offered) else order) for part, order, one in known)

    def _order_of(self, text: str) -> Order | Misread | Offered:
        """A text as an order, if need be with names of another convention."""
        read = self._order(text)
        is_borrowed = isinstance(read, Offered) and read.why is OfferReason.NOTATION and len(read.orders) == 1
        return read.orders[0] if is_borrowed and isinstance(read, Offered) else read

    def _row(self, line: str, found: Sequence[ReadOrder]) -> tuple[ReadOrder, ...]:
        """The one order whose cells semicolons part, none of which is an order: ``fleet; Tunis; support …``."""
        is_row = len(found) > 1 and len(tokens_of(line)) <= _LONGEST_ROW and line.count(";") == len(found) - 1
        if not is_row or not all(isinstance(one, Misread) for _, one in found):
            return ()
        told = self.orders(line.replace(";", ","))
        is_one = len(told) == 1 and not any(isinstance(one, Misread | Offered) for _, one in told)
        return tuple((line, one) for _, one in told) if is_one else ()

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
        told = [one.orders[0] if isinstance(one, Offered) else one for _, one in beside if not isinstance(one, Misread)]
        kept = places.union(map(province_of, told))
        units = () if held.others else (unit for unit in scene.units() if held.speaks_of(unit))
        meant: tuple[ReadOrder, ...] = (
            *orders,
            *((line, Hold(unit.at.province)) for unit in units if unit.at.province not in kept),
        )
        unread = [part for part, one in beside if isinstance(one, Misread) and not is_greeting(part)]
        if unread and not (held.sure and (told or not is_said_of_all_else(line))):
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


def held_with_exceptions(
    held: HoldAll, reader: OrderReader
) -> tuple[HoldAll, tuple[tuple[str, Order], ...], frozenset[Province]] | None:
    """Return the same, with what the others are told: not certain where it is unclear what one excepted does."""
    besides, named = exceptions_of(held, reader), reader.named_units(held.besides)
    return (held, *besides) if besides else (replace(held, sure=False), (), named) if named else None


def _lead(line: str, own: Notation) -> str:
    """The order word in front of the first unit of a line; empty where there is none."""
    tokens = tokens_of(line[:LONGEST_ORDER_LINE])
    texts = tuple(token.text for token in tokens)
    parts = [parts_of_start(texts[place:], own) for place in range(len(texts))]
    unit = next((place for place, found in enumerate(parts) if found & _UNIT), 0)
    start = next((place for place, found in enumerate(parts[:unit]) if found & _LEADING), None)
    return "" if start is None else line[tokens[start].start : tokens[unit - 1].end]
