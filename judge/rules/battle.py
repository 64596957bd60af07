"""All that is fixed before a movement phase is fought: who attacks where, who supports or carries whom."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from judge.rules.board import Board, Kind, Province, Unit
from judge.rules.coasts import completed
from judge.rules.convoys import chains
from judge.rules.legality import why_illegal
from judge.rules.orders import Convoy, Hold, Move, MovementOrder, SupportHold, SupportMove
from judge.rules.position import Position
from judge.rules.rulebook import LandOrSea, Paradoxes, RuleBook
from judge.rules.verdicts import Illegal


@dataclass(frozen=True)
class Battle:
    """A movement phase about to be fought; units are named by the province they stand in.

    ``given`` are the orders as given, coasts settled; ``void`` those against the rules; ``orders`` what every unit
    does after all: one without a legal order holds. ``steps`` are attacks next door that ask for no convoy,
    ``embarked`` armies that could go by land and are sent by convoy all the same.
    """

    board: Board
    book: RuleBook
    units: Mapping[Province, Unit]
    given: Mapping[Province, MovementOrder]
    void: Mapping[Province, Illegal]
    orders: Mapping[Province, MovementOrder]
    steps: frozenset[Province]
    embarked: frozenset[Province] = frozenset()

    @cached_property
    def targets(self) -> Mapping[Province, Province]:
        """The province each attacking unit attacks."""
        return {at: order.to.province for at, order in self.orders.items() if isinstance(order, Move)}

    @cached_property
    def attackers(self) -> Mapping[Province, tuple[Province, ...]]:
        """The units that attack each province, sorted."""
        return _gathered((target, at) for at, target in self.targets.items())

    @cached_property
    def by_sea(self) -> frozenset[Province]:
        """The armies whose attack comes by convoy or not at all."""
        ways_open = (self.targets.keys() - self.steps).union(self.carriers)
        return self.embarked.union(at for at in ways_open if _goes_by_sea(self, at))

    @cached_property
    def unopposed(self) -> frozenset[Province]:
        """The units that walk into a province where nobody stands and which nobody else attacks."""
        alone = ((target, attackers[0]) for target, attackers in self.attackers.items() if len(attackers) == 1)
        return frozenset(at for target, at in alone if target not in self.units and at not in self.by_sea)

    @cached_property
    def supporters(self) -> Mapping[Province, tuple[Province, ...]]:
        """The units whose support each unit may count on if it is not cut: it does what they support."""
        return _gathered(_helped(self.orders, self.targets))

    @cached_property
    def convoys(self) -> Mapping[Province, tuple[Province, ...]]:
        """For each army the fleets ordered to carry it where it wants to go."""
        return _gathered(
            (order.origin, at)
            for at, order in self.orders.items()
            if isinstance(order, Convoy) and self.targets.get(order.origin) == order.to
        )

    @cached_property
    def carriers(self) -> Mapping[Province, frozenset[Province]]:
        """The fleets of ``convoys`` that lie on a route; an army without a route is absent."""
        routes = {
            army: frozenset[Province]().union(*chains(self.board, fleets, army, self.targets[army]))
            for army, fleets in self.convoys.items()
        }
        return {army: fleets for army, fleets in routes.items() if fleets}

    @cached_property
    def convoying(self) -> frozenset[Province]:
        """Every fleet that lies on a route of some army."""
        return frozenset[Province]().union(*self.carriers.values())

    def attackers_of(self, province: Province) -> tuple[Province, ...]:
        """The units that attack a province."""
        return self.attackers.get(province, ())

    @cached_property
    def _facing(self) -> Mapping[Province, Province]:
        pairs = ((at, target) for at, target in self.targets.items() if self.targets.get(target) == at)
        return {at: target for at, target in pairs if at not in self.by_sea and target not in self.by_sea}

    def facing(self, at: Province) -> Province | None:
        """The unit an attacker meets head to head: each attacks the other, neither by convoy (DATC 5.A)."""
        return self._facing.get(at)

    def shields(self, supporter: Province, attacker: Province) -> bool:
        """Whether the book keeps this support out of reach of an attack by convoy (000 XIII.A, 001 XII.5)."""
        order = self.orders[supporter]
        if attacker not in self.by_sea:
            return False
        match self.book.paradoxes:
            case Paradoxes.SZYKMAN:
                return False
            case Paradoxes.ALL_FAIL:
                return isinstance(order, SupportMove) and order.to.province in self.carriers.get(attacker, ())
            case Paradoxes.SEA_FIRST:
                return self.fought_over(supporter) in self.convoying

    def fought_over(self, supporter: Province) -> Province:
        """The province into which a unit gives support."""
        order = self.orders[supporter]
        assert isinstance(order, SupportHold | SupportMove)
        return order.target if isinstance(order, SupportHold) else order.to.province


def _helped(
    orders: Mapping[Province, MovementOrder], targets: Mapping[Province, Province]
) -> Iterator[tuple[Province, Province]]:
    """Each unit that does what another one supports, with that other one."""
    for at, order in orders.items():
        match order:
            case SupportHold() if order.target not in targets:
                yield order.target, at
            case SupportMove() if targets.get(order.origin) == order.to.province:
                yield order.origin, at
            case _:
                pass


def _gathered(pairs: Iterable[tuple[Province, Province]]) -> Mapping[Province, tuple[Province, ...]]:
    """The second province of each pair under the first one; the orders are sorted, and so are these."""
    gathered: defaultdict[Province, list[Province]] = defaultdict(list)
    for key, value in pairs:
        gathered[key].append(value)
    return {key: tuple(values) for key, values in gathered.items()}


def line_up(board: Board, book: RuleBook, position: Position, orders: Mapping[Province, MovementOrder]) -> Battle:
    """Take up the orders: coasts settled, void ones put aside, each army's way by land or by sea chosen."""
    units, places = position.units, [at for at in sorted(position.units) if at in orders]
    steps = frozenset(at for at in places if _is_step(board, units[at], orders[at]))
    given = {at: orders[at] if at in steps else completed(orders[at], board, position) for at in places}
    broken = {at: why_illegal(board, position, given[at], given) for at in places if at not in steps}
    void = {at: why for at, why in broken.items() if why}
    in_force = {at: given[at] if at in given and at not in void else Hold(at) for at in sorted(units)}
    return Battle(board, book, units, given, void, in_force, steps)


def _is_step(board: Board, unit: Unit, order: MovementOrder) -> bool:
    """Whether it is an attack next door, with its coast settled, that asks for no convoy: no rule is against that."""
    return isinstance(order, Move) and not order.by_sea and order.to in board.neighbours(unit.kind, unit.at)


def _goes_by_sea(battle: Battle, at: Province) -> bool:
    """Whether an attack comes by convoy or not at all (DATC 4.A.3).

    An own fleet shows the intent even where others carry the army (DATC 6.G.6), not where nobody can.
    """
    order, unit = battle.orders[at], battle.units[at]
    assert isinstance(order, Move)
    if unit.kind is Kind.FLEET:
        return False
    if order.by_sea or order.to.province not in battle.board.ways(unit):
        return True
    if at not in battle.carriers:
        return False
    match battle.book.land_or_sea:
        case LandOrSea.INTENT:
            return any(battle.units[fleet].power == unit.power for fleet in battle.convoys[at])
        case LandOrSea.BOTH:
            return False
