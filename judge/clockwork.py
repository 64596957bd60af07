"""What a clockwork player orders: the same for the same position and seed, whatever the machine.

The method is that of David Norman's DumbBot: every place has a worth, made of the centres in and around it, of who
owns and who threatens them, and of who contends for it; every unit goes to the best place that is left or supports
whoever goes there. Fair and hard players draw up several such plans, for themselves and for the others, judge them
against each other, take the one that turns out best on the whole, and change its orders while that makes it better;
hard ones try more.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise
from random import Random
from typing import TypeVar

from judge.game.settings import PlayingStrength
from judge.rules.adjustments import possible_builds, required_orders
from judge.rules.battle import prepare_battle
from judge.rules.board import Board, Location, Power, Province, Terrain, Unit, UnitKind
from judge.rules.fast import kept_for_same
from judge.rules.legality import why_illegal
from judge.rules.orders import (
    AdjustmentOrder,
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    MovementOrder,
    Order,
    Retreat,
    RetreatOrder,
    SupportHold,
    SupportMove,
    Waive,
    convoying_fleets,
    shortest_chain,
)
from judge.rules.position import PhaseKind, Position, Season
from judge.rules.resolver import resolve
from judge.rules.rulebook import RuleBook

# --- what every location is worth to a power: the centres around it, who threatens them, who contends for it


_STEPS = 8
"""So many moves ahead a centre is felt."""

_SPREAD = 5
"""By how much it is felt less with each step, for as many neighbours as most places have."""

_NEARNESS = {
    Season.SPRING: (300, 1000, 300, 200, 150, 100, 80, 60),
    Season.FALL: (1000, 300, 200, 150, 100, 80, 60, 50),
}
"""What a centre weighs that lies here, one step off, two, …: in autumn one must stand in it, in spring beside it."""

_ATTACK = {Season.SPRING: 700, Season.FALL: 700}
_DEFENCE = {Season.SPRING: 100, Season.FALL: 150}
"""What a centre of another, and an own one that is threatened, weigh: who defends everything gets nowhere."""

_UNCLAIMED = 100
"""What a centre that nobody owns counts for, about as much as one of a power with seven."""

_HELP, _RIVALRY = 30_000, 100_000
"""What each own unit that may come to a province adds to its worth, and each unit of the strongest rival takes away."""


@dataclass(frozen=True)
class _Ground:
    """The locations where units of a kind may stand, and the neighbours of each as places in that list."""

    places: Sequence[Location]
    around: Sequence[Sequence[int]]


@kept_for_same
def _grounds(board: Board) -> Mapping[UnitKind, _Ground]:
    return {kind: _ground(board, kind) for kind in UnitKind}


def _ground(board: Board, kind: UnitKind) -> _Ground:
    places = sorted(board.borders.get(kind, {}))
    number = {place: at for at, place in enumerate(places)}
    around = [[number[to] for to in sorted(board.neighbours(kind, place)) if to in number] for place in places]
    return _Ground(places, around)


class PowerOutlook:
    """What one power sees in a position; everything is worked out once, when it is first asked for."""

    def __init__(self, board: Board, position: Position, power: Power) -> None:
        """``position`` is what the power may know of it."""
        self.board, self.position, self.power = board, position, power
        self.season = position.phase.season if position.phase.season in _NEARNESS else Season.SPRING

    def worth(self, kind: UnitKind, place: Location) -> float:
        """What a unit of this kind is worth there; 0 where none may stand."""
        return self._worth[kind].get(place, 0.0)

    def worth_of(self, unit: Unit) -> float:
        """What a unit is worth where it stands."""
        return self.worth(unit.kind, unit.at)

    def prize(self, province: Province) -> float:
        """What a province counts for in itself: a centre to be taken, or an own one that is threatened; else 0."""
        return self._prizes.get(province, 0.0)

    def rivals(self, province: Province) -> int:
        """The most units that any one other power could bring into a province, one that stands there included."""
        return max((count for power, count in self._arrivals(province) if power != self.power), default=0)

    def helpers(self, province: Province) -> int:
        """How many own units could come into a province, or stand there."""
        return next((count for power, count in self._arrivals(province) if power == self.power), 0)

    def _arrivals(self, province: Province) -> Sequence[tuple[Power, int]]:
        return self._reach.get(province, ())

    @cached_property
    def _reach(self) -> Mapping[Province, Sequence[tuple[Power, int]]]:
        """Which powers could have how many units in each province."""
        coming: dict[Province, Counter[Power]] = {}
        for unit in self.position.units.values():
            for province in (unit.at.province, *self.board.ways(unit)):
                coming.setdefault(province, Counter())[unit.power] += 1
        return {province: tuple(counted.items()) for province, counted in coming.items()}

    @cached_property
    def _sizes(self) -> Mapping[Power, int]:
        """How much a power counts for: the larger, the more it is to be feared, and the more is to be had of it."""
        counts = {power: len(self.position.centres_of(power)) for power in self.board.powers}
        return {power: count * count + 4 * count + 16 for power, count in counts.items()}

    @cached_property
    def _prizes(self) -> Mapping[Province, float]:
        return {centre: self._prize_of(centre) for centre in sorted(self.board.centres - self.board.closed)}

    def _prize_of(self, centre: Province) -> float:
        owner = self.position.owners.get(centre)
        weight = self.board.war.worth.get(centre, 1)
        if owner != self.power:
            return weight * _ATTACK[self.season] * (self._sizes.get(owner, _UNCLAIMED) if owner else _UNCLAIMED)
        threats = (self._sizes[power] for power, _ in self._arrivals(centre) if power != self.power)
        return weight * _DEFENCE[self.season] * max(threats, default=0)

    @cached_property
    def _worth(self) -> Mapping[UnitKind, Mapping[Location, float]]:
        return {kind: self._worth_for(ground) for kind, ground in _grounds(self.board).items()}

    def _worth_for(self, ground: _Ground) -> Mapping[Location, float]:
        """The prizes as they are felt from further and further off, with who helps and who contends there."""
        nearness = _NEARNESS[self.season]
        felt = [self.prize(place.province) for place in ground.places]
        worth = [nearness[0] * one for one in felt]
        for weight in nearness[1:_STEPS]:
            around = [sum([felt[other] for other in near]) for near in ground.around]
            felt = [(one + beside) / _SPREAD for one, beside in zip(felt, around, strict=True)]
            worth = [sum_so_far + weight * one for sum_so_far, one in zip(worth, felt, strict=True)]
        return {place: one + self._standing(place.province) for place, one in zip(ground.places, worth, strict=True)}

    def _standing(self, province: Province) -> float:
        return _HELP * self.helpers(province) - _RIVALRY * self.rivals(province)


# --- a plan for a movement phase


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


# --- weighs plans against what the others may order, and mends the best of them order by order


T = TypeVar("T")

_SITUATIONS = 4
"""Against how many plans of all others a plan is weighed."""

_PLANS = 4
"""Plans that are drawn up; the best of them is the one that is mended."""

_GAIN = {Season.SPRING: 1000, Season.FALL: 3000}
_LOSS = {Season.SPRING: 1500, Season.FALL: 4000}
"""What the prize weighs of a foreign centre that an own unit is in, and of an own one that another has entered."""


def weighed_plan(outlook: PowerOutlook, book: RuleBook, lots: Random, whim: float, effort: int) -> Plan:
    """Return the plan that does best on average against what the others may order, as far as it was searched.

    The best of a few plans is changed order by order, as long as that makes it better. ``whim`` as for
    ``movement_plan``, of the power's own plans and of those the others are thought to have. ``effort``: of so many
    units the orders are resolved at most, which on a crowded board is fewer plans.
    """
    units = outlook.position.units_of(outlook.power)
    tries = effort // (_SITUATIONS * max(1, len(outlook.position.units)))
    plans = [movement_plan(outlook, lots, whim if number else 0.0) for number in range(max(1, min(_PLANS, tries)))]
    if not plans[0] or tries <= 1:
        return plans[0]
    weigher = _Weigher(outlook, book, _plans_of_others(outlook, lots, whim))
    value, _, best = max((weigher.value(plan), -number, plan) for number, plan in enumerate(plans))
    for _ in range(tries - len(plans)):
        changed = weigher.changed(best, _drawn(units, lots).at.province, lots)
        if (again := weigher.value(changed)) > value:
            best, value = changed, again
    return legal_plan(outlook, best)


def _plans_of_others(outlook: PowerOutlook, lots: Random, whim: float) -> Sequence[Plan]:
    """What all others together may order, several times over."""
    board, position = outlook.board, outlook.position
    others = [PowerOutlook(board, position, power) for power in board.powers if power != outlook.power]
    return [
        {at: order for other in others for at, order in movement_plan(other, lots, whim).items()}
        for _ in range(_SITUATIONS)
    ]


def _drawn(choices: Sequence[T], lots: Random) -> T:
    """One of them by lot; of all functions of Random only this one gives the same on every version of Python."""
    return choices[int(lots.random() * len(choices))]


class _Weigher:
    """Weighs plans of one power against the same few situations."""

    def __init__(self, outlook: PowerOutlook, book: RuleBook, situations: Sequence[Plan]) -> None:
        self._outlook, self._book, self._situations = outlook, book, situations

    def changed(self, plan: Plan, at: Province, lots: Random) -> Plan:
        """A plan with another order for one unit, drawn by lot."""
        return {**plan, at: _drawn(self._choices(at, plan), lots)}

    def _choices(self, at: Province, plan: Plan) -> Sequence[MovementOrder]:
        """All that a unit may do: hold, go, support what another is to do by the plan."""
        board, position = self._outlook.board, self._outlook.position
        unit = position.units[at]
        near = board.ways(unit)
        orders: list[MovementOrder] = [Hold(at), *(Move(at, to) for to in sorted(board.neighbours(unit.kind, unit.at)))]
        for other, order in plan.items():
            if other != at and isinstance(order, Move) and order.to.province in near:
                orders.append(SupportMove(at, other, order.to))
            elif other in near:
                orders.append(SupportHold(at, other))
        return [order for order in orders if why_illegal(board, position, order, plan) is None]

    def value(self, plan: Plan) -> float:
        """What the board is worth to the power after the phase, summed over the situations."""
        return sum(self._value_in(plan, others) for others in self._situations)

    def _value_in(self, plan: Plan, others: Plan) -> float:
        known, position = self._outlook, self._outlook.position
        battle = prepare_battle(known.board, self._book, position, {**others, **plan})
        rulings = resolve(battle)
        arrived = {target: at for at, target in battle.targets.items() if rulings.moves(at)}
        value = 0.0
        for at, unit in position.units.items():
            to = battle.targets.get(at)
            has_moved = to is not None and arrived.get(to) == at
            if not has_moved and at in arrived:
                continue  # dislodged
            place = to if to and has_moved else at
            is_own_land = position.owners.get(place) == known.power
            if unit.power != known.power:
                value -= _LOSS[known.season] * known.prize(place) if is_own_land else 0
                continue
            order = plan[at]
            value += known.worth(unit.kind, order.to if has_moved and isinstance(order, Move) else unit.at)
            value += 0 if is_own_land else _GAIN[known.season] * known.prize(place)
        return value


# --- a plan for an adjustment phase: units raised where most is to be had or feared, the idlest ones removed


def adjustment_plan(outlook: PowerOutlook) -> tuple[AdjustmentOrder, ...]:
    """Return the builds or removals a power owes; builds for which there is no site are waived."""
    owed = required_orders(outlook.board, outlook.position, outlook.power)
    if owed.removals:
        units = sorted(outlook.position.units_of(outlook.power), key=outlook.worth_of)
        return tuple(Disband(unit.at.province) for unit in units[: owed.removals])
    builds: list[AdjustmentOrder] = list(islice(_builds(outlook), owed.builds))
    return tuple(builds) if len(builds) == owed.builds else (*builds, Waive())


def _builds(outlook: PowerOutlook) -> Iterator[Build]:
    """Own builds, the best first, one on each site; of each kind as many as its worth among the others lets expect."""
    raised: dict[UnitKind, int] = dict.fromkeys(UnitKind, 0)
    taken: set[Province] = set()
    possible = [build for build in possible_builds(outlook.board, outlook.position, outlook.power) if not build.power]
    while left := [build for build in possible if build.at.province not in taken]:
        best = max(left, key=lambda build: outlook.worth(build.kind, build.at) / (1 + raised[build.kind]))
        raised[best.kind] += 1
        taken.add(best.at.province)
        yield best


# --- a plan for a retreat phase: every dislodged unit to the best place open to it


def retreat_plan(outlook: PowerOutlook) -> tuple[RetreatOrder, ...]:
    """Return an order for each dislodged unit of a power; it is disbanded where no place is left."""
    return tuple(_retreats(outlook))


def _retreats(outlook: PowerOutlook) -> Iterator[RetreatOrder]:
    board, position, taken = outlook.board, outlook.position, set[Province]()
    for at in required_orders(board, position, outlook.power).orders:
        unit = position.dislodged[at].unit
        ways = [Retreat(at, to) for to in sorted(board.neighbours(unit.kind, unit.at)) if to.province not in taken]
        able = [way for way in ways if why_illegal(board, position, way) is None]
        if not able:
            yield Disband(at)
            continue
        best = max(able, key=lambda way: outlook.worth(unit.kind, way.to))
        taken.add(best.to.province)
        yield best


# --- what a clockwork player orders: the same for the same position and seed, whatever the machine


_WHIM = {PlayingStrength.EASY: 0.55, PlayingStrength.FAIR: 0.05, PlayingStrength.HARD: 0.1}

_EFFORT = {PlayingStrength.EASY: 0, PlayingStrength.FAIR: 600, PlayingStrength.HARD: 2200}
"""So many units' orders are resolved in a phase at most: on a crowded board fewer plans are weighed."""


def clockwork_orders(
    board: Board, book: RuleBook, position: Position, power: Power, strength: PlayingStrength, seed: str
) -> tuple[Order, ...]:
    """Return the orders of a power in the phase of a position, all legal, none missing.

    ``position`` is what the power may know. ``seed`` is the game's: with the phase and the power it settles every lot.
    """
    outlook = PowerOutlook(board, position, power)
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            lots = Random(f"{seed} {position.phase} {power}")  # noqa: S311 - play, not a secret
            if _EFFORT[strength]:
                return tuple(weighed_plan(outlook, book, lots, _WHIM[strength], _EFFORT[strength]).values())
            return tuple(movement_plan(outlook, lots, _WHIM[strength]).values())
        case PhaseKind.RETREAT:
            return retreat_plan(outlook)
        case PhaseKind.ADJUSTMENT:
            return adjustment_plan(outlook)
