"""The coin by which a power that stood aside joins one of the players; anybody can toss it again."""

from datetime import datetime
from hashlib import sha256

from judge.game.seats.events import PowerJoined
from judge.game.state import Game
from judge.rules.board import Board, Power
from judge.rules.ending import ended_autumn
from judge.rules.position import Position


def toss(game: Game, before: Position, after: Position, now: datetime) -> tuple[PowerJoined, ...]:
    """The coin of a game: it falls when the autumn is over after which a power joins, before the adjustments."""
    joining = game.board.joining
    falls = joining and ended_autumn(before.phase, after.phase) and before.phase.year == joining.year - 1
    if joining is None or not falls:
        return ()
    seat = side_joined(game.seed, game.board, joining.power)
    return (PowerJoined(joining.power, seat, next((game.seats[one] for one in seat if one in game.seats), None), now),)


def side_joined(seed: str, board: Board, power: Power) -> tuple[Power, ...]:
    """The seat a power joins: the SHA-256 of ``seed:POWER``, divided by the number of seats, leaves its number."""
    number = int(sha256(f"{seed}:{power}".encode()).hexdigest(), 16) % len(board.seats)
    return board.seats[number]
