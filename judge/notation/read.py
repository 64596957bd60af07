"""Reads a line as the only order it can mean for the units on the board or a heading, or tells why it is neither.

Most lines are. They need no search for meanings, because what a convention writes has one meaning in it; every other
line is left to the full reader.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from judge.notation.errands import names_scout
from judge.notation.grammar import LineParser
from judge.notation.hints import hints_for
from judge.notation.lexer import LineToken, folded_words, tokens_of
from judge.notation.lexicon import lexicon_of, printed_names
from judge.notation.line import LONGEST_ORDER_LINE, Misread, MisreadReason, Offered, OrderReader, read_line
from judge.notation.loose_reading import is_legal
from judge.notation.order_readings import OrderContext
from judge.notation.prose import is_prose
from judge.notation.tables import Notation, OrderPart, prose_phrases
from judge.notation.write import nationality_of, write_place, write_unit
from judge.rules.board import Board, Location, Power, Unit, UnitKind
from judge.rules.orders import Convoy, Hold, Move, MovementOrder, Order, SupportHold, SupportMove
from judge.rules.position import PhaseKind, Position

# --- reads a line at once if it is exactly what its convention writes


_FORMS = ("support_move", "support_hold", "convoy", "move", "by_sea")
_NOBODY = Power("")

_Written = tuple[tuple[UnitKind, Location], ...]
"""What a text may stand for: one unit kind and place, or several if a convention omits the kind."""


class _Form(NamedTuple):
    """How an order is written: its unit, ``sign``, what it is about, ``end``.

    ``then`` separates another unit from a place. ``A PAR``, ``" S "``, ``A MAR - BUR``, with ``" - "`` in it.
    """

    name: str
    sign: str
    then: str
    end: str


@dataclass(frozen=True)
class _WrittenForms:
    """Everything a convention writes on a board: the texts of units and places, the forms of its orders.

    ``pieces`` has, by power, each unit whose text is unambiguous; ``alone`` every line in which a unit holds or moves
    next door.
    """

    own: Notation
    units: Mapping[str, _Written]
    pieces: Mapping[Power, Mapping[str, Unit]]
    places: Mapping[str, Location]
    alone: Mapping[str, tuple[_Written, Hold | Move]]
    forms: tuple[_Form, ...]


def read_unit(text: str, power: Power, board: Board, own: Notation) -> Unit | None:
    """Return the one unit of a power that a convention writes so, ``A PAR`` or ``F STP/SC``; None if there is none.

    A unit of a board's own troops is a new one.
    """
    return _hand(own, board).pieces[power].get(text)


def read_verbatim(
    line: str, position: Position, board: Board, power: Power | None, own: Notation
) -> MovementOrder | None:
    """Return the movement order for which the convention writes exactly this line, None for any other line.

    It is for a unit of the power, and every unit it names stands where it says.
    """
    if position.phase.kind is not PhaseKind.MOVEMENT or own.board != board.map:
        return None
    hand = _hand(own, board)
    if line in hand.alone:
        written, order = hand.alone[line]
        return order if _standing(written, position, power) else None
    for form in hand.forms:
        text, sign, rest = line.partition(form.sign)
        if sign and text in hand.units and rest.endswith(form.end):
            unit = _standing(hand.units[text], position, power)
            about = rest.removesuffix(form.end)
            if unit and (found := _order(form, unit, about, hand, position)):
                return found
    return None


def _standing(written: _Written, position: Position, power: Power | None = None) -> Unit | None:
    """The unit that stands there and is written so, of that power if one is named."""
    unit = position.units.get(written[0][1].province)
    if unit is None or (unit.kind, unit.at) not in written:
        return None
    return unit if power is None or power == unit.power else None


def _order(form: _Form, unit: Unit, about: str, hand: _WrittenForms, position: Position) -> MovementOrder | None:
    at = unit.at.province
    target, _, goal = about.partition(form.then) if form.then else (about, "", about)
    to = hand.places.get(goal)
    if form.name == "move":
        return Move(at, to) if to else None
    if form.name == "by_sea":
        return Move(at, to, by_sea=True) if to and unit.kind is UnitKind.ARMY else None
    other = _helped(unit, target, hand, position)
    if other is None:
        return None
    if form.name == "support_hold":
        return SupportHold(at, other.at.province)
    if form.name == "support_move":
        return SupportMove(at, other.at.province, to) if to else None
    return Convoy(at, other.at.province, to.province) if to and not to.coast else None


def _helped(helper: Unit, text: str, hand: _WrittenForms, position: Position) -> Unit | None:
    """The other unit that stands there and is written so, with its nationality where the convention has it."""
    first, _, rest = text.partition(" ")
    nationality, named = (first, rest) if first in hand.own.foreign.values() else ("", text)
    other = _standing(hand.units[named], position) if named in hand.units else None
    if other is None or other is helper:
        return None
    return other if nationality == nationality_of(other, helper, hand.own) else None


# --- what there is to write, worked out once for each board


@lru_cache
def _hand(own: Notation, board: Board) -> _WrittenForms:
    listed: defaultdict[str, list[tuple[UnitKind, Location]]] = defaultdict(list)
    for kind, borders in board.borders.items():
        for at in borders:
            listed[write_unit(Unit(_NOBODY, kind, at), own, board)].append((kind, at))
    units = {text: tuple(written) for text, written in listed.items()}
    places = {Location(province) for province in board.regions}.union(*board.borders.values())
    return _WrittenForms(
        own,
        units,
        {power: _troops(power, own, board) or _plain(power, units) for power in board.powers},
        {write_place(place, own, board): place for place in places},
        {line: (of, order) for text, of in units.items() for line, order in _alone(text, of, own, board)},
        tuple(_Form(name, *_signs(name, own)) for name in _FORMS),
    )


def _plain(power: Power, units: Mapping[str, _Written]) -> Mapping[str, Unit]:
    return {text: Unit(power, *written[0]) for text, written in units.items() if len(written) == 1}


def _troops(power: Power, own: Notation, board: Board) -> Mapping[str, Unit]:
    fresh = (troop.raised(power, at) for troop in board.war.troops.values() for at in board.borders[troop.kind])
    return {write_unit(unit, own, board): unit for unit in fresh}


def _alone(text: str, written: _Written, own: Notation, board: Board) -> Iterator[tuple[str, Hold | Move]]:
    """What a unit is told that does not concern another one."""
    templates, at = own.templates, written[0][1].province
    yield templates["hold"].format_map({**own.signs, "unit": text}), Hold(at)
    for to in {place for kind, place in written for place in board.neighbours(kind, place)}:
        goal = write_place(to, own, board)
        yield templates["move"].format_map({**own.signs, "unit": text, "to": goal}), Move(at, to)


def _signs(form: str, own: Notation) -> tuple[str, str, str]:
    """What a form has behind its unit, before the place it leads another unit to, at its end."""
    fields = dict.fromkeys(("unit", "target", "to"), "\n")
    _, sign, *then, end = own.templates[form].format_map({**own.signs, **fields}).split("\n")
    return sign, "".join(then), end


# --- reads a line as the only order it can mean for the units on the board or a heading, or tells why it is neither


def _sentence_opening_length(misread: Misread) -> int:
    """Return the length in characters of the word that begins a sentence, ``Please``, where it was taken for a region.

    Else 0.
    """
    if misread.why is not MisreadReason.UNKNOWN_PLACE or misread.line[: misread.start].strip():
        return 0
    first, *_ = re.split(r"[\s'’]", misread.line[misread.start :], maxsplit=1)
    return len(first) if folded_words(first) in prose_phrases("openings") else 0


_TELLING = (OrderPart.POWER, OrderPart.HEADING, OrderPart.SECTION)
_BRACKETS = frozenset("()#|")
_CODE = re.compile(r"[sfwpaeh](?:\d{1,4}[mra]|\d{4}|\d{2})")
"""A phase in one word, as judges write it: ``F1901M``, ``S01``, in French ``A1901M``."""
_PHASE = "phase"


@dataclass(frozen=True)
class Heading:
    """A line that heads orders; ``power`` is the power it names, None if it names none (``Orders:``)."""

    power: Power | None


def read_heading(
    line: str, board: Board, own: Notation, others: Sequence[Notation] = (), played: Collection[Power] = ()
) -> Heading | None:
    """Return the heading that a line is, None for other lines.

    Headings are ``FRANCE:``, ``Mes ordres pour l'automne 1901``, ``F1901M``. ``For France,`` opens a letter, unless
    France is among the powers ``played`` by who writes it.
    """
    tokens = [_in_words(token) for token in tokens_of(line[:LONGEST_ORDER_LINE]) if token.text not in _BRACKETS]
    lexicon = lexicon_of(tokens, own, others, board)
    if len(tokens) not in LineParser(lexicon).starts(OrderPart.SECTION, OrderPart.LINK):
        return None
    found = [one.lexeme for place in lexicon.places for one in lexicon.of(place, *_TELLING)]
    powers = [Power(lexeme.value) for lexeme in found if lexeme.part is OrderPart.POWER]
    opens_a_letter = any(lexicon.of(0, OrderPart.LINK)) and len(powers) == len(found) and not {*powers} & {*played}
    return Heading(next(iter(powers), None)) if found and not opens_a_letter else None


def _in_words(token: LineToken) -> LineToken:
    """A phase in one word as a word that heads orders."""
    return token._replace(text=_PHASE) if _CODE.fullmatch(token.text) else token


_SEPARATOR = re.compile("(?<!&gt);|,")
_ALWAYS = ";"
_LIST = re.compile(r"\w\s*\([^()\-–—>;]*\)")
"""Brackets behind a word that list what it means, and hold no order: ``two supports (Sevastopol, Black Sea)``."""
_QUOTED = re.compile(r"\s*(?:\|(?!.*\|\s*$)|>|[A-Za-z]{1,3}>(?!\w))")
"""The mark of a quotation stands for its whole line: neither half of it is new; a row of a table ends with one, too."""


def read_order(
    line: str, position: Position, board: Board, power: Power | None, own: Notation, others: Sequence[Notation] = ()
) -> Order | Misread:
    """Return the only order a line can mean in the phase of the position (001 VII.4), or a ``Misread``.

    ``power`` gives it: its own units are preferred, but an order for a foreign unit is read too. ``own`` decides
    between meanings of an abbreviation, then ``others`` are tried. Orders that the rules will make void are read all
    the same.
    """
    if verbatim := read_verbatim(line, position, board, power, own):
        return verbatim
    reader = OrderReader(own, others, OrderContext(board, position, power))
    found = misread_if_offered(read_line(line, reader))
    if not isinstance(found, Misread):
        return found
    told = with_prose_checked(found, reader)
    return told if told.is_prose else with_hints(told, reader)


def misread_if_offered(found: Order | Misread | Offered) -> Order | Misread:
    """Return what is read where nobody can be asked: what is offered has no certain meaning there."""
    return misread_of(found) if isinstance(found, Offered) else found


def misread_of(found: Misread | Offered) -> Misread:
    """Return an offered line as one whose meanings have to be told apart."""
    if isinstance(found, Misread):
        return found
    return found.otherwise or Misread(found.line, 0, len(found.line.rstrip()), MisreadReason.AMBIGUOUS, found.orders)


def unit_named(
    line: str, position: Position, board: Board, power: Power | None, own: Notation, others: Sequence[Notation] = ()
) -> Unit | None:
    """Return the first of a power's units that a line names, be it an order or not; None where it names none."""
    return OrderReader(own, others, OrderContext(board, position, power)).unit_of_line(line)


