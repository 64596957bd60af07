"""The end of a game: the event that ends it, with the score of each power."""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction
from typing import assert_never

from judge.game.phases.messages import Ending, GameEnded
from judge.game.state import Game
from judge.rules.board import Board, Power
from judge.rules.ending import SCORINGS, PowersOfEachPlayer, equal_shares, score_draw
from judge.rules.position import Position


def game_ended(
    game: Game, position: Position | None, ending: Ending, winners: tuple[Power, ...], now: datetime, reason: str = ""
) -> GameEnded:
    """The event that ends a game at a position (None before its start); ``reason`` is what the master said."""
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
    sides: PowersOfEachPlayer = (),
) -> Mapping[Power, Fraction]:
    """The score of each power of a game that ended so; empty for an ending without a result.

    A draw is shared by players, whose powers are the ``sides``; powers of one player that win share alike. The power
    that the others concede to scores like a soloist.
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
        case Ending.ABANDONED | Ending.TERMINATED | Ending.PRACTICE | Ending.TAUGHT:
            return {}
        case _:
            assert_never(ending)
