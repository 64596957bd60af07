"""Deadlines in words: every step that led there, what lies before a reader by then, letters that move them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import assert_never
from zoneinfo import ZoneInfo

from judge.game.deadlines.deadline import (
    AbsenceSkipped,
    ClockSet,
    Counted,
    DaysSkipped,
    Deadline,
    HolidaySkipped,
    Mover,
    NobodyWrote,
    OutageOver,
    PauseOver,
    SeatFilled,
    Shifted,
    Step,
)
from judge.game.deadlines.messages import AbsenceNews, DeadlineMoved, GamePaused, GameResumed, TimeChanged
from judge.game.deadlines.move import FARTHEST
from judge.game.person import Person
from judge.game.phases.close import has_its_time, waited_for
from judge.game.settings import Language
from judge.game.sight import is_waiting_told, sees_all
from judge.game.state import Game
from judge.reports.language import clock, day_named, days_named, length, listing, moment, say
from judge.reports.names import power_name, powers_named
from judge.reports.pages import Words, fill, words
from judge.reports.scouts import to_send
from judge.reports.tasks import Task, task_table, tasks
from judge.reports.voice import Voice, voice_of
from judge.rules.board import Power
from judge.rules.position import PhaseKind

_FEW = 2
"""Days that are named one by one; of more the first and the last are."""


@dataclass(frozen=True)
class Due:
    """A deadline as a reader sees it: when, why then, what may close the phase earlier; when nothing runs (paused)."""

    at: str
    why: str
    early: str
    is_paused: bool


def due(game: Game, reader: Person, deadline: Deadline, kind: PhaseKind) -> Due:
    """A deadline in the reader's zone, and all that made it so."""
    teller = Teller(game, reader, kind)
    if game.pace.paused and game.deadline == deadline:
        why = teller.say("deadline.paused", since=teller.moment(game.pace.paused), was=teller.moment(deadline.at))
        return Due(teller.say("deadline.none"), why, "", is_paused=True)
    if game.held_open and game.deadline == deadline and game.closes_at:
        why = teller.say("deadline.held_open", passed=teller.moment(deadline.at))
        return Due(teller.moment(game.closes_at), why, teller.early(deadline), is_paused=False)
    return Due(teller.moment(deadline.at), " ".join(teller.why(deadline)), teller.early(deadline), is_paused=False)


@dataclass(frozen=True)
class Teller:
    """Tells one reader of the deadline of a phase of one kind."""

    game: Game
    reader: Person
    kind: PhaseKind

    def say(self, key: str, /, **facts: object) -> str:
        """One sentence."""
        return say(self.reader.language, key, **facts)

    def moment(self, at: datetime) -> str:
        """A moment in the reader's zone."""
        return moment(at, self.reader.zone, self.reader.language)

    def why(self, deadline: Deadline) -> Iterator[str]:
        """A sentence for each step; of a deadline that was set before steps were kept, what the settings say."""
        settings = self.game.settings
        plain = Counted(deadline.opened, settings.lengths.of(self.kind), settings.hour, settings.zone)
        return map(self._step, deadline.steps or (plain,))

    def early(self, deadline: Deadline) -> str:
        """What may close the phase before."""
        position = self.game.open_position
        if self.game.reopened or (position and has_its_time(self.game, position)):
            return self.say("deadline.early_never")
        if self.game.deadline == deadline and self.game.pace.waits & {*self.game.powers_of(self.reader.address)}:
            return self.say("deadline.early_kept")
        minimum = self.game.settings.timing.minimum
        if not minimum:
            return self.say("deadline.early")
        return self.say("deadline.early_not_before", at=self.moment(deadline.opened + minimum))

    def _step(self, step: Step) -> str:
        language = self.reader.language
        match step:
            case Counted():
                return self._counted(step)
            case DaysSkipped(days):
                return self.say("deadline.days", days=_days(days, language))
            case HolidaySkipped(day, names):
                return _sentence(self.say("deadline.holiday", day=day_named(day, language), name=names[language]))
            case AbsenceSkipped(power, last):
                return self._absence(power, last)
            case Shifted():
                return self._shifted(step)
            case PauseOver(since, until, was):
                key = "deadline.pause"
            case OutageOver(since, until, was):
                key = "deadline.outage"
            case ClockSet(since, until, was):
                key = "deadline.clock_forward" if until > since else "deadline.clock_back"
            case NobodyWrote(was):
                return self.say("deadline.nobody", was=self.moment(was))
            case SeatFilled(power, was):
                who = powers_named(self.game.seat_of(power), self.game.board, language)
                return self.say("deadline.seat_filled", power=who, was=self.moment(was))
            case _:
                assert_never(step)
        return self.say(key, since=self.moment(since), until=self.moment(until), was=self.moment(was))

    def _counted(self, step: Counted) -> str:
        since = "deadline.since_announced" if step.announced else "deadline.since"
        facts = {
            "since": self.say(since, at=self.moment(step.since)),
            "kind": self.say("deadline.first" if step.first else f"phase.kind.{self.kind.value}"),
            "length": length(step.length, self.reader.language),
        }
        if step.hour is None:
            return self.say("deadline.why_exact", **facts)
        return self.say("deadline.why", **facts, hour=clock(step.hour, self.reader.language), zone=step.zone)

    def _absence(self, power: Power | None, last: date) -> str:
        board, language = self.game.board, self.reader.language
        who = power_name(power, board, language).name if power else self.say("deadline.somebody")
        return _sentence(self.say("deadline.absence", who=who, last=day_named(last, language)))

    def _shifted(self, step: Shifted) -> str:
        was = self.moment(step.was)
        if step.length is None:
            key = {Mover.MASTER: "deadline.moved_by_master", Mover.VOTE: "deadline.moved_by_vote"}[step.by]
            return self.say(key, was=was)
        key = {Mover.MASTER: "deadline.by_master", Mover.VOTE: "deadline.by_vote"}[step.by]
        return self.say(key, length=length(step.length, self.reader.language), was=was)


