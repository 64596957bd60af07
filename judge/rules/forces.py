"""What each unit brings to a battle by what it does, where a board has a table of troops."""

from collections.abc import Mapping
from typing import NamedTuple

from judge.rules.board import Board, Province, Unit
from judge.rules.orders import Hold, Move, MovementOrder, SupportHold, SupportMove
from judge.rules.position import Position

_MAY_BE_POWERED = (Hold, Move, SupportHold, SupportMove)


class Force(NamedTuple):
    """The power of a unit in attack, in support, in defence."""

    attack: int
    support: int
    defence: int


def forces_of(board: Board, position: Position, orders: Mapping[Province, MovementOrder]) -> Mapping[Province, Force]:
    """The power of every unit for these orders: used power adds one, a river crossed takes one off (004 3, 8, 13)."""
    return {at: _force(board, position, unit, orders[at]) for at, unit in position.units.items()}


def _force(board: Board, position: Position, unit: Unit, order: MovementOrder) -> Force:
    force = Force(unit.strength, unit.strength, unit.strength)
    if unit.corps:
        force = Force(unit.strength, unit.corps.support, unit.corps.defence)
    match order:
        case Move(powered=powered) if crosses(board, position, unit, order):
            return force._replace(attack=max(0, force.attack + powered - 1))
        case Move(powered=True):
            return force._replace(attack=force.attack + 1)
        case SupportHold(powered=True) | SupportMove(powered=True):
            return force._replace(support=force.support + 1)
        case _:
            return force


def crosses(board: Board, position: Position, unit: Unit, order: Move) -> bool:
    """Whether an attack crosses a river towards enemy ground: what another power controls or stands on (004 3)."""
    to = order.to.province
    if frozenset({unit.at.province, to}) not in board.war.rivers or order.by_sea:
        return False
    stands = position.units.get(to)
    powers = {position.owners.get(to, unit.power), stands.power if stands else unit.power}
    return any(not position.are_allied(unit.power, power) for power in powers - {unit.power})


def is_powered(order: MovementOrder | None) -> bool:
    """Whether an order asks for the power of thaumaturgy."""
    return isinstance(order, _MAY_BE_POWERED) and order.powered


def healed(board: Board, unit: Unit, order: MovementOrder) -> Unit:
    """The unit with the hit point that power used while it holds gives it, never above those of its troop (004 13)."""
    if unit.corps is None or not (isinstance(order, Hold) and order.powered):
        return unit
    most = board.war.troops[unit.corps.troop].health
    return unit.with_health(min(unit.corps.health + 1, most), unit.corps.rest)
