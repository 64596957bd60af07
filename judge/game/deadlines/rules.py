"""The rules of deadlines: new ones, what may be asked, how each event changes the game, who is told."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import assert_never
from zoneinfo import ZoneInfo

from judge.game.deadlines.deadline import (
    ONE_DAY,
    Absence,
    Circumstances,
    ClockSet,
    Deadline,
    DeadlineStep,
    Disputed,
    Mover,
    NobodyWrote,
    OutageOver,
    PauseOver,
    PowerAbsence,
    SeatFilled,
    Shifted,
    Taken,
    days_later,
    first_fitting_hour,
    fitting_days_later,
    phase_deadline,
)
from judge.game.deadlines.messages import (
    AbsenceCancelled,
    AbsenceNews,
    AbsenceTold,
    CancelAbsence,
    CloseHeld,
    CloseReleased,
    DeadlineCommand,
    DeadlineMoved,
    GamePaused,
    GameResumed,
    HoldClose,
    HoldForDispute,
    MoveDeadline,
    PauseGame,
    PhaseExtended,
    ReleaseClose,
    ReminderSent,
    ReminderSentNews,
    ResumeGame,
    ScheduleNews,
    TakeReserve,
    TellAbsence,
)
from judge.game.mastery.messages import MasterAct
from judge.game.messages import Effects, Event, Notice, Transition, effect, evolve, no_notices, tell_everybody
from judge.game.orders.order_status import powers_publicly_owing_orders
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Address, Allowance, Timing
from judge.game.state import Game
from judge.game.visibility import has_fog, is_non_playing_master, why_not_permitted
from judge.rules.adjustments import required_orders
from judge.rules.board import Power
from judge.rules.position import Phase, Position

# --- new deadlines: of the next phase, of one that begins again or is moved; the absences that they wait for


# --- what holds an early close


def is_close_held(game: Game, now: datetime) -> bool:
    """Whether no early close may happen: a pause, a phase reopened by the master, a power that waits, or too early."""
    if game.deadline is None or game.timekeeping.paused or game.reopened or game.timekeeping.waits:
        return True
    soonest = soonest_close(game.settings.timing, game.deadline)
    return soonest is not None and now < soonest


def soonest_close(timing: Timing, deadline: Deadline) -> datetime | None:
    """Return the moment before which a phase with complete orders stays open: for its least length, for a dispute."""
    disputed = [step.until for step in deadline.steps if isinstance(step, Disputed)]
    return max([*disputed, *([deadline.opened + timing.minimum] if timing.minimum else [])], default=None)


# --- the next deadline


def next_deadline(game: Game, position: Position, now: datetime) -> Deadline:
    """The deadline of the phase that opens ``now`` with this position; ``game`` is the game just before that."""
    announced = game.deadline.at if game.deadline else None
    given = Circumstances(first=game.position is None, announced=announced, away=absences_to_wait_for(game, position))
    return phase_deadline(game.settings, position.phase.kind, now, given)


def extended_deadline(game: Game, position: Position, now: datetime) -> Deadline:
    """The new deadline of the open phase, its full time again, when nobody at all has written by the old one."""
    return _restarted(game, position, now, NobodyWrote(game.deadline.at) if game.deadline else None)


def newcomer_deadline(game: Game, position: Position, power: Power, now: datetime) -> Deadline:
    """The new deadline, its full time again, of a phase that had waited for somebody to play a power."""
    return _restarted(game, position, now, SeatFilled(power, game.deadline.at) if game.deadline else None)


def _restarted(game: Game, position: Position, now: datetime, why: DeadlineStep | None) -> Deadline:
    fresh = phase_deadline(
        game.settings, position.phase.kind, now, Circumstances(away=absences_to_wait_for(game, position))
    )
    return game.deadline.moved(fresh.at, why, *fresh.steps) if game.deadline and why else fresh


# --- deadlines that are moved


SHORTEST_OUTAGE = timedelta(hours=1)
"""An outage must be longer than this for its time to be given back."""

FURTHEST_DEADLINE = timedelta(days=366)
"""How far ahead of now the master or a vote may set a deadline."""


def move_deadline(
    game: Game, by: Mover, now: datetime, *, length: timedelta | None = None, to: datetime | None = None
) -> tuple[Event, ...] | Refused:
    """The event that moves the deadline by a ``length`` (whole days keep its hour), or ``to`` a moment (UTC).

    Refused for a moment that has passed or is too far away; to before the announced hour only the master may move it,
    to no hour sooner than the grace of the game.
    """
    position, deadline = game.open_position, game.deadline
    if position is None or deadline is None:
        return Refused(Refusal.GAME_OVER if game.ended else Refusal.NOT_STARTED)
    if game.timekeeping.paused:
        return Refused(Refusal.PAUSED, at=game.timekeeping.paused)
    at = to or days_later(deadline.at, length or timedelta(), ZoneInfo(game.settings.zone))
    if at <= now:
        return Refused(Refusal.HOUR_PASSED, at=at)
    if at - now > FURTHEST_DEADLINE:
        return Refused(Refusal.HOUR_TOO_FAR, at=at)
    if at < deadline.at and by is not Mover.MASTER:
        return Refused(Refusal.NEVER_EARLIER, at=deadline.at)
    if at < min(deadline.at, soonest := now + game.settings.missing.grace.of(position.phase.kind)):
        return Refused(Refusal.HOUR_TOO_SOON, at=soonest)
    moved = deadline.moved(at, Shifted(by, deadline.at, None if to else length))
    return (DeadlineMoved(position.phase, moved, now),)


def hold_for_dispute(game: Game, now: datetime) -> tuple[Event, ...]:
    """The event by which the open phase waits for whoever decides over a dispute, once a phase; none in a pause."""
    position, deadline, length = game.open_position, game.deadline, game.settings.timing.disputes
    if position is None or deadline is None or game.timekeeping.paused or not length:
        return ()
    if any(isinstance(step, Disputed) for step in deadline.steps):
        return ()
    until = now + length
    later, skipped = first_fitting_hour(game.settings, until, absences_to_wait_for(game, position))
    at, steps = (deadline.at, ()) if deadline.at >= until else (later, skipped)
    return (DeadlineMoved(position.phase, deadline.moved(at, *steps, Disputed(until, deadline.at)), now),)


def resume_game(game: Game, deadline: Deadline, since: datetime, now: datetime) -> tuple[Event, ...]:
    """The event that resumes a game with the time that was left when it was paused, to the first hour that fits."""
    position = game.open_position
    if position is None:
        return ()
    at, skipped = first_fitting_hour(game.settings, deadline.at + (now - since), absences_to_wait_for(game, position))
    moved = deadline.moved(at, PauseOver(since, now, deadline.at), *skipped)
    return (GameResumed(position.phase, moved, now),)


def compensate_outage(game: Game, since: datetime, now: datetime, *, by_clock: bool = False) -> tuple[Event, ...]:
    """The event that moves a deadline by the length of an outage, or of a clock put forward, that it ran through.

    Called again for the same outage, after a crash in the midst of it, it gives back only what is new. None for a short
    outage.
    """
    position, deadline = game.open_position, game.deadline
    if (
        game.timekeeping.made_up and game.timekeeping.made_up <= now
    ):  # a moment to come was noted by a clock that has been set back
        since = max(since, game.timekeeping.made_up)
    closes_at = game.closes_at
    if position is None or deadline is None or closes_at is None or now - since <= SHORTEST_OUTAGE:
        return ()
    if closes_at <= since or deadline.opened >= now:
        return ()
    step = (ClockSet if by_clock else OutageOver)(since, now, closes_at)
    return (DeadlineMoved(position.phase, deadline.moved(closes_at + (now - since), step), now),)


def compensate_clock_set_back(game: Game, since: datetime, now: datetime) -> tuple[Event, ...]:
    """The event that keeps the time that was left when the clock is set back from ``since`` to ``now``.

    Only for a deadline that was set or moved by that clock while it was ahead: any other was announced by an hour that
    is right again, and stands.
    """
    position, deadline, closes_at = game.open_position, game.deadline, game.closes_at
    if position is None or deadline is None or closes_at is None or since - now <= SHORTEST_OUTAGE:
        return ()
    put = next((step.until for step in reversed(deadline.steps) if isinstance(step, ClockSet)), deadline.opened)
    if put <= now:
        return ()
    ahead = since - now
    opened = deadline.opened - ahead if deadline.opened > now else deadline.opened
    moved = replace(deadline, opened=opened).moved(closes_at - ahead, ClockSet(since, now, closes_at))
    return (DeadlineMoved(position.phase, moved, now),)


# --- reserves: days that a seat adds to the deadline that runs


def reserve_left(game: Game, power: Power) -> int:
    """How many days of its reserve the seat of a power has left, those of the open phase taken off."""
    reserve, position, seat = game.settings.timing.reserve, game.position, game.seat_of(power)[0]
    if position is None or not reserve.days:
        return 0
    granted = reserve.days + reserve.a_year * (position.phase.year - game.board.start_year)
    return max(granted - reserves_taken(game).get(seat, 0), 0)


def reserves_taken(game: Game) -> Mapping[Power, int]:
    """The days of reserves that are spent, and those taken for the open phase, by the first power of each seat."""
    taken = Counter({**game.timekeeping.spent})
    for take in _takes(game):
        taken[take.power] += len(take.hours)
    return taken


def days_to_take(game: Game, power: Power) -> int:
    """How many days its player may take while the deadline of the open phase runs; none with nothing to write in it."""
    is_running = game.deadline is not None and not game.held_open and not game.timekeeping.paused
    if not is_running or power not in powers_publicly_owing_orders(game):
        return 0
    return min(reserve_left(game, power), _left_of_phase(game))


def reserves_spent(game: Game, closed: datetime) -> Mapping[Power, int]:
    """The days of reserves that seats have used once the open phase has closed: of those taken the ones that began.

    A pause, an outage or a clock that was set puts off when the days begin that were taken before it.
    """
    spent = Counter({**game.timekeeping.spent})
    for take in _takes(game):
        assert game.deadline is not None
        behind = game.deadline.steps[game.deadline.steps.index(take) :]
        moved = (one.until - one.since for one in behind if isinstance(one, PauseOver | OutageOver | ClockSet))
        put_off = sum(moved, timedelta())
        spent[take.power] += sum(begin + put_off < closed for begin in (take.was, *take.hours[:-1]))
    return dict(spent)


def _takes(game: Game) -> tuple[Taken, ...]:
    return tuple(step for step in game.deadline.steps if isinstance(step, Taken)) if game.deadline else ()


def _left_of_phase(game: Game) -> int:
    """How many days more all seats together may take in the open phase."""
    return max(game.settings.timing.reserve.a_phase - sum(len(take.hours) for take in _takes(game)), 0)


def _take(game: Game, command: TakeReserve, now: datetime) -> tuple[Event, ...] | Refused:
    """Move the deadline by days of a reserve; only for who must write by it, and before it has come."""
    powers, position, deadline = game.powers_of(command.by), game.open_position, game.deadline
    if not powers and command.by not in game.players:
        return Refused(Refusal.NOT_A_PLAYER)
    if position is None or deadline is None:
        return Refused(Refusal.NOT_STARTED)
    if not game.settings.timing.reserve.days:
        return Refused(Refusal.NO_RESERVE)
    if game.timekeeping.paused:
        return Refused(Refusal.PAUSED, at=game.timekeeping.paused)
    if command.arrived > deadline.at:
        return Refused(Refusal.TOO_LATE, phase=position.phase, at=deadline.at)
    writing = [power for power in powers if power in powers_publicly_owing_orders(game)]
    if not writing:
        return Refused(Refusal.NOTHING_TO_TAKE_FOR)
    power = max(writing, key=lambda one: reserve_left(game, one))
    if command.days > reserve_left(game, power):
        return Refused(Refusal.RESERVE_TOO_SMALL, days=reserve_left(game, power))
    if command.days > _left_of_phase(game):
        return Refused(Refusal.TAKEN_ENOUGH, days=_left_of_phase(game))
    away = absences_to_wait_for(game, position)
    hours, skipped = fitting_days_later(game.settings, deadline.at, command.days, away)
    if hours[-1] - now > FURTHEST_DEADLINE:
        return Refused(Refusal.HOUR_TOO_FAR, at=hours[-1])
    taken = Taken(game.seat_of(power)[0], deadline.at, hours)
    return (DeadlineMoved(position.phase, deadline.moved(hours[-1], *skipped, taken), now),)


# --- absences


def date_in_game(game: Game, now: datetime) -> date:
    """The date in the game's time zone."""
    return now.astimezone(ZoneInfo(game.settings.zone)).date()


