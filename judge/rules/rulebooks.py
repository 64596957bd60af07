"""The rule books by name, each a data file that states one policy per decision."""

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
_OTHER_WORDS = {"standard": "2023"}
_KINDS: Mapping[str, type] = MappingProxyType(
    {one.name: get_type_hints(RuleBook)[one.name] for one in fields(RuleBook) if one.name != "name"}
)


class UnknownRuleBook(LookupError):  # noqa: N818 - the name is part of the contract between rooms
    """No rule book has that name."""


@lru_cache
def rulebook_names() -> tuple[str, ...]:
    """Every rule book there is, sorted."""
    return tuple(sorted(file.name.removesuffix(".toml") for file in _FOLDER.iterdir() if file.name.endswith(".toml")))


@lru_cache
def load_rulebook(name: str) -> RuleBook:
    """Return the rule book of that name (``standard`` is another word for ``2023``); UnknownRuleBook for others."""
    name = _OTHER_WORDS.get(name, name)
    if name not in rulebook_names():
        raise UnknownRuleBook(name)
    said = tomllib.loads(_FOLDER.joinpath(f"{name}.toml").read_text(encoding="utf-8"))
    return RuleBook(name=name, **{policy: choice(policy, word) for policy, word in said.items()})


def policy_names() -> tuple[str, ...]:
    """Every policy a rule book states, sorted."""
    return tuple(sorted(_KINDS))


def choice(policy: str, word: object) -> Any:
    """What a word chooses of a policy, which must exist; ValueError with all that could be chosen where it is none."""
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
