"""What is sent as files: games, to whoever may know what has happened in them; what the judge keeps of its reader."""

import json
import re
from base64 import encodebytes
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from typing import Any

from judge.formats.export import FORMATS, USUAL, export, file_name
from judge.formats.record.facts import PageForm
from judge.formats.record.pages import is_kept_back
from judge.formats.record.whole import INDEX, record_of, zipped
from judge.game.folded_log import valid_phases
from judge.game.messages import Event
from judge.game.names import Stage
from judge.game.press.messages import DiaryWritten, PressSent
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Address, GameName, Language
from judge.game.state import Game
from judge.game.visibility import sees_all
from judge.handlers.names import unknown_phase
from judge.handlers.outgoing import picture_for
from judge.handlers.people import with_subscription
from judge.handlers.questions import board_in_words, closed_phases_as_known, unknown_game_of_question
from judge.handlers.services import Services
from judge.handlers.session import GameSession, LineContext, Session, always, handles, handles_in_game
from judge.languages import languages_read
from judge.notation.tables import notation_names
from judge.reports.games import sizes_of_files, write_archive, write_attached_map, write_exported, write_zipped_archive
from judge.reports.language import moment_text
from judge.reports.layout import no_wrap
from judge.reports.line_answers import Done, InvalidCommand, Outcome, TextAnswer, Unknown
from judge.reports.names import phase_name
from judge.reports.people import (
    NoticeFacts,
    write_contents_of_data,
    write_forgetting,
    write_legal_notice,
    write_own_data,
)
from judge.requests.asked import ArchiveRequest, ExportRequest, ForgetMeRequest, MyDataRequest, NoticeRequest
from judge.requests.questions import MapRequest
from judge.requests.vocabulary import Word, form_of
from judge.rules.board_file import can_be_drawn
from judge.rules.position import Phase
from judge.store.event_json import dump_event
from judge.store.forgetting import MailboxData, StoredLetter
from judge.store.records import LetterPicture, Publication, Subscription
from judge.system.files import AttachedFile
from judge.system.log import error_file, last_errors

# --- games exported, whole archives, maps to write on


LONGEST_ARCHIVE_IN_WORDS = 16_000
"""Characters of an archive that stands in the letter itself: six pages or so; a longer one is attached."""


@handles_in_game(unknown_game_of_question)
def handle_export(session: GameSession, line: str, request: ExportRequest, context: LineContext) -> Session:
    """The game as its reader may know it, in the format asked for; the answer bears the file."""
    view, reader = session.view, session.person
    if wrong := _wrong_word(request, view):
        formats = tuple(form_of("formats", name, reader.language) for name in FORMATS)
        return session.told(line, InvalidCommand.at(Unknown.FORMAT, wrong, formats))
    name = request.to or USUAL
    closed = closed_phases_as_known(view, reader, context.services)
    text = export(view, closed, name, sees_all=sees_all(view, reader.address))
    if isinstance(text, Refusal):
        return session.told(line, Refused(text))
    file = AttachedFile(file_name(view, name), FORMATS[name].kind, text.encode())
    return told_with_file(session, line, write_exported(file.name, name, len(closed), reader.language), file, context)


@handles_in_game(unknown_game_of_question)
def handle_archive(session: GameSession, line: str, request: ArchiveRequest, context: LineContext) -> Session:
    """All pages of the archive: in the answer itself while they are few, else as one zip file."""
    view, reader = session.view, session.person
    if wrong := _wrong_word(request, view):
        return session.told(line, InvalidCommand.at(Unknown.PAGE_FORM, wrong, _page_forms(view, reader.language)))
    log = (*context.services.store.events(view.name), *session.events)
    form = request.read_in or reader.language, request.notation or reader.notation
    texts = record_of(log, PageForm(*form))
    if not texts:
        return session.told(line, Refused(Refusal.NO_ARCHIVE if view.settings.practice else Refusal.NOT_STARTED))
    if is_kept_back(session.game) and {*texts} == {INDEX}:
        return session.told(line, Refused(Refusal.ARCHIVE_HIDDEN))
    if sum(map(len, texts.values())) <= LONGEST_ARCHIVE_IN_WORDS:
        return session.told(line, TextAnswer(write_archive(texts, form, reader.language)))
    folder = "-".join((view.name, *reversed(form)))
    file = AttachedFile(f"{folder}.zip", "application/zip", zipped(folder, texts))
    told = write_zipped_archive(file.name, len(texts), form, reader.language)
    return told_with_file(session, line, told, file, context)


