"""Decisions about deadlines: absences, pauses, moved deadlines, what holds an early close."""

from datetime import date, datetime
from typing import assert_never

from judge.game.deadlines.absences import days_left, today
from judge.game.deadlines.deadline import Absence, Mover
from judge.game.deadlines.messages import (
    AbsenceCancelled,
    AbsenceTold,
    CancelAbsence,
    CloseHeld,
    CloseReleased,
    DeadlineCommand,
    GamePaused,
    HoldClose,
    MoveDeadline,
    PauseGame,
    ReleaseClose,
    ResumeGame,
    TellAbsence,
)
from judge.game.deadlines.move import move_deadline, resumed
from judge.game.mastery.permissions import Act, why_not
from judge.game.messages import Event
from judge.game.refusals import Refusal, Refused
from judge.game.state import Game
from judge.rules.duties import duty


def decide_deadlines(game: Game, command: DeadlineCommand, now: datetime) -> tuple[Event, ...] | Refused:
    """Events of a command about deadlines, or why it is refused."""
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
    """Within the budget; days of it that have passed are nobody's absence any more."""
    if command.by not in game.players:
        return Refused(Refusal.NOT_A_PLAYER)
    allowance = game.settings.timing.absences
    if not allowance.days:
        return Refused(Refusal.NO_ABSENCES)
    since = today(game, now)
    if command.last < max(since, command.first):
        return Refused(Refusal.DAYS_PASSED)
    absence = Absence(max(command.first, since), command.last)
    known = game.absences_of(command.by)
    for year in range(absence.first.year, absence.last.year + 1):
        if days_left(allowance, (*known, absence), year) < 0:
            return Refused(Refusal.TOO_LONG_AWAY, days=days_left(allowance, known, year), year=year)
    return (AbsenceTold(command.by, absence.first, absence.last, now),)


def _cancel_absence(game: Game, command: CancelAbsence, now: datetime) -> tuple[Event, ...] | Refused:
    since: date = today(game, now)
    if not any(absence.last >= since for absence in game.absences_of(command.by)):
        return Refused(Refusal.NO_ABSENCE_TOLD)
    return (AbsenceCancelled(command.by, since, now),)


def _master(game: Game, command: MoveDeadline | PauseGame | ResumeGame, now: datetime) -> tuple[Event, ...] | Refused:
    refused = why_not(game, command.by, Act.MOVE_TIME)
    if refused:
        return refused
    position, deadline, paused = game.open_position, game.deadline, game.pace.paused
    if position is None or deadline is None:
        return Refused(Refusal.NOT_STARTED)
    match command:
        case MoveDeadline(length=length, to=to):
            return move_deadline(game, Mover.MASTER, now, length=length, to=to)
        case PauseGame():
            return Refused(Refusal.PAUSED, at=paused) if paused else (GamePaused(position.phase, now),)
        case ResumeGame():
            return resumed(game, deadline, paused, now) if paused else Refused(Refusal.NOT_PAUSED)
        case _:
            assert_never(command)


def _wait(game: Game, command: HoldClose | ReleaseClose, now: datetime) -> tuple[Event, ...] | Refused:
    """Whoever must write in this phase may hold its early close."""
    powers, position = game.powers_of(command.by), game.open_position
    if not powers:
        return Refused(Refusal.NOT_STARTED if command.by in game.players else Refusal.NOT_A_PLAYER)
    if position is None:
        return Refused(Refusal.NOT_STARTED)
    match command:
        case HoldClose():
            held = tuple(power for power in powers if duty(game.board, position, power).owes)
            return tuple(CloseHeld(power, position.phase, now) for power in held) or Refused(Refusal.NOTHING_TO_HOLD)
        case ReleaseClose():
            holding = tuple(power for power in powers if power in game.pace.waits)
            return tuple(CloseReleased(power, position.phase, now) for power in holding) or Refused(
                Refusal.NOTHING_HELD
            )
        case _:
            assert_never(command)
