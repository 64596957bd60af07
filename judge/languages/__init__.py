"""The languages that there are: a folder of data each; what one of them lacks is said in English."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

Language: TypeAlias = str
"""The name of a language (ISO 639-1), which is that of its folder."""

FALLBACK: Language = "en"
"""In which everything is said: what another language lacks is said in it."""

Said = TypeVar("Said")


class Spoken(dict[Language, Said]):
    """What is said in several languages; in a language that it lacks, what it says in English."""

    def __missing__(self, language: Language) -> Said:
        if language == FALLBACK:
            raise KeyError(language)
        return self[FALLBACK]


_FOLDERS = Path(__file__).parent
_FACTS = "language.toml"
NAMES = "names.toml"
"""What a language calls the regions and powers that boards name in English."""


def _present() -> Sequence[Language]:
    """The languages by their folders: English, then the others by name."""
    names = (folder.name for folder in _FOLDERS.iterdir() if folder.is_dir() and (folder / _FACTS).is_file())
    return tuple(sorted(names, key=lambda name: (name != FALLBACK, name)))


LANGUAGES: Sequence[Language] = _present()
"""The languages of which there is a folder; ``FALLBACK`` goes first."""


def language_folder(language: Language) -> Path:
    """Return the folder of a language."""
    return _FOLDERS / language


def language_text(language: Language, file: str) -> str | None:
    """Return a file of a language's folder; None where the language has no such file."""
    path = _FOLDERS / language / file
    return path.read_text(encoding="utf-8") if language in LANGUAGES and path.is_file() else None


@lru_cache
def language_table(language: Language, file: str) -> Mapping[str, Any]:
    """Return what a TOML file of a language's folder says; nothing where the language has no such file."""
    return tomllib.loads(language_text(language, file) or "")


@lru_cache
def guessed_at(reader: Language = FALLBACK) -> Sequence[Language]:
    """Return the languages in which names and commands with a slip are looked for: a reader's, those that boards speak.

    Of the others, whose ``names.toml`` translates the names that boards give, only what is spelt right is read.
    """
    return tuple(one for one in LANGUAGES if one == reader or not language_table(one, NAMES))


def facts_of(language: Language) -> Mapping[str, Any]:
    """Return what ``language.toml`` says of a language: its names, its usual notation, its rules."""
    return language_table(language, _FACTS)


def language_name(named: Language, language: Language) -> str:
    """Return what a language is called in a language; in its own words where neither has a name for it."""
    called: Mapping[Language, str] = facts_of(named)["called"]
    others: Mapping[Language, str] = facts_of(language).get("languages", {})
    return others.get(named) or called.get(language, called[named])
