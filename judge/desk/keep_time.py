"""The lines about time: absences, deadlines moved, pauses, waiting."""

from dataclasses import replace
from datetime import date
from typing import assert_never
from zoneinfo import ZoneInfo

from judge.desk.progress import Progress, Reading
from judge.game.deadlines.commands import (
    CancelAbsence,
    DeadlineCommand,
    HoldClose,
    MoveDeadline,
    PauseGame,
    ReleaseClose,
    ResumeGame,
    TellAbsence,
)
from judge.game.deadlines.events import AbsenceTold, DeadlineMoved, GameResumed
from judge.game.deadlines.schedule import on_day
from judge.game.decide import decide
from judge.game.refusals import Refused
from judge.game.settings import Address
from judge.game.state import Game
from judge.mail.dates import read_days
from judge.mail.timing import AboutTime, Extend, HoldOn, NotAway, StandStill, TellAway
from judge.mail.words import Word
from judge.reports.deeds import Deed
from judge.reports.echo import Did, Unknown, Wrong
from judge.reports.language import days_named, moment

_EXAMPLES = {
    TellAway: ("2026-07-10 TO 2026-07-24",),
    Extend: ("3d", "36h", "2026-07-20", "2026-07-20 21:00"),
}


def keep_time(progress: Progress, line: str, meant: AboutTime, reading: Reading) -> Progress:
    """Carry out one of these lines."""
    by = progress.person.address
    match meant:
        case TellAway():
            return _tell_away(progress, line, meant, reading)
        case NotAway():
            return progress.decided(line, CancelAbsence(by), reading, Did(Deed.ABSENCE_CANCELLED))
        case Extend():
            return _extend(progress, line, meant, reading)
        case StandStill(over):
            return _stand_still(progress, line, reading, over=over)
        case HoldOn(over):
            command: DeadlineCommand = ReleaseClose(by) if over else HoldClose(by)
            return progress.decided(line, command, reading, Did(Deed.CLOSE_RELEASED if over else Deed.CLOSE_HELD))
        case _:
            assert_never(meant)


def _tell_away(progress: Progress, line: str, meant: TellAway, reading: Reading) -> Progress:
    days = read_days(meant.words.text, _today(progress, reading)) if meant.words else ()
    if not days:
        return progress.told(line, _no_value(line, meant.words, _EXAMPLES[TellAway]))
    command = TellAbsence(progress.person.address, days[0], days[-1])
    return _decided(progress, line, command, reading)


def _extend(progress: Progress, line: str, meant: Extend, reading: Reading) -> Progress:
    if not meant.length and not meant.day and meant.words:
        days = read_days(meant.words.text, _today(progress, reading))
        meant = replace(meant, day=days[-1] if days else None)
    if not meant.length and not meant.day:
        return progress.told(line, _no_value(line, meant.words, _EXAMPLES[Extend]))
    return _decided(progress, line, _extension(progress.person.address, progress.game, meant), reading)


def _today(progress: Progress, reading: Reading) -> date:
    """The day on which a letter came, where its writer is."""
    return reading.arrived.astimezone(ZoneInfo(progress.person.zone)).date()


def _extension(by: Address, game: Game | None, meant: Extend) -> MoveDeadline:
    """A day means the hour of the game, where no other is named."""
    if meant.day is None or game is None:
        return MoveDeadline(by, length=meant.length)
    hour = meant.hour or game.settings.hour
    return MoveDeadline(by, to=on_day(meant.day, hour, ZoneInfo(game.settings.zone)))


def _stand_still(progress: Progress, line: str, reading: Reading, *, over: bool) -> Progress:
    by = progress.person.address
    if over:
        return _decided(progress, line, ResumeGame(by), reading)
    return progress.decided(line, PauseGame(by), reading, Did(Deed.GAME_PAUSED))


def _decided(progress: Progress, line: str, command: DeadlineCommand, reading: Reading) -> Progress:
    """A command decided, and answered with the days or the hour it has set."""
    events = decide(progress.game, command, reading.now)
    if isinstance(events, Refused):
        return progress.told(line, events)
    language, zone = progress.person.language, progress.person.zone
    match events[-1]:
        case AbsenceTold(_, first, last):
            did = Did(Deed.ABSENCE_TOLD, days_named(first, last, language))
        case DeadlineMoved(deadline=deadline) | GameResumed(deadline=deadline):
            did = Did(Deed.DEADLINE_MOVED, moment(deadline.at, zone, language))
        case other:
            raise ValueError(other)
    return progress.happened(events).told(line, did)


def _no_value(line: str, words: Word | None, examples: tuple[str, ...]) -> Wrong:
    place = words or Word("", len(line.rstrip()))
    return Wrong.at(Unknown.VALUE, place, examples)
