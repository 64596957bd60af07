"""Counts how many units a power's territories allow it, and where; for which power units count; centres taken."""

from typing import assert_never

from judge.rules.board import Board, BuildPlaces, Power, Province, Unit
from judge.rules.position import Position


def counting_power(position: Position, unit: Unit) -> Power:
    """Return the power a unit counts for (004 10).

    That of an outside ally on its principal's land counts for the principal.
    """
    lord = position.owners.get(unit.at.province, unit.power)
    return lord if (lord, unit.power) in position.allies else unit.power


def territory_count(board: Board, position: Position, power: Power) -> int:
    """Return the number of territories of a power.

    Large towns and capitals count as often as the board says (004 4).
    """
    worth = board.war.worth
    held = sum(worth.get(region, 1) for region in position.centres_of(power))
    return max(0, held - board.war.penalties.get(power, 0))


def unit_allowance(board: Board, position: Position, power: Power) -> int:
    """Return how many units the territories of a power allow it: one for each, or for two, rounded down (004 5)."""
    return territory_count(board, position, power) // board.war.per_unit


def unit_balance(board: Board, position: Position, power: Power) -> int:
    """Return how many units a power has too few or, below zero, too many."""
    if not position.allies:
        return unit_allowance(board, position, power) - len(position.units_of(power))
    counted = sum(counting_power(position, unit) == power for unit in position.units.values())
    return unit_allowance(board, position, power) - counted


def centres_taken(board: Board, position: Position) -> dict[Province, Power]:
    """Return the centres that would change hands now, each with the power that the unit in it counts for."""
    return {
        region: power
        for region in sorted((board.centres - board.closed) & position.units.keys())
        if position.owners.get(region) != (power := counting_power(position, position.units[region]))
    }


def build_centres(board: Board, position: Position, power: Power) -> frozenset[Province]:
    """Return the centres of a power where it may build, a unit in them or not."""
    owned, homes = frozenset(position.centres_of(power)), board.homes(power)
    match board.builds:
        case BuildPlaces.HOMES:
            return owned & homes
        case BuildPlaces.OWNED:
            return owned
        case BuildPlaces.OWNED_WITH_HOME:
            return owned if owned & homes else frozenset()
        case _:
            assert_never(board.builds)


def building_power(board: Board, position: Position, at: Province) -> Power | None:
    """Return the power that a build in a region speaks for: whose home it is or, if homes do not count, its owner."""
    if board.builds is BuildPlaces.HOMES:
        return board.regions[at].home_of
    return position.owners.get(at)


def possible_build_centres(board: Board, power: Power) -> frozenset[Province]:
    """Return the centres where a power may build once it owns them."""
    return board.homes(power) if board.builds is BuildPlaces.HOMES else board.centres
