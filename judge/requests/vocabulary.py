"""The words of the command language, compared without regard to case and accents."""

import re
import tomllib
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from judge.game.settings import Language

LANGUAGES: Sequence[Language] = ("en", "fr")

Forms = Mapping[str, Mapping[Language, Sequence[str]]]


@dataclass(frozen=True)
class Vocabulary:
    """Folded forms with their key, and for verbs the language they belong to.

    ``words`` are all forms as they are printed, each with its section and key: ``("ENDPRESS", "verbs.end_press")``.
    ``accented`` are verbs that would be another one without their accents, by their form with them: résumé, resume.
    ``printed`` are the forms of a section that the judge itself prints in a language, in order, by their keys.
    """

    version: int
    words: Sequence[tuple[str, str]]
    verbs: Mapping[str, tuple[str, Language]]
    accented: Mapping[str, tuple[str, Language]]
    settings: Mapping[str, str]
    values: Mapping[str, str]
    presets: Mapping[str, str]
    boards: Mapping[str, str]
    scorings: Mapping[str, str]
    seasons: Mapping[str, str]
    kinds: Mapping[str, str]
    logic: Mapping[str, str]
    wishes: Mapping[str, str]
    motions: Mapping[str, str]
    addressing: Mapping[str, str]
    closing: Mapping[str, str]
    amendments: Mapping[str, str]
    fillers: frozenset[str]
    printed: Mapping[tuple[str, Language], Mapping[str, str]]


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary:
    """The vocabulary of ``verbs.toml``."""
    tables = tomllib.loads((files("judge.requests") / "verbs.toml").read_text(encoding="utf-8"))
    version = tables.pop("version")
    fillers = tables.pop("fillers")["words"]
    verbs = _verbs_by_word(tables["verbs"])
    return Vocabulary(
        version,
        words=tuple((form, f"{name}.{key}") for name, table in tables.items() for key, _, form in _forms(table)),
        verbs=verbs,
        accented={
            form.casefold(): (key, language)
            for key, language, form in _forms(tables["verbs"])
            if verbs[fold_case(form)][0] != key
        },
        settings=_keys_by_word(tables["settings"]),
        values=_keys_by_word(tables["values"]),
        presets=_keys_by_word(tables["presets"]),
        boards=_keys_by_word(tables["boards"]),
        scorings=_keys_by_word(tables["scorings"]),
        seasons=_keys_by_word(tables["seasons"]),
        kinds=_keys_by_word(tables["kinds"]),
        logic=_keys_by_word(tables["logic"]),
        wishes=_keys_by_word(tables["wishes"]),
        motions=_keys_by_word(tables["motions"]),
        addressing=_keys_by_word(tables["addressing"]),
        closing=_keys_by_word(tables["closing"]),
        amendments=_keys_by_word(tables["amendments"]),
        fillers=frozenset(fold_case(word) for word in fillers),
        printed={
            (name, language): {key: forms[language][0] for key, forms in table.items()}
            for name, table in tables.items()
            for language in LANGUAGES
        },
    )


def form_of(section: str, key: str, language: Language) -> str:
    """The word that the judge itself prints for a key of a section; the key itself where it has no word."""
    return _printed_forms().get((section, key, language), key)


@lru_cache(maxsize=1)
def _printed_forms() -> Mapping[tuple[str, str, Language], str]:
    tables = tomllib.loads((files("judge.requests") / "verbs.toml").read_text(encoding="utf-8"))
    return {
        (name, key, language): forms[language][0]
        for name, table in tables.items()
        if name not in {"version", "fillers"}
        for key, forms in table.items()
        for language in LANGUAGES
        if forms.get(language)
    }


def _verbs_by_word(table: Forms) -> Mapping[str, tuple[str, Language]]:
    """Folded forms; of two that differ in accents alone the one that has none."""
    found = [(form, (key, language)) for key, language, form in _forms(table)]
    bare = {fold_case(form): verb for form, verb in found if fold_case(form) == form.casefold()}
    return {fold_case(form): verb for form, verb in found} | bare


def keys_of(word: str) -> Sequence[str]:
    """The sections and keys of a folded word, verbs first; none when it is no word of the vocabulary."""
    return _keys_by_form().get(word, ())


@lru_cache(maxsize=1)
def _keys_by_form() -> Mapping[str, Sequence[str]]:
    keys: defaultdict[str, list[str]] = defaultdict(list)
    for form, key in vocabulary().words:
        keys[fold_case(form)].append(key)
    return keys


def _keys_by_word(table: Forms) -> Mapping[str, str]:
    return {fold_case(form): key for key, _, form in _forms(table)}


def _forms(table: Forms) -> Iterator[tuple[str, Language, str]]:
    for key, languages in table.items():
        for language, forms in languages.items():
            for form in forms:
                yield key, language, form


def fold_case(word: str) -> str:
    """A word without case, accents and the difference between apostrophes."""
    if word.isascii():
        return word.lower()
    plain = unicodedata.normalize("NFKD", word.replace("’", "'")).casefold()
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def value_of(word: str) -> str:
    """The key of a value that is a word (``LOTS``, ``français``), or the word itself, folded."""
    folded = fold_case(word)
    return vocabulary().values.get(folded, folded)


def written_value(word: str, language: Language) -> str:
    """A value as people write it in a language: a word of the vocabulary, a length in days with its letter."""
    key = value_of(word)
    if key in vocabulary().values.values():
        return form_of("values", key, language).lower()
    return re.sub(r"(?<=\d)d\b", "j", word) if language == "fr" else word
