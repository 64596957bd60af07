"""What somebody must write in the open phase: the task, lines ready to copy, what is in force already."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.reports.layout import hanging
from judge.reports.voice import Voice
from judge.rules.adjustments import answer_adjustments, possible_builds
from judge.rules.board import Power, Province
from judge.rules.duties import Duty, duty, missing
from judge.rules.legality import why_no_dispersal
from judge.rules.orders import Build, Disband, Move, Order, Retreat, Waive, province_of
from judge.rules.position import Dislodged, PhaseKind
from judge.rules.verdicts import Built, Disbanded, Waived


@dataclass(frozen=True)
class Task:
    """What one power must write; ``summary`` in few words, ``blocks`` of lines ready to copy.

    ``troops`` when its units are of the board's own troops; ``too_weak`` are those driven out that no order disperses.
    """

    power: str
    summary: str
    kind: str
    units: str
    builds: int
    removals: int
    sites: str
    blocks: tuple[tuple[str, ...], ...]
    troops: bool
    too_weak: str


@dataclass(frozen=True)
class Force:
    """The orders of one power in force now, and what is still ``missing``; it ``owes`` some in this phase or not."""

    power: str
    owes: bool
    orders: tuple[str, ...]
    missing: str


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
        blocks=_blocks(power, due, voice),
        troops=bool(voice.board.war.troops),
        too_weak=voice.units_at(at for at in due.orders if _is_too_weak(at, voice)),
    )


def tasks(powers: Sequence[Power], voice: Voice) -> tuple[Task, ...]:
    """The tasks of those powers that have one."""
    return tuple(found for power in powers if (found := task(power, voice)))


def example(powers: Sequence[Power], voice: Voice) -> str:
    """An order that one of these powers could give now; empty when none has anything to order."""
    for power in powers:
        owed = duty(voice.board, voice.position, power)
        if voice.position.phase.kind is PhaseKind.MOVEMENT and owed.orders:
            unit = voice.position.units[owed.orders[0]]
            return voice.order(Move(unit.at.province, min(voice.board.neighbours(unit.kind, unit.at))))
        if owed.owes:
            return _blocks(power, owed, voice)[0][0]
    return ""


def task_table(voice: Voice) -> str:
    """Who must write what."""
    found = tasks(tuple(voice.board.powers), voice)
    width = 4 + max((len(one.power) for one in found), default=0)
    is_retreat = voice.position.phase.kind is PhaseKind.RETREAT
    rows = {one.power: f"{one.summary} ({one.units})" if is_retreat else one.summary for one in found}
    return "\n".join(hanging(f"  {power}", row.split(" "), width) for power, row in rows.items())


def _summary(due: Duty, voice: Voice) -> str:
    recruits = bool(voice.board.war.troops)
    if due.builds:
        return voice.count("task.recruits" if recruits else "task.builds", due.builds)
    if due.removals:
        return voice.count("task.dispersals" if recruits else "task.removals", due.removals)
    if voice.position.phase.kind is PhaseKind.RETREAT:
        return voice.count("task.retreats", len(due.orders))
    return voice.count("task.orders", len(due.orders))


def _is_too_weak(at: Province, voice: Voice) -> bool:
    driven = voice.position.dislodged.get(at)
    return bool(driven and why_no_dispersal(voice.board, driven.unit))


def _blocks(power: Power, due: Duty, voice: Voice) -> tuple[tuple[str, ...], ...]:
    """Lines ready to copy, those for one unit or one choice together."""
    if due.builds:
        choices: list[list[Order]] = [[*possible_builds(voice.board, voice.position, power), Waive()]]
    elif due.removals:
        choices = [[Disband(unit.at.province) for unit in voice.position.units_of(power)]]
    else:
        driven = voice.position.dislodged
        choices = [_ways_out(driven[province], voice) for province in due.orders if province in driven]
    return tuple(tuple(map(voice.order, choice)) for choice in choices)


def _ways_out(driven: Dislodged, voice: Voice) -> list[Order]:
    """Where a unit may go, and its dispersal where the rules allow that."""
    at = driven.unit.at.province
    leaves = () if why_no_dispersal(voice.board, driven.unit) else (Disband(at),)
    return [*(Retreat(at, place) for place in driven.retreats), *leaves]


def allowed(power: Power, order: Order, voice: Voice) -> tuple[Order, ...]:
    """What the rules leave to somebody whose order will be void where that is a short list.

    The coasts of a fleet's goal, the ways out of a dislodged unit, the sites of a build; a unit that may simply go
    somewhere else has too many.
    """
    match order:
        case Move(at, to):
            unit = voice.position.units[at]
            near = sorted(voice.board.neighbours(unit.kind, unit.at))
            return tuple(replace(order, to=place) for place in near if place.province == to.province and place.coast)
        case Retreat(at) if driven := voice.position.dislodged.get(at):
            return tuple(_ways_out(driven, voice))
        case Build():
            return possible_builds(voice.board, voice.position, power)
        case _:
            return ()


def force(power: Power, orders: Sequence[Order], voice: Voice) -> Force:
    """The orders of a power in force, and what would happen to what is still without one."""
    in_order = sorted(orders, key=lambda order: province_of(order) or "~")
    is_winter = voice.position.phase.kind is PhaseKind.ADJUSTMENT
    return Force(
        power=voice.power(power),
        owes=duty(voice.board, voice.position, power).owes,
        orders=tuple(map(voice.order, in_order)),
        missing=(_adjustments_missing if is_winter else _units_missing)(power, orders, voice),
    )


def _units_missing(power: Power, orders: Sequence[Order], voice: Voice) -> str:
    units = missing(voice.board, voice.position, power, orders)
    if not units:
        return ""
    is_retreat = voice.position.phase.kind is PhaseKind.RETREAT
    lost = "force.units_lost" if voice.board.war.troops else "force.units_disband"
    key = lost if is_retreat else "force.units_hold"
    return voice.count(key, len(units), units=voice.units_at(units))


def _adjustments_missing(power: Power, orders: Sequence[Order], voice: Voice) -> str:
    owed = duty(voice.board, voice.position, power)
    reasons = [answer.reason for answer in answer_adjustments(voice.board, voice.position, power, orders)]
    left = owed.builds + owed.removals - sum(isinstance(reason, Built | Disbanded) for reason in reasons)
    if left <= 0 or any(isinstance(reason, Waived) for reason in reasons):
        return ""
    if voice.board.war.troops:
        return voice.count("force.recruits_missing" if owed.builds else "force.dispersals_missing", left)
    return voice.count("force.builds_missing" if owed.builds else "force.removals_missing", left)
