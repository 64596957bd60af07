"""A convoy is a paradox where the fights allow no outcome for it or several, and nowhere else (DATC 4.A.2)."""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.rules.battle import Battle, prepare_battle
from judge.rules.board import Province
from judge.rules.resolver import answer_decision, resolve
from judge.rules.rulebook import RuleBook, load_rulebook
from judge.rules.verdicts import Decision, DecisionKind, Rulings
from tests.rules.skirmishes import STANDARD, armada
from tests.shared.shares import drawn

MANY = 5
"""Armies at sea beyond which trying every outcome would take too long."""


@pytest.mark.parametrize("book", [load_rulebook("2023"), load_rulebook("1971")], ids=lambda book: book.name)
@drawn(100)
@given(seed=st.integers(0, 2**32 - 1))
def test_paradox(book: RuleBook, seed: int) -> None:
    skirmish = armada(Random(seed))
    battle = prepare_battle(STANDARD, book, skirmish.position, skirmish.orders)
    if len(battle.by_sea) > MANY:
        return
    outcomes = _outcomes(battle)
    rulings = resolve(battle)
    assert bool(rulings.paradoxical) == (len(outcomes) != 1)
    if len(outcomes) == 1:
        assert {at for at in battle.by_sea if rulings.arrives(at)} == outcomes[0]


def _outcomes(battle: Battle) -> list[set[Province]]:
    """Every set of convoys that, once taken to hold while the others fail, turns out to do just that."""
    convoys = [Decision(DecisionKind.ARRIVES, at) for at in sorted(battle.by_sea)]
    outcomes = []
    for answers in product((False, True), repeat=len(convoys)):
        rulings = _fought(battle, dict(zip(convoys, answers, strict=True)))
        if all(
            answer_decision(battle, rulings, convoy) is answer for convoy, answer in zip(convoys, answers, strict=True)
        ):
            outcomes.append({convoy.at for convoy, answer in zip(convoys, answers, strict=True) if answer})
    return outcomes


def _fought(battle: Battle, convoys: dict[Decision, bool]) -> Rulings:
    """The fights with the convoys given: attacks that only wait for one another succeed, so begin with all of them."""
    moves = [Decision(DecisionKind.MOVES, at) for at in battle.targets]
    supports = [Decision(DecisionKind.SUPPORTS, at) for helpers in battle.supporters.values() for at in helpers]
    known = convoys | dict.fromkeys(moves + supports, True)
    while True:
        answers = {question: bool(answer_decision(battle, _known(known), question)) for question in moves + supports}
        if known == convoys | answers:
            return _known(known)
        known = convoys | answers


def _known(answers: dict[Decision, bool]) -> Rulings:
    rulings = Rulings()
    for decision, answer in answers.items():
        rulings.settle(decision, answer)
    return rulings
