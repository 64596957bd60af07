"""What a master changes of a position by hand: units added, moved or changed, centres given; decisions in a war."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import assert_never

from judge.rules.board import Board, Location, Power, Province, Terrain, Troop, Unit, UnitKind
from judge.rules.position import PhaseKind, Position, Season, centres_taken


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


# --- decisions of the master in a war: buildings, alliances, entries, quarantine, new troops (004 3, 4, 9 to 11)


class WarRefusal(Enum):
    """Why a decision was refused; the value is the key of its reason."""

    NOT_NOW = "not_now"  # what waits for an adjustment, for the start of a turn, for retreats to be over
    NO_UNIT = "no_unit"  # no unit of a troop stands there
    UNHURT = "unhurt"  # the unit has all its hit points
    ALLIED_ALREADY = "allied_already"
    NOT_ALLIED = "not_allied"
    AT_WAR_ALREADY = "at_war_already"
    OCCUPIED = "occupied"  # a unit stands where one is to appear
    QUARANTINED_ALREADY = "quarantined_already"
    NOT_QUARANTINED = "not_quarantined"


def strengthen_unit(position: Position, at: Province) -> Position | WarRefusal:
    """Add a point to all strengths of a unit for good, as barracks do in an adjustment phase (004 9)."""
    unit = position.units.get(at)
    if position.phase.kind is not PhaseKind.ADJUSTMENT:
        return WarRefusal.NOT_NOW
    if unit is None or unit.corps is None:
        return WarRefusal.NO_UNIT
    corps = replace(unit.corps, support=unit.corps.support + 1, defence=unit.corps.defence + 1)
    return _with_unit(position, replace(unit, strength=unit.strength + 1, corps=corps))


def repair_unit(board: Board, position: Position, at: Province) -> Position | WarRefusal:
    """Give a unit back a hit point in an adjustment phase, up to those of its troop; a factory gives two (004 9)."""
    unit = position.units.get(at)
    if position.phase.kind is not PhaseKind.ADJUSTMENT:
        return WarRefusal.NOT_NOW
    if unit is None or unit.corps is None:
        return WarRefusal.NO_UNIT
    if unit.corps.health >= board.war.troops[unit.corps.troop].health:
        return WarRefusal.UNHURT
    return _with_unit(position, unit.with_health(unit.corps.health + 1, unit.corps.rest))


def build_factory(position: Position, power: Power) -> Position:
    """Return the position with one more factory of a power (004 9)."""
    return replace(position, factories={**position.factories, power: position.factories.get(power, 0) + 1})


def make_alliance(position: Position, one: Power, other: Power) -> Position | WarRefusal:
    """Ally two powers in an adjustment phase: on the land of either the units of the other count for it (004 10)."""
    if position.phase.kind is not PhaseKind.ADJUSTMENT:
        return WarRefusal.NOT_NOW
    if position.are_allied(one, other):
        return WarRefusal.ALLIED_ALREADY
    return replace(position, allies=position.allies | {(one, other), (other, one)})


def break_alliance(board: Board, position: Position, one: Power, other: Power) -> Position | WarRefusal:
    """Break an alliance in an adjustment phase (004 10).

    Each power takes the territories it stands in on the other's land. Units that one has built for the other are no
    longer taken for its own.
    """
    if position.phase.kind is not PhaseKind.ADJUSTMENT:
        return WarRefusal.NOT_NOW
    if not position.are_allied(one, other):
        return WarRefusal.NOT_ALLIED
    units = {at: _as_itself(unit, {one, other}) for at, unit in position.units.items()}
    alone = replace(position, units=units, allies=position.allies - {(one, other), (other, one)})
    return replace(alone, owners={**alone.owners, **centres_taken(board, alone)})


def _as_itself(unit: Unit, parting: set[Power]) -> Unit:
    """A unit without the host it has in a power that its own parts with."""
    if unit.corps is None or not {unit.power, unit.corps.host} <= parting:
        return unit
    return replace(unit, corps=replace(unit.corps, host=None))


def enter_war(position: Position, power: Power, units: Sequence[Unit]) -> Position | WarRefusal:
    """Bring a nation into the war at the start of a turn, with the units the master gives it (004 11)."""
    if (position.phase.season, position.phase.kind) != (Season.SPRING, PhaseKind.MOVEMENT):
        return WarRefusal.NOT_NOW
    if position.units_of(power):
        return WarRefusal.AT_WAR_ALREADY
    places = {unit.at.province: unit for unit in units}
    if len(places) < len(units) or places.keys() & position.units.keys():
        return WarRefusal.OCCUPIED
    return replace(position, units={**position.units, **places})


def quarantine_region(position: Position, province: Province) -> Position | WarRefusal:
    """Close a region because of disease (004 3); nobody owns it meanwhile.

    Refused in a retreat phase, because retreats were offered on the map as it was.
    """
    if position.phase.kind is PhaseKind.RETREAT:
        return WarRefusal.NOT_NOW
    if province in position.quarantined:
        return WarRefusal.QUARANTINED_ALREADY
    owners = {region: power for region, power in position.owners.items() if region != province}
    return replace(position, owners=owners, quarantined=position.quarantined | {province})


def release_region(position: Position, province: Province) -> Position | WarRefusal:
    """Open a region again; a unit in it takes it when territories are next counted."""
    if position.phase.kind is PhaseKind.RETREAT:
        return WarRefusal.NOT_NOW
    if province not in position.quarantined:
        return WarRefusal.NOT_QUARANTINED
    return replace(position, quarantined=position.quarantined - {province})


def add_troop(position: Position, troop: Troop) -> Position:
    """Return the position with one more row in the table of troops, which powers may raise from now on (004 4)."""
    return replace(position, troops=(*position.troops, troop))


def _with_unit(position: Position, unit: Unit) -> Position:
    return replace(position, units={**position.units, unit.at.province: unit})
