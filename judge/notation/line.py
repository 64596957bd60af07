"""Reads one line as its only order, or finds the first reason why it has none and marks the place."""

import re
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from judge.notation.effort import once_a_letter
from judge.notation.grammar import BETWEEN, FORMS, LineParser, OrderParse, WrittenPlace
from judge.notation.lexer import DASH, LineToken, mixed_script, tokens_of
from judge.notation.lexicon import Lexicon, keeps_out, lexicon_of
from judge.notation.loose_reading import is_legal, read_loosely, without_brackets
from judge.notation.order_readings import NoUnitThere, OrderContext, OrderReading, best_readings
from judge.notation.tables import Notation, OrderPart, shared_phrases
from judge.rules.board import Province, Unit, UnitKind
from judge.rules.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
    province_of,
)
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
    DENIED = "denied"  # the marked word says that it is not to be done


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
    WORDS = "words"  # words that say nothing of orders stand beside it
    GUESS = "guess"  # it is the only order near to the words
    QUESTION = "question"  # it is asked for, or about, in a question
    EARLY = "early"  # it is for the next movement phase, and units retreat now
    LATER = "later"  # it is for another phase to come


@dataclass(frozen=True)
class Offered:
    """A line with one reading that is not certain enough to be followed: its orders count once their writer says yes.

    ``about`` are the words of the letter that the reason speaks of: the line above the orders, a strange word.
    ``otherwise`` is what the line is where nobody can be asked, if that is known. Where ``if_free`` the orders are
    meant only if their units have no other one.
    """

    line: str
    orders: tuple[Order, ...]
    why: OfferReason
    about: str = ""
    otherwise: Misread | None = None
    if_free: bool = False


@dataclass(frozen=True)
class LineMeaning:
    """The result of one line: the orders it can mean.

    Else a place without a unit, or the parser with how far it got. ``foreign`` is a place that has another meaning in
    the reader's own convention.
    """

    orders: tuple[Order, ...]
    nobody: WrittenPlace | None
    reading: LineParser
    foreign: WrittenPlace | None = None


