"""Guesses the language of a letter from its small words, and whether it asks for no more mail."""

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from judge.game.settings import Language
from judge.requests.vocabulary import fold_case

_MOST_WORDS = 8
"""Words of a letter that says nothing else."""


def guess_language(*texts: str) -> Language | None:
    """The language that more of the small words belong to; None where neither has more."""
    words = _words(*texts)
    english, french = (sum(word in _small()[language] for word in words) for language in ("en", "fr"))
    if english == french:
        return None
    return "en" if english > french else "fr"


def is_small_word(word: str) -> bool:
    """Whether a word is one of the small ones that every sentence has, in either language."""
    return any(fold_case(word) in _small()[name] for name in ("en", "fr", "particles"))


def asks_for_no_mail(*texts: str) -> bool:
    """Whether a letter of a few words asks not to be written to, as one writes to a mailing list."""
    words = _words(*texts)
    return len(words) <= _MOST_WORDS and bool(_small()["no_more"].intersection(words))


def _words(*texts: str) -> list[str]:
    return [word for text in texts for word in re.findall(r"[\w']+", fold_case(text))]


@lru_cache(maxsize=1)
def _small() -> Mapping[str, frozenset[str]]:
    tables = tomllib.loads((files("judge.requests") / "tongues.toml").read_text(encoding="utf-8"))
    return {name: frozenset(words.split()) for name, words in tables.items()}
