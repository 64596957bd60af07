"""What a report begins with: every fact is found again in the position before and after, in every phase of real games.

The witness reads orders and positions, no verdicts.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache

from judge.game.phases.messages import PhaseClosed
from judge.game.phases.phase_facts import FactKind, PhaseFact, UnitFact, phase_facts
from judge.rules.board import Power, Province
from judge.rules.orders import Convoy, Hold, Move, Order, Retreat, SupportHold, SupportMove, province_of
from judge.rules.position import PhaseKind, Position
from tests.reports.real_games import FILES, closes


@cache
def played() -> Sequence[PhaseClosed]:
    return [event for file in FILES for event, _ in closes(file.stem)]


class Witness:
    """A phase of which nothing is known but the positions and the orders."""

    def __init__(self, event: PhaseClosed, power: Power) -> None:
        self.before, self.after, self.power = event.before, event.judgement.after, power
        given = (order for orders in event.orders.values() for order in orders)
        self.orders: Mapping[Province, Order] = {at: order for order in given if (at := province_of(order))}
        self.is_movement = event.before.phase.kind is PhaseKind.MOVEMENT

    def stays(self, fact: UnitFact) -> bool:
        return self.after.units.get(fact.unit.at.province) == fact.unit

    def is_gone(self, fact: UnitFact) -> bool:
        """Whether the unit stands nowhere: as many of its power as went elsewhere, and no retreat is open to it."""
        return not self.stays(fact) and fact.unit.at.province not in self.after.dislodged

    def went(self, fact: UnitFact) -> bool:
        order, goal = self.orders[fact.unit.at.province], fact.goal
        assert isinstance(order, Move | Retreat)
        assert goal is not None
        there = self.after.units.get(goal.province)
        return order.to.province == goal.province and there is not None and there.power == self.power

    def dislodged_by(self, province: Province, by: Province) -> bool:
        order, attacker = self.orders[by], self.before.units[by]
        there = self.after.units.get(province)
        is_there = there is not None and there.power == attacker.power
        return isinstance(order, Move) and order.to.province == province and is_there

    def tried(self, fact: UnitFact) -> bool:
        order = self.orders[fact.unit.at.province]
        return isinstance(order, Move) and order.to == fact.goal and self.stays(fact)

    def stood_in_the_way(self, fact: UnitFact, by: Province) -> bool:
        """Whether a unit stood at the goal, or was ordered there too."""
        assert fact.goal is not None
        order = self.orders.get(by)
        aims = isinstance(order, Move) and order.to.province == fact.goal.province
        return by in self.before.units and (by == fact.goal.province or aims)

    def attacked(self, fact: UnitFact, by: Province) -> bool:
        order = self.orders[by]
        return isinstance(order, Move) and order.to.province == fact.unit.at.province

    def helped(self, fact: UnitFact, *kinds: type[Order]) -> bool:
        order = self.orders[fact.unit.at.province]
        assert isinstance(order, SupportHold | SupportMove | Convoy)
        target = order.target if isinstance(order, SupportHold) else order.origin
        return isinstance(order, kinds) and target == fact.helped and self.stays(fact)


Check = Callable[[Witness, UnitFact], bool]
OF_UNITS: Mapping[FactKind, Check] = {
    FactKind.DESTROYED: lambda seen, fact: seen.is_gone(fact) and seen.dislodged_by(fact.unit.at.province, fact.by[0]),
    FactKind.DISLODGED: lambda seen, fact: (
        seen.after.dislodged[fact.unit.at.province].unit == fact.unit
        and seen.dislodged_by(fact.unit.at.province, fact.by[0])
    ),
    FactKind.COLLIDED: lambda seen, fact: (
        seen.is_gone(fact) and all(seen.orders[one] != seen.orders[fact.unit.at.province] for one in fact.by)
    ),
    FactKind.UNRETREATED: lambda seen, fact: seen.is_gone(fact) and fact.unit.at.province not in seen.orders,
    FactKind.VOID_LOST: lambda seen, fact: seen.is_gone(fact) and fact.unit.at.province in seen.orders,
    FactKind.REMOVED: lambda seen, fact: seen.is_gone(fact) and fact.unit.at.province not in seen.orders,
    FactKind.SILENT: lambda seen, fact: seen.stays(fact) and fact.unit.at.province not in seen.orders,
    FactKind.UNORDERED: lambda seen, fact: seen.stays(fact) and fact.unit.at.province not in seen.orders,
    FactKind.BOUNCED: lambda seen, fact: (
        seen.tried(fact) and bool(fact.by) and all(seen.stood_in_the_way(fact, one) for one in fact.by)
    ),
    FactKind.UNCONVOYED: lambda seen, fact: seen.tried(fact) and not fact.by,
    FactKind.CUT: lambda seen, fact: (
        seen.helped(fact, SupportHold, SupportMove) and all(seen.attacked(fact, one) for one in fact.by)
    ),
    FactKind.INEFFECTIVE: lambda seen, fact: seen.helped(fact, SupportHold, SupportMove, Convoy),
    FactKind.VOID: lambda seen, fact: seen.stays(fact) and fact.unit.at.province in seen.orders,
    FactKind.DISLODGING: lambda seen, fact: seen.went(fact) and seen.dislodged_by(fact.by[0], fact.unit.at.province),
    FactKind.RETREATED: lambda seen, fact: seen.went(fact) and not seen.is_movement,
    FactKind.BUILT: lambda seen, fact: seen.stays(fact) and fact.unit.at.province not in seen.before.units,
    FactKind.DISBANDED: lambda seen, fact: seen.is_gone(fact) and fact.unit.at.province in seen.orders,
    FactKind.MOVED: lambda seen, fact: seen.went(fact) and seen.is_movement,
    FactKind.SUPPORTED: lambda seen, fact: seen.helped(fact, SupportHold, SupportMove),
    FactKind.CONVOYED: lambda seen, fact: seen.helped(fact, Convoy),
    FactKind.HELD: lambda seen, fact: seen.stays(fact) and isinstance(seen.orders[fact.unit.at.province], Hold),
}


RARE = {FactKind.COLLIDED, FactKind.UNCONVOYED}
"""What happened in none of the games; the letters of ``tests/reports`` tell of it."""


def test_every_fact_on_a_unit_is_found_again_in_the_positions() -> None:
    told = Counter[FactKind]()
    for event in played():
        for power in event.judgement.verdicts:
            seen = Witness(event, power)
            for fact in phase_facts(event, power):
                for one in fact.units:
                    assert one.unit.power == power
                    assert OF_UNITS[fact.kind](seen, one), (event.before.phase, fact.kind, one)
                told[fact.kind] += len(fact.units)
    assert OF_UNITS.keys() - told.keys() == RARE


def test_each_unit_of_a_power_is_told_of_once() -> None:
    for event in played():
        at = event.before
        for power, verdicts in event.judgement.verdicts.items():
            units = [one.unit for fact in phase_facts(event, power) for one in fact.units]
            assert len(units) == len({*units}), at.phase
            if at.phase.kind is PhaseKind.MOVEMENT:
                assert {*units} == {*at.units_of(power)}, at.phase
            if at.phase.kind is PhaseKind.RETREAT:
                assert {*units} == {one.unit for one in at.dislodged.values() if one.unit.power == power}
            assert verdicts or not units


def test_centres_gained_and_lost_are_the_difference_of_two_positions() -> None:
    for event in played():
        before, after = event.before.owners, event.judgement.after.owners
        for power in event.judgement.verdicts:
            facts = {fact.kind: fact for fact in phase_facts(event, power)}
            none = PhaseFact(FactKind.HELD)
            gained, lost = (facts.get(kind, none) for kind in (FactKind.CENTRES_GAINED, FactKind.CENTRES_LOST))
            assert {*gained.centres} == {at for at, to in after.items() if to == power and before.get(at) != power}
            assert {*lost.centres} == {at for at, to in before.items() if to == power and after.get(at) != power}
            assert {*lost.powers} == {after[at] for at in lost.centres}


def test_the_most_important_comes_first() -> None:
    order = list(FactKind)
    for event in played():
        for power in event.judgement.verdicts:
            kinds = [order.index(fact.kind) for fact in phase_facts(event, power)]
            assert kinds == sorted(kinds)


def test_a_power_is_out_once_it_has_nothing_left() -> None:
    for event in played():
        for power in event.judgement.verdicts:
            is_told = any(fact.kind is FactKind.ELIMINATED for fact in phase_facts(event, power))
            was, is_left = (is_on_board(at, power) for at in (event.before, event.judgement.after))
            assert is_told == (was and not is_left)


def is_on_board(at: Position, power: Power) -> bool:
    units = [*at.units.values(), *(one.unit for one in at.dislodged.values())]
    return power in {unit.power for unit in units} or power in at.owners.values()
