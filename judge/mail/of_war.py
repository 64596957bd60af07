"""What lines mean that decide something of a war besides orders."""

from dataclasses import dataclass

from judge.mail.words import Word, rest_of, without_fillers

WAR_VERBS = frozenset({"alliance", "rupture", "enter", "barracks", "factory", "repair", "quarantine", "release"})

_NAMES_ONE = frozenset({"alliance", "rupture", "factory"})
_MOST_WORDS = 3
"""Words of a line that names one power; more are prose that begins with such a word."""


@dataclass(frozen=True)
class OfWar:
    """The ``key`` of the verb, and what is behind it."""

    key: str
    rest: Word | None


def read_of_war(line: str, key: str, words: tuple[Word, ...]) -> OfWar | None:
    """What such a line says; None of prose that begins with the word."""
    if key in _NAMES_ONE and len(without_fillers(words)) > _MOST_WORDS:
        return None
    return OfWar(key, rest_of(line, words))
