"""The rule books by name, each a data file that states one policy per decision."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

from judge.rules.rulebook import (
    Adjustments,
    Control,
    ConvoyedAttackerOrigin,
    ConvoyRoutes,
    CountedAtTerm,
    Damage,
    DisorderRemovals,
    LandOrSea,
    Paradoxes,
    RuleBook,
    TieAtTerm,
)

_FOLDER = files("judge.rules").joinpath("books")
_OTHER_WORDS = {"standard": "2023"}


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
    policies = tomllib.loads(_FOLDER.joinpath(f"{name}.toml").read_text(encoding="utf-8"))
    return rulebook(name, policies)


def rulebook(name: str, policies: Mapping[str, Any]) -> RuleBook:
    """A rule book out of its table; KeyError where a policy is missing, ValueError where one is unknown."""
    return RuleBook(
        name=name,
        convoy_routes=ConvoyRoutes(policies["convoy_routes"]),
        land_or_sea=LandOrSea(policies["land_or_sea"]),
        paradoxes=Paradoxes(policies["paradoxes"]),
        convoyed_attacker_origin=ConvoyedAttackerOrigin(policies["convoyed_attacker_origin"]),
        disorder_removals=DisorderRemovals(policies["disorder_removals"]),
        tie_at_term=TieAtTerm(policies["tie_at_term"]),
        counted_at_term=CountedAtTerm(policies["counted_at_term"]),
        adjustments_in_last_year=policies["adjustments_in_last_year"],
        press_in_short_phases=policies["press_in_short_phases"],
        damage=Damage(policies.get("damage", "none")),
        control=Control(policies.get("control", "autumn")),
        adjustments=Adjustments(policies.get("adjustments", "where_due")),
    )
