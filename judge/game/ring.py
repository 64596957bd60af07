"""Alarms: the hour at which a game next needs attention though nobody writes, and the events due at it."""

from collections.abc import Callable
from datetime import datetime

from judge.game.deadlines import move
from judge.game.deadlines import ring as reminders
from judge.game.messages import Event
from judge.game.phases import ring as phases
from judge.game.press import sweep
from judge.game.replacements import ring as replacements
from judge.game.seats import filling as seats
from judge.game.state import Game

Theme = tuple[Callable[[Game], datetime | None], Callable[[Game, datetime, datetime], tuple[Event, ...]]]
"""Two functions of a theme: the next hour it has for a game, or None; the events due at an hour, seen from ``now``."""

_THEMES: tuple[Theme, ...] = (
    (phases.next_hour, phases.at_hour),
    (reminders.next_hour, reminders.at_hour),
    (seats.next_hour, seats.at_hour),
    (replacements.next_hour, replacements.at_hour),
    (sweep.next_hour, sweep.at_hour),
)
"""Of several hours that have come the first one named here goes first: nobody is reminded of what is over."""


def alarm(game: Game) -> datetime | None:
    """When this game next wants attention though nobody writes: the earliest hour of any theme."""
    hours = [hour for next_hour, _ in _THEMES if (hour := next_hour(game))]
    return min(hours, default=None)


def set_back(game: Game, since: datetime, now: datetime) -> tuple[Event, ...]:
    """Events that keep a game's hours right when the clock they were set by is set back from ``since`` to ``now``."""
    return (
        *move.set_back(game, since, now),
        *seats.set_back(game, since, now),
        *replacements.set_back(game, since, now),
        *sweep.set_back(game, now),
    )


def ring(game: Game, hour: datetime, now: datetime) -> tuple[Event, ...]:
    """Events due at an hour that was set as an alarm; none when no theme has an hour as early as that any more.

    The judge may have slept, so that ``now`` is later; then letters that came between the two hours go first. One
    theme acts at a time: another hour that has come is the next alarm.
    """
    for next_hour, at_hour in _THEMES:
        due = next_hour(game)
        if due and due <= hour:
            return at_hour(game, hour, now)
    return ()
