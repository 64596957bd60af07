"""What the grammar of a language asks for, by the rules of its folder: forms of names, plurals, numbers."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from judge.languages import Language, language_table

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
