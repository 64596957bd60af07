"""What the master decides in a war: buildings, alliances, entry into war, quarantine (004 3, 9 to 11)."""

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum

from judge.rules.board import Board, Power, Province, Unit
from judge.rules.position import PhaseKind, Position, Season
from judge.rules.territory import takings


class Objection(Enum):
    """Why nothing was decided; the value is the name of its reason."""

    NOT_NOW = "not_now"  # what waits for an adjustment, for the start of a turn, for retreats to be over
    NO_UNIT = "no_unit"  # no unit of a troop stands there
    UNHURT = "unhurt"  # the unit has all its hit points
    ALLIED_ALREADY = "allied_already"
    NOT_ALLIED = "not_allied"
    AT_WAR_ALREADY = "at_war_already"
    OCCUPIED = "occupied"  # a unit stands where one is to appear
    QUARANTINED_ALREADY = "quarantined_already"
    NOT_QUARANTINED = "not_quarantined"


def strengthened(position: Position, at: Province) -> Position | Objection:
    """A unit with a point more of power for good: what barracks give at an adjustment (004 9)."""
    unit = position.units.get(at)
    if position.phase.kind is not PhaseKind.ADJUSTMENT:
        return Objection.NOT_NOW
    if unit is None or unit.corps is None:
        return Objection.NO_UNIT
    corps = replace(unit.corps, support=unit.corps.support + 1, defence=unit.corps.defence + 1)
    return _with_unit(position, replace(unit, strength=unit.strength + 1, corps=corps))


def mended(board: Board, position: Position, at: Province) -> Position | Objection:
    """A unit with a hit point back, as a factory gives two at an adjustment, never above those of its troop (004 9)."""
    unit = position.units.get(at)
    if position.phase.kind is not PhaseKind.ADJUSTMENT:
        return Objection.NOT_NOW
    if unit is None or unit.corps is None:
        return Objection.NO_UNIT
    if unit.corps.health >= board.war.troops[unit.corps.troop].health:
        return Objection.UNHURT
    return _with_unit(position, unit.with_health(unit.corps.health + 1, unit.corps.rest))


def with_factory(position: Position, power: Power) -> Position:
    """The position once a power has built one factory more (004 9)."""
    return replace(position, factories={**position.factories, power: position.factories.get(power, 0) + 1})


def allied(position: Position, one: Power, other: Power) -> Position | Objection:
    """An alliance announced at an adjustment: on the land of either the other fights for its account (004 10)."""
    if position.phase.kind is not PhaseKind.ADJUSTMENT:
        return Objection.NOT_NOW
    if position.are_allied(one, other):
        return Objection.ALLIED_ALREADY
    return replace(position, allies=position.allies | {(one, other), (other, one)})


def parted(board: Board, position: Position, one: Power, other: Power) -> Position | Objection:
    """An alliance broken at an adjustment: each takes the territories it stands in on the land of the other (004 10).

    Units that one has raised for the other are taken for its own no longer.
    """
    if position.phase.kind is not PhaseKind.ADJUSTMENT:
        return Objection.NOT_NOW
    if not position.are_allied(one, other):
        return Objection.NOT_ALLIED
    units = {at: _as_itself(unit, {one, other}) for at, unit in position.units.items()}
    alone = replace(position, units=units, allies=position.allies - {(one, other), (other, one)})
    return replace(alone, owners={**alone.owners, **takings(board, alone)})


def _as_itself(unit: Unit, parting: set[Power]) -> Unit:
    """A unit without the host it has in a power that its own parts with."""
    if unit.corps is None or not {unit.power, unit.corps.host} <= parting:
        return unit
    return replace(unit, corps=replace(unit.corps, host=None))


def at_war(position: Position, power: Power, units: Sequence[Unit]) -> Position | Objection:
    """A nation that enters the war at the start of a turn, with the units the master gives it (004 11)."""
    if (position.phase.season, position.phase.kind) != (Season.SPRING, PhaseKind.MOVEMENT):
        return Objection.NOT_NOW
    if position.units_of(power):
        return Objection.AT_WAR_ALREADY
    places = {unit.at.province: unit for unit in units}
    if len(places) < len(units) or places.keys() & position.units.keys():
        return Objection.OCCUPIED
    return replace(position, units={**position.units, **places})


def quarantined(position: Position, province: Province) -> Position | Objection:
    """A region closed by disease, which is out of the map as long as it is (004 3): nobody owns it meanwhile.

    It waits for retreats, which were offered on the map as it was.
    """
    if position.phase.kind is PhaseKind.RETREAT:
        return Objection.NOT_NOW
    if province in position.quarantined:
        return Objection.QUARANTINED_ALREADY
    owners = {region: power for region, power in position.owners.items() if region != province}
    return replace(position, owners=owners, quarantined=position.quarantined | {province})


def released(position: Position, province: Province) -> Position | Objection:
    """A region that is open again; whoever stands in it takes it when territories are next counted."""
    if position.phase.kind is PhaseKind.RETREAT:
        return Objection.NOT_NOW
    if province not in position.quarantined:
        return Objection.NOT_QUARANTINED
    return replace(position, quarantined=position.quarantined - {province})


def _with_unit(position: Position, unit: Unit) -> Position:
    return replace(position, units={**position.units, unit.at.province: unit})
