"""The rules of moving: what changes when a game goes on with another judge."""

from collections.abc import Iterator
from dataclasses import replace

from judge.game.figures import history_taken_over
from judge.game.messages import Effects, Notice, Transition, effect, evolve, no_notices, unchanged
from judge.game.moving.messages import (
    GameMoved,
    GameMovedNews,
    LettersLost,
    PlayersToldOfMove,
    PositionTakenOver,
)
from judge.game.state import Game


def _position_taken_over(game: Game, event: PositionTakenOver) -> Game:
    """The game at that position; orders and votes were of the position that stood here."""
    return evolve(
        game,
        position=event.position,
        deadline=event.deadline,
        orders={},
        ballots=(),
        held_open=None,
        timekeeping=replace(game.timekeeping, waits=frozenset(), reminded=None),
        centre_history=history_taken_over(game.centre_history, game.board, event.position),
    )


def _moved(game: Game, event: GameMoved) -> Game:
    """The game here; the phase it moves in does not close early, for seats may be free that are soon taken."""
    misses = {game.readers[player]: one for player, one in event.misses.items()}
    members = replace(game.members, misses=misses) if event.misses else game.members
    return evolve(game, members=members, reopened=game.open_position is not None)


def _tell_moved(step: Transition[PlayersToldOfMove]) -> Iterator[Notice]:
    game = step.after
    return (Notice(reader, GameMovedNews(game.powers_of(reader))) for reader in game.audience)


def _tell_lost(step: Transition[LettersLost]) -> Iterator[Notice]:
    return (Notice(reader, step.event) for reader in step.after.audience)


EFFECTS: Effects = dict(
    (
        effect(PositionTakenOver, _position_taken_over, no_notices),
        effect(GameMoved, _moved, no_notices),
        effect(PlayersToldOfMove, unchanged, _tell_moved),
        effect(LettersLost, unchanged, _tell_lost),
    )
)
"""The effect of each kind of event of this theme, by its class."""