@handles(tells_course=always)
def handle_map(session: Session, line: str, request: MapRequest, context: LineContext) -> Session:
    """The board in words with its picture, a closed phase, or a sheet to write on; drawn when the letter leaves."""
    view, reader = session.view, session.person
    if view is None or (request.name and request.name.text.lower() != view.name):
        if request.name or request.phase or not request.is_blank:
            return session.told(line, unknown_game_of_question(session, line, request, context))
        picture = LetterPicture(GameName(""), 0, None, reader.language, reader.notation, "png")
        return session.told(line, _sheet(picture, request, ""))
    if view.position is None:
        return session.told(line, Refused(Refusal.NOT_STARTED))
    now = view.position.phase
    phase = request.phase.moment if request.phase else now
    number = view.version if phase == now else _number_of_close(view, phase, context)
    if not number or not isinstance(phase, Phase):
        closed = closed_phases_as_known(view, reader, context.services)
        word = request.phase.word if request.phase else None
        return session.told(line, unknown_phase(word, [event.before.phase for event in closed]))
    if not can_be_drawn(view.board):
        return session.told(line, TextAnswer(board_in_words(view, reader, context.services)))
    is_now = phase == now
    picture = replace(picture_for(view, reader, number), phase=str(phase), shows="now" if is_now else "map")
    named = phase_name(phase, view.board.phase_names, reader.language)
    if request.is_sheet:
        picture = replace(picture, orders_of=tuple(view.powers_of(reader.address)))
        return session.told(line, _sheet(picture, request, named))
    picture = replace(picture, form=request.form or picture.form)
    words = board_in_words(view, reader, context.services) if is_now else write_attached_map(picture, named)
    return session.told(line, TextAnswer(words, pictures=(picture,)))


def _number_of_close(game: Game, phase: object, context: LineContext) -> int:
    """The number of the event that closed a phase, as it counts; 0 where none did."""
    log = context.services.store.events(game.name)
    of_phase = {id(event) for event in valid_phases(log) if event.before.phase == phase}
    return next((number for number, event in enumerate(log, 1) if id(event) in of_phase), 0)


def _sheet(picture: LetterPicture, request: MapRequest, phase: str) -> TextAnswer:
    """A sheet with a picture, and what is told of it."""
    form, paper = request.form or "pdf", request.paper or "a4"
    sheet = replace(picture, form=form, paper=paper, shows="sheet", is_blank=request.is_blank)
    return TextAnswer(write_attached_map(sheet, phase), pictures=(sheet,))


def _wrong_word(request: ExportRequest | ArchiveRequest, game: Game) -> Word | None:
    """A word that nothing is known of: none that says how the game is asked for, nor its name."""
    is_named = request.name is None or request.name.text.lower() == game.name
    return request.unknown or (None if is_named else request.name)


def _page_forms(game: Game, language: Language) -> tuple[str, ...]:
    """Every notation of use on the board, and the languages, as one may write them."""
    of_board = {game.board.notation} if game.board.notation else set[str]()
    notations = sorted({*notation_names(), *of_board})
    return (*notations, *(form_of("values", name, language).lower() for name in languages_read()))


def told_with_file(session: Session, line: str, told: str, file: AttachedFile, context: LineContext) -> Session:
    """The line answered, with a file unless it makes what the letter bears too large."""
    most = context.services.config.relay.attached_bytes
    borne = sum(_sent_size(one.answer.file) for one in session.answers if isinstance(one.answer, TextAnswer))
    own = _sent_size(file)
    if borne + own <= most:
        return session.told(line, TextAnswer(told, file=file))
    outcome = Outcome.FILE_TOO_LARGE if own > most else Outcome.FILES_TOO_LARGE
    return session.told(line, Done(outcome, sizes_of_files(own, most, session.person.language)))


def _sent_size(file: AttachedFile | None) -> int:
    """The bytes that a file adds to a letter (RFC 2045 6.8)."""
    return len(encodebytes(file.content)) if file else 0


# --- what the judge keeps of whoever writes to it


@handles()
def handle_notice(session: Session, line: str, _: NoticeRequest, context: LineContext) -> Session:
    """Answer with who runs this judge, what it keeps and how long: the same for everybody."""
    config = context.services.config
    own, kept = config.judge, config.retention
    facts = NoticeFacts(
        own.name,
        no_wrap(own.address),
        own.run_by,
        bool(own.operator),
        config.strangers.kept_days,
        kept.letters_days,
        kept.answers_days,
        kept.envelopes_days,
    )
    return session.told(line, TextAnswer(write_legal_notice(facts, session.person.language)))


# --- forgetting somebody: asked for, and ended


TIME_TO_THINK = timedelta(days=1)
"""Between the wish to be forgotten, once it is confirmed, and its hour."""


@handles()
def handle_forget_me(session: Session, line: str, asked: ForgetMeRequest, context: LineContext) -> Session:
    """Note that the writer is to be forgotten after a day, once they have confirmed it; or no longer."""
    reader, store = session.person, context.services.store
    if not asked.is_on:
        wish = Subscription(Publication.FORGETTING, reader.address, is_on=False)
        if store.forgetting_at(reader.address) is None:
            return session.told(line, Done(Outcome.NO_FORGETTING))
        game = session.in_game if asked.is_bare else None
        stands = Outcome.NOT_FORGOTTEN_ORDERS_STAND if game and game.given else Outcome.NOT_TO_BE_FORGOTTEN
        return with_subscription(session.told(line, Done(stands)), wish)
    if not context.is_confirmed:
        return session.told(line, Done(Outcome.OWN_DATA_ALONE))
    at = context.now + TIME_TO_THINK
    wish = Subscription(Publication.FORGETTING, reader.address, is_on=True, alarm=at)
    hour = moment_text(at, reader.zone, reader.language)
    games = context.services.games_of(reader.address, Stage.OPENING, Stage.RUNNING)
    told = write_forgetting(hour, [one.name for one in games], reader.language)
    return with_subscription(session.told(line, TextAnswer(told)), wish)


