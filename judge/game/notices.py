"""Who is notified of what once events have happened; the one place where secrecy is decided."""

from collections.abc import Sequence
from dataclasses import replace

from judge.game.after import EFFECTS
from judge.game.fog import through_fog
from judge.game.messages import Event, Notice
from judge.game.phases.messages import GameEnded
from judge.game.press.effects import kept_back
from judge.game.state import Game
from judge.game.trail import Trail


def notices(before: Game | None, events: Sequence[Event]) -> tuple[Notice, ...]:
    """Who must be told what once ``events`` have happened to the game that stood as ``before``."""
    return notices_of(Trail(before).on(events))


def notices_of(trail: Trail) -> tuple[Notice, ...]:
    """Who must be told what of all that has happened in one go.

    No fog lies on a phase that ends the game.
    """
    told: list[Notice] = []
    events = trail.events
    for number, happened in enumerate(trail.steps, start=1):
        step = replace(happened, later=events[number:])
        news = (*EFFECTS[type(step.event)].notices(step), *kept_back(step.before, step.after))
        is_over = any(isinstance(one, GameEnded) for one in step.later)
        known = (notice if is_over else through_fog(step.before, step.after, notice) for notice in news)
        told += [notice for notice in known if notice]
    return tuple(told)