@dataclass(frozen=True)
class OrderReader:
    """Finds every meaning of a line, in the person's own convention first."""

    own: Notation
    others: Sequence[Notation]
    scene: OrderContext

    @property
    def key(self) -> Hashable:
        """What is the same for readers that read alike."""
        return self.own, tuple(self.others), self.scene.key

    def lexicon(self, tokens: Sequence[LineToken]) -> Lexicon:
        """Return the lexicon of a line's tokens."""
        return lexicon_of(tokens, self.own, self.others, self.scene.board)

    def understand(self, lexicon: Lexicon) -> LineMeaning:
        """Return the meanings of a line in the present phase with the fewest slips."""
        reading = LineParser(lexicon)
        sentences = sorted(reading.sentences(FORMS[self.scene.position.phase.kind]), key=lambda one: one.borrowed)
        found = [(request, sentence) for sentence in sentences for request in self.scene.meanings(sentence)]
        orders = best_readings(request for request, _ in found if isinstance(request, OrderReading))
        nobody = next((request.spot for request, _ in found if isinstance(request, NoUnitThere)), None)
        meant = next((one for told, one in found if isinstance(told, OrderReading) and told.order in orders), None)
        return LineMeaning(orders, nobody, reading, foreign_place(meant, lexicon) if meant else None)

    def named_unit(self, lexicon: Lexicon) -> Unit | None:
        """The first of the units the reader may order that a line names."""
        own = {unit.at.province: unit for unit in self.scene.units()}
        named = (found.lexeme.value for place in lexicon.places for found in lexicon.of(place, OrderPart.PLACE))
        return next((own[Province(code)] for code in named if code in own), None)

    def unit_of_line(self, text: str) -> Unit | None:
        """The first of the units the reader may order that a line names, be it an order or not."""
        return self.named_unit(self.lexicon(tokens_of(text[:LONGEST_ORDER_LINE])))

    def only_unit_of_kind(self, text: str) -> Unit | None:
        """The one unit, of those the reader may order, of the kind that a text names, ``my fleet``; None if unclear."""
        lexicon = self.lexicon(tokens_of(text[:LONGEST_ORDER_LINE]))
        kinds = {
            kind
            for place in range(len(lexicon.tokens))
            for kind, part in ((UnitKind.ARMY, OrderPart.ARMY), (UnitKind.FLEET, OrderPart.FLEET))
            if any(lexicon.of(place, part))
        }
        units = [unit for unit in self.scene.units() if unit.kind in kinds]
        return units[0] if len(units) == 1 else None

    def named_units(self, text: str) -> frozenset[Province]:
        """Where the units stand that the reader may order and a text names."""
        return self.named_places(text) & {unit.at.province for unit in self.scene.units()}

    def named_places(self, text: str) -> frozenset[Province]:
        """The regions that a text names."""
        lexicon = self.lexicon(tokens_of(text))
        named = (found.lexeme.value for place in lexicon.places for found in lexicon.of(place, OrderPart.PLACE))
        return frozenset(map(Province, named))

    def is_places(self, text: str) -> bool:
        """Whether a text is nothing but words for units and places, none of which says what to do."""
        lexicon, place = self.lexicon(tokens_of(text)), 0
        while place < len(lexicon.tokens):
            found = lexicon.of(place, OrderPart.PLACE, OrderPart.ARMY, OrderPart.FLEET, OrderPart.TROOP)
            if (end := max((one.end for one in found), default=0)) == 0:
                return False
            place = end
        return True

    def unit_length(self, text: str) -> int:
        """The length of the unit that a text begins with, in characters; 0 if it begins with none."""
        tokens = tokens_of(text)
        parser = LineParser(self.lexicon(tokens))
        end = max(
            (step.end for start in parser.starts(OrderPart.OPENING) for step in parser.units_from(start)), default=0
        )
        return len(text) if tokens and end == len(tokens) else tokens[end - 1].end if end else 0

    def fits(self, lexicon: Lexicon, phases: Iterable[PhaseKind]) -> bool:
        """Whether a line has the form of an order of one of these kinds of phase."""
        reading = LineParser(lexicon)
        return any(True for phase in phases for _ in reading.sentences(FORMS[phase]))


def foreign_place(sentence: OrderParse, lexicon: Lexicon) -> WrittenPlace | None:
    """Return the first place of a sentence whose words mean another place in the reader's own convention."""
    if not sentence.borrowed:
        return None
    for spot in sentence.spots:
        own = [one.lexeme.value for one in lexicon.of(spot.start, OrderPart.PLACE) if not (one.borrowed or one.guessed)]
        if own and spot.province not in own:
            return spot
    return None


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


_CODE = 3
"""Letters that a code has at least, before a coast."""
_GLOSSED = re.compile(r"(.*\S)\s*\(([^()]+)\)[\s.!]*")
_ORDER = Hold | Move | SupportHold | SupportMove | Convoy | Retreat | Disband | Build | Waive


def read_line(line: str, reader: OrderReader) -> Order | Misread | Offered:
    """Return the only order a line can mean, one that is offered, or a misread line without hints."""
    if len(line) > LONGEST_ORDER_LINE:
        return Misread(line, LONGEST_ORDER_LINE, len(line), MisreadReason.TOO_MUCH)
    return once_a_letter((read_line, line, reader.key), lambda: _read_line(line, reader))


