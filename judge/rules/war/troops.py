"""Builds units of a board's own troops: which units an order builds, and who may build how many."""

from collections.abc import Iterable

from judge.rules.board import Board, Power, Unit
from judge.rules.orders import Build, Order
from judge.rules.position import Position
from judge.rules.verdicts import Illegal


def unit_built(board: Board, power: Power, order: Build) -> Unit:
    """Return the new unit that a build order makes; a unit for an ally keeps its host (004 5)."""
    troop = board.war.troops.get(order.troop)
    if troop is None:
        return Unit(power, order.kind, order.at)
    return troop.raised(order.power or power, order.at, power if order.power else None)


def why_illegal_troop(
    board: Board, position: Position, power: Power, order: Order, raised: Iterable[Unit]
) -> Illegal | None:
    """Return why a build order may not build its troop, after the units ``raised`` in the same phase.

    None for any other order.
    """
    if not isinstance(order, Build) or not (board.war.troops or order.troop):
        return None
    troop = board.war.troops.get(order.troop)
    if troop is None or troop.kind is not order.kind:
        return Illegal.TROOP_UNKNOWN
    owner = order.power or power
    if owner != power and (power, owner) not in position.allies:
        return Illegal.NO_ALLY
    if troop.powers and owner not in troop.powers:
        return Illegal.TROOP_OF_OTHERS
    alike = [
        unit
        for unit in (*position.units.values(), *raised)
        if unit.power == owner and unit.corps and unit.corps.troop == troop.letter
    ]
    most = troop.most + position.factories.get(owner, 0) * troop.more
    return Illegal.TROOP_FULL if troop.most and len(alike) >= most else None
