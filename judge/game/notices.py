"""Who is notified of what once events have happened; the one place where secrecy is decided."""

from dataclasses import replace

from judge.game.apply import EFFECTS, Trail
from judge.game.messages import Notice
from judge.game.phases.messages import GameEnded
from judge.game.press.rules import released_press_notices
from judge.game.visibility import through_fog


def notices_of(trail: Trail) -> tuple[Notice, ...]:
    """The notices of the events of a trail, in order. The fog of war hides nothing of a phase that ends the game."""
    told: list[Notice] = []
    events = trail.events
    for number, happened in enumerate(trail.steps, start=1):
        step = replace(happened, later=events[number:])
        news = (*EFFECTS[type(step.event)].notices(step), *released_press_notices(step.before, step.after))
        is_over = any(isinstance(one, GameEnded) for one in step.later)
        known = (notice if is_over else through_fog(step.before, step.after, notice) for notice in news)
        told += [notice for notice in known if notice]
    return tuple(told)