def days_left(allowance: Allowance, taken: Iterable[Absence], year: int) -> int:
    """How many days of absence are left of a budget, in a calendar year or in the game as a whole."""
    days = {day for absence in taken for day in absence.days()}
    return allowance.days - sum(allowance.whole_game or day.year == year for day in days)


def absences_before(absences: tuple[Absence, ...], since: date) -> tuple[Absence, ...]:
    """The absences as far as they lie before the day ``since``."""
    return tuple(
        Absence(absence.first, min(absence.last, since - ONE_DAY)) for absence in absences if absence.first < since
    )


def absences_to_wait_for(game: Game, position: Position) -> tuple[PowerAbsence, ...]:
    """The absences of those who must write in a phase that opens with this position.

    Under fog, of all who may have to write.
    """
    tells = game.settings.timing.tell_absences
    return tuple(
        PowerAbsence(power if tells else None, absence)
        for power in game.seats
        if has_fog(game) or required_orders(game.board, position, power).is_required
        for absence in _shared_absences(game, power)
    )


def _shared_absences(game: Game, power: Power) -> tuple[Absence, ...]:
    """The days on which all players of a power are away."""
    first, *others = (game.absences_of(player) for player in game.players_of(power))
    for other in others:
        both = (Absence(max(one.first, two.first), min(one.last, two.last)) for one in first for two in other)
        first = tuple(absence for absence in both if absence.first <= absence.last)
    return first


