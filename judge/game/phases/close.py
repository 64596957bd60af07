"""Closing a phase, and its alarms: missing orders, the judgement, the next deadline, reminders, grace."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime

from judge.game.apply import apply, apply_all
from judge.game.deadlines import rules as deadlines
from judge.game.deadlines.deadline import Deadline
from judge.game.deadlines.messages import PhaseExtended, ReminderSent
from judge.game.messages import Event
from judge.game.orders.order_status import (
    order_status,
    powers_expected_to_write,
    powers_owing_orders,
    powers_publicly_owing_orders,
)
from judge.game.orders.rules import salt_of
from judge.game.phases.endings import game_ended
from judge.game.phases.messages import (
    CloseFailed,
    CloseReason,
    Ending,
    GameEnded,
    HoldOpenReason,
    Misses,
    OrdersMissed,
    PhaseClosed,
    PhaseHeldOpen,
    ScoutsBack,
)
from judge.game.practice.rules import after_lesson, clockwork_players, orders_of_others
from judge.game.press import rules as press
from judge.game.replacements import rules as replacements
from judge.game.seats import rules as seats
from judge.game.seats.allotment import seat_to_join
from judge.game.seats.messages import PowerJoined
from judge.game.settings import Address, OnrRule
from judge.game.state import Game
from judge.game.votes.rules import votes_at_close
from judge.rules.adjustments import required_orders, units_without_orders
from judge.rules.board import Board, Power
from judge.rules.ending import (
    JointVictory,
    Solo,
    TermReached,
    count_still_years,
    find_ending,
    is_end_of_autumn,
    survivors,
)
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import Disband, Hold, Order, Waive
from judge.rules.position import PhaseKind, Position
from judge.rules.rulebook import AdjustmentPhases
from judge.rules.verdicts import Judgement
from judge.rules.war.fog import knowledge_after_phase
from judge.rules.war.scouts import Enlist, Scouting, ScoutingResult, judge_recruiting, judge_scouts

# --- closing a phase


def powers_waited_for(game: Game) -> tuple[Power, ...]:
    """The powers whose orders are incomplete in the open phase; those of empty seats only where it waits for them."""
    return tuple(power for power in powers_expected_to_write(game) if _is_waited_for(game, power))


def _is_waited_for(game: Game, power: Power) -> bool:
    if power in game.members.seats:
        return not order_status(game, power).is_complete
    return waits_for_empty_seat(game, power)


def _waits(game: Game) -> bool:
    """Whether the open phase waits for any power; those without any order, which are soon looked at, come first."""
    silent_first = sorted(powers_expected_to_write(game), key=lambda power: bool(game.orders.get(power)))
    return any(_is_waited_for(game, power) for power in silent_first)


def is_left_open(game: Game) -> bool:
    """Whether a power that has orders to write has left lines open: its orders may not be all that it meant."""
    return bool(game.left_open) and bool(game.left_open_by(powers_expected_to_write(game)))


def waits_for_empty_seat(game: Game, power: Power) -> bool:
    """Whether the open phase waits, or will wait, for somebody to take an empty seat; once for each seat."""
    held, vacancy = game.held_open, game.vacancies.get(power)
    if power in game.seats or vacancy is None:
        return False
    if held and held.why is HoldOpenReason.STANDBY and power in held.powers:
        return True
    return bool(game.settings.missing.standby_wait) and not vacancy.waited


def close_early(game: Game, now: datetime) -> tuple[Event, ...]:
    """The events of an early close; none while orders are missing, or something holds the close."""
    if (
        game.open_position is None
        or _waits(game)
        or is_left_open(game)
        or is_deserted(game, game.open_position)
        or deadlines.is_close_held(game, now)
        or stays_open_to_deadline(game, game.open_position)
    ):
        return ()
    return _close(game, game.open_position, CloseReason.COMPLETE, now)


def is_deserted(game: Game, position: Position) -> bool:
    """Whether nobody who is left in a game has a player, in a phase of movements: it does not go on by itself."""
    is_movement = position.phase.kind is PhaseKind.MOVEMENT and not game.settings.practice
    return is_movement and not any(power in game.seats for power in game.survivors)


def stays_open_to_deadline(game: Game, position: Position) -> bool:
    """Whether a phase stays open to its deadline: adjustments in which more can be done than building (004 10).

    A practice game waits for nobody but the one who writes.
    """
    is_winter = position.phase.kind is PhaseKind.ADJUSTMENT and not game.settings.practice
    return is_winter and game.book.adjustments is AdjustmentPhases.EVERY_YEAR


def close_at_deadline(game: Game, now: datetime) -> tuple[Event, ...]:
    """The events of a close at the deadline, whoever has written."""
    return () if game.open_position is None else _close(game, game.open_position, CloseReason.DEADLINE, now)


def close_by_force(game: Game, now: datetime) -> tuple[Event, ...]:
    """The events of a close forced by the master, whoever has written; it counts against nobody's record."""
    return () if game.open_position is None else _close(game, game.open_position, CloseReason.FORCED, now)


