"""The request for a game as a file."""

from dataclasses import dataclass

from judge.game.settings import Language
from judge.requests.vocabulary import VerbLine, Word, fold_case, vocabulary


@dataclass(frozen=True)
class ExportRequest:
    """Ask for a game as a file; ``to`` is the key of a format, empty for the usual one.

    ``unknown`` is a word in the place of a format that names none.
    """

    language: Language
    name: Word | None
    to: str = ""
    unknown: Word | None = None


_MOST_WORDS = 2


def read_export(verb: VerbLine) -> ExportRequest | None:
    """The game and the format named, in any order; None of prose. A single word that is no format names a game."""
    known = vocabulary().formats
    asked = next((word for word in reversed(verb.named) if fold_case(word.text) in known), None)
    others = [word for word in verb.named if word is not asked]
    if len(verb.named) > _MOST_WORDS:
        return None
    name, unknown = (*others, None, None)[:2]
    return ExportRequest(verb.language, name, known[fold_case(asked.text)] if asked else "", unknown)
