"""The lines about time: absences, deadlines moved, pauses, waiting."""

from dataclasses import replace
from datetime import date
from zoneinfo import ZoneInfo

from judge.desk.context import Context
from judge.desk.progress import Progress
from judge.game.deadlines.messages import (
    AbsenceTold,
    CancelAbsence,
    DeadlineCommand,
    DeadlineMoved,
    GameResumed,
    HoldClose,
    MoveDeadline,
    PauseGame,
    ReleaseClose,
    ResumeGame,
    TellAbsence,
)
from judge.game.deadlines.schedule import on_day
from judge.game.decide import decide
from judge.game.refusals import Refused
from judge.game.settings import Address
from judge.game.state import Game
from judge.mail.dates import read_days
from judge.mail.timing import Extend, HoldOn, NotAway, StandStill, TellAway
from judge.mail.words import Word
from judge.reports.deeds import Deed
from judge.reports.echo import Did, Unknown, Wrong
from judge.reports.language import days_named, moment

_EXAMPLES = {
    TellAway: ("2026-07-10 TO 2026-07-24",),
    Extend: ("3d", "36h", "2026-07-20", "2026-07-20 21:00"),
}


def tell_absence(progress: Progress, line: str, meant: TellAway, context: Context) -> Progress:
    """Be away on some days."""
    days = read_days(meant.words.text, _today(progress, context)) if meant.words else ()
    if not days:
        return progress.told(line, _no_value(line, meant.words, _EXAMPLES[TellAway]))
    command = TellAbsence(progress.person.address, days[0], days[-1])
    return _decided(progress, line, command, context)


def cancel_absence(progress: Progress, line: str, _: NotAway, context: Context) -> Progress:
    """Be there after all."""
    return progress.decided(line, CancelAbsence(progress.person.address), context, Did(Deed.ABSENCE_CANCELLED))


def move_deadline(progress: Progress, line: str, meant: Extend, context: Context) -> Progress:
    """Move the deadline by a length or to a day."""
    if not meant.length and not meant.day and meant.words:
        days = read_days(meant.words.text, _today(progress, context))
        meant = replace(meant, day=days[-1] if days else None)
    if not meant.length and not meant.day:
        return progress.told(line, _no_value(line, meant.words, _EXAMPLES[Extend]))
    return _decided(progress, line, _extension(progress.person.address, progress.game, meant), context)


def pause(progress: Progress, line: str, meant: StandStill, context: Context) -> Progress:
    """Pause the game, or let it go on."""
    by = progress.person.address
    if meant.over:
        return _decided(progress, line, ResumeGame(by), context)
    return progress.decided(line, PauseGame(by), context, Did(Deed.GAME_PAUSED))


def hold_close(progress: Progress, line: str, meant: HoldOn, context: Context) -> Progress:
    """Hold the early close, or hold it no longer."""
    by = progress.person.address
    if meant.over:
        return progress.decided(line, ReleaseClose(by), context, Did(Deed.CLOSE_RELEASED))
    return progress.decided(line, HoldClose(by), context, Did(Deed.CLOSE_HELD))


def _today(progress: Progress, context: Context) -> date:
    """The day on which a letter came, where its writer is."""
    return context.arrived.astimezone(ZoneInfo(progress.person.zone)).date()


def _extension(by: Address, game: Game | None, meant: Extend) -> MoveDeadline:
    """A day means the hour of the game, where no other is named."""
    if meant.day is None or game is None:
        return MoveDeadline(by, length=meant.length)
    hour = meant.hour or game.settings.hour
    return MoveDeadline(by, to=on_day(meant.day, hour, ZoneInfo(game.settings.zone)))


def _decided(progress: Progress, line: str, command: DeadlineCommand, context: Context) -> Progress:
    """A command decided, and answered with the days or the hour it has set."""
    events = decide(progress.game, command, context.now)
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
