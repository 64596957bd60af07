"""The languages that there are: what the folder of each says; what one of them lacks is said in English."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

if TYPE_CHECKING:
    from fractions import Fraction  # which a judge asked how it stands has no use for

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


# --- the tables of words by which letters are read, each with what the folder of every language adds


_ROOMS = _FOLDERS.parent
_READ = "read"
"""What of the folder of a language is for reading."""
_VERBS = "verbs"


@cache
def languages_read() -> Sequence[str]:
    """The languages in which letters are read: those whose folder has verbs, the ones that were read first at first."""
    named = [path.parents[1].name for path in _FOLDERS.glob(f"*/{_READ}/{_VERBS}.toml")]
    return tuple(sorted(named, key=lambda language: (words_of(language, _VERBS)["since"], language)))


@cache
def words_of(language: str, name: str) -> Mapping[str, Any]:
    """What the table of a name says in the folder of one language; nothing where it has none."""
    path = _FOLDERS / language / _READ / f"{name}.toml"
    return _table(path) if path.is_file() else {}


@cache
def word_table(room: str, name: str) -> Mapping[str, Any]:
    """The table ``judge/<room>/<name>.toml``, with what the table of that name adds in the folder of each language.

    Lists are made longer, tables get keys; TypeError where a language has something else under a key.
    """
    table: Any = _table(_ROOMS / room / f"{name}.toml")
    for language in languages_read():
        table = _joined(table, words_of(language, name))
    return dict(table)


def _joined(table: Any, added: Any) -> Any:
    if isinstance(table, dict) and isinstance(added, dict):
        both = {key: _joined(said, added[key]) for key, said in table.items() if key in added}
        return {**table, **added, **both}
    if isinstance(table, list) and isinstance(added, list):
        return [*table, *added]
    message = f"a language cannot put {added!r} in place of {table!r}"
    raise TypeError(message)


def _table(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


# --- what the grammar of a language asks for: forms of names, plurals, numbers


_GRAMMAR = "grammar.toml"


def formed(rules: str, name: str, language: Language, *, is_sea: bool = False) -> Mapping[str, Any]:
    """Return the first of a list of rules that fits a name, its forms filled in; nothing where none fits.

    A rule ``matches`` by a pattern with which the name begins, in which ``{word}`` stands for the list of that name;
    one ``at_sea`` is for seas alone. A form has the name as ``{name}``, behind what matches as ``{rest}``.
    """
    for rule in language_table(language, _GRAMMAR).get(rules, ()):
        found = _pattern(rule["matches"], language).match(name)
        if found and is_sea >= rule.get("at_sea", False):
            facts = {"name": name, "rest": name[found.end() :], "of": name_as("of", name, language)}
            forms = {key: form for key, form in rule.items() if key not in {"matches", "at_sea"}}
            return {key: form.format(**facts) if isinstance(form, str) else form for key, form in forms.items()}
    return {}


def name_as(form: str, name: str, language: Language) -> str:
    """Return a name in a form of the language, such as ``of``; as it is where the language has no such form."""
    for pattern, said in language_table(language, _GRAMMAR).get("forms", {}).get(form, ()):
        if found := _pattern(pattern, language).match(name):
            return str(said).format(name=name, rest=name[found.end() :])
    return name


def has_form(form: str, language: Language) -> bool:
    """Whether names have a form in a language."""
    return form in language_table(language, _GRAMMAR).get("forms", {})


def articles_of(language: Language) -> Sequence[str]:
    """Return what may stand before the name of a region and is left out in lists."""
    found: Sequence[str] = language_table(language, _GRAMMAR).get("articles", ())
    return found


def in_digits(digits: str, language: Language) -> str:
    """Return a number written with a point as the language writes it."""
    return digits.replace(".", language_table(language, _GRAMMAR).get("decimal", "."))


@lru_cache
def _pattern(text: str, language: Language) -> re.Pattern[str]:
    words: Mapping[str, Sequence[str]] = language_table(language, _GRAMMAR).get("words", {})
    return re.compile(re.sub(r"\{(\w+)\}", lambda found: f"(?:{'|'.join(map(re.escape, words[found[1]]))})", text))


# --- plurals, by the rules of CLDR (Unicode Technical Standard 35, part 3, 5.1)


@lru_cache(maxsize=1024)
def plural_of(n: "float | Fraction", language: Language) -> str:
    """Return the form of a sentence that goes with a number: a category of CLDR; ``many`` where none of them holds."""
    rules: Mapping[str, str] = language_table(language, _GRAMMAR).get("plural", {"one": "n = 1"})
    return next((category for category, rule in rules.items() if holds(rule, n)), "many")


def holds(rule: str, n: "float | Fraction") -> bool:
    """Whether a rule of CLDR holds of a number; ValueError where it is none."""
    return any(
        all(_is_true(relation, -n if n < 0 else n) for relation in each.split(" and ")) for each in rule.split(" or ")
    )


_RELATION = re.compile(r"\s*([niv])(?: % (\d+))? (!?=) ([\d.,]+)\s*")


def _is_true(relation: str, n: "float | Fraction") -> bool:
    """Whether a relation such as ``i % 10 = 2..4`` holds of a number; ValueError where it is none."""
    found = _RELATION.fullmatch(relation)
    if not found:
        raise ValueError(f"no relation of a plural rule: {relation!r}")
    operand, modulus, sign, listed = found.groups()
    value = {"n": n, "i": int(n), "v": int(n != int(n))}[operand]
    value = value % int(modulus) if modulus else value
    ranges = (one.partition("..") for one in listed.split(","))
    return any(value == int(value) and int(low) <= value <= int(high or low) for low, _, high in ranges) == (
        sign == "="
    )