# --- the rules of deadlines: what may be asked, how each event changes the game, who is told


def decide_deadlines(game: Game, command: DeadlineCommand, now: datetime) -> tuple[Event, ...] | Refused:
    """The events of a command about deadlines, or why it is refused."""
    if game.ended:
        return Refused(Refusal.GAME_OVER)
    match command:
        case HoldForDispute():
            return hold_for_dispute(game, now)
        case TakeReserve():
            return _take(game, command, now)
        case TellAbsence():
            return _tell_absence(game, command, now)
        case CancelAbsence():
            return _cancel_absence(game, command, now)
        case MoveDeadline() | PauseGame() | ResumeGame():
            return _master(game, command, now)
        case HoldClose() | ReleaseClose():
            return _wait(game, command, now)
        case _:
            assert_never(command)


def _tell_absence(game: Game, command: TellAbsence, now: datetime) -> tuple[Event, ...] | Refused:
    """Announce an absence within the budget; days that have passed do not count."""
    if command.by not in game.players:
        return Refused(Refusal.NOT_A_PLAYER)
    allowance = game.settings.timing.absences
    if not allowance.days:
        return Refused(Refusal.NO_ABSENCES)
    since = date_in_game(game, now)
    if command.last < max(since, command.first):
        return Refused(Refusal.DAYS_PASSED)
    absence = Absence(max(command.first, since), command.last)
    known = game.absences_of(command.by)
    for year in range(absence.first.year, absence.last.year + 1):
        if days_left(allowance, (*known, absence), year) < 0:
            return Refused(Refusal.TOO_LONG_AWAY, days=days_left(allowance, known, year), year=year)
    return (AbsenceTold(command.by, absence.first, absence.last, now),)


