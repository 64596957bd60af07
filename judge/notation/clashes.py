"""Finds codes and names of a board that mean something else in an order, so that it could not be read."""

from collections import defaultdict
from collections.abc import Iterator

from judge.notation.lexer import folded_words
from judge.notation.lexicon import printed_names
from judge.notation.tables import OrderPart, every_notation, load_notation, notation_names
from judge.rules.board import Board
from judge.rules.board_check import BoardFault

_HARMLESS = frozenset({OrderPart.PLACE, OrderPart.POWER, OrderPart.LINK})
"""Meanings that do no harm.

Places and powers of the tables count on their own board only; small words of titles are in no order.
"""
_UNITS = frozenset({OrderPart.ARMY, OrderPart.FLEET, OrderPart.TROOP})
"""Meanings that the name of a troop may have besides."""
_SECTIONS = {OrderPart.PLACE: "regions", OrderPart.POWER: "powers", OrderPart.TROOP: "war.troops"}
_TAKEN = {"E": "scouts", "P": "used power"}
"""Letters with another meaning in orders of a campaign (004 8)."""


def find_clashes(board: Board) -> Iterator[BoardFault]:
    """Yield every code or name of the board that a notation takes for another word.

    Also those that name two things of the board, and an unknown notation of the board.
    """
    if board.notation and board.notation not in every_notation():
        known = ", ".join(sorted(every_notation()))
        yield BoardFault("", "notation", f"there is no notation {board.notation!r}; there are {known}")
    yield from _troops(board)
    if any(load_notation(name).board == board.map for name in notation_names()):
        return
    meanings: defaultdict[tuple[str, ...], set[tuple[str, str]]] = defaultdict(set)
    for key, lexemes in printed_names(board).items():
        meanings[key] |= {(_SECTIONS[lexeme.part], lexeme.value) for lexeme in lexemes}
    for region in board.regions:
        meanings[folded_words(region)].add(("regions", region))
    for key, named in meanings.items():
        (section, code), *others = sorted(named)
        text = " ".join(key)
        if others:
            yield BoardFault(section, code, f"{text!r} names {code} and {', '.join(other for _, other in others)}")
        if section != _SECTIONS[OrderPart.TROOP] and (word := _meaning_in_orders(key, _HARMLESS)):
            yield BoardFault(section, code, f"{text!r} is a word of orders ({word})")


def _troops(board: Board) -> Iterator[BoardFault]:
    """Yield the letters and names of troops that mean something else.

    A letter may be an order word where no unit stands.
    """
    for letter, troop in board.war.troops.items():
        if letter in _TAKEN:
            yield BoardFault(_SECTIONS[OrderPart.TROOP], letter, f"{letter} stands for {_TAKEN[letter]} in orders")
        for name in sorted(set(troop.names.values())):
            if word := _meaning_in_orders(folded_words(name), _HARMLESS | _UNITS):
                yield BoardFault(_SECTIONS[OrderPart.TROOP], letter, f"{name!r} is a word of orders ({word})")


def _meaning_in_orders(key: tuple[str, ...], harmless: frozenset[OrderPart]) -> str:
    """Return what a text means in an order of some notation, harmless meanings left out."""
    parts = {
        (name, one.part.value)
        for name in notation_names()
        for one in load_notation(name).phrases.get(key, ())
        if one.part not in harmless
    }
    return ", ".join(f"{part} in {name}" for name, part in sorted(parts)[:1])
