"""The position at the start of a game."""

from judge.rules.board import Board
from judge.rules.position import Phase, PhaseKind, Position, Season


def opening_position(board: Board) -> Position:
    """Return the position of the first season: starting units, first owners of centres, first allies."""
    season = Season.FALL if board.starts_in_autumn else Season.SPRING
    return Position(
        phase=Phase(season, board.start_year, PhaseKind.MOVEMENT),
        units={unit.at.province: unit for unit in board.start},
        owners={centre: board.owners[centre] for centre in board.regions if centre in board.owners},
        allies=frozenset(pair for one, other in board.war.allies for pair in ((one, other), (other, one))),
    )
