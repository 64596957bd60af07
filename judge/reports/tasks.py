"""What somebody must write in the open phase: the task, lines ready to copy."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.reports.layout import hanging
from judge.reports.voice import Voice
from judge.rules.adjustments import possible_builds
from judge.rules.board import Power, Province
from judge.rules.duties import Duty, duty
from judge.rules.legality import why_no_dispersal
from judge.rules.orders import Build, Disband, Move, Order, Retreat, Waive
from judge.rules.position import Dislodged, PhaseKind


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
        sites=voice.regions(due.sites, "goal", "words.or"),
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
    if due.builds:
        return voice.count("task.builds", due.builds)
    if due.removals:
        return voice.count("task.removals", due.removals)
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
