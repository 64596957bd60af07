"""Which rule an order breaks, and which legal orders are probably not meant."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from typing import assert_never, get_args

from judge.rules.board import Board, BuildPlaces, Location, Province, Terrain, Unit, UnitKind
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
    convoy_chains,
    convoying_fleets,
    locations_in_reach,
    province_helped,
    shortest_chain,
    uses_power,
    with_coast,
)
from judge.rules.position import Dislodged, PhaseKind, Position, build_centres, building_power, unit_balance
from judge.rules.verdicts import Illegal

# --- finds the rule that an order breaks in a position


_WRITTEN_IN = {
    PhaseKind.MOVEMENT: get_args(MovementOrder),
    PhaseKind.RETREAT: get_args(RetreatOrder),
    PhaseKind.ADJUSTMENT: get_args(AdjustmentOrder),
}


def why_illegal(
    board: Board, position: Position, order: Order, orders: Mapping[Province, Order] | None = None
) -> Illegal | None:
    """Return the rule an order breaks in this phase, None for a legal order.

    ``orders`` are the orders of other units as far as known; they matter only to a support that names a coast. Whether
    earlier orders use up all builds or removals is not checked here.
    """
    if not isinstance(order, _WRITTEN_IN[position.phase.kind]):
        return Illegal.WRONG_PHASE
    match order:
        case Hold() | Move() | SupportHold() | SupportMove() | Convoy():
            unit = position.units.get(order.at)
            return why_illegal_movement(board, position, unit, order, orders or {}) if unit else Illegal.NO_UNIT
        case Retreat():
            dislodged = position.dislodged.get(order.at)
            return _why_no_retreat(board, position, dislodged, order.to) if dislodged else Illegal.NOT_DISLODGED
        case Disband(at):
            return _why_no_disbanding(board, position, at)
        case Build():
            return _why_no_build(board, position, order)
        case Waive():
            return None
        case _:
            assert_never(order)


# --- movement --------------------------------------------------------------------------------------------------


def why_illegal_movement(
    board: Board, position: Position, unit: Unit, order: MovementOrder, orders: Mapping[Province, Order]
) -> Illegal | None:
    """Return the rule that a movement order of this unit breaks, None for a legal order.

    ``orders`` as in ``why_illegal``.
    """
    if uses_power(order) and (why := _why_no_power(board, unit)):
        return why
    if unit.at.province in board.closed and not isinstance(order, Hold | Move):
        return Illegal.SHUT_IN
    match order:
        case SupportMove():
            return _why_no_move_support(board, position, unit, order, orders)
        case SupportHold():
            return _why_no_hold_support(board, position, unit, order.target)
        case Hold():
            return None
        case Move():
            return _why_no_move(board, position, unit, order.to)
        case Convoy():
            return _why_no_convoy(board, position, unit, order)
        case _:
            assert_never(order)


def _why_no_power(board: Board, unit: Unit) -> Illegal | None:
    """Only a gifted unit that has rested may use power (004 13)."""
    troop = board.war.troops.get(unit.letter)
    if unit.corps is None or troop is None or not troop.gifted:
        return Illegal.NO_POWER
    return Illegal.POWER_RESTS if unit.corps.rest else None


def _why_no_move(
    board: Board, position: Position, unit: Unit, to: Location, idle: Province | None = None
) -> Illegal | None:
    """Return why a unit cannot move there; ``idle`` is a fleet that cannot convoy it because it does something else."""
    if to in board.ways(unit).get(to.province, ()):
        return None
    if to.province == unit.at.province:
        return Illegal.OWN_PROVINCE
    if unit.kind is UnitKind.FLEET:
        return _why_off_ground(board, unit, to.province) or _why_no_landing(board, unit, to)
    return _why_off_ground(board, unit, to.province) or _why_no_march(board, position, unit, to.province, idle)


def _why_off_ground(board: Board, unit: Unit, to: Province) -> Illegal | None:
    """Fleets keep to the water, armies to the land (000 X.A); nobody enters what is closed (001 XIV.2)."""
    if to in board.closed:
        return Illegal.CLOSED
    match unit.kind, board.terrain(to):
        case UnitKind.FLEET, Terrain.LAND:
            return Illegal.FLEET_INLAND
        case UnitKind.ARMY, Terrain.SEA:
            return Illegal.ARMY_AT_SEA
        case _:
            return None


def _why_no_landing(board: Board, unit: Unit, to: Location) -> Illegal | None:
    """A fleet goes along the coast, by a coast it names where it has the choice (000 VIII.B, DATC 4.B)."""
    ways = locations_in_reach(board, unit, to.province)
    if not ways:
        on_land = {place.province for place in board.neighbours(UnitKind.ARMY, Location(unit.at.province))}
        return Illegal.NO_COAST_ROUTE if to.province in on_land else Illegal.NOT_ADJACENT
    if to in ways or not board.regions[to.province].coasts:
        return None
    if to.coast:
        return Illegal.WRONG_COAST
    return Illegal.COAST_NEEDED if len(ways) > 1 else None


def _why_no_march(board: Board, position: Position, army: Unit, to: Province, idle: Province | None) -> Illegal | None:
    """An army moves over land, or is convoyed by the fleets now at sea.

    If those could not convoy it the order is void, so that the army may be supported to hold (DATC 6.D.32).
    """
    if board.reaches(army, to):
        return None
    fleets = convoying_fleets(board, position.units) - {idle}
    return None if shortest_chain(board, fleets, army.at.province, to) else Illegal.NOT_ADJACENT


def _why_no_hold_support(board: Board, position: Position, unit: Unit, target: Province) -> Illegal | None:
    if target == unit.at.province:
        return Illegal.SUPPORT_SELF
    if target not in position.units:
        return Illegal.NOTHING_TO_SUPPORT
    return None if board.reaches(unit, target) else _why_out_of_reach(board, unit, target)


def _why_out_of_reach(board: Board, unit: Unit, province: Province) -> Illegal:
    """Support goes where the supporter could go itself, on any coast, without a convoy (000 X.A, 001 VII.3.b)."""
    return _why_off_ground(board, unit, province) or Illegal.SUPPORT_OUT_OF_REACH


def _why_no_move_support(
    board: Board, position: Position, unit: Unit, order: SupportMove, orders: Mapping[Province, Order]
) -> Illegal | None:
    if order.origin == order.at:
        return Illegal.SUPPORT_SELF
    mover = position.units.get(order.origin)
    if mover is None:
        return Illegal.NOTHING_TO_SUPPORT
    into, supported = order.to.province, orders.get(order.origin)
    if not board.reaches(unit, into):
        return _why_out_of_reach(board, unit, into)
    if order.to not in board.ways(mover).get(into, ()) and (why := _why_it_cannot(board, position, mover, order)):
        return why
    if isinstance(supported, Move) and supported.to != order.to:
        return _why_other_coast(board, position, order, supported)
    return None


def _why_it_cannot(board: Board, position: Position, mover: Unit, order: SupportMove) -> Illegal | None:
    """Return why the supported unit is not able to make the move; the supporter cannot convoy it (DATC 6.D.31)."""
    possible = (None, Illegal.COAST_NEEDED)
    if _why_no_move(board, position, mover, order.to, idle=order.at) in possible:
        return None
    by_it_alone = _why_no_move(board, position, mover, order.to) in possible
    return Illegal.SUPPORTED_NEEDS_CONVOY if by_it_alone else Illegal.SUPPORTED_CANNOT


def _why_other_coast(board: Board, position: Position, order: SupportMove, supported: Move) -> Illegal | None:
    """A coast need not be named in a support; one that is may not contradict that of the move (DATC 4.B.4).

    A move without a coast, void for want of one, contradicts none: its support is without effect.
    """
    move = with_coast(supported, board, position)
    assert isinstance(move, Move)
    is_elsewhere = "" not in {order.to.coast, move.to.coast} and order.to.coast != move.to.coast
    return Illegal.SUPPORT_OTHER_COAST if is_elsewhere and order.to.province == move.to.province else None


def _why_no_convoy(board: Board, position: Position, unit: Unit, order: Convoy) -> Illegal | None:
    """A fleet at sea or in a port carries an army from coast to coast, with others if need be (000 XIII.A, 001 XII)."""
    if unit.kind is UnitKind.ARMY:
        return Illegal.CONVOY_BY_ARMY
    if board.terrain(order.at) is not Terrain.SEA and order.at not in board.convoyable:
        return Illegal.CONVOY_ON_COAST
    army = position.units.get(order.origin)
    if army is None or army.kind is UnitKind.FLEET:
        return Illegal.CONVOY_NO_ARMY
    if {board.terrain(order.origin), board.terrain(order.to)} != {Terrain.COAST}:
        return Illegal.CONVOY_NOT_COASTAL
    if order.origin == order.to:
        return Illegal.OWN_PROVINCE
    if {order.origin, order.to} <= board.shores(order.at):
        return None
    ways = convoy_chains(board, convoying_fleets(board, position.units), order.origin, order.to)
    return None if any(order.at in way for way in ways) else Illegal.CONVOY_NO_CHAIN


# --- retreats and adjustments ----------------------------------------------------------------------------------


def _why_no_retreat(board: Board, position: Position, dislodged: Dislodged, to: Location) -> Illegal | None:
    """A retreat goes to a free region next to it, along the coast for a fleet (000 XII, 001 XI)."""
    ways = locations_in_reach(board, dislodged.unit, to.province)
    if not ways:
        return Illegal.RETREAT_OUT_OF_REACH
    if to.province in position.units:
        return Illegal.RETREAT_OCCUPIED
    if not any(place.province == to.province for place in dislodged.retreats):
        why = Illegal.RETREAT_CONTESTED if dislodged.by else Illegal.RETREAT_CLOSED
        return Illegal.RETREAT_ATTACKER if to.province == dislodged.by else why
    return None if dislodged.unit.kind is UnitKind.ARMY else _why_no_landing(board, dislodged.unit, to)


def _why_no_disbanding(board: Board, position: Position, at: Province) -> Illegal | None:
    if position.phase.kind is PhaseKind.RETREAT:
        dislodged = position.dislodged.get(at)
        return why_cannot_disperse(board, dislodged.unit) if dislodged else Illegal.NOT_DISLODGED
    unit = position.units.get(at)
    if unit is None:
        return Illegal.NO_UNIT
    return None if unit_balance(board, position, unit.power) < 0 else Illegal.REMOVAL_NOT_DUE


def why_cannot_disperse(board: Board, unit: Unit) -> Illegal | None:
    """Return why a unit may not be disbanded instead of retreating: too few hit points left (004 8); None if it may."""
    too_weak = unit.corps is not None and unit.corps.health < board.war.dispersed_from
    return Illegal.TOO_WEAK_TO_DISPERSE if too_weak else None


def _why_no_build(board: Board, position: Position, order: Build) -> Illegal | None:
    """A unit is raised in an own, owned, empty home centre, on a coast it names if there are two (000 XIV.B).

    Boards may allow other centres.
    """
    place = order.at.province
    power = building_power(board, position, place)
    if power is None:
        return not_a_build_place(board)
    if place not in build_centres(board, position, power):
        return Illegal.BUILD_NOT_OWNED if position.owners.get(place) != power else Illegal.BUILD_HOMELESS
    if place in position.units:
        return Illegal.BUILD_OCCUPIED
    if unit_balance(board, position, power) <= 0:
        return Illegal.BUILD_NOT_DUE
    return _why_no_launch(board, order.at) if order.kind is UnitKind.FLEET else None


def not_a_build_place(board: Board) -> Illegal:
    """Return what is wrong with a build where the power has no say."""
    return Illegal.BUILD_NOT_HOME if board.builds is BuildPlaces.HOMES else Illegal.BUILD_NOT_OWNED


def _why_no_launch(board: Board, at: Location) -> Illegal | None:
    coasts = board.regions[at.province].coasts
    if board.terrain(at.province) is Terrain.LAND:
        return Illegal.FLEET_INLAND
    if not coasts or at.coast in coasts:
        return None
    return Illegal.WRONG_COAST if at.coast else Illegal.COAST_NEEDED


# --- orders that are legal and probably not meant so: what a player's own orders make of one another


class SlipKind(Enum):
    """What is probably not meant; the value is the key of its sentence."""

    HOLD_OF_MOVER = "hold_of_mover"  # a support to hold for a unit that is ordered to move
    OTHER_MOVE = "other_move"  # a support of a move that the unit is not ordered to make
    SAME_GOAL = "same_goal"  # two own units go to one region
    OWN_UNIT = "own_unit"  # an attack on an own unit that is ordered to stay
    EXCHANGE = "exchange"  # two own units go to each other's regions by land
    NOBODY_CARRIED = "nobody_carried"  # a convoy for an army that is not ordered to go
    NOT_CARRIED = "not_carried"  # an army for which the fleets on its way do something else
    FOREIGN_UNIT = "foreign_unit"  # an order written before the position was known helps a unit of another power


@dataclass(frozen=True)
class Slip:
    """An order with the ``other`` one that makes it probable that it is not meant so; no other where none is told."""

    kind: SlipKind
    order: Order
    other: Order | None = None


def slips(
    board: Board, position: Position, own: Mapping[Province, Order], unseen: frozenset[Province] = frozenset()
) -> Iterator[Slip]:
    """Yield what is probably not meant in a movement phase, by the province of the order.

    ``own`` are the legal orders of one player; the position is as that player knows it. A unit without an order is no
    slip: what it will do is not known yet. In the seas ``unseen`` there may be fleets.
    """
    for _, order in sorted(own.items()):
        match order:
            case SupportHold(target=helped) | SupportMove(origin=helped) | Convoy(origin=helped) if helped in own:
                if kind := _slip_of_help(order, own[helped]):
                    yield Slip(kind, order, own[helped])
            case Move(to=to):
                other = own.get(to.province)
                if other is not None and (kind := _slip_into_own(position, own, order, other)):
                    yield Slip(kind, order, other)
                if _is_not_carried(board, position, own, order, unseen):
                    yield Slip(SlipKind.NOT_CARRIED, order)
            case _:
                pass
    moves = [order for _, order in sorted(own.items()) if isinstance(order, Move)]
    pairs = combinations(moves, 2)
    yield from (Slip(SlipKind.SAME_GOAL, one, two) for one, two in pairs if one.to.province == two.to.province)


def foreign_helped(position: Position, own: Mapping[Province, Order]) -> Iterator[Slip]:
    """Yield the orders to help units of others: what was kept for a phase before anybody knew its position."""
    mine = {position.units[at].power for at in own if at in position.units}
    for _, order in sorted(own.items()):
        helped = province_helped(order)
        if helped and helped in position.units and position.units[helped].power not in mine:
            yield Slip(SlipKind.FOREIGN_UNIT, order)


def _slip_of_help(help_given: SupportHold | SupportMove | Convoy, does: Order) -> SlipKind | None:
    """Return why help for an own unit has no effect beside what that unit is ordered to do."""
    match help_given, does:
        case SupportHold(), Move():
            return SlipKind.HOLD_OF_MOVER
        case SupportMove(to=to), Move(to=there) if to.province == there.province:
            return None
        case SupportMove(), _:
            return SlipKind.OTHER_MOVE
        case Convoy(to=shore), Move(to=there) if shore == there.province:
            return None
        case Convoy(), _:
            return SlipKind.NOBODY_CARRIED
        case _:
            return None


def _slip_into_own(position: Position, own: Mapping[Province, Order], move: Move, other: Order) -> SlipKind | None:
    """Return why an attack on the region of an own unit fails, whatever others do."""
    if not isinstance(other, Move):
        return SlipKind.OWN_UNIT
    if other.to.province != move.at or move.at > other.at:  # told once, of the first of the two
        return None
    by_sea = any(_may_go_by_sea(position, own, one) for one in (move, other))
    return None if by_sea else SlipKind.EXCHANGE


def _may_go_by_sea(position: Position, own: Mapping[Province, Order], move: Move) -> bool:
    """Whether an army asks for a convoy, or somebody may convoy it."""
    if position.units[move.at].kind is UnitKind.FLEET:
        return False
    carried = any(isinstance(one, Convoy) and one.origin == move.at for one in own.values())
    return move.by_sea or carried


def _is_not_carried(
    board: Board, position: Position, own: Mapping[Province, Order], move: Move, unseen: frozenset[Province]
) -> bool:
    """Whether an army needs a convoy, and no chain is left without the own fleets that are ordered to do otherwise."""
    unit, to = position.units[move.at], move.to.province
    if unit.kind is UnitKind.FLEET or board.reaches(unit, to):
        return False
    idle = {at for at, one in own.items() if one != Convoy(at, move.at, to)}
    afloat = {at for at, one in position.units.items() if one.kind is UnitKind.FLEET and at in board.convoyable}
    return not shortest_chain(board, (afloat - idle) | unseen, move.at, to)