def _read_line(line: str, reader: OrderReader) -> Order | Misread | Offered:
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

    def read(self) -> Order | Misread | Offered:
        """The order, or the first of the reasons why there is none."""
        for place in self._lexicon.places:
            for found in self._lexicon.of(place, OrderPart.OTHERWISE):
                if not self._is_courtesy(place) and self._speaks_of_orders():
                    return self._misread(place, found.end, MisreadReason.CONDITIONAL)
        understood = self._reader.understand(self._lexicon)
        match understood.orders:
            case (order,) if understood.foreign:
                about = self._tokens[understood.foreign.start]
                return Offered(self._line, (order,), OfferReason.NOTATION, self._line[about.start : about.end])
            case (order,):
                return self._legal_elsewhere(order) or order
            case ():
                read = self._otherwise_read()
                if not (read is None or isinstance(read, Offered)):
                    return read
                misread = self._broken_off(understood.reading, understood.nobody)
                return replace(read, otherwise=misread) if read else misread
            case orders:
                return self._in_reach(orders)

    def _in_reach(self, orders: tuple[Order, ...]) -> Order | Misread:
        """Of orders that differ in a region of several meanings, the only legal one; else those to be told apart.

        Own names alone are settled so (001 VII.4, VII.7): ``A Fin-Nor`` can only be Norway.
        """
        lexicon, scene = self._lexicon, self._reader.scene
        own = ([one for one in lexicon.of(at, OrderPart.PLACE) if not one.borrowed] for at in lexicon.places)
        legal = tuple(order for order in orders if is_legal(order, scene))
        is_own = scene.power is not None and any(len({one.lexeme.value for one in named}) > 1 for named in own)
        if is_own and len(legal) == 1 == len({(type(one), province_of(one)) for one in orders}):
            return legal[0]
        meanings = legal if is_own and len(legal) > 1 else orders
        return replace(self._misread(0, len(self._tokens), MisreadReason.AMBIGUOUS), meanings=meanings)

    def _legal_elsewhere(self, order: Order) -> Offered | None:
        """The one legal order that a line is in another convention, where in the reader's own it is void."""
        scene = self._reader.scene
        if scene.power is None or is_legal(order, scene):
            return None
        parses = LineParser(self._lexicon).sentences(FORMS[scene.position.phase.kind])
        found = [(one, parse) for parse in parses if parse.borrowed for one in scene.meanings(parse)]
        legal = [(one, parse) for one, parse in found if isinstance(one, OrderReading) and is_legal(one.order, scene)]
        meant = best_readings(one for one, _ in legal)
        spots = (foreign_place(parse, self._lexicon) for one, parse in legal if one.order in meant)
        spot = next(filter(None, spots), None)
        if len(meant) != 1 or spot is None:
            return None
        about = self._tokens[spot.start]
        return Offered(self._line, meant, OfferReason.NOTATION, self._line[about.start : about.end])

    def _is_courtesy(self, place: int) -> bool:
        """Whether the word ends what changes nothing: ``nothing else`` is no condition."""
        before = self._lexicon.of(place - 1, OrderPart.COURTESY) if place else ()
        return any(found.end > place for found in before)

    def _speaks_of_orders(self) -> bool:
        """Whether a place with an order word behind it stands anywhere; "if" in plain words is no condition."""
        return any(
            any(self._lexicon.of(found.end, *_VERBS))
            for place in self._lexicon.places
            for found in self._lexicon.of(place, OrderPart.PLACE)
        )

    def _otherwise_read(self) -> Order | Misread | Offered | None:
        """What a line of no form is: glossed, denied, a report's, or the one legal order that its words leave."""
        if explained := self._glossed():
            return explained
        if denied := denial_in(self._lexicon):
            return self._misread(*denied, MisreadReason.DENIED)
        if reported := self._report_mark():
            return reported
        loose = read_loosely(self._line, self._tokens, self._reader.own, self._reader.others, self._reader.scene)
        if loose and loose.tongue:
            return Offered(self._line, (loose.order,), OfferReason.LANGUAGE, loose.tongue)
        if loose and not loose.sure:
            return Offered(self._line, (loose.order,), OfferReason.GUESS)
        return loose.order if loose else self._of_two_meanings()

    def _of_two_meanings(self) -> Misread | None:
        """Return a misread line if the line has several meanings once its brackets are left out: ``A (Mar) T``."""
        bare = without_brackets(self._lexicon)
        orders = self._reader.understand(self._reader.lexicon(bare)).orders if len(bare) < len(self._tokens) else ()
        misread = self._misread(0, len(self._tokens), MisreadReason.AMBIGUOUS) if orders[1:] else None
        return replace(misread, meanings=orders) if misread else None

    def _glossed(self) -> Order | None:
        """The order that both a line and the words in brackets at its end are, in full or without its unit."""
        glossed = _GLOSSED.fullmatch(self._line)
        order = read_line(glossed[1], self._reader) if glossed else None
        if glossed is None or not isinstance(order, _ORDER):
            return None
        unit = glossed[1][: self._reader.unit_length(glossed[1])]
        again = (read_line(said, self._reader) for said in (glossed[2], f"{unit} {glossed[2]}"))
        return order if order in again else None

    def _report_mark(self) -> Misread | None:
        """Return a misread line if the line is one of a report: an order once its marks are taken out."""
        plain, marks = _unmarked(self._lexicon)
        orders = self._reader.understand(self._reader.lexicon(plain)).orders if marks else ()
        if not orders or self._has_name_in_full():
            return None
        return replace(self._misread(marks[0], marks[0] + 1, MisreadReason.REPORT_MARK), meanings=orders)

    def _has_name_in_full(self) -> bool:
        """Whether a region is written as no report writes it: not by a code."""
        named = [next(self._lexicon.of(place, OrderPart.PLACE), None) for place in self._lexicon.places]
        return any(
            one and not self._line[self._tokens[place].start : self._tokens[one.end - 1].end][:_CODE].isupper()
            for place, one in enumerate(named)
        )

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
        return any(found.lexeme.part not in BETWEEN for found in self._lexicon.at(place))

    def _misread(self, start: int, end: int, why: MisreadReason) -> Misread:
        return Misread(self._line, self._tokens[start].start, self._tokens[end - 1].end, why)


