"""Deadlines in words: when, and every step that led there, in the reader's language and zone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import assert_never

from judge.game.deadlines.appointments import Appointment
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
from judge.game.deadlines.timing import Reminders
from judge.game.person import Person
from judge.game.phases.close import has_its_time, waited_for
from judge.game.settings import Language
from judge.game.sight import is_waiting_told
from judge.game.state import Game
from judge.reports.language import listing, say
from judge.reports.moments import clock, day_named, days_named, length, moment
from judge.reports.names import phase_name, power_name
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
                powers = [power_name(one, self.game.board, language).name for one in self.game.seat_of(power)]
                who = listing(language, powers)
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
    return tuple(say(language, key, powers=powers_named(powers, game, language)) for key, powers in said if powers)


def powers_named(powers: Sequence[Power], game: Game, language: Language) -> str:
    """Some powers in a sentence."""
    return listing(language, [power_name(power, game.board, language).name for power in powers])


def reminders_named(reminders: Reminders, language: Language) -> str:
    """When a person is reminded."""
    match reminders.before:
        case None:
            return say(language, "reading.usual_reminders")
        case ():
            return say(language, "reading.no_reminders")
        case before:
            lengths = listing(language, [length(one, language) for one in before])
            return say(language, "reading.reminders", lengths=lengths)


def calendar_told(language: Language, *, wanted: bool) -> str:
    """Whether a person gets deadlines as entries for a calendar."""
    return say(language, "reading.calendar" if wanted else "reading.no_calendar")


def entry_told(game: str, entry: Appointment, language: Language) -> tuple[str, str]:
    """What an entry for a calendar says in a line, and what in its text."""
    name = phase_name(entry.phase, entry.counted_by, language, "for")
    facts = {"game": game, "phase": name}
    return say(language, "reading.entry", **facts), say(language, "reading.entry_text", **facts)


def _days(days: tuple[date, ...], language: Language) -> str:
    if len(days) > _FEW:
        return days_named(days[0], days[-1], language)
    return listing(language, [days_named(day, day, language) for day in days], "words.or")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
