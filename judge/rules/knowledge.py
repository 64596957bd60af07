"""What powers have learned of units goes with the units, through fights, retreats, corrections, broken alliances."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain

from judge.rules.board import Location, Power, Province
from judge.rules.corrections import AddUnit, Correction, MoveUnit, RemoveUnit
from judge.rules.errands import FIRST_SIGHT, Trait
from judge.rules.orders import Move, Retreat
from judge.rules.position import Position
from judge.rules.scouts import Known, Scouting
from judge.rules.verdicts import Judgement, Moved, Retreated, Verdict

_Ways = Mapping[Province, Province]
"""Where units have gone from where they stood."""


def followed(scouting: Scouting, judgement: Judgement) -> Scouting:
    """What is known of each unit, where that unit is once a phase is judged; of one that left the board, nothing.

    A unit that is driven out stays known while it waits for its retreat, and when it has withdrawn.
    """
    verdicts = [*chain.from_iterable(judgement.verdicts.values())]
    after = judgement.after
    moved, withdrew = dict(_ways(verdicts, Moved)), dict(_ways(verdicts, Retreated))
    driven_out = {verdict.unit.at.province for verdict in verdicts if verdict.unit and verdict.dislodged}
    come = {*moved.values(), *withdrew.values()}
    stayed = {at: at for at in after.units if at not in come and at not in moved and at not in driven_out}
    standing = {at: to for at, to in (stayed | moved).items() if to in after.units}
    waiting = {at: at for at in driven_out if at in after.dislodged}
    known = _merged(_carried(scouting.known, standing), _carried(scouting.driven_out, withdrew))
    return replace(scouting, known=known, driven_out=_carried(scouting.known, waiting))


def _ways(verdicts: Iterable[Verdict], arrival: type[Moved | Retreated]) -> Iterable[tuple[Province, Province]]:
    """From where to where units have gone, by an attack or by a retreat."""
    for verdict in verdicts:
        match verdict.order:
            case Move(to=to) | Retreat(to=to) if verdict.unit and isinstance(verdict.reason, arrival):
                yield verdict.unit.at.province, to.province
            case _:
                pass


def corrected_too(scouting: Scouting, corrections: Iterable[Correction]) -> Scouting:
    """What is known once a position was changed by hand: it goes with a unit that is moved, and is lost with one."""
    for correction in corrections:
        match correction:
            case MoveUnit(at, to):
                stayed = {one: one for units in scouting.known.values() for one in units if one != at}
                scouting = replace(scouting, known=_carried(scouting.known, {**stayed, at: to.province}))
            case AddUnit(at=Location(province=at)) | RemoveUnit(at=at):
                scouting = scouting.forgetting(at)
            case _:
                pass
    return scouting


def remembered(scouting: Scouting, position: Position, one: Power, other: Power) -> Scouting:
    """What two powers go on knowing of each other when their alliance ends: which troop each unit is of."""
    for knower, whose in ((one, other), (other, one)):
        for unit in position.units_of(whose):
            scouting = scouting.knowing(knower, unit.at.province, FIRST_SIGHT)
    return scouting


def _carried(known: Known, ways: _Ways) -> Known:
    """What is known of those units that have gone some way, where they are now."""
    carried = {
        power: {ways[at]: traits for at, traits in units.items() if at in ways} for power, units in known.items()
    }
    return {power: units for power, units in carried.items() if units}


def _merged(one: Known, other: Known) -> Known:
    powers = {*one, *other}
    merged: dict[Power, dict[Province, frozenset[Trait]]] = {
        power: {**one.get(power, {}), **other.get(power, {})} for power in powers
    }
    return merged
