"""The requests for a game as a file: exported in a format, or its whole archive."""

from collections.abc import Mapping
from dataclasses import dataclass

from judge.game.settings import Language
from judge.notation.tables import every_notation
from judge.requests.vocabulary import LANGUAGES, VerbLine, Word, fold_case, value_of, vocabulary


@dataclass(frozen=True)
class ExportRequest:
    """Ask for a game as a file; ``to`` is the key of a format, empty for the usual one.

    ``unknown`` is a word in the place of a format that names none.
    """

    language: Language
    name: Word | None
    to: str = ""
    unknown: Word | None = None


@dataclass(frozen=True)
class ArchiveRequest:
    """Ask for the pages of a game's archive; ``notation`` and ``read_in`` are empty for those the writer reads.

    ``unknown`` is a word that names neither a notation nor a language.
    """

    language: Language
    name: Word | None
    notation: str = ""
    read_in: Language | None = None
    unknown: Word | None = None


_NAME_AND_ANOTHER = 2


def read_export(verb: VerbLine) -> ExportRequest | None:
    """The game and the format named, in any order; None of prose. A single word that is no format names a game."""
    to, others = _without_key(verb.named, vocabulary().formats)
    if len(verb.named) > _NAME_AND_ANOTHER:
        return None
    name, unknown = (*others, None, None)[:2]
    return ExportRequest(verb.language, name, to, unknown)


def read_archive(verb: VerbLine) -> ArchiveRequest | None:
    """The game, a notation and a language, in any order; None of prose."""
    titles = vocabulary().settings
    bare = tuple(word for word in verb.named if titles.get(fold_case(word.text)) not in {"notation", "language"})
    notation, others = _without_key(bare, {name: name for name in every_notation()})
    tongue, others = _without_key(others, {fold_case(word.text): value_of(word.text) for word in _languages(others)})
    if len(others) > _NAME_AND_ANOTHER:
        return None
    name, unknown = (*others, None, None)[:2]
    named = next((one for one in LANGUAGES if one == tongue), "en" if _ends_in_english(verb) else None)
    return ArchiveRequest(verb.language, name, notation, named, unknown)


def _languages(words: tuple[Word, ...]) -> tuple[Word, ...]:
    return tuple(word for word in words if value_of(word.text) in LANGUAGES)


def _ends_in_english(verb: VerbLine) -> bool:
    """Whether EN stands where it is the language, no small word: ``ARCHIVE rome EN``, not ``en 18centres``."""
    return bool(verb.words) and fold_case(verb.words[-1].text) == "en"


def _without_key(words: tuple[Word, ...], known: Mapping[str, str]) -> tuple[str, tuple[Word, ...]]:
    """The key that the last word of a table names, empty where none does, and the other words."""
    asked = next((word for word in reversed(words) if fold_case(word.text) in known), None)
    others = tuple(word for word in words if word is not asked)
    return (known[fold_case(asked.text)] if asked else ""), others