def who_is_awaited(game: Game, reader: Person) -> tuple[str, ...]:
    """Who is waited for, who holds the close: of others only where the game shows it."""
    language, is_public = reader.language, is_waiting_told(game, reader.address)
    own = game.powers_of(reader.address)
    missing = waited_for(game) if is_public else ()
    holding = [power for power in game.board.powers if power in game.pace.waits and (is_public or power in own)]
    said = (("deadline.awaited", missing), ("deadline.holding", holding))
    return tuple(
        say(language, key, powers=powers_named(powers, game.board, language)) for key, powers in said if powers
    )


def _days(days: tuple[date, ...], language: Language) -> str:
    if len(days) > _FEW:
        return days_named(days[0], days[-1], language)
    return listing(language, [days_named(day, day, language) for day in days], "words.or")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


# --- what lies before a reader


@dataclass(frozen=True)
class Agenda:
    """The open phase for one reader: names, kind (``M``, ``R``, ``A``), deadline, everyone's tasks and their own.

    What others must write is not told through fog.
    ``scouts`` tells of the reader's own scouts that want orders; the board ``has_scouts`` or not.
    ``awaited`` tells who is waited for, who holds the close, as far as the reader may know.
    """

    phase: str
    for_phase: str
    kind: str
    due: Due
    table: str
    tasks: tuple[Task, ...]
    awaited: tuple[str, ...]
    scouts: tuple[str, ...] = ()
    has_scouts: bool = False


def agenda(game: Game, reader: Person, deadline: Deadline, powers: tuple[Power, ...], voice: Voice) -> Agenda:
    """What lies before a reader who plays these powers; ``voice`` speaks of the open position."""
    phase = voice.position.phase
    return Agenda(
        phase=voice.phase(phase),
        for_phase=voice.phase(phase, "for"),
        kind=phase.kind.value,
        due=due(game, reader, deadline, phase.kind),
        table=task_table(voice) if sees_all(game, reader.address) else "",
        tasks=tasks(powers, voice),
        awaited=who_is_awaited(game, reader),
        scouts=tuple(to_send(game, powers, voice)),
        has_scouts=bool(game.board.war.scouts),
    )


# --- letters about time


def write_time_changed(game: Game, reader: Person, news: TimeChanged) -> Words:
    """The deadline of the open phase moved, stands still, or runs again."""
    position, deadline = game.open_position, game.deadline
    if position is None or deadline is None:
        message = f"{game.name} has no open phase"
        raise ValueError(message)
    voice = voice_of(game, reader, position)
    phase, (lead, subject) = voice.phase(news.event.phase, "for"), _keys(news)
    text = fill(
        reader.language,
        "all.time",
        game=game.name,
        lead=voice.say(lead, phase=phase),
        ahead=agenda(game, reader, deadline, game.powers_of(reader.address), voice),
        undone_by=_undone_by(game, reader, news),
    )
    return words(voice.say(subject, game=game.name, phase=phase), text)


def _keys(news: TimeChanged) -> tuple[str, str]:
    """The sentence at the head of the letter that tells what has happened, and that of its subject."""
    match news.event:
        case GamePaused():
            return "time.paused", "subject.paused"
        case GameResumed():
            return "time.resumed", "subject.resumed"
        case DeadlineMoved(deadline=deadline):
            match deadline.steps[-1]:
                case OutageOver():
                    return "time.outage", "subject.extended"
                case ClockSet(since, until):
                    return "time.clock_forward" if until > since else "time.clock_back", "subject.extended"
                case Shifted(Mover.VOTE):
                    return "time.by_vote", "subject.extended"
                case _:
                    return "time.by_master", "subject.extended"
        case _:
            assert_never(news.event)


def _undone_by(game: Game, reader: Person, news: TimeChanged) -> str:
    """What a master writes who would have the deadline where it was; nothing for others, or where it has not moved.

    No line can bring back an hour that has passed, or one that is too far away.
    """
    event = news.event
    match event:
        case DeadlineMoved(deadline=deadline) if reader.address == game.master:
            match deadline.steps[-1]:
                case ClockSet(was=was) | OutageOver(was=was) if event.at < was <= event.at + FARTHEST:
                    return f"{was.astimezone(ZoneInfo(game.settings.zone)):%Y-%m-%d %H:%M}"
    return ""


def write_absence(game: Game, reader: Person, news: AbsenceNews) -> Words:
    """Somebody will be away, or there after all."""
    language = reader.language
    powers = powers_named(news.powers, game.board, language)
    if news.last is None:
        said = say(language, "away.back", powers=powers, since=day_named(news.first, language))
    else:
        said = say(language, "away.told", powers=powers, days=days_named(news.first, news.last, language))
    text = fill(language, "all.absence", game=game.name, said=said[:1].upper() + said[1:], is_back=news.last is None)
    names = ", ".join(game.board.powers[power][language] for power in news.powers)
    return words(say(language, "subject.absence", game=game.name, who=names), text)
