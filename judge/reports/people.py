"""Letters about people: mailboxes, letters not delivered, how far somebody can be relied upon, reminders wanted."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from judge.game.deadlines.appointments import Appointment
from judge.game.deadlines.timing import Reminders
from judge.game.people.messages import (
    Mailboxes,
    Moved,
    MoveHalfway,
    MoveOff,
    MoveToConfirm,
    Reached,
    TokenGiven,
    Unreachable,
)
from judge.game.person import Person
from judge.game.reliability import A_SEAT_COUNTS, Figures
from judge.game.settings import Address, Language, shown_code
from judge.game.state import Game
from judge.reports.language import length, listing, say
from judge.reports.layout import glue, verbatim
from judge.reports.names import phase_name, powers_listed
from judge.reports.pages import Words, fill, words
from judge.rules.board import Power


def write_about_mailbox(game: Game, reader: Person, news: Mailboxes) -> Words:
    """The letter that tells one person of a mailbox, their own or another's."""
    language = reader.language
    match news:
        case Unreachable(powers, address):
            return _master(game, language, powers, address, is_back=False)
        case Reached(powers):
            return _master(game, language, powers, None, is_back=True)
        case MoveToConfirm(event, code, is_new):
            subject = say(language, "subject.move", game=game.name)
            facts = {"to": glue(event.to), "is_new": is_new, "code": shown_code(code)}
            return words(subject, fill(language, "player.move", game=game.name, **facts))
        case MoveHalfway(is_new):
            subject = say(language, "subject.move_halfway", game=game.name)
            return words(subject, fill(language, "player.moved", game=game.name, is_halfway=True, is_new=is_new))
        case MoveOff(is_new, to):
            subject = say(language, "subject.move_off", game=game.name)
            to_told = glue(to) if to else ""
            return words(subject, fill(language, "player.move_off", game=game.name, to=to_told, is_new=is_new))
        case Moved(is_new):
            subject = say(language, "subject.moved", game=game.name)
            return words(subject, fill(language, "player.moved", game=game.name, is_halfway=False, is_new=is_new))
        case TokenGiven():
            return words(say(language, "subject.token", game=game.name), fill(language, "player.token", game=game.name))
        case _:
            assert_never(news)


def _master(
    game: Game, language: Language, powers: tuple[Power, ...], address: Address | None, *, is_back: bool
) -> Words:
    who = powers_listed(powers, game.board, language) or say(language, "words.no_power")
    subject = say(language, "subject.reached" if is_back else "subject.unreachable", game=game.name, who=who)
    to = glue(address) if address else ""
    return words(subject, fill(language, "master.unreachable", who=who, address=to, is_back=is_back))


# --- letters not delivered


_CODES = re.compile(r"[245]\d\d(?:[ -][245]\.\d{1,3}\.\d{1,3})?(?![\d.])")


def write_undelivered(
    game: Game, powers: tuple[Power, ...], address: Address | None, why: str, language: Language
) -> Words:
    """``why`` is what the mail server of the address answered; what the letter said is not told.

    Without an ``address``, which not every master may know, only the codes of that answer are shown: its words are
    free to name it.
    """
    who = powers_listed(powers, game.board, language) or say(language, "words.no_power")
    codes = _CODES.match(why)
    shown = why if address else codes[0] if codes else ""
    to = glue(address) if address else ""
    text = fill(language, "master.undelivered", game=game.name, who=who, address=to, why=verbatim(shown, "| "))
    return words(say(language, "subject.undelivered", game=game.name, who=who), text)


# --- the answer to RECORD


@dataclass(frozen=True)
class Row:
    """The figures of one person, as a line of the answer has them."""

    name: str
    percent: int
    games: int
    on_time: int
    late: int
    lateness: str
    missed: int
    given_up: int
    taken_over: int


def write_own_record(reader: Person, figures: Figures) -> str:
    """A reader's own figures."""
    return _write(reader.language, "", [_row(say(reader.language, "words.you"), figures, reader.language)])


def write_record_of(game: Game, reader: Person, known: Mapping[Address, Figures]) -> str:
    """Those of everyone who plays in a game, by their powers, unless the game does not tell who plays."""
    language = reader.language
    if game.settings.access.anonymous:
        return fill(language, "anyone.record", game=game.name, rows=(), is_hidden=True, seat_counts=A_SEAT_COUNTS)
    powers = ((power, player) for power in game.board.powers for player in game.players_of(power))
    rows = [_row(game.board.powers[power][language], known.get(one, Figures()), language) for power, one in powers]
    return _write(language, game.name, rows)


def _write(language: Language, game: str, rows: Sequence[Row]) -> str:
    return fill(language, "anyone.record", game=game, rows=rows, is_hidden=False, seat_counts=A_SEAT_COUNTS)


def _row(name: str, figures: Figures, language: Language) -> Row:
    return Row(
        name,
        figures.percent,
        figures.games,
        figures.on_time,
        figures.late,
        length(figures.lateness, language) if figures.lateness else "",
        figures.missed,
        figures.given_up,
        figures.taken_over,
    )


# --- reminders, entries for calendars


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
