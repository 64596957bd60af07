"""The deadline of the phase that opens next in a game."""

from datetime import datetime

from judge.game.deadlines.absences import away
from judge.game.deadlines.deadline import Deadline, NobodyWrote, SeatFilled, Step
from judge.game.deadlines.schedule import Circumstances, deadline
from judge.game.state import Game
from judge.rules.board import Power
from judge.rules.position import Position


def next_deadline(game: Game, position: Position, now: datetime) -> Deadline:
    """The deadline of the phase that opens ``now`` with this position; ``game`` stands before that."""
    announced = game.deadline.at if game.deadline else None
    given = Circumstances(first=game.position is None, announced=announced, away=away(game, position))
    return deadline(game.settings, position.phase.kind, now, given)


def more_time(game: Game, position: Position, now: datetime) -> Deadline:
    """The deadline of the open phase when nobody at all has written by the one it had: its time begins again."""
    return _begun_again(game, position, now, NobodyWrote(game.deadline.at) if game.deadline else None)


def time_for_newcomer(game: Game, position: Position, power: Power, now: datetime) -> Deadline:
    """The deadline of a phase that had waited for somebody to play a power: its time begins again."""
    return _begun_again(game, position, now, SeatFilled(power, game.deadline.at) if game.deadline else None)


def _begun_again(game: Game, position: Position, now: datetime, why: Step | None) -> Deadline:
    fresh = deadline(game.settings, position.phase.kind, now, Circumstances(away=away(game, position)))
    return game.deadline.moved(fresh.at, why, *fresh.steps) if game.deadline and why else fresh
