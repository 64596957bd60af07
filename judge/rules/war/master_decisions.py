"""Decisions of the master in a war: buildings, alliances, entries, quarantine, new troops (004 3, 4, 9 to 11)."""

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum

from judge.rules.board import Board, Power, Province, Troop, Unit
from judge.rules.position import PhaseKind, Position, Season
from judge.rules.territory import centres_taken


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
