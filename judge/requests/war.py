"""Requests about a war besides orders."""

import re
from dataclasses import dataclass

from judge.requests.registry import reads
from judge.requests.vocabulary import VerbLine, Word, without_fillers

_NAMES_ONE_POWER = frozenset({"alliance", "rupture", "factory"})
_MOST_WORDS = 3
"""Words of a line that names one power; with more it is prose that begins with such a word."""


@dataclass(frozen=True)
class WarRequest:
    """The ``key`` of the verb, and the words behind it."""

    key: str
    rest: Word | None


@reads("alliance", "rupture", "enter", "barracks", "factory", "repair", "quarantine", "release", "troop")
def read_war_request(verb: VerbLine) -> WarRequest | None:
    """The request of such a line; None for prose that begins with the word."""
    if verb.key == "troop" and verb.rest and not re.search(r"^\w\b|\d", verb.rest.text):
        return None
    if verb.key in _NAMES_ONE_POWER and len(without_fillers(verb.words)) > _MOST_WORDS:
        return None
    return WarRequest(verb.key, verb.rest)
