"""A game as a file, for whoever may know what has happened in it."""

from judge.attached_file import AttachedFile
from judge.export.formats import FORMATS, USUAL, export, file_name
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Language
from judge.game.visibility import sees_all
from judge.handlers.questions import closed_phases_as_known
from judge.handlers.session import GameSession, LineContext, Session
from judge.reports.export import write_exported
from judge.reports.line_answers import InvalidCommand, TextAnswer, Unknown
from judge.requests.export import ExportRequest
from judge.requests.vocabulary import Word, form_of


def handle_export(session: GameSession, line: str, request: ExportRequest, context: LineContext) -> Session:
    """The game as its reader may know it, in the format asked for; the answer bears the file."""
    view, reader = session.view, session.person
    if request.unknown:
        return session.told(line, _unknown_format(request.unknown, reader.language))
    if request.name and request.name.text.lower() != view.name:
        return session.told(line, _unknown_format(request.name, reader.language))
    name = request.to or USUAL
    closed = closed_phases_as_known(view, reader, context.services)
    text = export(view, closed, name, sees_all=sees_all(view, reader.address))
    if isinstance(text, Refusal):
        return session.told(line, Refused(text))
    file = AttachedFile(file_name(view, name), FORMATS[name].kind, text.encode())
    told = write_exported(file.name, name, len(closed), reader.language)
    return session.told(line, TextAnswer(told, file=file))


def _unknown_format(word: Word, language: Language) -> InvalidCommand:
    return InvalidCommand.at(Unknown.FORMAT, word, tuple(form_of("formats", name, language) for name in FORMATS))
