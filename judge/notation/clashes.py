"""Codes and names of a board that an order could not be read with, because they mean something else in it."""

from collections import defaultdict
from collections.abc import Iterator

from judge.notation.lexer import words_of
from judge.notation.lexicon import printed
from judge.notation.tables import Part, every_notation, load_notation, notation_names
from judge.rules.board import Board
from judge.rules.boardcheck import Fault

_HARMLESS = frozenset({Part.PLACE, Part.POWER, Part.LINK})
"""What the tables name counts on the board they were made for alone; small words of titles are in no order."""
_UNITS = frozenset({Part.ARMY, Part.FLEET, Part.TROOP})
"""What a troop may be called besides."""
_SECTIONS = {Part.PLACE: "regions", Part.POWER: "powers", Part.TROOP: "war.troops"}
_TAKEN = {"E": "scouts", "P": "used power"}
"""Letters that orders of a campaign use for something else (004 8)."""


def clashes(board: Board) -> Iterator[Fault]:
    """Every code or name of the board that some notation takes for another word, or that names two things of it.

    A notation of the board that nobody knows is one, too.
    """
    if board.notation and board.notation not in every_notation():
        known = ", ".join(sorted(every_notation()))
        yield Fault("", "notation", f"there is no notation {board.notation!r}; there are {known}")
    yield from _troops(board)
    if any(load_notation(name).board == board.map for name in notation_names()):
        return
    meanings: defaultdict[tuple[str, ...], set[tuple[str, str]]] = defaultdict(set)
    for key, lexemes in printed(board).items():
        meanings[key] |= {(_SECTIONS[lexeme.part], lexeme.value) for lexeme in lexemes}
    for region in board.regions:
        meanings[words_of(region)].add(("regions", region))
    for key, named in meanings.items():
        (section, code), *others = sorted(named)
        text = " ".join(key)
        if others:
            yield Fault(section, code, f"{text!r} names {code} and {', '.join(other for _, other in others)}")
        if section != _SECTIONS[Part.TROOP] and (word := _word(key, _HARMLESS)):
            yield Fault(section, code, f"{text!r} is a word of orders ({word})")


def _troops(board: Board) -> Iterator[Fault]:
    """Letters and names of troops that mean something else; a letter may be a word of orders where no unit stands."""
    for letter, troop in board.war.troops.items():
        if letter in _TAKEN:
            yield Fault(_SECTIONS[Part.TROOP], letter, f"{letter} stands for {_TAKEN[letter]} in orders")
        for name in sorted(set(troop.names.values())):
            if word := _word(words_of(name), _HARMLESS | _UNITS):
                yield Fault(_SECTIONS[Part.TROOP], letter, f"{name!r} is a word of orders ({word})")


def _word(key: tuple[str, ...], harmless: frozenset[Part]) -> str:
    """What a text is in an order of some notation, besides what does no harm."""
    parts = {
        (name, one.part.value)
        for name in notation_names()
        for one in load_notation(name).phrases.get(key, ())
        if one.part not in harmless
    }
    return ", ".join(f"{part} in {name}" for name, part in sorted(parts)[:1])
