"""Loads the rule books by name; each is a TOML file with one value per policy."""

import tomllib
from collections.abc import Mapping
from dataclasses import fields
from enum import Enum
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, get_type_hints

from judge.rules.rulebook import RuleBook

_FOLDER = files("judge.rules").joinpath("books")
_ALIASES = {"standard": "2023"}
_KINDS: Mapping[str, type] = MappingProxyType(
    {one.name: get_type_hints(RuleBook)[one.name] for one in fields(RuleBook) if one.name != "name"}
)


class UnknownRuleBook(LookupError):  # noqa: N818 - the name is part of the contract between rooms
    """No rule book has that name."""


@lru_cache
def rulebook_names() -> tuple[str, ...]:
    """Return the names of all rule books, sorted."""
    return tuple(sorted(file.name.removesuffix(".toml") for file in _FOLDER.iterdir() if file.name.endswith(".toml")))


@lru_cache
def load_rulebook(name: str) -> RuleBook:
    """Return the rule book of that name (``standard`` is another word for ``2023``); UnknownRuleBook for others."""
    name = _ALIASES.get(name, name)
    if name not in rulebook_names():
        raise UnknownRuleBook(name)
    said = tomllib.loads(_FOLDER.joinpath(f"{name}.toml").read_text(encoding="utf-8"))
    return RuleBook(name=name, **{policy: policy_value(policy, word) for policy, word in said.items()})


def policy_names() -> tuple[str, ...]:
    """Return the names of all policies, sorted."""
    return tuple(sorted(_KINDS))


def policy_value(policy: str, word: object) -> Any:
    """Return the value of an existing policy that a word names; ValueError with all values if it names none."""
    kind = _KINDS[policy]
    values: Mapping[object, object] = {False: False, True: True}
    if issubclass(kind, Enum):
        values = {one.value: one for one in kind}
    if type(word) is not type(next(iter(values))) or word not in values:
        message = f"{policy} is {' or '.join(map(_spelled, values))}"
        raise ValueError(message)
    return values[word]


def _spelled(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else f'"{value}"'
