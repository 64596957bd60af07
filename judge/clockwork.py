"""What a clockwork player orders: the same for the same position and seed, whatever the machine.

The method is that of David Norman's DumbBot: every place has a worth, made of the centres in and around it, of who
owns and who threatens them, and of who contends for it; every unit goes to the best place that is left or supports
whoever goes there. Fair and hard players draw up such plans for themselves and for the others, judge them against each
other, and change the best of their own, a unit at a time or an attack with its support, as long as that makes it
better; hard ones try more. docs/clockwork.md tells it on a page.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, pairwise
from operator import itemgetter
from random import Random

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


@kept_for_same
def _reach(board: Board, position: Position) -> Mapping[Province, Mapping[Power, int]]:
    """How many units each power could have in each province."""
    coming: dict[Province, Counter[Power]] = {}
    for unit in position.units.values():
        for province in (unit.at.province, *board.ways(unit)):
            coming.setdefault(province, Counter())[unit.power] += 1
    return coming


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
        return max((count for power, count in self._arrivals(province).items() if power != self.power), default=0)

    def _arrivals(self, province: Province) -> Mapping[Power, int]:
        return _reach(self.board, self.position).get(province, {})

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
        threats = (self._sizes[power] for power in self._arrivals(centre) if power != self.power)
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
        standing = self._standing
        return {place: one + standing.get(place.province, 0.0) for place, one in zip(ground.places, worth, strict=True)}

    @cached_property
    def _standing(self) -> Mapping[Province, float]:
        """What it adds to the worth of a province, or takes away, who can come there."""
        reach = _reach(self.board, self.position).items()
        return {at: _HELP * units.get(self.power, 0) - _RIVALRY * self.rivals(at) for at, units in reach}


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
        if province == at or province not in self._taken:
            self._order(Hold(at) if province == at else Move(at, place), province)
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


# --- weighs plans against what the others may order, and changes the best of them order by order


@dataclass(frozen=True)
class Thinking:
    """How a strength thinks in a phase of movements.

    ``whim``: how readily its units go elsewhere than to the best place. ``guesses``: against how many guesses at what
    the others order a plan is weighed; with none, the first plan is played. ``effort``: of so many units the orders are
    resolved at most, which on a crowded board is fewer plans.
    """

    whim: float
    guesses: int = 0
    effort: int = 0


_PLANS = 4
"""Plans that are drawn up; the best of them is the one that is changed."""

_WHIM_OF_OTHERS = 0.3
"""How readily the units of others are thought to go elsewhere than to the best place."""

_GAIN = {Season.SPRING: 1000, Season.FALL: 6000}
_LOSS = 30_000
"""What the prize weighs of a foreign centre that an own unit is in, and of an own one that another has entered."""

_LAG = 30_000_000
"""By how much a plan may be behind the best against the first guesses, before it is given up; a neutral centre gained
in an autumn counts for some fifteen times as much."""


class _Weigher:
    """Looks for the best plan of one power: each is resolved against the same few guesses at the orders of others."""

    def __init__(self, outlook: PowerOutlook, book: RuleBook, lots: Random, thinking: Thinking) -> None:
        self._outlook, self._book, self._lots, self._thinking = outlook, book, lots, thinking
        self._board, self._power = outlook.board, outlook.power
        ordered = required_orders(self._board, outlook.position, self._power).orders
        self._own = [outlook.position.units[at] for at in ordered]
        self._near = self._units_near()
        self._position = replace(outlook.position, units=self._near)
        self._guesses = self._guessed()
        self._left = thinking.effort
        self._tried: set[tuple[MovementOrder, ...]] = set()
        self._best: Plan = {}
        self._values: Sequence[float] = ()
        """What the best plan is worth against each guess."""

    def plan(self) -> Plan:
        """Return the plan that does best on average against what the others may order, as far as it was searched."""
        plans = [movement_plan(self._outlook, self._lots, self._thinking.whim if at else 0.0) for at in range(_PLANS)]
        self._best, self._values = plans[0], [self._value(plans[0], others) for others in self._guesses]
        for plan in plans[1:]:
            self._try(plan)
        while self._is_bettered():
            pass
        return legal_plan(self._outlook, self._best)

    def _units_near(self) -> Mapping[Province, Unit]:
        """The units that stand, or could come, where own units stand or could come, or into own centres."""
        centres = self._outlook.position.centres_of(self._power)
        zone = {*centres, *(province for unit in self._own for province in (unit.at.province, *self._board.ways(unit)))}
        units = sorted(self._outlook.position.units.items(), key=itemgetter(0))
        return {at: unit for at, unit in units if at in zone or not zone.isdisjoint(self._board.ways(unit))}

    def _guessed(self) -> Sequence[Plan]:
        """What the others near by may order, several times over."""
        position = self._outlook.position
        powers = sorted({unit.power for unit in self._near.values()} - {self._power})
        others = [PowerOutlook(self._board, position, power) for power in powers]
        return [
            {at: order for other in others for at, order in movement_plan(other, self._lots, _WHIM_OF_OTHERS).items()}
            for _ in range(self._thinking.guesses)
        ]

    # --- which plans are tried

    def _is_bettered(self) -> bool:
        """Whether changing the orders of unit after unit has led to a better plan, and there is effort left."""
        before = self._best
        for unit in sorted(self._own, key=lambda _: self._lots.random()):
            for changed in self._changes(unit.at.province):
                self._try(changed)
        return self._best is not before and self._left > 0

    def _changes(self, at: Province) -> Iterator[Plan]:
        """The best plan with another order for a unit, and where it attacks also with the support of a neighbour."""
        best = self._best
        for order in self._choices(at):
            changed = {**best, at: order}
            yield changed
            if isinstance(order, Move) and self._outlook.rivals(order.to.province):
                for support in self._supports(order, changed):
                    yield {**changed, support.at: support}

    def _choices(self, at: Province) -> Sequence[MovementOrder]:
        """All that a unit may do: hold, go, support what another is to do by the best plan."""
        unit, plan = self._near[at], self._best
        near = self._board.ways(unit)
        orders: list[MovementOrder] = [Hold(at), *(Move(at, to) for places in near.values() for to in places)]
        for other, order in plan.items():
            if other != at and isinstance(order, Move) and order.to.province in near:
                orders.append(SupportMove(at, other, order.to))
            elif other != at and other in near:
                orders.append(SupportHold(at, other))
        return [order for order in orders if self._is_legal(order, plan)]

    def _supports(self, move: Move, plan: Plan) -> Iterator[SupportMove]:
        """Every support that another own unit could give a move."""
        for unit in self._own:
            support = SupportMove(unit.at.province, move.at, move.to)
            may_help = support.at not in (move.at, move.to.province) and self._board.reaches(unit, move.to.province)
            if may_help and self._is_legal(support, plan):
                yield support

    def _is_legal(self, order: MovementOrder, plan: Plan) -> bool:
        return why_illegal(self._board, self._outlook.position, order, plan) is None

    # --- what they are worth

    def _try(self, plan: Plan) -> None:
        """Take a plan for the best if it is better, as long as there is effort left."""
        orders = tuple(plan.values())
        if self._left <= 0 or orders in self._tried:
            return
        self._tried.add(orders)
        values, ahead = list[float](), 0.0
        for others, of_best in zip(self._guesses, self._values, strict=True):
            values.append(self._value(plan, others))
            ahead += values[-1] - of_best
            if ahead < -_LAG and len(values) > 1:
                return
        if ahead > 0:
            self._best, self._values = plan, values

    def _value(self, plan: Plan, others: Plan) -> float:
        """What the board is worth to the power after the phase, should the others order that."""
        self._left -= len(self._near)
        known, owners = self._outlook, self._position.owners
        battle = prepare_battle(self._board, self._book, self._position, {**others, **plan})
        rulings = resolve(battle)
        arrived = {target: at for at, target in battle.targets.items() if rulings.moves(at)}
        value = 0.0
        for at, unit in self._near.items():
            to = battle.targets.get(at)
            has_moved = to is not None and arrived.get(to) == at
            if not has_moved and at in arrived:
                continue  # dislodged
            place = to if to and has_moved else at
            is_own_land = owners.get(place) == self._power
            order = plan.get(at)
            if order is None:
                value -= _LOSS * known.prize(place) if is_own_land and unit.power != self._power else 0
                continue
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


def retreat_plan(outlook: PowerOutlook) -> Iterator[RetreatOrder]:
    """Yield an order for each dislodged unit of a power; it is disbanded where no place is left."""
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


_THINKING = {
    PlayingStrength.EASY: Thinking(whim=0.55),
    PlayingStrength.FAIR: Thinking(whim=0.15, guesses=5, effort=5000),
    PlayingStrength.HARD: Thinking(whim=0.15, guesses=10, effort=20_000),
}


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
            thinking = _THINKING[strength]
            if thinking.guesses:
                return tuple(_Weigher(outlook, book, lots, thinking).plan().values())
            return tuple(movement_plan(outlook, lots, thinking.whim).values())
        case PhaseKind.RETREAT:
            return tuple(retreat_plan(outlook))
        case PhaseKind.ADJUSTMENT:
            return adjustment_plan(outlook)