def close_failed(game: Game | None, now: datetime) -> tuple[Event, ...]:
    """The event of a close that the judge has failed over; none where it is told already, or no phase is open."""
    position = game.open_position if game else None
    if game is None or position is None or game.timekeeping.failed == position.phase:
        return ()
    return (CloseFailed(position.phase, now),)


def _close(game: Game, position: Position, because: CloseReason, now: datetime) -> tuple[Event, ...]:
    published = game.settings.missing.published
    given = _given(game)
    silent = tuple(power for power in _powers_in_disorder(game, position) if not given.get(power)) if published else ()
    awaited = powers_waited_for(game) if published and because is CloseReason.DEADLINE else ()
    orders = orders_to_judge(game, position)
    judgement, scouts = with_scouts(game, judge_phase(game.board, game.book, position, orders))
    over = _ending(game, position, judgement)
    closed = PhaseClosed(
        number=game.phases_closed + 1,
        before=position,
        orders=orders,
        judgement=judgement,
        silent=silent,
        because=because,
        deadline=None if over else deadlines.next_deadline(game, judgement.after, now),
        at=now,
        scouts=scouts,
        awaited=awaited,
        clockwork={power: how for power, how in clockwork_players(game).items() if power in given},
        salts={power: salt_of(game, power) for power in orders} if game.fingerprint_key else {},
    )
    if game.lesson:
        return (closed, after_lesson(game, closed, now))
    if over:
        return (closed, game_ended(game, judgement.after, *over, now))
    coin = _toss_coin(game, position, judgement.after, now)
    return (closed, *coin, *votes_at_close(apply(game, closed), closed, now))


def _powers_in_disorder(game: Game, position: Position) -> tuple[Power, ...]:
    """The powers whose silence is civil disorder; in a war, not those that could only have built (004 5)."""
    if not stays_open_to_deadline(game, position):
        return powers_owing_orders(game)
    return tuple(power for power in powers_owing_orders(game) if required_orders(game.board, position, power).removals)


def _ending(game: Game, position: Position, judgement: Judgement) -> tuple[Ending, tuple[Power, ...]] | None:
    """How a phase ends the game, and the winners, or those who share a draw; None where it goes on."""
    match find_ending(game.board, game.book, position, judgement, game.settings.last_year, sides=game.sides):
        case Solo(power):
            return Ending.SOLO, (power,)
        case JointVictory(powers):
            return Ending.SOLO, powers
        case TermReached(winners=winners):
            return Ending.TERM, winners
    sharers = _sharers_of_stalemate(game, position, judgement)
    if sharers is not None:
        return Ending.STALEMATE, sharers
    return (Ending.PRACTICE, ()) if _is_practice_over(game, judgement) else None


def _sharers_of_stalemate(game: Game, position: Position, judgement: Judgement) -> tuple[Power, ...] | None:
    """The draw that a stalemate leads to now: survivors somebody plays share it, or all if nobody does; else None."""
    most = game.settings.votes.drawn_after
    years = count_still_years(game.still_years, position, judgement)
    if not most or years < most or years == game.still_years:
        return None
    left = survivors(game.board, judgement.after)
    return tuple(power for power in left if power in game.seats) or left


def _is_practice_over(game: Game, judgement: Judgement) -> bool:
    """Whether the player of a practice game has neither units nor centres left."""
    left = survivors(game.board, judgement.after)
    return game.settings.practice and not any(power in game.seats for power in left)


def _toss_coin(game: Game, before: Position, after: Position, now: datetime) -> tuple[PowerJoined, ...]:
    """The event that lets a power join a seat, in the autumn before its year, ahead of the adjustments; else none."""
    joining = game.board.joining
    falls = joining and is_end_of_autumn(before.phase, after.phase) and before.phase.year == joining.year - 1
    if joining is None or not falls:
        return ()
    seat = seat_to_join(game.seed, game.board, joining.power)
    return (PowerJoined(joining.power, seat, next((game.seats[one] for one in seat if one in game.seats), None), now),)


# --- orders that nobody gave


def orders_to_judge(game: Game, position: Position) -> Mapping[Power, tuple[Order, ...]]:
    """The orders that are judged when the open phase closes: those in force.

    Where it stays secret who gave none, the orders that nobody gave are among them.
    """
    if game.settings.missing.published:
        return _given(game)
    return _with_default_orders(game.board, position, _given(game))


def _given(game: Game) -> Mapping[Power, tuple[Order, ...]]:
    own = {power: game.orders_of(power) for power in game.board.powers if game.orders.get(power)}
    return {**own, **orders_of_others(game)}


def _with_default_orders(
    board: Board, position: Position, given: Mapping[Power, tuple[Order, ...]]
) -> Mapping[Power, tuple[Order, ...]]:
    """The orders, and for each unit without one what the rules do with it: it holds or is disbanded; builds are waived.

    What a power must remove is left to the rule book, which names the unit.
    """
    orders = {power: (*given.get(power, ()), *_default(board, position, power, given)) for power in board.powers}
    return {power: ordered for power, ordered in orders.items() if ordered}


