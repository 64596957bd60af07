"""The strengths of units on a board with troops, by what each unit does."""

from collections.abc import Mapping
from typing import NamedTuple

from judge.rules.board import Board, Province, Unit, UnitKind
from judge.rules.orders import Hold, Move, MovementOrder, SupportHold, SupportMove
from judge.rules.position import Position

_MAY_BE_POWERED = (Hold, Move, SupportHold, SupportMove)


class UnitForce(NamedTuple):
    """The strengths of a unit in attack, in support and in defence."""

    attack: int
    support: int
    defence: int


def unit_forces(
    board: Board, position: Position, orders: Mapping[Province, MovementOrder]
) -> Mapping[Province, UnitForce]:
    """Return the strengths of every unit for these orders (004 3, 8, 13).

    Used power adds one, a crossed river takes one.
    """
    return {at: _force(board, position, unit, orders[at]) for at, unit in position.units.items()}


def _force(board: Board, position: Position, unit: Unit, order: MovementOrder) -> UnitForce:
    force = UnitForce(unit.strength, unit.strength, unit.strength)
    if unit.corps:
        force = UnitForce(unit.strength, unit.corps.support, unit.corps.defence)
    match order:
        case Move(powered=powered) if crosses_river(board, position, unit, order):
            return force._replace(attack=max(0, force.attack + powered - 1))
        case Move(powered=True):
            return force._replace(attack=force.attack + 1)
        case SupportHold(powered=True) | SupportMove(powered=True):
            return force._replace(support=force.support + 1)
        case _:
            return force


def crosses_river(board: Board, position: Position, unit: Unit, order: Move) -> bool:
    """Return whether an attack crosses a river into a region that an enemy owns or stands in (004 3).

    An army that is sent by sea does not; a fleet carries itself, whatever its order says.
    """
    to = order.to.province
    is_carried = order.by_sea and unit.kind is UnitKind.ARMY
    if is_carried or frozenset({unit.at.province, to}) not in board.war.rivers:
        return False
    stands = position.units.get(to)
    powers = {position.owners.get(to, unit.power), stands.power if stands else unit.power}
    return any(not position.are_allied(unit.power, power) for power in powers - {unit.power})


def uses_power(order: MovementOrder | None) -> bool:
    """Return whether an order uses the power of thaumaturgy."""
    return isinstance(order, _MAY_BE_POWERED) and order.powered


def with_healing(board: Board, unit: Unit, order: MovementOrder) -> Unit:
    """Return the unit with the hit point it gains if it uses its power to hold, up to those of its troop (004 13)."""
    if unit.corps is None or not (isinstance(order, Hold) and order.powered):
        return unit
    most = board.war.troops[unit.corps.troop].health
    return unit.with_health(min(unit.corps.health + 1, most), unit.corps.rest)
