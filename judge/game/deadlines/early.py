"""What holds the early close of a phase whose orders are complete."""

from datetime import datetime

from judge.game.state import Game


def is_held(game: Game, now: datetime) -> bool:
    """Whether the game is paused, the master has gone back to the phase, somebody waits, or it is too early."""
    if game.deadline is None or game.pace.paused or game.reopened or game.pace.waits:
        return True
    minimum = game.settings.timing.minimum
    return bool(minimum) and now < game.deadline.opened + minimum
