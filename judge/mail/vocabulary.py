"""The words of the command language, whatever their language, case or accents."""

import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from judge.game.settings import Language

Forms = Mapping[str, Mapping[Language, Sequence[str]]]


@dataclass(frozen=True)
class Vocabulary:
    """Folded forms to their key and the language they belong to."""

    verbs: Mapping[str, tuple[str, Language]]
    settings: Mapping[str, str]
    values: Mapping[str, str]
    seasons: Mapping[str, str]
    kinds: Mapping[str, str]
    logic: Mapping[str, str]
    wishes: Mapping[str, str]
    fillers: frozenset[str]


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary:
    """The vocabulary of ``verbs.toml``."""
    tables = tomllib.loads((files("judge.mail") / "verbs.toml").read_text(encoding="utf-8"))
    return Vocabulary(
        verbs={fold(form): (key, language) for key, language, form in _forms(tables["verbs"])},
        settings=_keys(tables["settings"]),
        values=_keys(tables["values"]),
        seasons=_keys(tables["seasons"]),
        kinds=_keys(tables["kinds"]),
        logic=_keys(tables["logic"]),
        wishes=_keys(tables["wishes"]),
        fillers=frozenset(fold(word) for word in tables["fillers"]["words"]),
    )


def _keys(table: Forms) -> Mapping[str, str]:
    return {fold(form): key for key, _, form in _forms(table)}


def _forms(table: Forms) -> Iterator[tuple[str, Language, str]]:
    for key, languages in table.items():
        for language, forms in languages.items():
            for form in forms:
                yield key, language, form


def fold(word: str) -> str:
    """A word without case, accents and the difference between apostrophes."""
    plain = unicodedata.normalize("NFKD", word.replace("’", "'")).casefold()
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def value_of(word: str) -> str:
    """The key of a value that is a word (``LOTS``, ``français``), or the word itself, folded."""
    folded = fold(word)
    return vocabulary().values.get(folded, folded)
