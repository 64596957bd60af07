"""The orders that standing wishes come to in a position."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from judge.game.orders.plans import BuildWish, RemovalWish, RetreatWish, Wish
from judge.rules.adjustments import answer_adjustments
from judge.rules.board import Board, Power, Province
from judge.rules.duties import duty
from judge.rules.legality import why_illegal
from judge.rules.orders import AdjustmentOrder, Disband, Retreat, RetreatOrder, Waive
from judge.rules.position import PhaseKind, Position
from judge.rules.verdicts import Void


def wished_orders(
    board: Board, position: Position, power: Power, wishes: Sequence[Wish]
) -> tuple[RetreatOrder | AdjustmentOrder, ...]:
    """What a power's wishes order in the phase of the position: legal orders alone, none of them in a movement."""
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return ()
        case PhaseKind.RETREAT:
            return tuple(_retreats(board, position, power, [wish for wish in wishes if isinstance(wish, RetreatWish)]))
        case PhaseKind.ADJUSTMENT:
            return _adjustments(board, position, power, wishes)
        case _:
            assert_never(position.phase.kind)


def _retreats(board: Board, position: Position, power: Power, wishes: Sequence[RetreatWish]) -> Iterator[RetreatOrder]:
    """Each unit to the first place open to it, those with a wish of their own first, never two to one province."""
    wish_of = {wish.of: wish for wish in wishes}
    taken: set[Province] = set()
    for province in sorted(duty(board, position, power).orders, key=lambda province: province not in wish_of):
        wish = wish_of.get(province, wish_of.get(None))
        order = _retreat(board, position, province, wish, taken) if wish else None
        if order:
            yield order
        if isinstance(order, Retreat):
            taken.add(order.to.province)


def _retreat(
    board: Board, position: Position, province: Province, wish: RetreatWish, taken: set[Province]
) -> RetreatOrder | None:
    ways = (Retreat(province, place) for place in wish.to if place.province not in taken)
    first = next((way for way in ways if why_illegal(board, position, way) is None), None)
    leaves = Disband(province)
    may_leave = wish.disband and why_illegal(board, position, leaves) is None
    return first or (leaves if may_leave else None)


def _adjustments(board: Board, position: Position, power: Power, wishes: Sequence[Wish]) -> tuple[AdjustmentOrder, ...]:
    """The first legal ones, as many as are due."""
    due = duty(board, position, power)
    wanted: list[AdjustmentOrder] = []
    for wish in wishes:
        match wish:
            case BuildWish(builds, waive) if due.builds:
                wanted += [*builds, *((Waive(),) if waive else ())]
            case RemovalWish(units) if due.removals:
                wanted += map(Disband, units)
            case _:
                pass
    answers = answer_adjustments(board, position, power, wanted)
    legal = tuple(order for order, answer in zip(wanted, answers, strict=True) if not isinstance(answer.reason, Void))
    filled = len(legal) - (Waive() in legal) == due.builds
    return tuple(order for order in legal if order != Waive() or not filled)