def _default(
    board: Board, position: Position, power: Power, given: Mapping[Power, tuple[Order, ...]]
) -> tuple[Order, ...]:
    units = units_without_orders(board, position, power, given.get(power, ()))
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return tuple(map(Hold, units))
        case PhaseKind.RETREAT:
            return tuple(map(Disband, units))
        case PhaseKind.ADJUSTMENT:
            has_builds = bool(required_orders(board, position, power).builds)
            return (Waive(),) if has_builds and not given.get(power) else ()


# --- scouts


def with_scouts(game: Game, judgement: Judgement) -> tuple[Judgement, ScoutsBack | None]:
    """The judgement with the errands of scouts carried out, and their outcome; None on a board without scouts.

    They go when the last unit of a season stands, after retreats if there are any, and report then (004 5).
    """
    if not game.board.war.scouts:
        return judgement, None
    known = knowledge_after_phase(game.scouting, judgement)
    if judgement.after.phase.kind is PhaseKind.RETREAT:
        return judgement, ScoutsBack(game.scouting, known)
    scouted = _scouted(game, judgement.after, known)
    back = ScoutsBack(game.scouting, scouted.after, scouted.reports, scouted.alerts)
    return replace(judgement, after=scouted.position), back


def _scouted(game: Game, position: Position, known: Scouting) -> ScoutingResult:
    """Scouts recruited, where adjustments have closed; else scouts sent."""
    given = {power: game.errands_of(power) for power in game.board.powers if game.errands.get(power)}
    if game.position and game.position.phase.kind is PhaseKind.ADJUSTMENT:
        return judge_recruiting(game.board, position, known, given)
    errands = {power: [one for one in some if not isinstance(one, Enlist)] for power, some in given.items()}
    return judge_scouts(game.board, position, known, errands, game.seed)


# --- alarms of a phase: reminders, its deadline, then the grace for late orders and the wait for stand-bys


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
        return (PhaseExtended(position.phase, deadlines.extended_deadline(game, position, now), now),)
    return _grace(game, position, now) or _out_of_time(game, position, now)


def _out_of_time(game: Game, position: Position, now: datetime) -> tuple[Event, ...]:
    """Count who has not written, take the seats that costs, then wait for stand-bys or judge the phase."""
    absent = missed_deadlines(game, position, now)
    game = apply_all(game, absent)
    lost = replacements.forfeits(game, absent, now)
    has_waited = game.held_open is not None and game.held_open.why is HoldOpenReason.STANDBY
    waiting = () if has_waited else _wait_for_standby(apply_all(game, lost), position, now)
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
    if soonest := deadlines.soonest_close(game.settings.timing, game.deadline):
        stays_open = is_deserted(game, game.open_position) or stays_open_to_deadline(game, game.open_position)
        may_close = not powers_waited_for(game) and not stays_open
        if may_close and not deadlines.is_close_held(game, soonest):
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


# --- alarms: when a game next needs attention though nobody writes, and which events that moment brings


AlarmHandlers = tuple[Callable[[Game], datetime | None], Callable[[Game, datetime, datetime], tuple[Event, ...]]]
"""Two functions of a theme: its next hour for a game, None without any; the events of that hour, seen from ``now``."""

_HANDLERS: tuple[AlarmHandlers, ...] = (
    (next_hour, at_hour),
    (next_reminder, at_reminder),
    (seats.next_hour, seats.at_hour),
    (replacements.next_hour, replacements.at_hour),
    (press.next_hour, press.at_hour),
)
"""In order of precedence where several hours have come: nobody is reminded of a phase that is due to close."""


def next_alarm(game: Game) -> datetime | None:
    """The earliest hour of any theme, at which the game needs attention though nobody writes; None without any."""
    hours = [hour for hour_of, _ in _HANDLERS if (hour := hour_of(game))]
    return min(hours, default=None)


def compensate_clock_set_back(game: Game, since: datetime, now: datetime) -> tuple[Event, ...]:
    """The events that adjust a game's hours when the clock they were set by is set back from ``since`` to ``now``."""
    return (
        *deadlines.compensate_clock_set_back(game, since, now),
        *seats.compensate_clock_set_back(game, since, now),
        *replacements.compensate_clock_set_back(game, since, now),
        *press.compensate_clock_set_back(game, now),
    )


def due_events(game: Game, hour: datetime, now: datetime) -> tuple[Event, ...]:
    """The events of an alarm set for ``hour``; none when no theme has an hour as early as that any more.

    The judge may have been down, so that ``now`` is later; letters that came between the two are handled first. One
    theme acts at a time: another hour that has come is the next alarm.
    """
    for hour_of, events_at in _HANDLERS:
        due = hour_of(game)
        if due and due <= hour:
            return events_at(game, hour, now)
    return ()
