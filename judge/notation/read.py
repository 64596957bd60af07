"""Reads a line as the one order it can mean for the units that stand there, or says why it has no single meaning."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from judge.notation.errands import names_scout
from judge.notation.hints import hints_for
from judge.notation.lexer import tokens_of
from judge.notation.lexicon import printed
from judge.notation.line import LONGEST_LINE, read_line
from judge.notation.meanings import Scene
from judge.notation.misread import Misread, Misreading
from judge.notation.prose import is_prose
from judge.notation.reader import Reader
from judge.notation.sentences import opens_a_sentence
from judge.notation.tables import Notation, Part
from judge.notation.verbatim import read_verbatim
from judge.rules.board import Board, Power
from judge.rules.orders import Order
from judge.rules.position import Position

_SEPARATOR = re.compile("(?<!&gt);|,")
_ALWAYS = ";"
_QUOTED = re.compile(r"\s*(?:\||[A-Za-z]{0,3}>)")
"""The mark of a quotation stands for its whole line; what one half of the line says is no more new than the other."""


def read_order(
    line: str,
    position: Position,
    board: Board,
    power: Power | None,
    own: Notation,
    others: Sequence[Notation] = (),
) -> Order | Misread:
    """The order a line can only mean, in the phase of the position (001 VII.4).

    ``power`` gives it: its own units are preferred, but an order for a foreign unit is read too. ``own`` settles
    collisions of abbreviations, then ``others`` are tried. What the rules will make void is read all the same.
    """
    reader = Reader(own, others, Scene(board, position, power))
    found = understood(line, reader)
    if not isinstance(found, Misread):
        return found
    told = weighed(found, reader)
    return told if told.is_prose else with_hints(told, reader)


def weighed(misread: Misread, reader: Reader) -> Misread:
    """A misread line, told whether it is prose; of a sentence its opening words are what is not understood."""
    told = replace(misread, is_prose=is_prose(misread, reader))
    opening = opens_a_sentence(told)
    return replace(told, end=told.start + opening, why=Misreading.UNKNOWN_WORD) if opening else told


def with_hints(misread: Misread, reader: Reader) -> Misread:
    """A misread line with orders that would work instead."""
    return replace(misread, hints=hints_for(misread, reader))


def understood(line: str, reader: Reader) -> Order | Misread:
    """The order a line can only mean, or why it has none, and nothing more: that takes far less time."""
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
    """Whether a line is an order, or something like one that has no meaning; greetings and small talk are neither."""
    reader = Reader(own, others, Scene(board, position, power))
    found = understood(line, reader)
    return not (isinstance(found, Misread) and is_prose(found, reader))


def split_orders(line: str, own: Notation, board: Board | None = None) -> tuple[str, ...]:
    """The orders on one line, parted by semicolons, or by commas where the next words can open an order.

    A ``board`` with troops has words of its own for units. A line with an "otherwise" stays whole: it is refused whole;
    so does one that bears the mark of a quotation.
    """
    if len(line) > LONGEST_LINE or is_quoted(line) or _has_otherwise(line, own):
        return (line,)
    return tuple(piece for piece in map(str.strip, _pieces(line, own, board)) if piece)


def is_quoted(line: str) -> bool:
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
    return any(Part.OTHERWISE in parts_of(texts[place:], own) for place in range(len(texts)))


def _opens_order(rest: str, own: Notation, board: Board | None) -> bool:
    """Whether an order can begin here: a unit, a place with more behind it, a sign in front of a unit, a scout."""
    texts = tuple(token.text for token in tokens_of(rest[:LONGEST_LINE]))
    opening = {Part.ARMY, Part.FLEET, Part.PLACE, Part.POWER, Part.BUILD, Part.REMOVE, Part.DISBAND, Part.WAIVE}
    if not texts[1:]:
        return False
    if opening & parts_of(texts, own) or board is None:
        return bool(opening & parts_of(texts, own))
    scouted = board.war.scouts and names_scout(texts[texts[0] == "+" :])
    return bool(scouted or (board.war.troops and _is_printed(texts, board)))


def _is_printed(texts: tuple[str, ...], board: Board) -> bool:
    """Whether the first words are a troop or a place as the board prints them; its letters stand before a place."""
    names = printed(board)
    of_troops = any(one.part is Part.TROOP for size in range(1, len(texts)) for one in names.get(texts[:size], ()))
    return of_troops or texts[0].upper() in board.regions


def parts_of(texts: tuple[str, ...], own: Notation) -> set[Part]:
    """What the first words of a text can be in a convention."""
    keys = (texts[:size] for size in range(1, own.longest + 1))
    return {lexeme.part for key in keys for lexeme in own.phrases.get(key, ())}
