"""What somebody must write in the open phase: the task, lines ready to copy, what is in force already."""

from collections.abc import Sequence
from dataclasses import dataclass

from judge.reports.layout import columns, hanging
from judge.reports.voice import Voice, unit_at
from judge.rules.adjustments import answer_adjustments
from judge.rules.board import Kind, Location, Power, Province, Terrain
from judge.rules.duties import Duty, duty, missing
from judge.rules.orders import Build, Disband, Order, Retreat, Waive, province_of
from judge.rules.position import Dislodged, PhaseKind
from judge.rules.verdicts import Built, Disbanded, Waived


@dataclass(frozen=True)
class Task:
    """What one power must write; ``summary`` in few words, ``lines`` ready to copy, in blocks of one unit each."""

    power: str
    summary: str
    kind: str
    units: str
    builds: int
    removals: int
    sites: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Force:
    """The orders of one power in force now, and what is still missing; ``owes`` False when it has nothing to write."""

    power: str
    owes: bool
    orders: tuple[str, ...]
    missing: tuple[str, ...]


def task(power: Power, voice: Voice) -> Task | None:
    """What a power must write now; None when it has nothing to write."""
    due = duty(voice.board, voice.position, power)
    if not due.owes:
        return None
    return Task(
        power=voice.power(power),
        summary=_summary(due, voice),
        kind=voice.position.phase.kind.value,
        units=voice.units_at(due.orders),
        builds=due.builds,
        removals=due.removals,
        sites=voice.listing((voice.place(site) for site in due.sites), "words.or"),
        lines=_lines(power, due, voice),
    )


def tasks(powers: Sequence[Power], voice: Voice) -> tuple[Task, ...]:
    """The tasks of those powers that have one."""
    return tuple(found for power in powers if (found := task(power, voice)))


def task_table(voice: Voice) -> str:
    """Who must write what."""
    rows = tasks(tuple(voice.board.powers), voice)
    width = 4 + max((len(row.power) for row in rows), default=0)
    return "\n".join(hanging(f"  {row.power}", row.summary.split(" "), width) for row in rows)


def _summary(due: Duty, voice: Voice) -> str:
    if due.builds:
        return voice.count("task.builds", due.builds)
    if due.removals:
        return voice.count("task.removals", due.removals)
    if voice.position.phase.kind is PhaseKind.RETREAT:
        return voice.count("task.retreats", len(due.orders), units=voice.units_at(due.orders))
    return voice.count("task.orders", len(due.orders))


def _lines(power: Power, due: Duty, voice: Voice) -> tuple[str, ...]:
    if due.builds:
        return (_page([*_builds(due.sites, voice), Waive()], voice),)
    if due.removals:
        return (_page([Disband(unit.at.province) for unit in voice.position.units_of(power)], voice),)
    driven = voice.position.dislodged
    return tuple(_page(_ways_out(driven[province]), voice) for province in due.orders if province in driven)


def _page(orders: Sequence[Order], voice: Voice) -> str:
    return columns([voice.order(order) for order in orders], indent=2)


def _ways_out(driven: Dislodged) -> list[Order]:
    at = driven.unit.at.province
    return [*(Retreat(at, place) for place in driven.retreats), Disband(at)]


def _builds(sites: Sequence[Province], voice: Voice) -> list[Order]:
    orders: list[Order] = []
    for site in sites:
        region = voice.board.regions[site]
        orders.append(Build(Kind.ARMY, Location(site)))
        if region.terrain is Terrain.COAST:
            orders += [Build(Kind.FLEET, Location(site, coast)) for coast in region.coasts or ("",)]
    return orders


def force(power: Power, orders: Sequence[Order], voice: Voice) -> Force:
    """The orders of a power in force, and what would happen to what is still without one."""
    if voice.position.phase.kind is PhaseKind.ADJUSTMENT:
        lacking = _adjustments_missing(power, orders, voice)
    else:
        lacking = _units_missing(missing(voice.board, voice.position, power, orders), voice)
    in_order = sorted(orders, key=lambda order: province_of(order) or "~")
    owes = duty(voice.board, voice.position, power).owes
    return Force(voice.power(power), owes, tuple(map(voice.order, in_order)), lacking)


def _units_missing(provinces: Sequence[Province], voice: Voice) -> tuple[str, ...]:
    is_retreat = voice.position.phase.kind is PhaseKind.RETREAT
    fate = voice.say("force.will_disband" if is_retreat else "force.will_hold")
    units = (unit_at(voice.position, province) for province in provinces)
    return tuple(f"{voice.unit(unit)} ({fate})" for unit in units if unit)


def _adjustments_missing(power: Power, orders: Sequence[Order], voice: Voice) -> tuple[str, ...]:
    owed = duty(voice.board, voice.position, power)
    reasons = [answer.reason for answer in answer_adjustments(voice.board, voice.position, power, orders)]
    left = owed.builds + owed.removals - sum(isinstance(reason, Built | Disbanded) for reason in reasons)
    if left <= 0 or any(isinstance(reason, Waived) for reason in reasons):
        return ()
    return (voice.count("force.builds_missing" if owed.builds else "force.removals_missing", left),)
