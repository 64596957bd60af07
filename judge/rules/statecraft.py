"""What the master decides for a power at war: buildings, alliances, entry into war (004 9 to 11)."""

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum

from judge.rules.board import Board, Power, Province, Unit
from judge.rules.position import PhaseKind, Position, Season
from judge.rules.territory import takings


class Objection(Enum):
    """Why nothing was decided; the value is the name of its reason."""

    NOT_NOW = "not_now"  # alliances and buildings wait for an adjustment, a war for the start of a turn
    NO_UNIT = "no_unit"  # no unit of a troop stands there
    UNHURT = "unhurt"  # the unit has all its hit points
    ALLIED_ALREADY = "allied_already"
    NOT_ALLIED = "not_allied"
    AT_WAR_ALREADY = "at_war_already"
    OCCUPIED = "occupied"  # a unit stands where one is to appear


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


def allied(position: Position, principal: Power, outside: Power) -> Position | Objection:
    """An alliance announced at an adjustment: on the principal's land the other fights for its account (004 10)."""
    if position.phase.kind is not PhaseKind.ADJUSTMENT:
        return Objection.NOT_NOW
    if position.are_allied(principal, outside):
        return Objection.ALLIED_ALREADY
    return replace(position, allies=position.allies | {(principal, outside)})


def parted(board: Board, position: Position, principal: Power, outside: Power) -> Position | Objection:
    """An alliance broken at an adjustment: the outside ally takes the territories it stands in (004 10)."""
    if position.phase.kind is not PhaseKind.ADJUSTMENT:
        return Objection.NOT_NOW
    if (principal, outside) not in position.allies:
        return Objection.NOT_ALLIED
    alone = replace(position, allies=position.allies - {(principal, outside)})
    return replace(alone, owners={**alone.owners, **takings(board, alone)})


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


def _with_unit(position: Position, unit: Unit) -> Position:
    return replace(position, units={**position.units, unit.at.province: unit})
