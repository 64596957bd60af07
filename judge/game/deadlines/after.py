"""What becomes of a game when something happens to its deadlines."""

from dataclasses import replace
from datetime import datetime
from typing import assert_never

from judge.game.deadlines.absences import without
from judge.game.deadlines.deadline import ClockSet, Deadline, OutageOver
from judge.game.deadlines.events import (
    AbsenceCancelled,
    AbsenceTold,
    CloseHeld,
    CloseReleased,
    DeadlineEvent,
    DeadlineMoved,
    GamePaused,
    GameResumed,
    PhaseExtended,
    ReminderSent,
    TimeMoved,
)
from judge.game.deadlines.pace import Absence
from judge.game.state import Game


def timed(game: Game, event: DeadlineEvent) -> Game:
    """The game after one of these events."""
    pace = game.pace
    match event:
        case ReminderSent(at=at, hour=hour):
            return replace(game, pace=replace(pace, reminded=hour or at))
        case PhaseExtended() | DeadlineMoved() | GamePaused() | GameResumed():
            return _moved(game, event)
        case AbsenceTold(address, first, last):
            return _with_absences(game, game.readers[address], (*game.absences_of(address), Absence(first, last)))
        case AbsenceCancelled(address, since):
            return _with_absences(game, game.readers[address], without(game.absences_of(address), since))
        case CloseHeld(power):
            return replace(game, pace=replace(pace, waits=pace.waits | {power}))
        case CloseReleased(power):
            return replace(game, pace=replace(pace, waits=pace.waits - {power}))
        case _:
            assert_never(event)


def _moved(game: Game, event: TimeMoved) -> Game:
    """Hours of reminders that have passed by then are past, wherever the deadline goes; with it goes any grace."""
    match event:
        case GamePaused(at=at):
            return replace(game, pace=replace(game.pace, paused=at))
        case GameResumed(deadline=deadline, at=at):
            pace = replace(game.pace, paused=None, reminded=at)
            return replace(game, deadline=deadline, pace=pace, held_open=None)
        case PhaseExtended(deadline=deadline, at=at) | DeadlineMoved(deadline=deadline, at=at):
            pace = replace(game.pace, reminded=at, made_up=_made_up(deadline) or game.pace.made_up)
            return replace(game, deadline=deadline, pace=pace, held_open=None)
        case _:
            assert_never(event)


def _made_up(deadline: Deadline) -> datetime | None:
    return next((step.until for step in deadline.steps[-1:] if isinstance(step, OutageOver | ClockSet)), None)


def _with_absences(game: Game, reader: int, absences: tuple[Absence, ...]) -> Game:
    return replace(game, pace=replace(game.pace, absences={**game.pace.absences, reader: absences}))
