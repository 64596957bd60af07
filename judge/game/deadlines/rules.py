"""The rules of deadlines: what may be asked, how each event changes the game, who is told."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime
from typing import assert_never

from judge.game.deadlines.deadline import Absence, ClockSet, Deadline, Mover, OutageOver
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
    MoveDeadline,
    PauseGame,
    PhaseExtended,
    PhaseExtendedNews,
    ReleaseClose,
    ReminderSent,
    ReminderSentNews,
    ResumeGame,
    ScheduleNews,
    TellAbsence,
)
from judge.game.deadlines.new_deadlines import absences_before, date_in_game, days_left, move_deadline, resume_game
from judge.game.effect import Effects, Transition, effect, evolve, no_notices
from judge.game.mastery.messages import MasterAct
from judge.game.mastery.permissions import is_non_playing_master, why_not_permitted
from judge.game.messages import Event, Notice
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Address
from judge.game.state import Game
from judge.rules.required_orders import required_orders


def decide_deadlines(game: Game, command: DeadlineCommand, now: datetime) -> tuple[Event, ...] | Refused:
    """The events of a command about deadlines, or why it is refused."""
    if game.ended:
        return Refused(Refusal.GAME_OVER)
    match command:
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


def _tell_extended(step: Transition[PhaseExtended]) -> Iterator[Notice]:
    yield from (Notice(reader, PhaseExtendedNews(step.event)) for reader in step.after.audience)


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
        effect(PhaseExtended, _moved, _tell_extended),
        effect(DeadlineMoved, _moved, _tell_time_changed),
        effect(GamePaused, _paused, _tell_time_changed),
        effect(GameResumed, _resumed, _tell_time_changed),
        effect(AbsenceTold, _absent, _tell_absent),
        effect(AbsenceCancelled, _present, _tell_present),
        effect(CloseHeld, _held, no_notices),  # where it is public, STATUS and reminders show it
        effect(CloseReleased, _released, no_notices),
    )
)
