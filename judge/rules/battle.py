"""All that is fixed before a movement phase is fought: who attacks where, who supports or carries whom."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from judge.rules.board import Board, Kind, Province, Unit
from judge.rules.coasts import completed
from judge.rules.convoys import chains
from judge.rules.forces import Force, forces_of, healed
from judge.rules.legality import why_no_movement
from judge.rules.orders import Convoy, Hold, Move, MovementOrder, SupportHold, SupportMove
from judge.rules.position import Position
from judge.rules.rulebook import LandOrSea, Paradoxes, RuleBook
from judge.rules.swift import swift
from judge.rules.verdicts import Illegal

Places = Mapping[Province, tuple[Province, ...]]
"""Several units, sorted, under the province they have to do with."""


@swift
@dataclass(frozen=True, slots=True)
class Battle:
    """A movement phase about to be fought; units are named by the province they stand in.

    ``given`` are the orders as given, coasts settled; ``void`` those against the rules; ``orders`` what every unit
    does after all: one without a legal order holds.

    ``targets`` is the province each attacking unit attacks, ``attackers`` the units that attack each province.
    ``supporters`` are the units whose support each unit may count on if it is not cut: it does what they support.
    ``convoys`` are for each army the fleets ordered to carry it where it wants to go, ``carriers`` those of them that
    lie on a route; an army without a route is absent. ``by_sea`` are the armies whose attack comes by convoy or not at
    all. ``unopposed`` are the units that walk, alone, into a province where nobody stands, or that another of them has
    left. ``facing`` is the unit each attacker meets head to head: each attacks the other, neither by convoy (DATC 5.A).
    ``forces`` are the units whose strength depends on what they do; ``feeble`` those whose attack has none of its own.
    """

    board: Board
    book: RuleBook
    units: Mapping[Province, Unit]
    given: Mapping[Province, MovementOrder]
    void: Mapping[Province, Illegal]
    orders: Mapping[Province, MovementOrder]
    targets: Mapping[Province, Province]
    attackers: Places
    supporters: Places
    convoys: Places
    carriers: Mapping[Province, frozenset[Province]]
    by_sea: frozenset[Province]
    unopposed: frozenset[Province]
    facing: Mapping[Province, Province]
    forces: Mapping[Province, Force]
    feeble: frozenset[Province]

    def attackers_of(self, province: Province) -> tuple[Province, ...]:
        """The units that attack a province."""
        return self.attackers.get(province, ())

    def embarked(self, armies: Iterable[Province]) -> "Battle":
        """The same battle with armies that could go by land sent by convoy."""
        by_sea = self.by_sea.union(armies)
        unopposed, facing = _unopposed(self.units, self.attackers, by_sea), _facing(self.targets, by_sea)
        return replace(self, by_sea=by_sea, unopposed=unopposed, facing=facing)

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
                return any(self.fought_over(supporter) in fleets for fleets in self.carriers.values())

    def fought_over(self, supporter: Province) -> Province:
        """The province into which a unit gives support."""
        order = self.orders[supporter]
        assert isinstance(order, SupportHold | SupportMove)
        return order.target if isinstance(order, SupportHold) else order.to.province


# --- how it is lined up ---------------------------------------------------------------------------------------


def line_up(board: Board, book: RuleBook, position: Position, orders: Mapping[Province, MovementOrder]) -> Battle:
    """Take up the orders: coasts settled, void ones put aside, each army's way by land or by sea chosen."""
    units = {at: position.units[at] for at in sorted(position.units)}
    given = {at: orders[at] for at in units if at in orders}
    others = {
        at: order for at, order in given.items() if not (isinstance(order, Move) and _is_step(board, units[at], order))
    }
    given |= {at: completed(order, board, position) for at, order in others.items() if isinstance(order, Move)}
    void = {at: why for at in others if (why := why_no_movement(board, position, units[at], given[at], given))}
    in_force = {at: given[at] if at in given and at not in void else Hold(at) for at in units}
    if board.war.troops:
        units = {at: healed(board, unit, in_force[at]) for at, unit in units.items()}
    targets = {at: order.to.province for at, order in in_force.items() if isinstance(order, Move)}
    attackers: dict[Province, tuple[Province, ...]] = {}
    for at, target in targets.items():
        attackers[target] = (*attackers.get(target, ()), at)
    supporters, convoys = _aids({at: in_force[at] for at in others}, targets)
    carriers = _carriers(board, convoys, targets)
    by_sea = {at for at in others if at in targets and _is_overseas(board, units[at], in_force[at])}
    by_sea |= _sent_by_sea(book, units, convoys, carriers)
    forces = forces_of(board, position, in_force) if board.war.troops else {}
    return Battle(
        board=board,
        book=book,
        units=units,
        given=given,
        void=void,
        orders=in_force,
        targets=targets,
        attackers=attackers,
        supporters=supporters,
        convoys=convoys,
        carriers=carriers,
        by_sea=frozenset(by_sea),
        unopposed=_unopposed(units, attackers, by_sea),
        facing=_facing(targets, by_sea),
        forces=forces,
        feeble=frozenset(at for at in forces if at in targets and not forces[at].attack),
    )