def _cancel_absence(game: Game, command: CancelAbsence, now: datetime) -> tuple[Event, ...] | Refused:
    since: date = date_in_game(game, now)
    if not any(absence.last >= since for absence in game.absences_of(command.by)):
        return Refused(Refusal.NO_ABSENCE_TOLD)
    return (AbsenceCancelled(command.by, since, now),)


def _master(game: Game, command: MoveDeadline | PauseGame | ResumeGame, now: datetime) -> tuple[Event, ...] | Refused:
    refused = why_not_permitted(game, command.by, MasterAct.MOVE_TIME)
    if refused:
        return refused
    position, deadline, paused = game.open_position, game.deadline, game.timekeeping.paused
    if position is None or deadline is None:
        return Refused(Refusal.NOT_STARTED)
    match command:
        case MoveDeadline(length=length, to=to):
            return move_deadline(game, Mover.MASTER, now, length=length, to=to)
        case PauseGame():
            return Refused(Refusal.PAUSED, at=paused) if paused else (GamePaused(position.phase, now),)
        case ResumeGame():
            return resume_game(game, deadline, paused, now) if paused else Refused(Refusal.NOT_PAUSED)
        case _:
            assert_never(command)


def _wait(game: Game, command: HoldClose | ReleaseClose, now: datetime) -> tuple[Event, ...] | Refused:
    """Hold or release the early close; only powers that must write in this phase may hold it."""
    powers, position = game.powers_of(command.by), game.open_position
    if not powers:
        return Refused(Refusal.NOT_STARTED if command.by in game.players else Refusal.NOT_A_PLAYER)
    if position is None:
        return Refused(Refusal.NOT_STARTED)
    match command:
        case HoldClose():
            held = tuple(power for power in powers if required_orders(game.board, position, power).is_required)
            return tuple(CloseHeld(power, position.phase, now) for power in held) or Refused(Refusal.NOTHING_TO_HOLD)
        case ReleaseClose():
            holding = tuple(power for power in powers if power in game.timekeeping.waits)
            return tuple(CloseReleased(power, position.phase, now) for power in holding) or Refused(
                Refusal.NOTHING_HELD
            )
        case _:
            assert_never(command)


