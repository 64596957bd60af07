"""Games sent as files, to whoever may know what has happened in them: exported in a format, or the whole archive."""

from base64 import encodebytes

from judge.formats.export import FORMATS, USUAL, export, file_name
from judge.formats.record.pages import is_kept_back
from judge.formats.record.seal import PageForm
from judge.formats.record.whole import INDEX, record_of, zipped
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Language
from judge.game.state import Game
from judge.game.visibility import sees_all
from judge.handlers.questions import closed_phases_as_known, unknown_game_of_question
from judge.handlers.registry import handles_in_game
from judge.handlers.session import GameSession, LineContext, Session
from judge.notation.tables import notation_names
from judge.reports.games import sizes_of_files, write_archive, write_exported, write_zipped_archive
from judge.reports.line_answers import Done, InvalidCommand, Outcome, TextAnswer, Unknown
from judge.requests.asked import (
    ArchiveRequest,
    ExportRequest,
)
from judge.requests.vocabulary import (
    LANGUAGES,
    Word,
    form_of,
)
from judge.system.attached_file import AttachedFile

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
    return _told_with_file(session, line, write_exported(file.name, name, len(closed), reader.language), file, context)


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
    return _told_with_file(session, line, told, file, context)


def _wrong_word(request: ExportRequest | ArchiveRequest, game: Game) -> Word | None:
    """A word that nothing is known of: none that says how the game is asked for, nor its name."""
    is_named = request.name is None or request.name.text.lower() == game.name
    return request.unknown or (None if is_named else request.name)


def _page_forms(game: Game, language: Language) -> tuple[str, ...]:
    """Every notation of use on the board, and the languages, as one may write them."""
    of_board = {game.board.notation} if game.board.notation else set[str]()
    notations = sorted({*notation_names(), *of_board})
    return (*notations, *(form_of("values", name, language).lower() for name in LANGUAGES))


def _told_with_file(session: Session, line: str, told: str, file: AttachedFile, context: LineContext) -> Session:
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
