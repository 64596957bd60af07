"""Handle the lines about time: absences, deadlines moved, pauses, the early close held."""

from dataclasses import replace
from datetime import date
from zoneinfo import ZoneInfo

from judge.game.deadlines.deadline import hour_on_day
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
    TakeReserve,
    TellAbsence,
)
from judge.game.decide import decide
from judge.game.mastery.messages import ActProposed
from judge.game.refusals import Refused
from judge.handlers.session import LineContext, Session, handles
from judge.reports.language import days_text, moment_text
from judge.reports.line_answers import Done, InvalidCommand, Outcome, Unknown
from judge.requests.dates import read_days
from judge.requests.deadlines import (
    CancelAbsenceRequest,
    HoldCloseRequest,
    MoveDeadlineRequest,
    PauseGameRequest,
    TakeReserveRequest,
    TellAbsenceRequest,
)
from judge.requests.vocabulary import Word

_EXAMPLES = {
    TellAbsenceRequest: ("2026-07-10 TO 2026-07-24",),
    TakeReserveRequest: ("1d", "2d"),
    MoveDeadlineRequest: ("3d", "36h", "2026-07-20", "2026-07-20 21:00"),
}


@handles()
def handle_tell_absence(session: Session, line: str, meant: TellAbsenceRequest, context: LineContext) -> Session:
    """Be away on some days."""
    days = read_days(meant.words.text, day_of_arrival(session, context)) if meant.words else ()
    if not days:
        return session.told(line, _wrong_time(line, meant.words, _EXAMPLES[TellAbsenceRequest]))
    command = TellAbsence(session.person.address, days[0], days[-1])
    return _decide_with_time(session, line, command, context)


@handles()
def handle_cancel_absence(session: Session, line: str, _: CancelAbsenceRequest, context: LineContext) -> Session:
    """Be there after all."""
    return session.decided(line, CancelAbsence(session.person.address), context, Done(Outcome.ABSENCE_CANCELLED))


@handles()
def handle_move_deadline(session: Session, line: str, meant: MoveDeadlineRequest, context: LineContext) -> Session:
    """Move the deadline by a length or to a day."""
    if not meant.length and not meant.day and meant.words:
        words = meant.words.text.rsplit(maxsplit=1)[0] if meant.hour else meant.words.text
        days = read_days(words, day_of_arrival(session, context))
        meant = replace(meant, day=days[-1] if days else None)
    if not meant.length and not meant.day:
        return session.told(line, _wrong_time(line, meant.words, _EXAMPLES[MoveDeadlineRequest]))
    return _decide_with_time(session, line, _move_command(session, meant), context)


@handles()
def handle_take_reserve(session: Session, line: str, meant: TakeReserveRequest, context: LineContext) -> Session:
    """Take days of a reserve."""
    if not meant.days:
        return session.told(line, _wrong_time(line, meant.words, _EXAMPLES[TakeReserveRequest]))
    return _decide_with_time(session, line, TakeReserve(session.person.address, meant.days, context.arrived), context)


@handles()
def handle_pause_game(session: Session, line: str, meant: PauseGameRequest, context: LineContext) -> Session:
    """Pause the game, or let it go on."""
    by = session.person.address
    if meant.over:
        return _decide_with_time(session, line, ResumeGame(by), context)
    return session.decided(line, PauseGame(by), context, Done(Outcome.GAME_PAUSED))


@handles()
def handle_hold_close(session: Session, line: str, meant: HoldCloseRequest, context: LineContext) -> Session:
    """Hold the early close, or hold it no longer."""
    by = session.person.address
    if meant.over:
        return session.decided(line, ReleaseClose(by), context, Done(Outcome.CLOSE_RELEASED))
    return session.decided(line, HoldClose(by), context, Done(Outcome.CLOSE_HELD))


def day_of_arrival(session: Session, context: LineContext) -> date:
    """Return the day on which a letter came, where its writer is."""
    return context.arrived.astimezone(ZoneInfo(session.person.zone)).date()


def _move_command(session: Session, meant: MoveDeadlineRequest) -> MoveDeadline:
    """Return the command to move a deadline; a day without an hour means the hour of the game, in its zone.

    An hour that is written is one of the zone in which its writer reads hours.
    """
    by, game = session.person.address, session.game
    if meant.day is None or game is None:
        return MoveDeadline(by, length=meant.length)
    hour, zone = (meant.hour, session.person.zone) if meant.hour else (game.settings.hour, game.settings.zone)
    return MoveDeadline(by, to=hour_on_day(meant.day, hour, ZoneInfo(zone)))


def _decide_with_time(session: Session, line: str, command: DeadlineCommand, context: LineContext) -> Session:
    """Decide a command, and answer with the days or the hour it has set."""
    events = decide(session.game, command, context.now)
    if isinstance(events, Refused):
        return session.told(line, events)
    language, zone = session.person.language, session.person.zone
    match events[-1]:
        case AbsenceTold(_, first, last):
            did = Done(Outcome.ABSENCE_TOLD, days_text(first, last, language))
        case ActProposed():
            did = Done(Outcome.ACT_PROPOSED)
        case DeadlineMoved(deadline=deadline) | GameResumed(deadline=deadline):
            did = Done(Outcome.DEADLINE_MOVED, moment_text(deadline.at, zone, language))
        case other:
            raise ValueError(other)
    return session.happened(events).told(line, did)


def _wrong_time(line: str, words: Word | None, examples: tuple[str, ...]) -> InvalidCommand:
    place = words or Word("", len(line.rstrip()))
    return InvalidCommand.at(Unknown.VALUE, place, examples)
