"""Tasks of the open phase: what a power must order, and lines ready to copy."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.game.orders.order_status import OrderStatus, order_status
from judge.game.settings import Address
from judge.game.state import Game
from judge.reports.language import number_text
from judge.reports.layout import hanging_indent
from judge.reports.page import RowsOfTable
from judge.reports.phrasing import Phrasing
from judge.rules.adjustments import possible_builds
from judge.rules.board import Power, Province
from judge.rules.legality import why_cannot_disperse
from judge.rules.memo import kept_for_same
from judge.rules.orders import Build, Disband, Move, Order, Retreat, Waive, province_of
from judge.rules.position import Dislodged, PhaseKind
from judge.rules.required_orders import RequiredOrders, required_orders


@dataclass(frozen=True)
class Task:
    """The task of one power, as a template shows it.

    ``summary`` is the task in few words, ``blocks`` are lines ready to copy; ``troops`` when its units are of the
    board's own troops, ``number`` how many builds or removals, in words; ``too_weak`` are dislodged units that no order
    can disperse. ``given`` are the orders in force already, empty for none; ``is_done`` when nothing is left to write,
    else ``left`` are the units without an order, where some have one.
    """

    power: str
    summary: str
    kind: str
    units: str
    builds: int
    removals: int
    number: str
    sites: str
    blocks: tuple[tuple[str, ...], ...]
    troops: bool
    too_weak: str
    given: str = ""
    is_done: bool = False
    left: str = ""


def own_tasks(game: Game, reader: Address, powers: Sequence[Power], phrasing: Phrasing) -> tuple[Task, ...]:
    """Return the tasks of those powers that have one, with the orders that the reader has in force for their own."""
    return tuple(
        _standing(found, order_status(game, power), phrasing) if power in game.powers_of(reader) else found
        for power in powers
        if (found := task(power, phrasing))
    )


def _standing(task: Task, status: OrderStatus, phrasing: Phrasing) -> Task:
    """Return a task with the orders that are in force already."""
    if not status.orders:
        return task
    orders = phrasing.by_place(status.orders, province_of)
    given = phrasing.listing(map(phrasing.order, orders), "words.comma")
    return replace(task, given=given, is_done=status.is_complete, left=phrasing.units_at(status.missing))


def task(power: Power, phrasing: Phrasing) -> Task | None:
    """Return what a power must order now; None when it has nothing to order."""
    due = required_orders(phrasing.board, phrasing.position, power)
    if not due.is_required:
        return None
    return Task(
        power=phrasing.power(power),
        summary=_summary(due, phrasing),
        kind=phrasing.position.phase.kind.value,
        units=phrasing.units_at(due.orders),
        builds=due.builds,
        removals=due.removals,
        number=number_text(due.builds or due.removals, phrasing.language),
        sites=phrasing.regions(due.sites, "goal", "words.or"),
        blocks=_order_blocks(power, due, phrasing),
        troops=bool(phrasing.board.war.troops),
        too_weak=phrasing.units_at(at for at in due.orders if _is_too_weak(at, phrasing)),
    )


def example_order(powers: Sequence[Power], phrasing: Phrasing) -> str:
    """Return an order that one of these powers could give now; empty when none has anything to order."""
    for power in powers:
        owed = required_orders(phrasing.board, phrasing.position, power)
        if phrasing.position.phase.kind is PhaseKind.MOVEMENT and owed.orders:
            unit = phrasing.position.units[owed.orders[0]]
            return phrasing.order(Move(unit.at.province, min(phrasing.board.neighbours(unit.kind, unit.at))))
        if owed.is_required:
            return _order_blocks(power, owed, phrasing)[0][0]
    return ""


@kept_for_same
def task_table(phrasing: Phrasing) -> RowsOfTable:
    """Return a line for each power that must order something."""
    board, position = phrasing.board, phrasing.position
    owed = {phrasing.power(power): required_orders(board, position, power) for power in phrasing.powers}
    rows = {power: _row(due, phrasing) for power, due in owed.items() if due.is_required}
    width = 4 + max(map(len, rows), default=0)
    return RowsOfTable(hanging_indent(f"  {power}", row.split(" "), width) for power, row in rows.items())


def _row(due: RequiredOrders, phrasing: Phrasing) -> str:
    summary = _summary(due, phrasing)
    is_retreat = phrasing.position.phase.kind is PhaseKind.RETREAT
    return f"{summary} ({phrasing.units_at(due.orders)})" if is_retreat else summary


def _summary(due: RequiredOrders, phrasing: Phrasing) -> str:
    if due.builds:
        return phrasing.count("task.builds", due.builds)
    if due.removals:
        return phrasing.count("task.removals", due.removals)
    if phrasing.position.phase.kind is PhaseKind.RETREAT:
        return phrasing.count("task.retreats", len(due.orders))
    return phrasing.count("task.orders", len(due.orders))


def _is_too_weak(at: Province, phrasing: Phrasing) -> bool:
    driven = phrasing.position.dislodged.get(at)
    return bool(driven and why_cannot_disperse(phrasing.board, driven.unit))


def _order_blocks(power: Power, due: RequiredOrders, phrasing: Phrasing) -> tuple[tuple[str, ...], ...]:
    """Return lines ready to copy, those for one unit or one choice together."""
    if due.builds:
        choices: list[list[Order]] = [[*possible_builds(phrasing.board, phrasing.position, power), Waive()]]
    elif due.removals:
        choices = [[Disband(unit.at.province) for unit in phrasing.position.units_of(power)]]
    else:
        driven = phrasing.position.dislodged
        owing = phrasing.by_place((at for at in due.orders if at in driven), lambda at: at)
        return tuple(tuple(map(phrasing.order, _retreat_orders(driven[at], phrasing))) for at in owing)
    return tuple(tuple(map(phrasing.order, phrasing.by_place(choice, province_of))) for choice in choices)


def _retreat_orders(driven: Dislodged, phrasing: Phrasing) -> list[Order]:
    """Return the retreats of a unit, and its dispersal where the rules allow that."""
    at = driven.unit.at.province
    leaves = () if why_cannot_disperse(phrasing.board, driven.unit) else (Disband(at),)
    return [*(Retreat(at, place) for place in phrasing.by_place(driven.retreats, lambda place: place)), *leaves]


def allowed_instead(power: Power, order: Order, phrasing: Phrasing) -> tuple[Order, ...]:
    """Return the orders that the rules allow in place of a void one, where that is a short list.

    These are the coasts of a fleet's target, the retreats of a dislodged unit, the sites of a build; a unit that may
    simply go somewhere else has too many.
    """
    match order:
        case Move(at, to):
            unit = phrasing.position.units[at]
            near = sorted(phrasing.board.neighbours(unit.kind, unit.at))
            return tuple(replace(order, to=place) for place in near if place.province == to.province and place.coast)
        case Retreat(at) if driven := phrasing.position.dislodged.get(at):
            return tuple(_retreat_orders(driven, phrasing))
        case Build():
            return possible_builds(phrasing.board, phrasing.position, power)
        case _:
            return ()
