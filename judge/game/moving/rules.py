"""The rules of moving: what changes when a game goes on with another judge."""

from dataclasses import replace

from judge.game.effect import Effects, effect, evolve, no_notices
from judge.game.moving.messages import GameMoved
from judge.game.state import Game


def _moved(game: Game, event: GameMoved) -> Game:
    misses = {game.readers[player]: one for player, one in event.misses.items()}
    return evolve(game, members=replace(game.members, misses=misses)) if event.misses else game


EFFECTS: Effects = dict((effect(GameMoved, _moved, no_notices),))
"""The effect of each kind of event of this theme, by its class."""