def with_prose_checked(misread: Misread, reader: OrderReader) -> Misread:
    """Return a misread line with ``is_prose`` set; of a sentence, its opening words are marked as not understood."""
    told = replace(misread, is_prose=is_prose(misread, reader))
    opening = _sentence_opening_length(told)
    return replace(told, end=told.start + opening, why=MisreadReason.UNKNOWN_WORD) if opening else told


def with_hints(misread: Misread, reader: OrderReader) -> Misread:
    """Return a misread line with orders that would work instead."""
    return replace(misread, hints=hints_for(misread, reader))


def read_without_hints(line: str, reader: OrderReader) -> Order | Misread | Offered:
    """Return the only order a line can mean, one offered, or a ``Misread`` without hints, which takes far less time."""
    return read_as_written(line, reader) or read_line(line, reader)


def read_as_written(line: str, reader: OrderReader) -> MovementOrder | None:
    """Return the order that the reader's convention writes exactly so, None for any other line."""
    scene = reader.scene
    order = read_verbatim(line, scene.position, scene.board, scene.power, reader.own)
    return order if order and (scene.power is None or is_legal(order, scene)) else None


_AT = r"[A-Z]{3}(?:/[NSEW]C)?"
_IN_CODES = re.compile(rf"[AF] {_AT} ?(?:- ?{_AT}|H|[SC] (?:[AF] )?{_AT}(?: ?- ?{_AT})?)", re.IGNORECASE)


