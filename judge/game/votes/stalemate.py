"""The stalemate clock: years in a row in which no centre changed hands."""

from dataclasses import dataclass

from judge.game.state import Game
from judge.rules.board import Power
from judge.rules.ending import ended_autumn, survivors
from judge.rules.position import Position
from judge.rules.verdicts import Judgement


@dataclass(frozen=True)
class Stalemate:
    """So many years have gone by without a change that the game ends in a draw between these."""

    sharers: tuple[Power, ...]


def still_years(before: int, position: Position, judgement: Judgement) -> int:
    """The years once a phase has been judged at a position, ``before`` it so many."""
    if not ended_autumn(position.phase, judgement.after.phase):
        return before
    return 0 if judgement.gained else before + 1


def stalemate(game: Game, position: Position, judgement: Judgement) -> Stalemate | None:
    """The draw to which the clock leads now: of those left whom somebody plays, or of all if nobody does."""
    most = game.settings.votes.drawn_after
    years = still_years(game.still_years, position, judgement)
    if not most or years < most or years == game.still_years:
        return None
    left = survivors(game.board, judgement.after)
    return Stalemate(tuple(power for power in left if power in game.seats) or left)