# --- how each event changes the game, and who is told


def _reminded(game: Game, event: ReminderSent) -> Game:
    return evolve(game, timekeeping=replace(game.timekeeping, reminded=event.hour or event.at))


def _tell_reminded(step: Transition[ReminderSent]) -> Iterator[Notice]:
    game, to = step.after, step.event.to
    for reader in dict.fromkeys(player for power in to for player in game.players_of(power)):
        yield Notice(reader, ReminderSentNews(tuple(power for power in to if power in game.powers_of(reader))))


# --- the time of the open phase: hours of reminders that have passed are past, wherever the deadline goes; with it
#     goes any grace


def _moved(game: Game, event: PhaseExtended | DeadlineMoved) -> Game:
    timekeeping = replace(
        game.timekeeping, reminded=event.at, made_up=_made_up(event.deadline) or game.timekeeping.made_up
    )
    return evolve(game, deadline=event.deadline, timekeeping=timekeeping, held_open=None)


def _made_up(deadline: Deadline) -> datetime | None:
    return next((step.until for step in deadline.steps[-1:] if isinstance(step, OutageOver | ClockSet)), None)


def _paused(game: Game, event: GamePaused) -> Game:
    return evolve(game, timekeeping=replace(game.timekeeping, paused=event.at))


def _resumed(game: Game, event: GameResumed) -> Game:
    timekeeping = replace(game.timekeeping, paused=None, reminded=event.at)
    return evolve(game, deadline=event.deadline, timekeeping=timekeeping, held_open=None)


def _tell_time_changed(step: Transition[DeadlineMoved | GamePaused | GameResumed]) -> Iterator[Notice]:
    if deadline := step.before.deadline:
        yield from (Notice(reader, ScheduleNews(step.event, deadline)) for reader in step.after.audience)


# --- absences: everyone hears of them, or a master who does not play; by the power, for names are another matter


def _absent(game: Game, event: AbsenceTold) -> Game:
    return _with_absences(game, event.address, (*game.absences_of(event.address), Absence(event.first, event.last)))