def is_in_codes(line: str) -> bool:
    """Return whether a line is in the abbreviations that most people write: ``A PAR - BUR``, ``f bre-mao``."""
    return bool(_IN_CODES.fullmatch(line))


def is_near_an_order(
    line: str, position: Position, board: Board, power: Power | None, own: Notation, others: Sequence[Notation] = ()
) -> bool:
    """Return whether a line is an order or near one; greetings and small talk are not.

    Nor is what would be an order in another phase and names no region: ``I'd like to pass this turn``.
    """
    reader = OrderReader(own, others, OrderContext(board, position, power))
    found = read_without_hints(line, reader)
    if not isinstance(found, Misread):
        return True
    is_elsewhere = found.why is MisreadReason.WRONG_PHASE and _is_sentence_without_place(line, reader)
    return not (is_elsewhere or is_prose(found, reader))


_SHORTEST_SENTENCE = 4
"""Words; ``waive both builds`` is an order."""


def _is_sentence_without_place(line: str, reader: OrderReader) -> bool:
    lexicon = reader.lexicon(tokens_of(line))
    is_placed = any(any(lexicon.of(place, OrderPart.PLACE)) for place in lexicon.places)
    return len(lexicon.tokens) >= _SHORTEST_SENTENCE and not is_placed


def split_orders(line: str, own: Notation, board: Board | None = None) -> tuple[str, ...]:
    """Return the orders on one line, separated by semicolons, or by commas if the next words can begin an order.

    A ``board`` with troops has words of its own for units. A line with an "otherwise" or with the mark of a quotation
    is not split.
    """
    if len(line) > LONGEST_ORDER_LINE or has_quote_mark(line) or _has_otherwise(line, own):
        return (line,)
    return tuple(piece for piece in map(str.strip, _pieces(line, own, board)) if piece)


