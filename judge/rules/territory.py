"""How many units a power's land allows it, and whose account each unit is on."""

from judge.rules.board import Board, Power, Province, Unit
from judge.rules.position import Position


def account_of(position: Position, unit: Unit) -> Power:
    """The power a unit counts for: an outside ally's on the land of its principal counts for that one (004 10)."""
    lord = position.owners.get(unit.at.province, unit.power)
    return lord if (lord, unit.power) in position.allies else unit.power


def territories(board: Board, position: Position, power: Power) -> int:
    """The territories a power controls, a large town or a capital as often as the board says (004 4)."""
    worth = board.war.worth
    held = sum(worth.get(region, 1) for region in position.centres_of(power))
    return max(0, held - board.war.penalties.get(power, 0))


def allowance(board: Board, position: Position, power: Power) -> int:
    """How many units the territories of a power allow it: one for each, or for two of them, rounded down (004 5)."""
    return territories(board, position, power) // board.war.per_unit


def balance(board: Board, position: Position, power: Power) -> int:
    """How many units a power has too few, or, below zero, too many."""
    if not position.allies:
        return allowance(board, position, power) - len(position.units_of(power))
    counted = sum(account_of(position, unit) == power for unit in position.units.values())
    return allowance(board, position, power) - counted


def takings(board: Board, position: Position) -> dict[Province, Power]:
    """What would change hands now: each territory a unit stands in, for the power it counts for."""
    return {
        region: power
        for region in sorted((board.centres - board.closed) & position.units.keys())
        if position.owners.get(region) != (power := account_of(position, position.units[region]))
    }
