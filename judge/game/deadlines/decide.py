"""Decisions about deadlines: absences, pauses, moved deadlines, what holds an early close."""

from datetime import date, datetime
from typing import assert_never

from judge.game.deadlines.absences import date_in_game, days_left
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
from judge.game.deadlines.new_deadlines import move_deadline, resume_game
from judge.game.mastery.permissions import MasterAct, why_not_permitted
from judge.game.messages import Event
from judge.game.refusals import Refusal, Refused
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
