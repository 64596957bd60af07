"""Alarms: when a game next needs attention though nobody writes, and which events that moment brings."""

from collections.abc import Callable
from datetime import datetime

from judge.game.deadlines import rules
from judge.game.messages import Event
from judge.game.phases import close as phases
from judge.game.press import rules as press
from judge.game.replacements import empty_seats as replacements
from judge.game.seats import rules as seats
from judge.game.state import Game

AlarmHandlers = tuple[Callable[[Game], datetime | None], Callable[[Game, datetime, datetime], tuple[Event, ...]]]
"""Two functions of a theme: its next hour for a game, None without any; the events of that hour, seen from ``now``."""

_HANDLERS: tuple[AlarmHandlers, ...] = (
    (phases.next_hour, phases.at_hour),
    (phases.next_reminder, phases.at_reminder),
    (seats.next_hour, seats.at_hour),
    (replacements.next_hour, replacements.at_hour),
    (press.next_hour, press.at_hour),
)
"""In order of precedence where several hours have come: nobody is reminded of a phase that is due to close."""


def next_alarm(game: Game) -> datetime | None:
    """The earliest hour of any theme, at which the game needs attention though nobody writes; None without any."""
    hours = [hour for next_hour, _ in _HANDLERS if (hour := next_hour(game))]
    return min(hours, default=None)


def compensate_clock_set_back(game: Game, since: datetime, now: datetime) -> tuple[Event, ...]:
    """The events that adjust a game's hours when the clock they were set by is set back from ``since`` to ``now``."""
    return (
        *rules.compensate_clock_set_back(game, since, now),
        *seats.compensate_clock_set_back(game, since, now),
        *replacements.compensate_clock_set_back(game, since, now),
        *press.compensate_clock_set_back(game, now),
    )


def due_events(game: Game, hour: datetime, now: datetime) -> tuple[Event, ...]:
    """The events of an alarm set for ``hour``; none when no theme has an hour as early as that any more.

    The judge may have been down, so that ``now`` is later; letters that came between the two are handled first. One
    theme acts at a time: another hour that has come is the next alarm.
    """
    for next_hour, at_hour in _HANDLERS:
        due = next_hour(game)
        if due and due <= hour:
            return at_hour(game, hour, now)
    return ()