# --- what it keeps of one mailbox, as a file
#
# Letters have the numbers of their own series: those that the judge gives them count what others write. Of press that
# is a reply the recipients are left out: they may be more than it shows.


@handles()
def handle_my_data(session: Session, line: str, _: MyDataRequest, context: LineContext) -> Session:
    """Answer with a file of all that is kept of the writer, once they have confirmed that they asked."""
    if not context.is_confirmed:
        return session.told(line, Done(Outcome.OWN_DATA_ALONE))
    reader, services = session.person, context.services
    addresses = addresses_of(services, reader.address)
    pages = {
        "README.txt": write_contents_of_data(reader.address, reader.language),
        **{name: _as_json(rows) for name, rows in _tables(services, addresses).items()},
    }
    kept = services.store.mailbox_data([*addresses])
    letters = {**dict(_files("letters/in", kept.letters_in)), **dict(_files("letters/out", kept.letters_out))}
    file = _zip({**pages, "other.json": _as_json(kept.rows), "log.json": _log_lines(services, kept), **letters})
    if len(file.content) > _MOST_OF_FILE * services.config.relay.attached_bytes:
        file = _zip(pages)
    told = write_own_data(file.name, len(kept.letters_in), len(kept.letters_out), reader.language)
    return told_with_file(session, line, told, file, context)


_MOST_OF_FILE = 0.7
"""The part of what a letter may bear that a file may be: it grows by a third and more on its way."""


def addresses_of(services: Services, address: Address) -> Sequence[Address]:
    """Return the addresses of somebody, those that they had before in a game, too."""
    games = services.store.games_of(address)
    return sorted({address}.union(*(services.store.addresses_of(name, address) for name in games)))


def _zip(pages: Mapping[str, str | bytes]) -> AttachedFile:
    return AttachedFile("my-data.zip", "application/zip", zipped("my-data", pages))


def _files(folder: str, letters: Sequence[StoredLetter]) -> Iterator[tuple[str, bytes]]:
    for number, letter in enumerate(letters, 1):
        if letter.raw:
            yield f"{folder}/{number:05}-{letter.at[:10]}.eml", letter.raw


def _tables(services: Services, addresses: Sequence[Address]) -> Mapping[str, list[dict[str, Any]]]:
    """The rows of each table, by the name of its file: games with what is set in them, press, notes, orders."""
    tables: dict[str, list[dict[str, Any]]] = {f"{what}.json": [] for what in ("games", "press", "diaries", "orders")}
    names = dict.fromkeys(name for address in addresses for name in services.store.games_of(address))
    for name in names:
        game = services.game(name)
        if game is None:
            continue
        own = [game.people[address] for address in addresses if address in game.people]
        told = [{key: value for key, value in asdict(one).items() if key != "token"} for one in own]
        powers = [power for one in own for power in game.powers_of(one.address)]
        is_master = any(one.address == game.master for one in own)
        tables["games.json"].append({"game": name, "powers": powers, "master": is_master, "settings": told})
        for event in services.store.own_events(name, addresses):
            what, row = _row(name, event)
            tables[what].append(row)
    return tables


def _row(game: GameName, event: Event) -> tuple[str, dict[str, Any]]:
    match event:
        case PressSent(text=text, phase=phase, at=at, thread=thread):
            to = [*event.to, *(["master"] if event.to_master else [])] if thread is None else None
            return "press.json", {"game": game, "at": at, "phase": phase, "to": to, "text": text}
        case DiaryWritten(text=text, phase=phase, at=at):
            return "diaries.json", {"game": game, "at": at, "phase": phase, "text": text}
        case _:
            given = json.loads(dump_event(event))
            return "orders.json", {"game": game, **{key: given[key] for key in ("at", "power", "order")}}


def _log_lines(services: Services, kept: MailboxData) -> str:
    """When the log of warnings and errors speaks of letters of theirs, and of which; never what it says."""
    numbers = {one.number: place for place, one in enumerate(kept.letters_in, 1)}
    found = [
        {"at": one.at, "level": one.level, "letter in": numbers[int(named[1])]}
        for one in last_errors(error_file(services.config.folders.data), _MOST_ERRORS)
        if (named := re.match(r"letter (\d{1,18})\b", one.says)) and int(named[1]) in numbers
    ]
    return _as_json(found)


_MOST_ERRORS = 10_000


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, default=_shown) + "\n"


def _shown(value: object) -> str:
    return value.isoformat(timespec="seconds") if isinstance(value, datetime) else str(value)
