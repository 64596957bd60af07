"""Keeps what powers have learned of units up to date while the units move."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain

from judge.rules.board import Location, Power, Province
from judge.rules.corrections import AddUnit, Correction, MoveUnit, RemoveUnit
from judge.rules.orders import Move, Retreat
from judge.rules.position import Position
from judge.rules.verdicts import Judgement, Moved, Retreated, Verdict
from judge.rules.war.errands import TRAITS_AT_FIRST_SIGHT, UnitTrait
from judge.rules.war.scouts import KnownTraits, Scouting

_Moves = Mapping[Province, Province]
"""Where units have gone, by the province they left."""


def knowledge_after_phase(scouting: Scouting, judgement: Judgement) -> Scouting:
    """Return what is known of each unit, at its place after a phase; of units off the board, nothing.

    A dislodged unit stays known while it waits for its retreat, and after it.
    """
    verdicts = [*chain.from_iterable(judgement.verdicts.values())]
    after = judgement.after
    moved, withdrew = dict(_moves(verdicts, Moved)), dict(_moves(verdicts, Retreated))
    driven_out = {verdict.unit.at.province for verdict in verdicts if verdict.unit and verdict.dislodged}
    come = {*moved.values(), *withdrew.values()}
    stayed = {at: at for at in after.units if at not in come and at not in moved and at not in driven_out}
    standing = {at: to for at, to in (stayed | moved).items() if to in after.units}
    waiting = {at: at for at in driven_out if at in after.dislodged}
    known = _merged(_moved_knowledge(scouting.known, standing), _moved_knowledge(scouting.driven_out, withdrew))
    return replace(scouting, known=known, driven_out=_moved_knowledge(scouting.known, waiting))


def _moves(verdicts: Iterable[Verdict], arrival: type[Moved | Retreated]) -> Iterable[tuple[Province, Province]]:
    """From where to where units have gone, by an attack or by a retreat."""
    for verdict in verdicts:
        match verdict.order:
            case Move(to=to) | Retreat(to=to) if verdict.unit and isinstance(verdict.reason, arrival):
                yield verdict.unit.at.province, to.province
            case _:
                pass


def knowledge_after_corrections(scouting: Scouting, corrections: Iterable[Correction]) -> Scouting:
    """Return what is known after a correction of the position: it moves with a unit, and is lost with one."""
    for correction in corrections:
        match correction:
            case MoveUnit(at, to):
                stayed = {one: one for units in scouting.known.values() for one in units if one != at}
                scouting = replace(scouting, known=_moved_knowledge(scouting.known, {**stayed, at: to.province}))
            case AddUnit(at=Location(province=at)) | RemoveUnit(at=at):
                scouting = scouting.forgetting(at)
            case _:
                pass
    return scouting


def knowledge_after_alliance(scouting: Scouting, position: Position, one: Power, other: Power) -> Scouting:
    """Return what two powers know of each other after their alliance: the troop of each unit."""
    for knower, whose in ((one, other), (other, one)):
        for unit in position.units_of(whose):
            scouting = scouting.knowing(knower, unit.at.province, TRAITS_AT_FIRST_SIGHT)
    return scouting


def _moved_knowledge(known: KnownTraits, ways: _Moves) -> KnownTraits:
    """Return what is known of the units that have moved, at their new places."""
    carried = {
        power: {ways[at]: traits for at, traits in units.items() if at in ways} for power, units in known.items()
    }
    return {power: units for power, units in carried.items() if units}


def _merged(one: KnownTraits, other: KnownTraits) -> KnownTraits:
    powers = {*one, *other}
    merged: dict[Power, dict[Province, frozenset[UnitTrait]]] = {
        power: {**one.get(power, {}), **other.get(power, {})} for power in powers
    }
    return merged
