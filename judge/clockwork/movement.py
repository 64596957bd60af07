"""A plan for a movement phase: every unit to the best place that is left, or in support of one that goes there."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random

from judge.clockwork.outlook import PowerOutlook
from judge.rules.board import Location, Province, Terrain, Unit, UnitKind
from judge.rules.convoys import convoying_fleets, shortest_chain
from judge.rules.legality import why_illegal
from judge.rules.orders import Convoy, Hold, Move, MovementOrder, SupportHold, SupportMove
from judge.rules.required_orders import required_orders

Plan = Mapping[Province, MovementOrder]
"""An order for each unit of a power."""

_BY_SEA = 0.8
"""What a place counts for that only a convoy leads to, since that takes the fleets, too."""


def movement_plan(outlook: PowerOutlook, lots: Random, whim: float) -> Plan:
    """Return a legal order for each unit of the power of an outlook, sorted by place.

    ``whim``, from 0 to 1: how readily a unit goes to another place than the best. The units choose one after the other
    in an order drawn by lot: first who is better off by sea, then all; then attacks that would fail alone are given
    supports, and who is left without work supports a neighbour.
    """
    return _Planner(outlook, lots, whim).plan()


def legal_plan(outlook: PowerOutlook, plan: Plan) -> Plan:
    """Return a plan with Hold in place of what the rules forbid: out of a closed region, or against another order."""
    board, position = outlook.board, outlook.position
    return {
        at: order if why_illegal(board, position, order, plan) is None else Hold(at)
        for at, order in sorted(plan.items())
    }


class _Planner:
    """Units choose in turn: a place that nobody has taken, or a support for whoever has."""

    def __init__(self, outlook: PowerOutlook, lots: Random, whim: float) -> None:
        self._outlook, self._lots, self._whim = outlook, lots, whim
        self._board, self._position = outlook.board, outlook.position
        self._orders: dict[Province, MovementOrder] = {}
        self._taken: dict[Province, Province] = {}
        """Each province where an own unit will be, if all goes well, with the one it comes from."""
        awaited = required_orders(self._board, self._position, outlook.power).orders
        self._waiting = {at: self._position.units[at] for at in awaited}

    def plan(self) -> Plan:
        units = sorted(self._waiting.values(), key=lambda _: self._lots.random())
        for unit in units:
            self._embark(unit)
        for unit in units:
            self._choose(unit)
        for attack in self._attacks():
            self._recruit(attack)
        for at, order in list(self._orders.items()):
            support = self._best_support(at) if isinstance(order, Hold) else None
            self._order(support or order, self._aim(at))
        return legal_plan(self._outlook, self._orders)

    def _order(self, order: MovementOrder, into: Province) -> None:
        """Give a unit an order by which it will be in a province; what it had taken before is free."""
        before = self._orders.get(order.at)
        if before and self._taken.get(self._aim(order.at)) == order.at:
            del self._taken[self._aim(order.at)]
        self._orders[order.at] = order
        self._taken[into] = order.at
        self._waiting.pop(order.at, None)

    def _aim(self, at: Province) -> Province:
        """Where a unit will be by its order."""
        order = self._orders[at]
        return order.to.province if isinstance(order, Move) else at

    # --- each for itself

    def _embark(self, army: Unit) -> None:
        """Send an army by sea where the best place that own fleets lead to is better than all it can walk to."""
        known, at = self._outlook, army.at.province
        if army.kind is not UnitKind.ARMY or at not in self._waiting or self._board.terrain(at) is not Terrain.COAST:
            return
        fleets = convoying_fleets(self._board, self._waiting)
        shores = {shore for fleet in fleets for shore in self._board.shores(fleet)}
        free = sorted(shores - self._taken.keys() - self._waiting.keys())
        goals = [Location(shore) for shore in free if self._board.terrain(shore) is Terrain.COAST]
        best = max(goals, key=lambda goal: known.worth(army.kind, goal), default=None)
        on_foot = max(known.worth(army.kind, place) for place in self._in_reach(army))
        if best is None or _BY_SEA * known.worth(army.kind, best) <= on_foot:
            return
        chain = shortest_chain(self._board, fleets, at, best.province)
        for fleet in chain:
            self._order(Convoy(fleet, at, best.province), fleet)
        if chain:
            self._order(Move(at, best, by_sea=True), best.province)

    def _choose(self, unit: Unit) -> None:
        """Give a unit its order; an own unit where it would go chooses before it."""
        at = unit.at.province
        if self._waiting.pop(at, None) is None:
            return
        for place in self._places(unit):
            blocker = self._waiting.get(place.province)
            if blocker:
                self._choose(blocker)
            if self._go(at, place):
                return
        self._order(Hold(at), at)

    def _in_reach(self, unit: Unit) -> Sequence[Location]:
        """Where a unit may be after the phase without a convoy, sorted."""
        return sorted({unit.at, *self._board.neighbours(unit.kind, unit.at)})

    def _places(self, unit: Unit) -> Iterator[Location]:
        """Where a unit may be after the phase, the best first, but for a whim."""
        known = self._outlook
        left = sorted(self._in_reach(unit), key=lambda place: known.worth(unit.kind, place), reverse=True)
        while left:
            yield left.pop(self._picked([known.worth(unit.kind, place) for place in left]))

    def _picked(self, worths: Sequence[float]) -> int:
        """The number of the best of several worths, or by a whim of the next one, the likelier the nearer it comes."""
        for number, (better, worse) in enumerate(pairwise(worths)):
            nearness = max(0.0, worse) / better if better > 0 else 1.0
            if self._lots.random() >= self._whim * nearness:
                return number
        return len(worths) - 1

    def _go(self, at: Province, place: Location) -> bool:
        """Whether a unit found something to do for a place: to stay, to go there, to support who does."""
        province = place.province
        if province == at:
            self._order(Hold(at), at)
            return True
        if province not in self._taken:
            self._order(Move(at, place), province)
            return True
        support = self._support_of(at, self._taken[province]) if self._is_wanting(province) else None
        if support:
            self._order(support, at)
        return support is not None

    # --- for each other

    def _support_of(self, at: Province, other: Province) -> MovementOrder | None:
        """A support for what another unit is to do; None where it has no order yet, or the rules forbid it."""
        theirs = self._orders.get(other)
        if theirs is None:
            return None
        support = SupportMove(at, other, theirs.to) if isinstance(theirs, Move) else SupportHold(at, other)
        return support if why_illegal(self._board, self._position, support, self._orders) is None else None

    def _is_wanting(self, province: Province) -> bool:
        """Whether one more support may matter there."""
        return sum(_supported(order) == province for order in self._orders.values()) < self._outlook.rivals(province)

    def _attacks(self) -> Sequence[Move]:
        """The attacks on provinces where units of others stand, those on the greatest prizes first."""
        attacks = [order for order in self._orders.values() if isinstance(order, Move) and self._is_held(order.to)]
        return sorted(attacks, key=lambda attack: (-self._outlook.prize(attack.to.province), attack.at))

    def _is_held(self, place: Location) -> bool:
        unit = self._position.units.get(place.province)
        return unit is not None and unit.power != self._outlook.power

    def _recruit(self, attack: Move) -> None:
        """Have neighbours support an attack that would fail alone, where what they do themselves counts for less."""
        target = attack.to.province
        if self._orders[attack.at] != attack:
            return
        for at in sorted(self._orders, key=lambda at: (self._gain(at), at)):
            is_free = at != attack.at and self._taken.get(at, at) == at and self._may_be_recruited(at, target)
            support = self._support_of(at, attack.at) if is_free and self._is_wanting(target) else None
            if support:
                self._order(support, at)

    def _may_be_recruited(self, at: Province, target: Province) -> bool:
        """Whether a unit does nothing that counts for more than a support there: no convoy, no unopposed gain."""
        order = self._orders[at]
        if not isinstance(order, Move):
            return isinstance(order, Hold)
        is_open = order.to.province not in self._position.units and self._gain(at) > 0
        return not order.by_sea and not is_open and self._gain(at) < self._outlook.prize(target)

    def _gain(self, at: Province) -> float:
        """The prize a unit is to go to."""
        order = self._orders[at]
        return self._outlook.prize(order.to.province) if isinstance(order, Move) else 0.0

    def _best_support(self, at: Province) -> MovementOrder | None:
        """The most useful support that a unit at rest could give its neighbours; None if nobody needs one."""
        near = (province for province in self._board.ways(self._position.units[at]) if province in self._taken)
        wanted = [province for province in near if self._outlook.rivals(province)]
        wanted.sort(key=lambda province: (-self._outlook.prize(province), province))
        able = (self._support_of(at, self._taken[province]) for province in wanted)
        return next((support for support in able if support), None)


def _supported(order: MovementOrder) -> Province | None:
    """The province for which an order is a support."""
    match order:
        case SupportMove():
            return order.to.province
        case SupportHold():
            return order.target
        case _:
            return None
