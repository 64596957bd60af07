"""Determines what orders a power still has to write in a phase."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from judge.rules.adjustments import build_sites, builds_due
from judge.rules.board import Board, Power, Province
from judge.rules.orders import Order, province_of
from judge.rules.position import PhaseKind, Position


@dataclass(frozen=True)
class RequiredOrders:
    """The orders a power must write: for the units in ``orders``, or ``builds`` on ``sites``, or ``removals``."""

    orders: tuple[Province, ...] = ()
    builds: int = 0
    removals: int = 0
    sites: tuple[Province, ...] = ()

    @property
    def is_required(self) -> bool:
        """Return whether any order is required."""
        return bool(self.orders or self.builds or self.removals)


def required_orders(board: Board, position: Position, power: Power) -> RequiredOrders:
    """Return what this power must write in the phase of the position; nothing of a power that nobody plays."""
    if power in board.standing:
        return RequiredOrders()
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return RequiredOrders(orders=tuple(unit.at.province for unit in position.units_of(power)))
        case PhaseKind.RETREAT:
            return RequiredOrders(orders=_driven_out(position, power))
        case PhaseKind.ADJUSTMENT:
            due = builds_due(board, position, power)
            sites = build_sites(board, position, power) if due > 0 else ()
            return RequiredOrders(builds=max(due, 0), removals=max(-due, 0), sites=sites)
        case _:
            assert_never(position.phase.kind)


def units_without_orders(
    board: Board, position: Position, power: Power, orders: Sequence[Order]
) -> tuple[Province, ...]:
    """Return the units of a power without any order, void or not; none in an adjustment phase."""
    ordered = {province_of(order) for order in orders}
    return tuple(province for province in required_orders(board, position, power).orders if province not in ordered)


def _driven_out(position: Position, power: Power) -> tuple[Province, ...]:
    return tuple(sorted(at for at, dislodged in position.dislodged.items() if dislodged.unit.power == power))
