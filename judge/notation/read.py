"""Reads a line as the only order it can mean for the units on the board or a heading, or tells why it is neither."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from judge.notation.errands import names_scout
from judge.notation.grammar import LineParser
from judge.notation.hints import hints_for
from judge.notation.lexer import LineToken, folded_words, tokens_of
from judge.notation.lexicon import Lexicon, printed_names
from judge.notation.line import LONGEST_ORDER_LINE, Misread, MisreadReason, Offered, OrderReader, read_line
from judge.notation.order_readings import OrderContext
from judge.notation.prose import is_prose
from judge.notation.tables import Notation, OrderPart, prose_phrases
from judge.notation.verbatim import read_verbatim
from judge.rules.board import Board, Power, Unit
from judge.rules.orders import Order
from judge.rules.position import Position


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


def read_heading(line: str, board: Board, own: Notation, others: Sequence[Notation] = ()) -> Heading | None:
    """Return the heading that a line is, None for other lines.

    Headings are ``FRANCE:``, ``Mes ordres pour l'automne 1901``, ``F1901M``.
    """
    tokens = [_in_words(token) for token in tokens_of(line[:LONGEST_ORDER_LINE]) if token.text not in _BRACKETS]
    lexicon = Lexicon(tokens, own, others, board)
    if len(tokens) not in LineParser(lexicon).starts(OrderPart.SECTION, OrderPart.LINK):
        return None
    found = [one.lexeme for place in lexicon.places for one in lexicon.of(place, *_TELLING)]
    powers = [Power(lexeme.value) for lexeme in found if lexeme.part is OrderPart.POWER]
    opens_a_letter = any(lexicon.of(0, OrderPart.LINK)) and len(powers) == len(found)  # "For France,"
    return Heading(next(iter(powers), None)) if found and not opens_a_letter else None


def _in_words(token: LineToken) -> LineToken:
    """A phase in one word as a word that heads orders."""
    return replace(token, text=_PHASE) if _CODE.fullmatch(token.text) else token


_SEPARATOR = re.compile("(?<!&gt);|,")
_ALWAYS = ";"
_QUOTED = re.compile(r"\s*(?:\|(?!.*\|\s*$)|>|[A-Za-z]{1,3}>(?!\w))")
"""The mark of a quotation stands for its whole line: neither half of it is new; a row of a table ends with one, too."""


def read_order(
    line: str,
    position: Position,
    board: Board,
    power: Power | None,
    own: Notation,
    others: Sequence[Notation] = (),
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
    line: str,
    position: Position,
    board: Board,
    power: Power | None,
    own: Notation,
    others: Sequence[Notation] = (),
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
    scene = reader.scene
    verbatim = read_verbatim(line, scene.position, scene.board, scene.power, reader.own)
    return verbatim or read_line(line, reader)


def is_near_an_order(
    line: str,
    position: Position,
    board: Board,
    power: Power | None,
    own: Notation,
    others: Sequence[Notation] = (),
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
        if match.group() == _ALWAYS or _opens_order(line[match.end() :], own, board):
            yield line[start : match.start()]
            start = match.end()
    yield line[start:]


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
