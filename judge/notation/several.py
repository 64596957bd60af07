"""Reads a line of several orders, in which one word may speak for all of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judge.notation.lexer import tokens_of
from judge.notation.line import LONGEST_LINE
from judge.notation.meanings import Scene
from judge.notation.misread import Misread
from judge.notation.read import parts_of, split_orders, understood, weighed, with_hints
from judge.notation.reader import Reader
from judge.notation.tables import Notation, Part
from judge.rules.board import Board, Power
from judge.rules.orders import Hold, Order
from judge.rules.position import PhaseKind, Position

_LEADING = frozenset({Part.BUILD, Part.REMOVE, Part.DISBAND, Part.HOLD})
_UNIT = frozenset({Part.ARMY, Part.FLEET, Part.PLACE})

Read = tuple[str, Order | Misread]


def read_orders(
    line: str,
    position: Position,
    board: Board,
    power: Power | None,
    own: Notation,
    others: Sequence[Notation] = (),
) -> tuple[Read, ...]:
    """Each order on a line as it was written, with what it means: ``A PAR - BUR; A MAR H``.

    A word in front of the first unit speaks for the others too where they make no sense without it: ``Build A PAR,
    F BRE``, ``Remove A GAS and F LYO``. Nothing else is ever carried over.
    """
    return orders_on(line, Reader(own, others, Scene(board, position, power)), hinted=len(line))


def orders_on(line: str, reader: Reader, *, hinted: int) -> tuple[Read, ...]:
    """The same; for so many that are misread orders are looked for that would work, which takes far longer."""
    found: list[Read] = []
    for part, order in _Parts(reader).orders(line):
        if not isinstance(order, Misread):
            found.append((part, order))
            continue
        told = weighed(order, reader)
        if hinted > 0 and not told.is_prose:
            told, hinted = with_hints(told, reader), hinted - 1
        found.append((part, told))
    return tuple(found)


def held_by(line: str, own: Notation) -> Part | None:
    """Whether a line has all units hold, or all others; None of any other line."""
    texts = tuple(token.text for token in tokens_of(line[:LONGEST_LINE]))
    for length in range(len(texts), 0, -1):
        found = own.phrases.get(texts[:length], ())
        held = next((one.part for one in found if one.part in {Part.ALL_HOLD, Part.OTHERS_HOLD}), None)
        if held and (length == len(texts) or Part.COURTESY in _whole(texts[length:], own)):
            return held
    return None


def _whole(texts: tuple[str, ...], own: Notation) -> set[Part]:
    """What words can be in a convention, all of them together, without a comma before them."""
    return {lexeme.part for lexeme in own.phrases.get(texts[texts[0] == "," :], ())}


def spoken_by(title: str, position: Position, own: Notation) -> str:
    """The word that a title, ``Builds:``, says for each line below it among adjustments; empty where it says none."""
    if position.phase.kind is not PhaseKind.ADJUSTMENT:
        return ""
    texts = tuple(token.text for token in tokens_of(title[:LONGEST_LINE]))
    said = [parts_of(texts[place:], own) for place in range(len(texts))]
    return "+" if any(Part.BUILD in parts for parts in said) else ""


def are_orders(
    line: str,
    position: Position,
    board: Board,
    power: Power | None,
    own: Notation,
    others: Sequence[Notation] = (),
) -> bool:
    """Whether a line is nothing but orders; the answer comes sooner than that of ``read_orders``."""
    found = _Parts(Reader(own, others, Scene(board, position, power))).orders(line)
    return bool(found) and not any(isinstance(read, Misread) for _, read in found)


@dataclass(frozen=True)
class _Parts:
    """The orders of a line, each read for its meaning and nothing more."""

    reader: Reader

    def orders(self, line: str) -> tuple[Read, ...]:
        """Each order on the line."""
        own, scene = self.reader.own, self.reader.scene
        is_movement = scene.position.phase.kind is PhaseKind.MOVEMENT
        if is_movement and scene.power and held_by(line, own) is Part.ALL_HOLD:
            return tuple((line, Hold(unit.at.province)) for unit in scene.units())
        parts = split_orders(line, own, scene.board)
        lead = _lead(line, own)
        return tuple(read for part in parts for read in self.read(part, lead if part != parts[0] else "", lead))

    def read(self, part: str, missing: str, lead: str) -> tuple[Read, ...]:
        """A part of the line; ``missing`` is the word it may lack, ``lead`` the one its second half may."""
        alone = self._order(part)
        if not (isinstance(alone, Misread) and lead):
            return ((part, alone),)
        led = self._order(f"{missing} {part}") if missing else alone
        if not isinstance(led, Misread):
            return ((part, led),)
        for one, other in _halves(part, self.reader.own):
            both = self._order(f"{missing} {one}"), self._order(f"{lead} {other}")
            if not any(isinstance(half, Misread) for half in both):
                return ((one, both[0]), (other, both[1]))
        return ((part, alone),)

    def _order(self, text: str) -> Order | Misread:
        return understood(text, self.reader)


def _lead(line: str, own: Notation) -> str:
    """The order word in front of the first unit of a line; empty where there is none."""
    tokens = tokens_of(line[:LONGEST_LINE])
    texts = tuple(token.text for token in tokens)
    parts = [parts_of(texts[place:], own) for place in range(len(texts))]
    unit = next((place for place, found in enumerate(parts) if found & _UNIT), 0)
    start = next((place for place, found in enumerate(parts[:unit]) if found & _LEADING), None)
    return "" if start is None else line[tokens[start].start : tokens[unit - 1].end]


def _halves(part: str, own: Notation) -> Iterator[tuple[str, str]]:
    """What stands on both sides of each "and"."""
    for token in tokens_of(part):
        if Part.AND in parts_of((token.text,), own):
            yield part[: token.start].strip(), part[token.end :].strip()
