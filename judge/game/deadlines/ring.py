"""Alarms of deadlines: reminders, and the end of the time a phase stays open at least."""

from collections.abc import Iterator
from datetime import datetime

from judge.game.deadlines.deadline import Deadline
from judge.game.deadlines.messages import ReminderSent
from judge.game.deadlines.new_deadlines import is_close_held
from judge.game.messages import Event
from judge.game.phases.close import close_early, powers_waited_for, stays_open_to_deadline
from judge.game.state import Game
from judge.rules.board import Power


def next_hour(game: Game) -> datetime | None:
    """When somebody may have to be reminded, or a phase with complete orders may close."""
    if game.open_position is None or game.deadline is None or game.timekeeping.paused:
        return None
    hours = [hour for _, hour in _reminders(game, game.deadline)]
    if game.settings.timing.minimum:
        soonest = game.deadline.opened + game.settings.timing.minimum
        may_close = not powers_waited_for(game) and not stays_open_to_deadline(game, game.open_position)
        if may_close and not is_close_held(game, soonest):
            hours.append(soonest)
    return min(hours, default=None)


def at_hour(game: Game, hour: datetime, now: datetime) -> tuple[Event, ...]:
    """The events of an early close, or else the reminders; once the deadline has passed nobody is reminded."""
    closing = close_early(game, now)
    position, deadline = game.open_position, game.deadline
    if closing or position is None or deadline is None:
        return closing
    waited = powers_waited_for(game) if now < deadline.at else ()
    due = [power for power, at in _reminders(game, deadline) if at <= hour and power in waited]
    to = tuple(power for power in game.board.powers if power in due)
    return (ReminderSent(position.phase, to, now, hour),)


def _reminders(game: Game, deadline: Deadline) -> Iterator[tuple[Power, datetime]]:
    """Each power with every hour, still ahead, at which one of its players wants to be reminded."""
    past = game.timekeeping.reminded or deadline.opened
    for power, address in game.power_player_pairs:
        before = game.people[address].reminders.before
        for length in (game.settings.reminder,) if before is None else before:
            if max(past, deadline.opened) < deadline.at - length < deadline.at:
                yield power, deadline.at - length
