"""What becomes of a game when something happens to its votes."""

from dataclasses import replace
from typing import assert_never

from judge.game.state import Game
from judge.game.votes.events import DrawProposed, VoteCast, VoteEvent, VotePassed, VotesLapsed, VotesWithdrawn


def voted(game: Game, event: VoteEvent) -> Game:
    """The game after one of these events."""
    match event:
        case VoteCast(power, motion):
            kept = (one for one in game.ballots if one.power != power or type(one.motion) is not type(motion))
            return replace(game, ballots=(*kept, event))
        case VotesWithdrawn(power, motions) | VotesLapsed(power, motions):
            kept = (one for one in game.ballots if one.power != power or one.motion not in motions)
            return replace(game, ballots=tuple(kept))
        case VotePassed(motion):
            kept = (one for one in game.ballots if type(one.motion) is not type(motion))
            return replace(game, ballots=tuple(kept))
        case DrawProposed():
            return game
        case _:
            assert_never(event)
