"""Judges a whole phase, up to the next one in which anybody must write orders."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import NamedTuple, assert_never

from judge.rules.adjustments import builds_due, judge_adjustments
from judge.rules.board import Board, Power, Province, Unit, Year
from judge.rules.legality import why_illegal
from judge.rules.movement import judge_movement
from judge.rules.orders import MOVEMENT_ORDERS, Hold, Order, province_of
from judge.rules.position import Phase, PhaseKind, Position, Season
from judge.rules.retreats import judge_retreats
from judge.rules.rulebook import AdjustmentPhases, CentreControl, RuleBook
from judge.rules.territory import centres_taken
from judge.rules.verdicts import Illegal, Judgement, Verdict, Void

VerdictsByPower = Mapping[Power, tuple[Verdict, ...]]


def judge_phase(board: Board, book: RuleBook, position: Position, orders: Mapping[Power, Sequence[Order]]) -> Judgement:
    """Judge any phase: movement, retreats or adjustments.

    Of two movement or retreat orders for one unit the last counts. An order for a unit its power does not have is void.
    Every unit concerned has a verdict, ordered or not; every power of the board has its list, perhaps empty.
    """
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return _movement(board, book, position, orders)
        case PhaseKind.RETREAT:
            return _retreats(board, book, position, orders)
        case PhaseKind.ADJUSTMENT:
            adjusted = judge_adjustments(board, book, position, orders)
            after = replace(position, phase=_next_spring(position.phase), units=adjusted.units)
            return Judgement(adjusted.verdicts, after, {})
        case _:
            assert_never(position.phase.kind)


# --- the orders of a phase, unit by unit -----------------------------------------------------------------------


class _OrdersByUnit(NamedTuple):
    """The orders in force by unit, and the verdicts on orders for no unit of their power."""

    by_unit: Mapping[Province, Order]
    orders_refused: tuple[tuple[Power, Verdict], ...]


def _sorted_orders(
    board: Board, position: Position, units: Mapping[Province, Unit], orders: Mapping[Power, Sequence[Order]]
) -> _OrdersByUnit:
    """Assign each order to the unit of its power, among the ``units`` that await one."""
    by_unit: dict[Province, Order] = {}
    orders_refused: dict[tuple[Power, Province | None], Verdict] = {}
    for power, written in orders.items():
        for order in written:
            province = province_of(order)
            if province is not None and province in units and units[province].power == power:
                by_unit[province] = order
            else:
                orders_refused[power, province] = _misdirected(board, position, power, order)
    return _OrdersByUnit(by_unit, tuple((power, verdict) for (power, _), verdict in orders_refused.items()))


def _misdirected(board: Board, position: Position, power: Power, order: Order) -> Verdict:
    """Return the verdict on an order for no unit of that power, or for a unit that needs no order in this phase."""
    province = province_of(order)
    unit = position.units.get(province) if province else None
    own = unit if unit and unit.power == power else None
    if why_illegal(board, position, order) is Illegal.WRONG_PHASE:
        return Verdict(own, order, Void(Illegal.WRONG_PHASE))
    return Verdict(own, order, Void(Illegal.NOT_DISLODGED if own else Illegal.NO_UNIT))


def _by_power(
    board: Board, units: Mapping[Province, Verdict], orders_refused: Collection[tuple[Power, Verdict]]
) -> VerdictsByPower:
    """Return every verdict under its power, sorted by place; those of ``units`` are."""
    placed = [(at, verdict.unit.power, verdict) for at, verdict in units.items() if verdict.unit]
    if orders_refused:
        placed += [
            (province_of(verdict.order) or Province(""), power, verdict)
            for power, verdict in orders_refused
            if verdict.order
        ]
        placed.sort(key=itemgetter(0))
    judged: dict[Power, list[Verdict]] = {power: [] for power in board.powers}
    for _, power, verdict in placed:
        judged[power].append(verdict)
    return {power: tuple(verdicts) for power, verdicts in judged.items()}


# --- movement and retreats -------------------------------------------------------------------------------------


def _movement(board: Board, book: RuleBook, position: Position, orders: Mapping[Power, Sequence[Order]]) -> Judgement:
    by_unit, orders_refused = _sorted_orders(board, position, position.units, orders)
    followed = {at: order for at, order in by_unit.items() if isinstance(order, MOVEMENT_ORDERS)}
    if board.standing:
        followed |= {at: Hold(at) for at, unit in position.units.items() if unit.power in board.standing}
    fought = judge_movement(board, book, position, followed)
    verdicts = {**fought.verdicts}
    for at in by_unit.keys() - followed.keys():
        verdicts[at] = replace(verdicts[at], order=by_unit[at], reason=Void(Illegal.WRONG_PHASE))
    judged = _by_power(board, verdicts, orders_refused)
    retreating = {at: one for at, one in fought.dislodged.items() if one.retreats and _is_played(board, one.unit)}
    if retreating:
        phase = replace(position.phase, kind=PhaseKind.RETREAT)
        after = replace(position, phase=phase, units=fought.units, dislodged=retreating)
        return Judgement(judged, after, {}, fought.contested)
    return _end_of_season(board, book, position, fought.units, judged, fought.contested)


def _is_played(board: Board, unit: Unit) -> bool:
    """Return whether anybody can retreat the unit; else it leaves the board at once (001 XIV.2)."""
    return unit.power not in board.standing


def _retreats(board: Board, book: RuleBook, position: Position, orders: Mapping[Power, Sequence[Order]]) -> Judgement:
    driven_out = {province: dislodged.unit for province, dislodged in position.dislodged.items()}
    by_unit, orders_refused = _sorted_orders(board, position, driven_out, orders)
    withdrawn = judge_retreats(board, position, by_unit)
    judged = _by_power(board, withdrawn.verdicts, orders_refused)
    return _end_of_season(board, book, position, withdrawn.units, judged, frozenset())


# --- the calendar ----------------------------------------------------------------------------------------------


def _end_of_season(
    board: Board,
    book: RuleBook,
    position: Position,
    units: Mapping[Province, Unit],
    verdicts: VerdictsByPower,
    contested: frozenset[Province],
) -> Judgement:
    """Return the judgement at the end of a season.

    After autumn centres change hands, and adjustments follow if any are due. ``units`` are those left once the last one
    has moved; the rule book may have centres change hands in spring too.
    """
    phase, is_spring = position.phase, position.phase.season is Season.SPRING
    autumn = Phase(Season.FALL, phase.year, PhaseKind.MOVEMENT)
    coming = autumn if is_spring else Phase(Season.WINTER, phase.year, PhaseKind.ADJUSTMENT)
    after = replace(position, phase=coming, units=units, dislodged={})
    gained = centres_taken(board, after) if not is_spring or book.control is CentreControl.EVERY_SEASON else {}
    if gained:
        after = replace(after, owners={**after.owners, **gained})
    if is_spring:
        return Judgement(verdicts, after, gained, contested)
    if book.adjustments is AdjustmentPhases.WHERE_DUE and not any(
        builds_due(board, after, power) for power in board.powers
    ):
        after = replace(after, phase=_next_spring(phase))
    return Judgement(verdicts, after, gained, contested)


def _next_spring(phase: Phase) -> Phase:
    return Phase(Season.SPRING, Year(phase.year + 1), PhaseKind.MOVEMENT)
