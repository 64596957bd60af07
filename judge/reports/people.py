"""Letters about people and about games that move: mailboxes, letters not delivered, reminders, digests, data kept."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, time
from typing import assert_never

from judge.game.deadlines.rules import CalendarEntry
from judge.game.figures import DEADLINES_PER_SEAT, Figures
from judge.game.mastery.messages import GameMovedNews, LettersLost
from judge.game.people.messages import (
    AddressChangedNews,
    BecameUnreachableNews,
    MoveAskedNews,
    MoveConfirmedNews,
    MoveRefusedNews,
    PeopleNews,
    Person,
    ReachedAgainNews,
    TokenChangedNews,
)
from judge.game.people.rules import DIGEST_HOUR, Digest
from judge.game.press.rules import may_write
from judge.game.settings import Address, GameName, Language, PictureSubject, Reminders, shown_code
from judge.game.state import Game
from judge.languages import language_name
from judge.reports.board_tables import centre_table, position_table
from judge.reports.deadlines import open_phase_of
from judge.reports.language import (
    LetterText,
    clock_text,
    count,
    day_text,
    duration_text,
    fill_template,
    letter_text,
    listing,
    moment_text,
    say,
    zone_text,
)
from judge.reports.layout import OutsideText, Page, no_wrap, verbatim, without_foot, wrapped
from judge.reports.names import names_of_powers, phase_name, powers_listed
from judge.reports.war_report import war_report
from judge.rules.board import Power

# --- letters about people: mailboxes, letters not delivered, reliability, reminders


def write_about_mailbox(game: Game, reader: Person, news: PeopleNews) -> LetterText:
    """Return the letter that tells one person about a mailbox, their own or another's."""
    language = reader.language
    match news:
        case BecameUnreachableNews(powers, address):
            return _about_reachability(game, language, powers, address, is_back=False)
        case ReachedAgainNews(powers):
            return _about_reachability(game, language, powers, None, is_back=True)
        case MoveAskedNews(event, code, is_new):
            subject = say(language, "subject.move", game=game.name)
            facts = {"to": no_wrap(event.to), "is_new": is_new, "code": shown_code(code)}
            return letter_text(subject, fill_template(language, "player.move", game=game.name, **facts))
        case MoveConfirmedNews(is_new):
            subject = say(language, "subject.move_halfway", game=game.name)
            return letter_text(
                subject, fill_template(language, "player.moved", game=game.name, is_halfway=True, is_new=is_new)
            )
        case MoveRefusedNews(is_new, to):
            subject = say(language, "subject.move_off", game=game.name)
            to_told = no_wrap(to) if to else ""
            return letter_text(
                subject, fill_template(language, "player.move_off", game=game.name, to=to_told, is_new=is_new)
            )
        case AddressChangedNews(is_new):
            subject = say(language, "subject.moved", game=game.name)
            return letter_text(
                subject, fill_template(language, "player.moved", game=game.name, is_halfway=False, is_new=is_new)
            )
        case TokenChangedNews():
            return letter_text(
                say(language, "subject.token", game=game.name), fill_template(language, "player.token", game=game.name)
            )
        case _:
            assert_never(news)


def _about_reachability(
    game: Game, language: Language, powers: tuple[Power, ...], address: Address | None, *, is_back: bool
) -> LetterText:
    who = powers_listed(powers, game.board, language) or say(language, "words.no_power")
    subject = say(language, "subject.reached" if is_back else "subject.unreachable", game=game.name, who=who)
    to = no_wrap(address) if address else ""
    return letter_text(subject, fill_template(language, "master.unreachable", who=who, address=to, is_back=is_back))


# --- letters not delivered


_CODES = re.compile(r"[245]\d\d(?:[ -][245]\.\d{1,3}\.\d{1,3})?(?![\d.])")


def write_undelivered(
    game: Game, powers: tuple[Power, ...], address: Address | None, why: str, language: Language
) -> LetterText:
    """Return the letter; ``why`` is what the mail server of the address answered.

    Nothing of the undelivered letter is told. Where ``address`` is None, because the master may not know it, only the
    codes of that answer are shown, as its words may name the address.
    """
    who = powers_listed(powers, game.board, language) or say(language, "words.no_power")
    codes = _CODES.match(why)
    shown = why if address else codes[0] if codes else ""
    to = no_wrap(address) if address else ""
    answer = OutsideText(verbatim(shown, "| "), shown.splitlines())
    text = fill_template(language, "master.undelivered", game=game.name, who=who, address=to, why=answer)
    return letter_text(say(language, "subject.undelivered", game=game.name, who=who), text)


