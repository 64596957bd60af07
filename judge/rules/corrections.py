"""Corrects a position by hand: units added, removed, moved or changed, centres given."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import assert_never

from judge.rules.board import Board, Location, Power, Province, Terrain, Unit, UnitKind
from judge.rules.position import Position


@dataclass(frozen=True)
class AddUnit:
    """Add a unit; a new one of a ``troop``, named by its letter, on a board with troops."""

    power: Power
    kind: UnitKind
    at: Location
    troop: str = ""


@dataclass(frozen=True)
class RemoveUnit:
    """Remove the unit of a province."""

    at: Province


@dataclass(frozen=True)
class MoveUnit:
    """Move the unit of a province to any other location."""

    at: Province
    to: Location


@dataclass(frozen=True)
class GiveCentre:
    """Give a centre to a power, or to nobody."""

    centre: Province
    to: Power | None


@dataclass(frozen=True)
class SetHealth:
    """Set the hit points of the unit of a province."""

    at: Province
    health: int


@dataclass(frozen=True)
class SetStrength:
    """Set the strengths of the unit of a province in attack, in support and in defence."""

    at: Province
    attack: int
    support: int
    defence: int


Correction = AddUnit | RemoveUnit | MoveUnit | GiveCentre | SetHealth | SetStrength


class CorrectionError(Enum):
    """Why a correction cannot be made; the value is the key of its sentence."""

    NO_UNIT = "no_unit"
    OCCUPIED = "occupied"
    ARMY_AT_SEA = "army_at_sea"
    FLEET_INLAND = "fleet_inland"
    WRONG_COAST = "wrong_coast"  # none named where it matters, or one that is none of that region
    NO_CENTRE = "no_centre"
    NO_TROOP = "no_troop"  # the board has none of that letter, or the unit is of none
    WRONG_HEALTH = "wrong_health"  # less than one hit point, or more than its troop has


def apply_corrections(
    board: Board, position: Position, corrections: Sequence[Correction]
) -> Position | tuple[Correction, CorrectionError]:
    """Return the position after all corrections in their order, or the first that cannot be made with the reason.

    Dislodged units may no longer retreat to where a unit now stands.
    """
    for correction in corrections:
        corrected = _corrected(board, position, correction)
        if isinstance(corrected, CorrectionError):
            return correction, corrected
        position = corrected
    dislodged = {
        at: replace(one, retreats=tuple(place for place in one.retreats if place.province not in position.units))
        for at, one in position.dislodged.items()
    }
    return replace(position, dislodged=dislodged)


def corrected_provinces(correction: Correction) -> tuple[Province, ...]:
    """Return the provinces whose unit a correction changes."""
    match correction:
        case AddUnit(at=place):
            return (place.province,)
        case RemoveUnit(at) | SetHealth(at) | SetStrength(at):
            return (at,)
        case MoveUnit(at, to):
            return (at, to.province)
        case GiveCentre():
            return ()
        case _:
            assert_never(correction)


def _corrected(board: Board, position: Position, correction: Correction) -> Position | CorrectionError:
    units, owners = dict(position.units), dict(position.owners)
    match correction:
        case AddUnit(at=at):
            why = _why_no_troop(board, correction) or why_cannot_place(board, position, correction.kind, at)
            units[at.province] = _fresh(board, correction)
        case RemoveUnit(at):
            why = None if units.pop(at, None) else CorrectionError.NO_UNIT
        case MoveUnit(at, to):
            unit = units.pop(at, None)
            if unit is None:
                return CorrectionError.NO_UNIT
            why = why_cannot_place(board, replace(position, units=units), unit.kind, to)
            units[to.province] = unit.moved_to(to)
        case SetHealth(at) | SetStrength(at):
            changed = _changed(board, units.get(at), correction)
            if isinstance(changed, CorrectionError):
                return changed
            why = None
            units[at] = changed
        case GiveCentre(centre, power):
            why = None if board.regions[centre].is_centre else CorrectionError.NO_CENTRE
            owners.pop(centre, None)
            owners.update({centre: power} if power else {})
        case _:
            assert_never(correction)
    return why or replace(position, units=units, owners=owners)


def _why_no_troop(board: Board, added: AddUnit) -> CorrectionError | None:
    troop = board.war.troops.get(added.troop)
    if troop is None:
        return CorrectionError.NO_TROOP if added.troop or board.war.troops else None
    return None if troop.kind is added.kind else CorrectionError.NO_TROOP


def _fresh(board: Board, added: AddUnit) -> Unit:
    troop = board.war.troops.get(added.troop)
    return troop.raised(added.power, added.at) if troop else Unit(added.power, added.kind, added.at)


def _changed(board: Board, unit: Unit | None, one: SetHealth | SetStrength) -> Unit | CorrectionError:
    """Return the unit with the numbers of a correction, or why it cannot be made."""
    if unit is None:
        return CorrectionError.NO_UNIT
    if unit.corps is None:
        return CorrectionError.NO_TROOP
    if isinstance(one, SetStrength):
        return replace(unit, strength=one.attack, corps=replace(unit.corps, support=one.support, defence=one.defence))
    troop = board.war.troops.get(unit.corps.troop)
    if one.health < 1 or (troop and one.health > troop.health):
        return CorrectionError.WRONG_HEALTH
    return unit.with_health(one.health, unit.corps.rest)


def why_cannot_place(board: Board, position: Position, kind: UnitKind, at: Location) -> CorrectionError | None:
    """Return why no unit of a kind can be placed at a location, None if one can."""
    region = board.regions[at.province]
    if at.province in position.units:
        return CorrectionError.OCCUPIED
    if kind is UnitKind.ARMY and region.terrain is Terrain.SEA:
        return CorrectionError.ARMY_AT_SEA
    if kind is UnitKind.FLEET and region.terrain is Terrain.LAND:
        return CorrectionError.FLEET_INLAND
    coasts = region.coasts if kind is UnitKind.FLEET and region.coasts else ("",)
    return None if at.coast in coasts else CorrectionError.WRONG_COAST
