"""Words that sentences begin with, and no order: a line of them was never meant to name a region there."""

import re
import tomllib
from functools import lru_cache
from importlib.resources import files

from judge.notation.lexer import words_of
from judge.notation.misread import Misread, Misreading


def opens_a_sentence(misread: Misread) -> int:
    """How many characters the word has that begins a sentence, ``Please``, where it was taken for a region; or 0."""
    if misread.why is not Misreading.UNKNOWN_PLACE or misread.line[: misread.start].strip():
        return 0
    first, *_ = re.split(r"[\s'’]", misread.line[misread.start :], maxsplit=1)
    return len(first) if words_of(first) in _openings() else 0


@lru_cache(maxsize=1)
def _openings() -> frozenset[tuple[str, ...]]:
    tables = tomllib.loads((files(__package__) / "tables" / "prose.toml").read_text(encoding="utf-8"))
    return frozenset(map(words_of, tables["openings"]))
