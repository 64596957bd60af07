"""Games sent as files, to whoever may know what has happened in them: exported, whole archives, maps to write on."""

from base64 import encodebytes
from dataclasses import replace

from judge.formats.export import FORMATS, USUAL, export, file_name
from judge.formats.record.facts import PageForm
from judge.formats.record.pages import is_kept_back
from judge.formats.record.whole import INDEX, record_of, zipped
from judge.game.folded_log import valid_phases
from judge.game.refusals import Refusal, Refused
from judge.game.settings import GameName, Language
from judge.game.state import Game
from judge.game.visibility import sees_all
from judge.handlers.names import unknown_phase
from judge.handlers.pictures import picture_for
from judge.handlers.questions import board_in_words, closed_phases_as_known, unknown_game_of_question
from judge.handlers.registry import always, handles, handles_in_game
from judge.handlers.session import GameSession, LineContext, Session
from judge.languages.word_tables import languages_read
from judge.notation.tables import notation_names
from judge.reports.games import (
    sizes_of_files,
    write_archive,
    write_attached_map,
    write_exported,
    write_zipped_archive,
)
from judge.reports.line_answers import Done, InvalidCommand, Outcome, TextAnswer, Unknown
from judge.reports.names import phase_name
from judge.requests.asked import (
    ArchiveRequest,
    ExportRequest,
)
from judge.requests.questions import MapRequest
from judge.requests.vocabulary import (
    Word,
    form_of,
)
from judge.rules.board_file import can_be_drawn
from judge.rules.position import Phase
from judge.store.records import LetterPicture
from judge.system.files import AttachedFile

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
