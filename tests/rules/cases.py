"""Cases kept as data: a position, one or more phases with a verdict for every order, the position after them.

A case names its number, title, opening ``phase``, ``units`` and where they matter ``centres``, and the rule
``books`` it holds under (all of them when it names none). Each of its ``phases`` lists for each power pairs of an
order and its verdict as ``plain.ruling`` tells it; a bare unit is one without an order, an empty text a build nobody
spoke of. ``after`` is the phase and the units at the end, and the centres where they changed.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge.rules.board import Power
from judge.rules.boardfile import load_board
from judge.rules.orders import Order
from judge.rules.position import Position
from judge.rules.rulebooks import load_rulebook, rulebook_names
from judge.rules.turn import judge
from judge.rules.verdicts import Verdict
from tests.rules import plain

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Case:
    """One case under one rule book; ``str`` is an id to find it by."""

    book: str
    facts: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.facts['number']} {self.facts['title']} ({self.book})"


def cases(*names: str) -> tuple[Case, ...]:
    """Every case of these files, once for each book it holds under."""
    return tuple(
        Case(book, facts)
        for name in names
        for facts in tomllib.loads((HERE / name).read_text(encoding="utf-8"))["case"]
        for book in facts.get("books", rulebook_names())
    )


def play(case: Case) -> None:
    """Judge the phases of a case and compare every verdict and the position at the end."""
    board, book = load_board("standard"), load_rulebook(case.book)
    position = plain.position(case.facts["phase"], case.facts["units"], case.facts.get("centres"))
    for phase in case.facts["phases"]:
        orders = {
            Power(power): [plain.order(text) for text, _ in said if _is_order(text)] for power, said in phase.items()
        }
        judgement = judge(board, book, position, orders)
        for power in board.powers:
            expected = [
                (plain.order(text) if _is_order(text) else text, ruling) for text, ruling in phase.get(power, [])
            ]
            assert _lines(judgement.verdicts[power]) == sorted(expected, key=repr)
        position = judgement.after
    _compare(position, case.facts["after"])


def _is_order(text: str) -> bool:
    return text == "WAIVE" or text.count(" ") > 1


def _lines(verdicts: Iterable[Verdict]) -> list[tuple[Order | str, str]]:
    """Each order (or its bare unit, or an empty text) with its ruling, in some lasting order."""
    lines = [
        (verdict.order or (str(verdict.unit) if verdict.unit else ""), plain.ruling(verdict)) for verdict in verdicts
    ]
    return sorted(lines, key=repr)


def _compare(position: Position, after: Mapping[str, Any]) -> None:
    assert str(position.phase) == after["phase"]
    assert position.units == plain.units(after["units"])
    assert not position.dislodged
    if "centres" in after:
        assert position.owners == plain.owners(after["centres"])
