"""Corrections: a position changed by hand, where the board allows it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import assert_never

from judge.rules.board import Board, Kind, Location, Power, Province, Terrain, Unit
from judge.rules.position import Position


@dataclass(frozen=True)
class AddUnit:
    """A unit appears; a fresh one of a ``troop``, by its letter, where the board has troops."""

    power: Power
    kind: Kind
    at: Location
    troop: str = ""


@dataclass(frozen=True)
class RemoveUnit:
    """The unit that stands there disappears."""

    at: Province


@dataclass(frozen=True)
class MoveUnit:
    """The unit that stands there stands elsewhere, however far."""

    at: Province
    to: Location


@dataclass(frozen=True)
class GiveCentre:
    """A centre belongs to another power, or to nobody."""

    centre: Province
    to: Power | None


@dataclass(frozen=True)
class SetHealth:
    """The unit that stands there has so many hit points."""

    at: Province
    health: int


@dataclass(frozen=True)
class SetStrength:
    """The unit that stands there has this power in attack, in support and in defence."""

    at: Province
    attack: int
    support: int
    defence: int


Correction = AddUnit | RemoveUnit | MoveUnit | GiveCentre | SetHealth | SetStrength


class Uncorrectable(Enum):
    """Why a correction cannot be made; the value is the name of its sentence."""

    NO_UNIT = "no_unit"
    OCCUPIED = "occupied"
    ARMY_AT_SEA = "army_at_sea"
    FLEET_INLAND = "fleet_inland"
    WRONG_COAST = "wrong_coast"  # none named where it matters, or one that is none of that region
    NO_CENTRE = "no_centre"
    NO_TROOP = "no_troop"  # the board has none of that letter, or the unit is of none
    WRONG_HEALTH = "wrong_health"  # less than one hit point, or more than its troop has


def correct(
    board: Board, position: Position, corrections: Sequence[Correction]
) -> Position | tuple[Correction, Uncorrectable]:
    """The position once all corrections are made, in their order; else the first that cannot be, with the reason.

    Where a unit appears no dislodged one may retreat any more.
    """
    for correction in corrections:
        corrected = _corrected(board, position, correction)
        if isinstance(corrected, Uncorrectable):
            return correction, corrected
        position = corrected
    dislodged = {
        at: replace(one, retreats=tuple(place for place in one.retreats if place.province not in position.units))
        for at, one in position.dislodged.items()
    }
    return replace(position, dislodged=dislodged)


def touched(correction: Correction) -> tuple[Province, ...]:
    """The provinces whose unit a correction changes."""
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


def _corrected(board: Board, position: Position, correction: Correction) -> Position | Uncorrectable:
    units, owners = dict(position.units), dict(position.owners)
    match correction:
        case AddUnit(at=at):
            why = _why_no_troop(board, correction) or why_not_there(board, position, correction.kind, at)
            units[at.province] = _fresh(board, correction)
        case RemoveUnit(at):
            why = None if units.pop(at, None) else Uncorrectable.NO_UNIT
        case MoveUnit(at, to):
            unit = units.pop(at, None)
            if unit is None:
                return Uncorrectable.NO_UNIT
            why = why_not_there(board, replace(position, units=units), unit.kind, to)
            units[to.province] = unit.moved_to(to)
        case SetHealth(at) | SetStrength(at):
            changed = _changed(board, units.get(at), correction)
            if isinstance(changed, Uncorrectable):
                return changed
            why = None
            units[at] = changed
        case GiveCentre(centre, power):
            why = None if board.regions[centre].is_centre else Uncorrectable.NO_CENTRE
            owners.pop(centre, None)
            owners.update({centre: power} if power else {})
        case _:
            assert_never(correction)
    return why or replace(position, units=units, owners=owners)


def _why_no_troop(board: Board, added: AddUnit) -> Uncorrectable | None:
    troop = board.war.troops.get(added.troop)
    if troop is None:
        return Uncorrectable.NO_TROOP if added.troop or board.war.troops else None
    return None if troop.kind is added.kind else Uncorrectable.NO_TROOP


def _fresh(board: Board, added: AddUnit) -> Unit:
    troop = board.war.troops.get(added.troop)
    return troop.raised(added.power, added.at) if troop else Unit(added.power, added.kind, added.at)


def _changed(board: Board, unit: Unit | None, one: SetHealth | SetStrength) -> Unit | Uncorrectable:
    """A unit with other numbers of its own; nothing but these changes."""
    if unit is None:
        return Uncorrectable.NO_UNIT
    if unit.corps is None:
        return Uncorrectable.NO_TROOP
    if isinstance(one, SetStrength):
        return replace(unit, strength=one.attack, corps=replace(unit.corps, support=one.support, defence=one.defence))
    troop = board.war.troops.get(unit.corps.troop)
    if one.health < 1 or (troop and one.health > troop.health):
        return Uncorrectable.WRONG_HEALTH
    return unit.with_health(one.health, unit.corps.rest)


def why_not_there(board: Board, position: Position, kind: Kind, at: Location) -> Uncorrectable | None:
    """Why no unit of a kind can be put there."""
    region = board.regions[at.province]
    if at.province in position.units:
        return Uncorrectable.OCCUPIED
    if kind is Kind.ARMY and region.terrain is Terrain.SEA:
        return Uncorrectable.ARMY_AT_SEA
    if kind is Kind.FLEET and region.terrain is Terrain.LAND:
        return Uncorrectable.FLEET_INLAND
    coasts = region.coasts if kind is Kind.FLEET and region.coasts else ("",)
    return None if at.coast in coasts else Uncorrectable.WRONG_COAST
