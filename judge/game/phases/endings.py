"""The end of a game: the event that ends it, the score of each power, the stalemate clock."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import assert_never

from judge.game.phases.messages import Ending, GameEnded
from judge.game.state import Game
from judge.rules.board import Board, Power
from judge.rules.ending import SCORINGS, PowersOfEachPlayer, equal_shares, is_end_of_autumn, score_draw, survivors
from judge.rules.position import Position
from judge.rules.verdicts import Judgement


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


# --- the stalemate clock


@dataclass(frozen=True)
class Stalemate:
    """A stalemate that ends the game in a draw between these powers."""

    sharers: tuple[Power, ...]


def count_still_years(before: int, position: Position, judgement: Judgement) -> int:
    """The years in a row without a change once a phase was judged at a position; ``before`` it there were so many."""
    if not is_end_of_autumn(position.phase, judgement.after.phase):
        return before
    return 0 if judgement.gained else before + 1


def stalemate_draw(game: Game, position: Position, judgement: Judgement) -> Stalemate | None:
    """The draw that a stalemate leads to now: of survivors somebody plays, or of all if nobody does; else None."""
    most = game.settings.votes.drawn_after
    years = count_still_years(game.still_years, position, judgement)
    if not most or years < most or years == game.still_years:
        return None
    left = survivors(game.board, judgement.after)
    return Stalemate(tuple(power for power in left if power in game.seats) or left)


# --- practice games


@dataclass(frozen=True)
class PracticeOver:
    """A practice game in which only clockwork players are left."""


def practice_over(game: Game, judgement: Judgement) -> PracticeOver | None:
    """The end of a practice game whose player has neither units nor centres left; else None."""
    left = survivors(game.board, judgement.after)
    is_over = game.settings.practice and not any(power in game.seats for power in left)
    return PracticeOver() if is_over else None