def _is_step(board: Board, unit: Unit, order: Move) -> bool:
    """Whether it is an attack next door, with its coast settled, that asks for nothing: no rule is against that."""
    if order.by_sea or order.powered:
        return False
    return order.to in board.borders[unit.kind].get(unit.at, ())


def _aids(orders: Mapping[Province, MovementOrder], targets: Mapping[Province, Province]) -> tuple[Places, Places]:
    """Who supports whom, then who would carry whom: where the other unit does what it is helped to do."""
    supporters: dict[Province, tuple[Province, ...]] = {}
    convoys: dict[Province, tuple[Province, ...]] = {}
    for at, order in orders.items():
        match order:
            case SupportHold() if order.target not in targets:
                supporters[order.target] = (*supporters.get(order.target, ()), at)
            case SupportMove() if targets.get(order.origin) == order.to.province:
                supporters[order.origin] = (*supporters.get(order.origin, ()), at)
            case Convoy() if targets.get(order.origin) == order.to:
                convoys[order.origin] = (*convoys.get(order.origin, ()), at)
            case _:
                pass
    return supporters, convoys


def _carriers(
    board: Board, convoys: Places, targets: Mapping[Province, Province]
) -> Mapping[Province, frozenset[Province]]:
    """For each army the fleets that lie on a route to where it wants to go."""
    routes = {
        army: frozenset[Province]().union(*chains(board, fleets, army, targets[army]))
        for army, fleets in convoys.items()
    }
    return {army: fleets for army, fleets in routes.items() if fleets}


def _is_overseas(board: Board, unit: Unit, order: MovementOrder) -> bool:
    """Whether an army asks for a convoy, or can go by nothing else (DATC 4.A.3)."""
    if unit.kind is Kind.FLEET or not isinstance(order, Move):
        return False
    return order.by_sea or not board.reaches(unit, order.to.province)


def _sent_by_sea(
    book: RuleBook, units: Mapping[Province, Unit], convoys: Places, carriers: Collection[Province]
) -> set[Province]:
    """The armies whose own fleets show the intent, even where others carry them (DATC 6.G.6), not where nobody can."""
    match book.land_or_sea:
        case LandOrSea.INTENT:
            return {at for at in carriers if any(units[fleet].power == units[at].power for fleet in convoys[at])}
        case LandOrSea.BOTH:
            return set()


def _unopposed(units: Collection[Province], attackers: Places, by_sea: Collection[Province]) -> frozenset[Province]:
    """The units that walk, alone, into a province where nobody stands, or that another of them has left."""
    alone = {target: by[0] for target, by in attackers.items() if len(by) == 1 and by[0] not in by_sea}
    walking, left = set[Province](), [target for target in alone if target not in units]
    while left:
        at = alone[left.pop()]
        walking.add(at)
        if at in alone:
            left.append(at)
    return frozenset(walking)


def _facing(targets: Mapping[Province, Province], by_sea: Collection[Province]) -> Mapping[Province, Province]:
    """The unit each attacker meets head to head, neither going by sea."""
    mutual = {at: target for at, target in targets.items() if targets.get(target) == at}
    return {at: target for at, target in mutual.items() if at not in by_sea and target not in by_sea}
