"""The orders of the game, each naming its unit by the province where it stands; where units can go by them."""

from collections import deque
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeVar, overload

from judge.rules.board import Board, Location, Power, Province, Unit, UnitKind
from judge.rules.fast import fast_init
from judge.rules.position import Position


@fast_init
@dataclass(frozen=True, slots=True)
class Hold:
    """Hold; ``powered`` if a gifted unit uses its power to heal itself."""

    at: Province
    powered: bool = False


@fast_init
@dataclass(frozen=True, slots=True)
class Move:
    """Attack a location; ``by_sea`` if the order asks for a convoy (``VIA``, or ``c`` on the FAF site).

    ``powered``, here and in supports, if a gifted unit uses its power (004 8).
    """

    at: Province
    to: Location
    by_sea: bool = False
    powered: bool = False


@fast_init
@dataclass(frozen=True, slots=True)
class SupportHold:
    """Support the unit in a province to hold."""

    at: Province
    target: Province
    powered: bool = False


@fast_init
@dataclass(frozen=True, slots=True)
class SupportMove:
    """Support the move of another unit; a coast in ``to`` is kept as written and need not be given."""

    at: Province
    origin: Province
    to: Location
    powered: bool = False


@fast_init
@dataclass(frozen=True, slots=True)
class Convoy:
    """Convoy an army from one province to another."""

    at: Province
    origin: Province
    to: Province


@fast_init
@dataclass(frozen=True, slots=True)
class Retreat:
    """Retreat the dislodged unit of a province to a location."""

    at: Province
    to: Location


@fast_init
@dataclass(frozen=True, slots=True)
class Disband:
    """Remove the unit of a province: a dislodged one in a retreat phase, a surplus one in an adjustment phase."""

    at: Province


@fast_init
@dataclass(frozen=True, slots=True)
class Build:
    """Build a unit in a home centre, of a ``troop`` on a board with troops; for an ally if ``power`` names one."""

    kind: UnitKind
    at: Location
    troop: str = ""
    power: Power | None = None


@dataclass(frozen=True)
class Waive:
    """Leave every build not otherwise ordered for a later year."""


MovementOrder = Hold | Move | SupportHold | SupportMove | Convoy
RetreatOrder = Retreat | Disband
AdjustmentOrder = Build | Disband | Waive
Order = MovementOrder | RetreatOrder | AdjustmentOrder

MOVEMENT_ORDERS = (Hold, Move, SupportHold, SupportMove, Convoy)
"""The orders of a movement phase, as a tuple: ``isinstance`` is several times as fast with it as with a union."""


def province_helped(order: Order | None) -> Province | None:
    """Return the province of the unit that a support or a convoy is for, None for other orders."""
    match order:
        case SupportHold(target=helped) | SupportMove(origin=helped) | Convoy(origin=helped):
            return helped
        case _:
            return None


def province_of(order: Order) -> Province | None:
    """Return the province of the unit an order is for, None for a waived build."""
    match order:
        case Build():
            return order.at.province
        case Waive():
            return None
        case _:
            return order.at


# --- finds where a unit can go without a convoy, and completes coasts that an order leaves out


M = TypeVar("M", Move, Retreat)


def locations_in_reach(board: Board, unit: Unit, province: Province) -> tuple[Location, ...]:
    """Return the locations of a province that a unit may enter without a convoy, sorted.

    Several if it must name a coast.
    """
    return board.ways(unit).get(province, ())


@overload
def with_coast(order: MovementOrder, board: Board, position: Position) -> MovementOrder: ...
@overload
def with_coast(order: RetreatOrder, board: Board, position: Position) -> RetreatOrder: ...
@overload
def with_coast(order: Order, board: Board, position: Position) -> Order: ...
def with_coast(order: Order, board: Board, position: Position) -> Order:
    """Return the order with its coast settled: an only coast added, a meaningless one dropped (DATC 4.B.2, 4.B.6).

    A missing coast with two in reach, or one out of reach, is left as it is: that order is void.
    """
    match order:
        case Move():
            unit = position.units.get(order.at)
            return _with_destination(order, _completed_location(board, unit, order.to)) if unit else order
        case Retreat(at, to):
            dislodged = position.dislodged.get(at)
            return _with_destination(order, _completed_location(board, dislodged.unit, to)) if dislodged else order
        case Build(kind, at):
            return replace(order, at=_meaningful_location(board, kind, at))
        case _:
            return order


