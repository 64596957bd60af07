"""The orders that stand for those nobody gave, in a game that does not tell who gave none."""

from collections.abc import Mapping

from judge.rules.board import Board, Power
from judge.rules.duties import duty, missing
from judge.rules.orders import Disband, Hold, Order, Waive
from judge.rules.position import PhaseKind, Position


def with_default_orders(
    board: Board, position: Position, given: Mapping[Power, tuple[Order, ...]]
) -> Mapping[Power, tuple[Order, ...]]:
    """The orders, and for each unit without one what the rules do with it: it holds or is disbanded; builds are waived.

    What a power must remove is left to the rule book, which names the unit.
    """
    orders = {power: (*given.get(power, ()), *_default(board, position, power, given)) for power in board.powers}
    return {power: ordered for power, ordered in orders.items() if ordered}


def _default(
    board: Board, position: Position, power: Power, given: Mapping[Power, tuple[Order, ...]]
) -> tuple[Order, ...]:
    units = missing(board, position, power, given.get(power, ()))
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return tuple(map(Hold, units))
        case PhaseKind.RETREAT:
            return tuple(map(Disband, units))
        case PhaseKind.ADJUSTMENT:
            has_builds = bool(duty(board, position, power).builds)
            return (Waive(),) if has_builds and not given.get(power) else ()
