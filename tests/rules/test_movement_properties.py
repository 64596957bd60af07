"""What must hold of every movement phase, whatever the orders."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.rules.board import Location, Power, Unit, UnitKind
from judge.rules.judge_phase import MovementResult, judge_movement
from judge.rules.orders import Convoy, Hold
from judge.rules.rulebook import RuleBook, load_rulebook, rulebook_names
from judge.rules.verdicts import Paradox, Void
from tests.rules.definitions import Definitions
from tests.rules.skirmishes import STANDARD, Skirmish, armada, melee
from tests.shared.shares import drawn

BOOKS = {name: load_rulebook(name) for name in rulebook_names()}
SEEDS = st.integers(0, 2**32 - 1)
every_book = pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
every_fight = pytest.mark.parametrize("fight", [melee, armada])
often = drawn(40)

Fight = Callable[[Random], Skirmish]


def _judged(skirmish: Skirmish, book: RuleBook) -> MovementResult:
    return judge_movement(STANDARD, book, skirmish.position, skirmish.orders)


@every_book
@every_fight
@often
@given(seed=SEEDS)
def test_every_verdict_agrees_with_the_definitions(book: RuleBook, fight: Fight, seed: int) -> None:
    skirmish = fight(Random(seed))
    fought = _judged(skirmish, book)
    assert Definitions(STANDARD, book, skirmish.position, fought).contradictions() == []


@every_book
@every_fight
@often
@given(seed=SEEDS)
def test_one_unit_to_a_province_and_none_lost(book: RuleBook, fight: Fight, seed: int) -> None:
    skirmish = fight(Random(seed))
    fought = _judged(skirmish, book)
    assert all(unit.at.province == at for at, unit in fought.units.items())
    assert len(fought.units) + len(fought.dislodged) == len(skirmish.position.units)
    assert all(place.province not in fought.units for driven in fought.dislodged.values() for place in driven.retreats)


@every_book
@every_fight
@often
@given(seed=SEEDS)
def test_the_order_of_the_orders_does_not_matter(book: RuleBook, fight: Fight, seed: int) -> None:
    random = Random(seed)
    skirmish = fight(random)
    orders, units = list(skirmish.orders.items()), list(skirmish.position.units.items())
    random.shuffle(orders)
    random.shuffle(units)
    shuffled = Skirmish(replace(skirmish.position, units=dict(units)), dict(orders))
    assert _judged(shuffled, book) == _judged(skirmish, book)


@every_book
@every_fight
@often
@given(seed=SEEDS)
def test_a_void_order_is_a_hold(book: RuleBook, fight: Fight, seed: int) -> None:
    skirmish = fight(Random(seed))
    fought = _judged(skirmish, book)
    void = {at for at, verdict in fought.verdicts.items() if isinstance(verdict.reason, Void)}
    held = _judged(Skirmish(skirmish.position, {**skirmish.orders, **{at: Hold(at) for at in void}}), book)
    assert (held.units, held.dislodged, held.contested) == (fought.units, fought.dislodged, fought.contested)


@every_book
@every_fight
@often
@given(seed=SEEDS)
def test_a_unit_far_away_changes_nothing(book: RuleBook, fight: Fight, seed: int) -> None:
    skirmish = fight(Random(seed))
    near = {place.province for unit in skirmish.position.units.values() for place in _within_reach(unit)}
    goals = {order.to for order in skirmish.orders.values() if isinstance(order, Convoy)}
    far = sorted(set(STANDARD.regions) - near - goals - set(skirmish.position.units))
    stranger = [
        Unit(Power("TURKEY"), UnitKind.ARMY, Location(at))
        for at in far
        if STANDARD.neighbours(UnitKind.ARMY, Location(at))
    ]
    for unit in stranger[:1]:
        units = {**skirmish.position.units, unit.at.province: unit}
        crowded = _judged(Skirmish(replace(skirmish.position, units=units), skirmish.orders), book)
        alone = _judged(skirmish, book)
        assert crowded.units == {**alone.units, unit.at.province: unit}
        assert crowded.dislodged == alone.dislodged


def _within_reach(unit: Unit) -> frozenset[Location]:
    return frozenset().union(*(STANDARD.neighbours(kind, unit.at) for kind in UnitKind), {unit.at})


@often
@given(seed=SEEDS)
def test_without_convoys_the_books_agree(seed: int) -> None:
    skirmish = melee(Random(seed))
    ashore = {at: order for at, order in skirmish.orders.items() if not isinstance(order, Convoy)}
    results = [_judged(Skirmish(skirmish.position, ashore), book) for book in BOOKS.values()]
    assert all(result == results[0] for result in results)


@often
@given(seed=SEEDS)
def test_where_sea_fights_come_first_nothing_is_a_paradox(seed: int) -> None:
    fought = _judged(armada(Random(seed)), BOOKS["18centres"])
    assert not [verdict for verdict in fought.verdicts.values() if isinstance(verdict.reason, Paradox)]