def write_letter_to_admins(language: Language, writer: Address, text: str) -> LetterText:
    """Return somebody's letter as it goes to the operator."""
    shown = OutsideText(verbatim(text, "| "), text.splitlines())
    told = fill_template(language, "operator.letter", writer=no_wrap(writer), text=shown)
    return letter_text(say(language, "subject.to_admins", writer=writer), told)


def write_held_letter(language: Language, text: str, code: str) -> LetterText:
    """Return the letter to the operator about one for the tribune, whose ``text`` waits; ``code`` names it."""
    shown = OutsideText(verbatim(text, "| "), text.splitlines())
    told = fill_template(language, "operator.tribune", text=shown, code=code)
    return letter_text(say(language, "subject.tribune"), told)


def write_late_pictures(game: Game, reader: Person, subject: str, shown: Collection[PictureSubject]) -> LetterText:
    """Return the letter that brings the pictures of another, of that ``subject``, which left before they were drawn."""
    language = reader.language
    told = {"has_map": bool({*shown} - {"chart", "rule"}), "has_chart": "chart" in shown, "has_rule": "rule" in shown}
    text = fill_template(language, "player.pictures", subject=no_wrap(subject), **told)
    return letter_text(say(language, "subject.pictures", game=game.name), text)


# --- the answer to RECORD


@dataclass(frozen=True)
class _RecordRow:
    """The figures of one person, as a row of the answer."""

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
    """Return the figures of the reader."""
    return _write(reader.language, "", [_row(say(reader.language, "words.you"), figures, reader.language)])


def write_game_record(game: Game, reader: Person, known: Mapping[Address, Figures]) -> str:
    """Return the figures of all players of a game by their powers; none in an anonymous game."""
    language = reader.language
    if game.settings.access.anonymous:
        return fill_template(
            language, "anyone.record", game=game.name, rows=(), is_hidden=True, seat_counts=DEADLINES_PER_SEAT
        )
    names = names_of_powers(game.board, language)
    rows = [
        _row(names[power], known.get(one, Figures()), language) for power in names for one in game.players_of(power)
    ]
    return _write(language, game.name, rows)


def _write(language: Language, game: str, rows: Sequence[_RecordRow]) -> str:
    return fill_template(
        language, "anyone.record", game=game, rows=rows, is_hidden=False, seat_counts=DEADLINES_PER_SEAT
    )


def _row(name: str, figures: Figures, language: Language) -> _RecordRow:
    return _RecordRow(
        name,
        figures.percent,
        figures.games,
        figures.on_time,
        figures.late,
        duration_text(figures.lateness, language) if figures.lateness else "",
        figures.missed,
        figures.given_up,
        figures.taken_over,
    )


# --- reminders, entries for calendars


def reminder_times_text(reminders: Reminders, language: Language) -> str:
    """Return when a person is reminded, in a sentence."""
    match reminders.before:
        case None:
            return say(language, "reading.usual_reminders")
        case ():
            return say(language, "reading.no_reminders")
        case before:
            lengths = listing(language, [duration_text(one, language) for one in before])
            return say(language, "reading.reminders", lengths=lengths)


def reader_text(person: Person) -> str:
    """Return the language, the notation and the time zone in which somebody reads."""
    language = person.language
    return say(
        language,
        "reading.reader",
        language=language_name(language, language),
        notation=person.notation,
        zone=zone_text(person.zone, language),
    )


def calendar_setting_text(language: Language, *, wanted: bool) -> str:
    """Return a sentence that says whether a person gets deadlines as calendar entries."""
    return say(language, "reading.calendar" if wanted else "reading.no_calendar")


def calendar_entry_text(game: str, entry: CalendarEntry, language: Language) -> tuple[str, str]:
    """Return the title and the description of a calendar entry."""
    name = phase_name(entry.phase, entry.counted_by, language, "for")
    facts = {"game": game, "phase": name}
    return say(language, "reading.entry", **facts), say(language, "reading.entry_text", **facts)


# --- the letters about a game that goes on with this judge, and about letters that it has lost


