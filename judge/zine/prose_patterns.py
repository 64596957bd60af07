"""The patterns of the season's prose, and how often each has been used on a page."""

import tomllib
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any
from zlib import crc32

from judge.game.settings import Language

MOST_ON_A_PAGE = 2
"""How often one pattern may stand on a page."""

WORDS_OF_A_PAGE = 1200
"""A page of two columns of small print holds no more; what an article has of prose is nearly always less."""


class PatternCount:
    """How often each pattern has been used in an article, and how many words of prose ago.

    An article is a page; one longer than a page is told as if the page began ``WORDS_OF_A_PAGE`` words before.
    """

    def __init__(self) -> None:
        self._words = 0
        self._used: dict[str, list[int]] = {}
        self._turns: dict[str, int] = {}

    def note(self, pattern: str, text: str) -> None:
        """Note that a sentence has been told by a pattern."""
        self._words += len(text.split())
        self._used.setdefault(pattern, []).append(self._words)

    def of(self, pattern: str) -> int:
        """Return how often a pattern stands on the page that ends here."""
        return sum(at > self._words - WORDS_OF_A_PAGE for at in self._used.get(pattern, ()))

    def turn(self, name: str, number: int) -> int:
        """Return which of ``number`` ways to say a small thing is next."""
        self._turns[name] = self._turns.get(name, -1) + 1
        return self._turns[name] % number

    def choose(self, kind: str, places: Sequence[int], seed: str, worse: Collection[int] = ()) -> int | None:
        """Return one of the places of the patterns of a kind: one used least, none of the ``worse``, then by the seed.

        None where each has been used as often as a page bears: then nothing is said.
        """
        start = crc32(f"{seed} {kind}".encode()) % len(places)
        best = min((*places[start:], *places[:start]), key=lambda place: (self.of(f"{kind}.{place}"), place in worse))
        return best if self.of(f"{kind}.{best}") < MOST_ON_A_PAGE else None


@lru_cache(maxsize=2)
def prose_table(language: Language) -> Mapping[str, Any]:
    """Return the patterns and words of a language."""
    return tomllib.loads((files("judge.zine") / f"prose.{language}.toml").read_text(encoding="utf-8"))


def patterns_of(kind: str, language: Language) -> Sequence[str]:
    """Return the patterns of a kind of sentence."""
    found: Sequence[str] = prose_table(language)[kind]["patterns"]
    return found
