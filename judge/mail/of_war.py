"""What lines mean that decide something of a war besides orders."""

from dataclasses import dataclass

from judge.mail.words import VerbLine, Word, without_fillers

_NAMES_ONE = frozenset({"alliance", "rupture", "factory"})
_MOST_WORDS = 3
"""Words of a line that names one power; more are prose that begins with such a word."""


@dataclass(frozen=True)
class OfWar:
    """The ``key`` of the verb, and what is behind it."""

    key: str
    rest: Word | None


def read_of_war(verb: VerbLine) -> OfWar | None:
    """What such a line says; None of prose that begins with the word."""
    if verb.key in _NAMES_ONE and len(without_fillers(verb.words)) > _MOST_WORDS:
        return None
    return OfWar(verb.key, verb.rest)