def write_game_moved(game: Game, reader: Person, news: GameMovedNews) -> LetterText:
    """Return the letter on where a game goes on: the open phase, its deadline, what is owed, the position.

    ValueError when no phase is open.
    """
    phrasing, ahead = open_phase_of(game, reader, news.powers)
    text = fill_template(
        reader.language,
        "all.moved",
        game.board.book_words,
        game=game.name,
        powers=powers_listed(news.powers, game.board, reader.language),
        ahead=ahead,
        is_paused=game.timekeeping.paused is not None,
        is_master=reader.address == game.master,
        is_standby=reader.address in game.standbys,
        may_write=bool(news.powers) and may_write(game, reader.address),
        front=war_report(game, reader, phrasing),
        position=position_table(phrasing),
        centres=centre_table(phrasing),
    )
    return letter_text(phrasing.say("subject.game_moved", game=game.name), text)


def write_letters_lost(game: Game, reader: Person, news: LettersLost) -> LetterText:
    """Return the letter on what has to be written once more."""
    since = moment_text(news.since, reader.zone, reader.language)
    text = fill_template(reader.language, "all.letters_lost", game=game.name, since=since)
    return letter_text(say(reader.language, "subject.letters_lost", game=game.name), text)


# --- the digest: the letter, and what answers say of when it comes


@dataclass(frozen=True)
class GameDigest:
    """What a digest tells of a game: each piece of news with its moment.

    A reply to ``address`` acts in the game; it is empty where there is none.
    """

    name: GameName
    address: str
    news: Sequence[tuple[datetime, LetterText]]


@dataclass(frozen=True)
class _Piece:
    """A piece of news as the letter shows it."""

    subject: str
    at: str
    page: Page


def _piece(game: GameName, at: datetime, letter: LetterText, zone: str, language: Language) -> _Piece:
    subject = letter.subject.removeprefix(f"[{game}] ")
    return _Piece(subject, moment_text(at, zone, language), without_foot(letter.text))


def write_digest(
    language: Language, number: int, now: datetime, games: Sequence[GameDigest], digest: Digest
) -> LetterText:
    """Return the letter, the ``number``-th to its reader; ``now`` is in their zone."""
    told = [
        {
            "name": game.name,
            "address": no_wrap(game.address),
            "news": [_piece(game.name, at, one, digest.zone, language) for at, one in game.news],
        }
        for game in games
    ]
    day = day_text(now.date(), language)
    text = fill_template(
        language,
        "anyone.digest",
        number=number,
        day=day,
        pieces=count(language, "digest.pieces", sum(len(game.news) for game in games)),
        in_games=count(language, "digest.games", len(games)),
        games=told,
        is_last=digest.rhythm == "no",
    )
    facts = {"game": say(language, "words.judge"), "number": number, "day": day}
    return letter_text(say(language, "subject.digest", **facts), text)


def digest_text(digest: Digest, language: Language) -> str:
    """Return when a digest comes that is wished for, and whether others' press waits for it."""
    clock = clock_text(time(DIGEST_HOUR), digest.zone, language)
    press = say(language, "digest.press_at_once" if digest.press_at_once else "digest.with_press")
    return say(language, f"digest.{digest.rhythm}", clock=clock, press=press)


# --- what the judge keeps of whoever writes to it


@dataclass(frozen=True)
class NoticeFacts:
    """Who runs a judge of an address, empty where nobody is named; how many days what is kept, 0 for ever."""

    judge: str
    address: str
    run_by: str
    has_operator: bool
    unproven: int
    letters: int
    answers: int
    envelopes: int


def write_legal_notice(facts: NoticeFacts, language: Language) -> str:
    """Return who runs the judge, what it keeps, how long, and how one asks for it."""
    return fill_template(language, "anyone.notice", **asdict(facts))


def write_contents_of_data(address: str, language: Language) -> str:
    """Return the page that stands beside what is kept of an address, and says what each file is."""
    return fill_template(language, "anyone.my_data", address=no_wrap(address))


def write_own_data(file: str, letters_in: int, letters_out: int, language: Language) -> str:
    """Return the sentence of the letter that bears the file."""
    return wrapped(say(language, "data.sent", file=no_wrap(file), letters=letters_in, answers=letters_out))


def write_forgetting(hour: str, games: Sequence[str], language: Language) -> str:
    """Return what will be gone at an hour, which games somebody leaves, and how they end the wish."""
    named = listing(language, [no_wrap(one) for one in games])
    return fill_template(language, "anyone.forgetting", hour=hour, games=named)