def denial_in(lexicon: Lexicon) -> tuple[int, int] | None:
    """Return where a word of a line denies what it says; none of a name, or of what somebody has lived through."""
    place = 0
    while place < len(lexicon.tokens):
        if lived := _lived(lexicon.tokens[place:]):
            place += lived
            continue
        found = lexicon.at(place)
        longest = {one.lexeme.part for one in found if one.end == found[0].end}
        is_name = bool(longest & {OrderPart.PLACE, OrderPart.COAST, OrderPart.SIDE})
        denies = next((one.end for one in found if one.lexeme.part is OrderPart.DENIAL), None)
        if denies and not is_name:
            return place, denies
        if keeps_out(lexicon, place):
            return place, place + 1
        place = found[0].end if is_name else place + 1
    return None


def _lived(tokens: Sequence[LineToken]) -> int:
    """How many of these words tell of what somebody has lived through, and deny nothing: ``have never been to``."""
    phrases = shared_phrases("sentences", "lived")
    texts = tuple(token.text for token in tokens[:_LONGEST_LIVED])
    return next((size for size in range(len(texts), 1, -1) if texts[:size] in phrases), 0)


_LONGEST_LIVED = 4


def _unmarked(lexicon: Lexicon) -> tuple[tuple[LineToken, ...], tuple[int, ...]]:
    """The tokens with the marks of a report taken out, the signs turned into attacks; where the marks stood."""
    plain: list[LineToken] = []
    marks: list[int] = []
    for place, token in enumerate(lexicon.tokens):
        if any(lexicon.of(place, OrderPart.STOPPED)):
            plain.append(token._replace(text=DASH))
            marks.append(place)
        elif token.text == "(" and any(lexicon.of(place + 1, OrderPart.MARK)):
            marks.append(place)
            break
        else:
            plain.append(token)
    return tuple(plain), tuple(marks)
