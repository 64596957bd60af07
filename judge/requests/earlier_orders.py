"""Recognises a line that marks those below it as written earlier: ``On Monday I had written:``."""

import re
import tomllib
from functools import lru_cache
from importlib.resources import files

from judge.requests.suggestions import phrase_pattern, spaced_words


def announces_earlier_orders(line: str) -> bool:
    """Whether the lines below are earlier words of the writer's own, and not what they order now.

    The line ends in a colon, or in the very words that say so; it does not announce new orders behind those words, nor
    correct what was written.
    """
    words = spaced_words(line)
    found = _any_of("recalled").search(words)
    if found is None or _any_of("amended").search(words) or _any_of("afresh").search(words, found.end() - 1):
        return False
    return _ends_in_colon(line) or (line.rstrip()[-1:].isalpha() and found.end() == len(words))


def announces_new_orders(line: str) -> bool:
    """Whether a line below such a one announces new orders: ``This time:``, ``Voici mes ordres``."""
    return _ends_in_colon(line) or _any_of("afresh").search(spaced_words(line)) is not None


def _ends_in_colon(line: str) -> bool:
    return line.rstrip(" \t*_").endswith((":", "\uff1a"))


@lru_cache
def _any_of(table: str) -> re.Pattern[str]:
    phrases = tomllib.loads((files("judge.requests") / "recalled.toml").read_text(encoding="utf-8"))[table]
    return re.compile("|".join(map(phrase_pattern, sorted(phrases, key=len, reverse=True))))
