"""Finds where a unit can go without a convoy, and completes coasts that an order leaves out."""

from dataclasses import replace
from typing import TypeVar, overload

from judge.rules.board import Board, Location, Province, Unit, UnitKind
from judge.rules.orders import Build, Move, MovementOrder, Order, Retreat, RetreatOrder
from judge.rules.position import Position

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
