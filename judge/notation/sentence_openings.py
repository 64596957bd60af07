"""Words that begin sentences but no order, so that they are not taken for misspelt regions."""

import re
import tomllib
from functools import lru_cache
from importlib.resources import files

from judge.notation.lexer import folded_words
from judge.notation.misread import Misread, MisreadReason


def sentence_opening_length(misread: Misread) -> int:
    """Return the length in characters of the word that begins a sentence, ``Please``, where it was taken for a region.

    Else 0.
    """
    if misread.why is not MisreadReason.UNKNOWN_PLACE or misread.line[: misread.start].strip():
        return 0
    first, *_ = re.split(r"[\s'’]", misread.line[misread.start :], maxsplit=1)
    return len(first) if folded_words(first) in _openings() else 0


@lru_cache(maxsize=1)
def _openings() -> frozenset[tuple[str, ...]]:
    tables = tomllib.loads((files(__package__) / "tables" / "prose.toml").read_text(encoding="utf-8"))
    return frozenset(map(folded_words, tables["openings"]))
