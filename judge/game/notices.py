"""Who is notified of what once events have happened; the one place where secrecy is decided."""

from collections.abc import Sequence

from judge.game.after import EFFECTS, after
from judge.game.effect import Transition
from judge.game.fog import through_fog
from judge.game.messages import Event, Notice
from judge.game.phases.messages import GameEnded
from judge.game.press.effects import kept_back
from judge.game.state import Game


def notices(before: Game | None, events: Sequence[Event]) -> tuple[Notice, ...]:
    """Who must be told what once ``events`` have happened to the game that stood as ``before``.

    No fog lies on a phase that ends the game.
    """
    told: list[Notice] = []
    game = before
    for number, event in enumerate(events, start=1):
        was, game = game, after(game, event)
        later = events[number:]
        step = Transition(was or game, game, event, later)
        news = (*EFFECTS[type(event)].notices(step), *kept_back(step.before, game))
        is_over = any(isinstance(one, GameEnded) for one in later)
        known = (notice if is_over else through_fog(step.before, game, notice) for notice in news)
        told += [notice for notice in known if notice]
    return tuple(told)
