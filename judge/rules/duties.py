"""What a power still has to write in a phase."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from judge.rules.adjustments import build_sites, builds_due
from judge.rules.board import Board, Power, Province
from judge.rules.orders import Order, province_of
from judge.rules.position import PhaseKind, Position


@dataclass(frozen=True)
class Duty:
    """What a power must write: ``orders`` for these units, or so many ``builds`` on ``sites``, or ``removals``."""

    orders: tuple[Province, ...] = ()
    builds: int = 0
    removals: int = 0
    sites: tuple[Province, ...] = ()

    @property
    def owes(self) -> bool:
        """Whether there is anything to write at all."""
        return bool(self.orders or self.builds or self.removals)


def duty(board: Board, position: Position, power: Power) -> Duty:
    """What this power must write in the phase of the position; nothing where nobody plays it."""
    if power in board.standing:
        return Duty()
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return Duty(orders=tuple(unit.at.province for unit in position.units_of(power)))
        case PhaseKind.RETREAT:
            return Duty(orders=_driven_out(position, power))
        case PhaseKind.ADJUSTMENT:
            due = builds_due(board, position, power)
            sites = build_sites(board, position, power) if due > 0 else ()
            return Duty(builds=max(due, 0), removals=max(-due, 0), sites=sites)
        case _:
            assert_never(position.phase.kind)


def missing(board: Board, position: Position, power: Power, orders: Sequence[Order]) -> tuple[Province, ...]:
    """The units of a power without any order, void or not; none in an adjustment phase, where no unit must have one."""
    ordered = {province_of(order) for order in orders}
    return tuple(province for province in duty(board, position, power).orders if province not in ordered)


def _driven_out(position: Position, power: Power) -> tuple[Province, ...]:
    return tuple(sorted(at for at, dislodged in position.dislodged.items() if dislodged.unit.power == power))
