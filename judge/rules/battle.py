"""All that is fixed before a movement phase is fought: who attacks where, who supports or carries whom."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
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
    does after all: one without a legal order holds. ``by_sea`` are the armies whose attack goes by convoy alone.
    """

    board: Board
    book: RuleBook
    units: Mapping[Province, Unit]
    given: Mapping[Province, MovementOrder]
    void: Mapping[Province, Illegal]
    orders: Mapping[Province, MovementOrder]
    by_sea: frozenset[Province] = frozenset()

    @cached_property
    def targets(self) -> Mapping[Province, Province]:
        """The province each attacking unit attacks."""
        return {at: order.to.province for at, order in self.orders.items() if isinstance(order, Move)}

    @cached_property
    def attackers(self) -> Mapping[Province, tuple[Province, ...]]:
        """The units that attack each province, sorted."""
        return _gathered((target, at) for at, target in self.targets.items())

    @cached_property
    def supporters(self) -> Mapping[Province, tuple[Province, ...]]:
        """The units whose support each unit may count on if it is not cut: it does what they support."""
        return _gathered((helped, at) for at, order in self.orders.items() if (helped := self._helped_by(order)))

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

    def facing(self, at: Province) -> Province | None:
        """The unit an attacker meets head to head: each attacks the other, neither by convoy (DATC 5.A)."""
        target = self.targets[at]
        if self.targets.get(target) == at and not self.by_sea & {at, target}:
            return target
        return None

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

    def _helped_by(self, order: MovementOrder) -> Province | None:
        match order:
            case SupportHold(target=target) if target not in self.targets:
                return target
            case SupportMove(origin=origin, to=to) if self.targets.get(origin) == to.province:
                return origin
            case _:
                return None


def _gathered(pairs: Iterator[tuple[Province, Province]]) -> Mapping[Province, tuple[Province, ...]]:
    gathered: defaultdict[Province, list[Province]] = defaultdict(list)
    for key, value in pairs:
        gathered[key].append(value)
    return {key: tuple(sorted(values)) for key, values in gathered.items()}


def line_up(board: Board, book: RuleBook, position: Position, orders: Mapping[Province, MovementOrder]) -> Battle:
    """Take up the orders: coasts settled, void ones put aside, each army's way by land or by sea chosen."""
    units = position.units
    given = {at: completed(orders[at], board, position) for at in sorted(units) if at in orders}
    broken = {at: why_illegal(board, position, order, given) for at, order in given.items()}
    void = {at: why for at, why in broken.items() if why}
    in_force = {at: given[at] if at in given and at not in void else Hold(at) for at in sorted(units)}
    battle = Battle(board, book, units, given, void, in_force)
    return replace(battle, by_sea=frozenset(at for at in battle.targets if _goes_by_sea(battle, at)))


def _goes_by_sea(battle: Battle, at: Province) -> bool:
    """Whether an attack comes by convoy or not at all (DATC 4.A.3).

    An own fleet shows the intent even where others carry the army (DATC 6.G.6), not where nobody can.
    """
    order, unit = battle.orders[at], battle.units[at]
    assert isinstance(order, Move)
    if unit.kind is Kind.FLEET:
        return False
    if order.by_sea or not battle.board.reaches(unit, order.to.province):
        return True
    match battle.book.land_or_sea:
        case LandOrSea.INTENT:
            own = [fleet for fleet in battle.convoys.get(at, ()) if battle.units[fleet].power == unit.power]
            return at in battle.carriers and bool(own)
        case LandOrSea.BOTH:
            return False
