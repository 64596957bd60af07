"""Tells a line that says of those below it that its writer wrote them before: ``On Monday I had written:``."""

import re
import tomllib
from functools import lru_cache
from importlib.resources import files

from judge.mail.near import pattern_of, plain


def recalls(line: str) -> bool:
    """Whether the lines below are old words of the writer's own, and not what they order now.

    A line that ends in a colon, or in the very words that say so; none that announces new orders behind those words,
    or that puts right what was written.
    """
    words = plain(line)
    found = _any_of("recalled").search(words)
    if found is None or _any_of("amended").search(words) or _any_of("afresh").search(words, found.end() - 1):
        return False
    return _announces(line) or (line.rstrip()[-1:].isalpha() and found.end() == len(words))


def begins_afresh(line: str) -> bool:
    """Whether a line below such a one says that what follows it is new: ``This time:``, ``Voici mes ordres``."""
    return _announces(line) or _any_of("afresh").search(plain(line)) is not None


def _announces(line: str) -> bool:
    return line.rstrip(" \t*_").endswith((":", "\uff1a"))


@lru_cache
def _any_of(table: str) -> re.Pattern[str]:
    phrases = tomllib.loads((files("judge.mail") / "recalled.toml").read_text(encoding="utf-8"))[table]
    return re.compile("|".join(map(pattern_of, sorted(phrases, key=len, reverse=True))))
