"""The words of a language, as its folder has them: those that letters are read by, forms of names, plurals, numbers."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from judge.languages import Language, language_table

# --- the tables of words by which letters are read, each with what the folder of every language adds


_FOLDERS = Path(__file__).parent
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
def plural_of(n: float | Fraction, language: Language) -> str:
    """Return the form of a sentence that goes with a number: a category of CLDR; ``many`` where none of them holds."""
    rules: Mapping[str, str] = language_table(language, _GRAMMAR).get("plural", {"one": "n = 1"})
    return next((category for category, rule in rules.items() if holds(rule, Fraction(n))), "many")


def holds(rule: str, n: Fraction) -> bool:
    """Whether a rule of CLDR holds of a number; ValueError where it is none."""
    return any(all(_is_true(relation, abs(n)) for relation in each.split(" and ")) for each in rule.split(" or "))


_RELATION = re.compile(r"\s*([niv])(?: % (\d+))? (!?=) ([\d.,]+)\s*")


def _is_true(relation: str, n: Fraction) -> bool:
    """Whether a relation such as ``i % 10 = 2..4`` holds of a number; ValueError where it is none."""
    found = _RELATION.fullmatch(relation)
    if not found:
        raise ValueError(f"no relation of a plural rule: {relation!r}")
    operand, modulus, sign, listed = found.groups()
    value = {"n": n, "i": Fraction(int(n)), "v": Fraction(n.denominator != 1)}[operand]
    value = value % int(modulus) if modulus else value
    ranges = (one.partition("..") for one in listed.split(","))
    return any(value.denominator == 1 and int(low) <= value <= int(high or low) for low, _, high in ranges) == (
        sign == "="
    )