def _tell_absent(step: Transition[AbsenceTold]) -> Iterator[Notice]:
    return _absence_news(step.after, step.event.address, step.event.first, step.event.last)


def _present(game: Game, event: AbsenceCancelled) -> Game:
    return _with_absences(game, event.address, absences_before(game.absences_of(event.address), event.since))


def _tell_present(step: Transition[AbsenceCancelled]) -> Iterator[Notice]:
    return _absence_news(step.after, step.event.address, step.event.since, None)


def _with_absences(game: Game, address: Address, absences: tuple[Absence, ...]) -> Game:
    return evolve(
        game,
        timekeeping=replace(game.timekeeping, absences={**game.timekeeping.absences, game.readers[address]: absences}),
    )


def _absence_news(game: Game, address: Address, first: date, last: date | None) -> Iterator[Notice]:
    powers = game.powers_of(address)
    everyone = game.settings.timing.tell_absences
    for reader in game.audience:
        may_know = everyone or is_non_playing_master(game, reader)
        if powers and may_know and reader != address:
            yield Notice(reader, AbsenceNews(powers, first, last))


# --- what holds an early close


def _held(game: Game, event: CloseHeld) -> Game:
    return evolve(game, timekeeping=replace(game.timekeeping, waits=game.timekeeping.waits | {event.power}))


def _released(game: Game, event: CloseReleased) -> Game:
    return evolve(game, timekeeping=replace(game.timekeeping, waits=game.timekeeping.waits - {event.power}))


EFFECTS: Effects = dict(
    (
        effect(ReminderSent, _reminded, _tell_reminded),
        effect(PhaseExtended, _moved, tell_everybody),
        effect(DeadlineMoved, _moved, _tell_time_changed),
        effect(GamePaused, _paused, _tell_time_changed),
        effect(GameResumed, _resumed, _tell_time_changed),
        effect(AbsenceTold, _absent, _tell_absent),
        effect(AbsenceCancelled, _present, _tell_present),
        effect(CloseHeld, _held, no_notices),  # where it is public, STATUS and reminders show it
        effect(CloseReleased, _released, no_notices),
    )
)


# --- deadlines as calendar entries: what one person's calendar must add, change or cancel


_MOST_MOVES = 1000
"""More moves than any deadline ever has."""


@dataclass(frozen=True)
class CalendarEntry:
    """The deadline of a phase as a calendar entry; of two for the same phase the higher ``sequence`` counts.

    ``counted_by`` is what names the phase (``Board.phase_names``).
    """

    phase: Phase
    at: datetime
    sequence: int
    is_cancelled: bool = False
    counted_by: str = "years"


def calendar_entries(before: Game | None, game: Game, reader: Address, now: datetime) -> tuple[CalendarEntry, ...]:
    """The entries to send to a person who keeps a calendar, once ``before`` has become ``game``.

    The entry of a phase that has closed early, or of a paused game, is cancelled; one whose hour has come stays.
    """
    person = game.people.get(reader)
    if person is None or not person.calendar:
        return ()
    earlier = before.people.get(reader) if before else None
    old = _entry(before) if before and earlier and earlier.calendar else None
    new = _entry(game)
    told: list[CalendarEntry] = []
    if old and old.at > now and (new is None or new.phase != old.phase):
        told.append(replace(old, sequence=old.sequence + 1, is_cancelled=True))
    if new and new != old:
        told.append(new)
    return tuple(told)


def _entry(game: Game) -> CalendarEntry | None:
    """The entry of the open phase; None where no deadline runs.

    Each move counts twice in its ``sequence``, which leaves a number for a cancellation between two moves. A phase that
    opens again after a rollback has the same entry, newer than any before.
    """
    position, deadline = game.open_position, game.deadline
    if position is None or deadline is None or game.timekeeping.paused:
        return None
    sequence = 2 * (deadline.moves + _MOST_MOVES * len(game.undone))
    return CalendarEntry(position.phase, deadline.at, sequence, counted_by=game.board.phase_names)
