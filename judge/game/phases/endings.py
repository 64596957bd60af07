"""How a game ends: what is scored then, the stalemate clock."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import assert_never

from judge.game.phases.messages import Ending, GameEnded
from judge.game.state import Game
from judge.rules.board import Board, Power
from judge.rules.ending import ended_autumn, survivors
from judge.rules.position import Position
from judge.rules.scoring import SCORINGS, Sides, equal_shares, score_draw
from judge.rules.verdicts import Judgement


def game_ended(
    game: Game, position: Position | None, ending: Ending, winners: tuple[Power, ...], now: datetime, reason: str = ""
) -> GameEnded:
    """The event that ends a game at a position, None before its start; ``reason`` is what the master said."""
    held = Counter(position.owners.values()) if position else Counter[Power]()
    centres = {power: held[power] for power in game.board.powers}
    scores = scores_of(game.settings.scoring, game.board, ending, centres, winners, game.sides)
    return GameEnded(ending, centres, scores, winners, now, reason)


def scores_of(
    scoring: str,
    board: Board,
    ending: Ending,
    centres: Mapping[Power, int],
    winners: tuple[Power, ...],
    sides: Sides = (),
) -> Mapping[Power, Fraction]:
    """What a game that ended so is worth to each power; what has no result has no scores.

    A draw is shared by players, whose powers are on their ``sides``; powers of one player that win share alike. To the
    conceded goes what a soloist gets.
    """
    match ending:
        case Ending.SOLO if len(winners) > 1:
            return equal_shares(centres, winners)
        case Ending.SOLO | Ending.CONCESSION:
            return SCORINGS[scoring](board, centres, winners[0])
        case Ending.TERM:
            return SCORINGS[scoring](board, centres, None)
        case Ending.DRAW | Ending.STALEMATE:
            return score_draw(scoring, board, centres, winners, sides)
        case Ending.ABANDONED | Ending.TERMINATED:
            return {}
        case _:
            assert_never(ending)


# --- the stalemate clock


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
