"""What the small words of a letter without any command show: its language, that it asks for no more letters."""

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from judge.game.settings import Language
from judge.mail.vocabulary import fold

_FEW = 8
"""Words in a letter that says nothing else."""


def tongue_of(*texts: str) -> Language | None:
    """The language that more of its small words belong to; None where neither has more."""
    words = _words(*texts)
    english, french = (sum(word in _small()[language] for word in words) for language in ("en", "fr"))
    if english == french:
        return None
    return "en" if english > french else "fr"


def is_small(word: str) -> bool:
    """Whether a word is one of the small ones that every sentence has, in either language."""
    return any(fold(word) in _small()[name] for name in ("en", "fr", "particles"))


def wants_no_more(*texts: str) -> bool:
    """Whether a letter of a few words asks not to be written to, as one writes to a mailing list."""
    words = _words(*texts)
    return len(words) <= _FEW and bool(_small()["no_more"].intersection(words))


def _words(*texts: str) -> list[str]:
    return [word for text in texts for word in re.findall(r"[\w']+", fold(text))]


@lru_cache(maxsize=1)
def _small() -> Mapping[str, frozenset[str]]:
    tables = tomllib.loads((files("judge.mail") / "tongues.toml").read_text(encoding="utf-8"))
    return {name: frozenset(words.split()) for name, words in tables.items()}
