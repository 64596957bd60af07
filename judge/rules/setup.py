"""The position a game of a board begins with."""

from judge.rules.board import Board
from judge.rules.position import Phase, PhaseKind, Position, Season


def opening_position(board: Board) -> Position:
    """Spring of the first year: every unit of the start, every power owner of its home centres."""
    return Position(
        phase=Phase(Season.SPRING, board.start_year, PhaseKind.MOVEMENT),
        units={unit.at.province: unit for unit in board.start},
        owners={code: region.home_of for code, region in board.regions.items() if region.is_centre and region.home_of},
    )