def _with_destination(order: M, to: Location) -> M:
    return order if order.to == to else replace(order, to=to)


def _completed_location(board: Board, unit: Unit, to: Location) -> Location:
    place = _meaningful_location(board, unit.kind, to)
    if place.coast or unit.kind is UnitKind.ARMY:
        return place
    ways = locations_in_reach(board, unit, to.province)
    return ways[0] if len(ways) == 1 else place


def _meaningful_location(board: Board, kind: UnitKind, at: Location) -> Location:
    if not at.coast:
        return at
    region = board.regions.get(at.province)
    means_something = kind is UnitKind.FLEET and region is not None and bool(region.coasts)
    return at if means_something else Location(at.province)


# --- the chains of fleets, at sea or in ports, that connect two coasts; why a fleet carried nobody


ConvoyChain = tuple[Province, ...]
"""Fleets from one coast to another, each next to the one before."""


def convoying_fleets(board: Board, units: Mapping[Province, Unit]) -> frozenset[Province]:
    """Return the seas and the ports where a fleet stands: a convoy can pass nowhere else (000 XIII.A, DATC 6.F.1)."""
    return frozenset(at for at in board.convoyable & units.keys() if units[at].kind is UnitKind.FLEET)


def convoy_chains(board: Board, fleets: Collection[Province], origin: Province, to: Province) -> Iterator[ConvoyChain]:
    """Yield every chain of these fleets between two coasts in which each fleet is needed, shortest first (DATC 6.G.19).

    A fleet is needed if the chain breaks without it: no two fleets are neighbours except consecutive ones, only the
    first is next to the one coast and only the last next to the other. A fleet where the army
    goes carries nobody there.
    """
    fleets = {*fleets} - {to}
    begun = deque[ConvoyChain]((fleet,) for fleet in sorted(board.seas_off(origin).intersection(fleets)))
    while begun:
        chain = begun.popleft()
        around = board.shores(chain[-1])
        if to in around:
            yield chain
            continue
        passed = {origin}.union(chain[:-1])
        ahead = (fleet for fleet in sorted(around.intersection(fleets)) if not passed & board.shores(fleet))
        begun.extend((*chain, fleet) for fleet in ahead if fleet not in chain)


def shortest_chain(board: Board, fleets: Collection[Province], origin: Province, to: Province) -> ConvoyChain:
    """Return a shortest chain of these fleets between two coasts, empty if they do not connect them.

    It is the first one of ``convoy_chains``, found without the others: each fleet is reached once.
    """
    fleets = {*fleets} - {to}
    between = board.seas_off(origin).intersection(board.seas_off(to), fleets)
    if between:
        return (min(between),)
    begun = deque[ConvoyChain]((fleet,) for fleet in sorted(board.seas_off(origin).intersection(fleets)))
    reached = {fleet for chain in begun for fleet in chain}
    while begun:
        chain = begun.popleft()
        around = board.shores(chain[-1])
        if to in around:
            return chain
        ahead = sorted(around.intersection(fleets) - reached)
        reached.update(ahead)
        begun.extend((*chain, fleet) for fleet in ahead)
    return ()


class UnusedConvoy(Enum):
    """What the army did instead; the value ends the key of its sentence."""

    BY_LAND = "by_land"  # the army attacked by land
    BY_OTHERS = "by_others"  # other fleets carried it
    NO_ROUTE = "no_route"  # the fleets make a chain that failed, and none passes through this one
    NO_CHAIN = "no_chain"  # the fleets ordered to carry it make no chain to where it goes
    BROKEN = "broken"  # a fleet that it needed was driven out
    PARADOX = "paradox"  # its attack would have decided over its own convoy


_MAY_BE_POWERED = (Hold, Move, SupportHold, SupportMove)


def uses_power(order: MovementOrder | None) -> bool:
    """Return whether an order uses the power of thaumaturgy."""
    return isinstance(order, _MAY_BE_POWERED) and order.powered
