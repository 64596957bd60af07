"""Alarms of a phase: reminders, its deadline, then the grace for late orders and the wait for stand-bys."""

from collections.abc import Iterator
from datetime import datetime

from judge.game.apply import apply_all
from judge.game.clockwork.players import clockwork_players
from judge.game.deadlines.deadline import Deadline
from judge.game.deadlines.messages import PhaseExtended, ReminderSent
from judge.game.deadlines.new_deadlines import extended_deadline, is_close_held
from judge.game.messages import Event
from judge.game.orders.order_status import order_status, powers_owing_orders, powers_publicly_owing_orders
from judge.game.phases.close import (
    close_at_deadline,
    close_early,
    is_deserted,
    powers_waited_for,
    stays_open_to_deadline,
    waits_for_empty_seat,
)
from judge.game.phases.endings import game_ended
from judge.game.phases.messages import Ending, GameEnded, HoldOpenReason, OrdersMissed, PhaseHeldOpen
from judge.game.replacements.empty_seats import forfeits
from judge.game.settings import Address, OnrRule
from judge.game.state import Game
from judge.game.state_parts import Misses
from judge.rules.board import Power
from judge.rules.position import PhaseKind, Position


def next_hour(game: Game) -> datetime | None:
    """When the open phase closes at the latest."""
    return game.closes_at if game.open_position else None


def at_hour(game: Game, _hour: datetime, now: datetime) -> tuple[Event, ...]:
    """The events of the close, or of a grace before it; an extension when nobody at all has written for movements.

    A practice game in which nobody has written is over.
    """
    position = game.open_position
    if position is None:
        return ()
    by_clockwork = clockwork_players(game)
    nobody = not any(given for power, given in game.orders.items() if power not in by_clockwork)
    if nobody and game.settings.practice:
        return (game_ended(game, position, Ending.PRACTICE, (), now),)
    if nobody and position.phase.kind is PhaseKind.MOVEMENT:
        return (PhaseExtended(position.phase, extended_deadline(game, position, now), now),)
    return _grace(game, position, now) or _out_of_time(game, position, now)


def _out_of_time(game: Game, position: Position, now: datetime) -> tuple[Event, ...]:
    """Count who has not written, take the seats that costs, then wait for stand-bys or judge the phase."""
    absent = missed_deadlines(game, position, now)
    game = apply_all(game, absent) or game
    lost = forfeits(game, absent, now)
    has_waited = game.held_open is not None and game.held_open.why is HoldOpenReason.STANDBY
    waiting = () if has_waited else _wait_for_standby(apply_all(game, lost) or game, position, now)
    if waiting:
        return (*absent, *lost, *waiting)
    closed = close_at_deadline(game, now)
    over = any(isinstance(event, GameEnded) for event in closed)
    return (*absent, *(() if over else lost), *closed)


# --- late orders


def _grace(game: Game, position: Position, now: datetime) -> tuple[PhaseHeldOpen, ...]:
    """Grace for those who owe orders; none where the game gives none, or has given it already."""
    length = game.settings.missing.grace.of(position.phase.kind)
    powers = powers_waited_for(game)
    if game.held_open or game.deadline is None or not length or not powers:
        return ()
    begins = game.deadline.at if now < game.deadline.at + length else now
    return (PhaseHeldOpen(position.phase, powers, HoldOpenReason.GRACE, begins + length, now),)


def _wait_for_standby(game: Game, position: Position, now: datetime) -> tuple[PhaseHeldOpen, ...]:
    """Time for somebody to take the seats that are empty; none where the game has waited for them already."""
    length = game.settings.missing.standby_wait
    empty = tuple(power for power in powers_publicly_owing_orders(game) if waits_for_empty_seat(game, power))
    return (PhaseHeldOpen(position.phase, empty, HoldOpenReason.STANDBY, now + length, now),) if empty else ()


def missed_deadlines(game: Game, position: Position, now: datetime) -> tuple[OrdersMissed, ...]:
    """The events of players who missed the deadline of a movement phase, by the settings; once a phase for each."""
    if position.phase.kind is not PhaseKind.MOVEMENT:
        return ()
    return tuple(_missed(game, position, now))


def _missed(game: Game, position: Position, now: datetime) -> Iterator[OrdersMissed]:
    owed: dict[Address, tuple[Power, ...]] = {}
    for power in powers_owing_orders(game):
        player = game.seats.get(power)
        if player and not _has_just_come(game, power, position):
            owed[player] = (*owed.get(player, ()), power)
    for player, powers in owed.items():
        misses = game.misses.get(player, Misses())
        if misses.last != position.phase and _has_missed(game, powers):
            yield OrdersMissed(player, powers, position.phase, misses.in_a_row + 1, misses.in_all + 1, now)


def _has_missed(game: Game, powers: tuple[Power, ...]) -> bool:
    """Whoever gave an order has written, even if the order is void."""
    match game.settings.missing.counts:
        case OnrRule.ALL:
            return not any(game.orders.get(power) for power in powers)
        case OnrRule.ANY:
            return any(order_status(game, power).missing for power in powers)


def _has_just_come(game: Game, power: Power, position: Position) -> bool:
    """Whether the player took the seat in this very phase, and had only what was left of it."""
    vacancy = game.vacancies.get(power)
    return vacancy is not None and vacancy.taken_in_phase == position.phase


# --- reminders, and the end of the time that a phase stays open at least


def next_reminder(game: Game) -> datetime | None:
    """When somebody may have to be reminded, or a phase with complete orders may close."""
    if game.open_position is None or game.deadline is None or game.timekeeping.paused:
        return None
    hours = [hour for _, hour in _reminders(game, game.deadline)]
    if game.settings.timing.minimum:
        soonest = game.deadline.opened + game.settings.timing.minimum
        stays_open = is_deserted(game, game.open_position) or stays_open_to_deadline(game, game.open_position)
        may_close = not powers_waited_for(game) and not stays_open
        if may_close and not is_close_held(game, soonest):
            hours.append(soonest)
    return min(hours, default=None)


def at_reminder(game: Game, hour: datetime, now: datetime) -> tuple[Event, ...]:
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
