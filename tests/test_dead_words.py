"""Everything the judge has a sentence for can happen: each reason is given by something, not only asked for or told."""

import ast
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from pathlib import Path
from typing import get_args

from judge.game.refusals import Refusal
from judge.game.war.messages import WarEvent
from judge.notation.line import MisreadReason
from judge.reports.line_answers import Outcome, Unknown
from judge.rules.corrections import CorrectionError
from judge.rules.verdicts import Illegal
from judge.rules.war.scouts import ErrandFailure
from tests.shared.each_case import each_case

JUDGE = Path(__file__).parent.parent / "judge"
REASONS: tuple[type[Enum], ...] = (Refusal, Unknown, Outcome, Illegal, MisreadReason, ErrandFailure, CorrectionError)


def asked_for(nodes: Iterable[ast.AST]) -> Iterator[ast.expr]:
    """Where a reason is only compared with: in a pattern, a comparison, a set that something is looked up in."""
    for node in nodes:
        if isinstance(node, ast.MatchValue):
            yield node.value
        elif isinstance(node, ast.Compare):
            for side in (node.left, *node.comparators):
                yield from side.elts if isinstance(side, ast.Set | ast.Tuple) else (side,)


def given(source: str) -> frozenset[tuple[str, str]]:
    """The members of enumerations that a module makes something of, as names of the class and of the member."""
    nodes = [*ast.walk(ast.parse(source))]
    asked = set(asked_for(nodes))
    return frozenset(
        (node.value.id, node.attr)
        for node in nodes
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node not in asked
    )


@cache
def given_anywhere() -> frozenset[tuple[str, str]]:
    modules = (path for path in JUDGE.rglob("*.py") if path.parent.name != "reports")
    return frozenset[tuple[str, str]]().union(*(given(path.read_text("utf-8")) for path in modules))


NAMED_LIKE_EVENTS = frozenset(("Outcome", Outcome.of(event).name) for event in get_args(WarEvent))
"""What lines about a war bring about is named by the event that they cause (``Outcome.of``)."""


@each_case("reasons", REASONS, ids=lambda reasons: reasons.__name__)
def test_every_reason_is_given_somewhere(reasons: type[Enum]) -> None:
    named = given_anywhere() | NAMED_LIKE_EVENTS
    assert [reason.name for reason in reasons if (reasons.__name__, reason.name) not in named] == []


def test_to_be_compared_with_is_not_to_be_given() -> None:
    source = "match why:\n case Refusal.PAUSED: pass\nx = why in {Refusal.GAME_OVER}\ny = Refusal.NO_DRAWS"
    assert given(source) == {("Refusal", "NO_DRAWS")}
