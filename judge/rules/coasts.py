"""Where a unit may go on its own, coast by coast, with the coasts an order may leave unsaid filled in."""

from dataclasses import replace
from typing import TypeVar, overload

from judge.rules.board import Board, Kind, Location, Province, Unit
from judge.rules.orders import Build, Move, MovementOrder, Order, Retreat, RetreatOrder
from judge.rules.position import Position

M = TypeVar("M", Move, Retreat)


def landings(board: Board, unit: Unit, province: Province) -> tuple[Location, ...]:
    """The locations of a province that the unit may enter without a convoy, sorted: two where it must name a coast."""
    return board.ways(unit).get(province, ())


@overload
def completed(order: MovementOrder, board: Board, position: Position) -> MovementOrder: ...
@overload
def completed(order: RetreatOrder, board: Board, position: Position) -> RetreatOrder: ...
@overload
def completed(order: Order, board: Board, position: Position) -> Order: ...
def completed(order: Order, board: Board, position: Position) -> Order:
    """The order with its coast settled: an only coast added, one that says nothing dropped (DATC 4.B.2, 4.B.6).

    A missing coast with two in reach, or one out of reach, is left as it is: that order is void.
    """
    match order:
        case Move():
            unit = position.units.get(order.at)
            return _landed(order, _landing(board, unit, order.to)) if unit else order
        case Retreat(at, to):
            dislodged = position.dislodged.get(at)
            return _landed(order, _landing(board, dislodged.unit, to)) if dislodged else order
        case Build(kind, at):
            return replace(order, at=_named(board, kind, at))
        case _:
            return order


def _landed(order: M, to: Location) -> M:
    return order if order.to == to else replace(order, to=to)


def _landing(board: Board, unit: Unit, to: Location) -> Location:
    place = _named(board, unit.kind, to)
    if place.coast or unit.kind is Kind.ARMY:
        return place
    ways = landings(board, unit, to.province)
    return ways[0] if len(ways) == 1 else place


def _named(board: Board, kind: Kind, at: Location) -> Location:
    if not at.coast:
        return at
    region = board.regions.get(at.province)
    means_something = kind is Kind.FLEET and region is not None and bool(region.coasts)
    return at if means_something else Location(at.province)