def has_quote_mark(line: str) -> bool:
    """Whether a line bears the mark of a quotation: ``| A PAR - BUR``, ``FL> A PAR - BUR``."""
    return bool(_QUOTED.match(line))


def _pieces(line: str, own: Notation, board: Board | None) -> Iterator[str]:
    start = 0
    for match in _SEPARATOR.finditer(line):
        if is_in_list(line, match.start()):
            continue
        if match.group() == _ALWAYS or _opens_order(line[match.end() :], own, board):
            yield line[start : match.start()]
            start = match.end()
    yield line[start:]


def is_in_list(line: str, at: int) -> bool:
    """Return whether a sign stands within brackets that list something: it parts no orders."""
    return "(" in line[:at] and any(found.start() < at < found.end() for found in _LIST.finditer(line))


def _has_otherwise(line: str, own: Notation) -> bool:
    texts = tuple(token.text for token in tokens_of(line))
    openings = _openings_of_otherwise(own)
    return any(
        text in openings and OrderPart.OTHERWISE in parts_of_start(texts[place:], own)
        for place, text in enumerate(texts)
    )


@lru_cache
def _openings_of_otherwise(own: Notation) -> frozenset[str]:
    return frozenset(
        texts[0] for texts, found in own.phrases.items() if any(one.part is OrderPart.OTHERWISE for one in found)
    )


def _opens_order(rest: str, own: Notation, board: Board | None) -> bool:
    """Whether an order can begin here: a unit, a place with more behind it, a sign in front of a unit, a scout."""
    texts = tuple(token.text for token in tokens_of(rest[:LONGEST_ORDER_LINE]))
    opening = {
        OrderPart.ARMY,
        OrderPart.FLEET,
        OrderPart.PLACE,
        OrderPart.POWER,
        OrderPart.BUILD,
        OrderPart.REMOVE,
        OrderPart.DISBAND,
        OrderPart.WAIVE,
    }
    if not texts[1:]:
        return False
    if opening & parts_of_start(texts, own) or board is None:
        return bool(opening & parts_of_start(texts, own))
    scouted = board.war.scouts and names_scout(texts[texts[0] == "+" :])
    return bool(scouted or (board.war.troops and _is_printed(texts, board)))


def _is_printed(texts: tuple[str, ...], board: Board) -> bool:
    """Whether the first words are a troop or a place as the board prints them; its letters stand before a place."""
    names = printed_names(board)
    of_troops = any(one.part is OrderPart.TROOP for size in range(1, len(texts)) for one in names.get(texts[:size], ()))
    return of_troops or texts[0].upper() in board.regions


def parts_of_start(texts: tuple[str, ...], own: Notation) -> set[OrderPart]:
    """Return what the first words of a text can be in a convention."""
    keys = (texts[:size] for size in range(1, own.longest + 1))
    return {lexeme.part for key in keys for lexeme in own.phrases.get(key, ())}
