"""Phrases of tables in which a star stands for any ending of a word; other words for units, adjectives of regions."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache

from judge.notation.lexer import folded_words
from judge.notation.tables import listed_phrases, valued_phrases
from judge.rules.board import Province, UnitKind

_SHORTEST_STEM = 4
"""Letters of a word before a star."""


def starred_keys(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the phrase itself, then with a stem of its first word or of its last, marked by a star."""
    yield tuple(words)
    for at in {0, len(words) - 1}:
        for size in range(len(words[at]), _SHORTEST_STEM - 1, -1):
            yield (*words[:at], f"{words[at][:size]}*", *words[at + 1 :])


def starred_phrase(phrase: str) -> tuple[str, ...]:
    """Return the normalised words of a phrase, each before a star with the star."""
    words: list[str] = []
    *stems, rest = phrase.split("*")
    for stem in stems:
        words += folded_words(stem)
        words[-1] += "*"
    return (*words, *folded_words(rest))


@cache
def kinds_in_other_words() -> Mapping[str, UnitKind]:
    """Return the kind of unit that each other word for one means."""
    table = valued_phrases("sentences", "kinds")
    return {folded_words(word)[0]: UnitKind(kind) for kind, words in table.items() for word in words}


def covers(word: str) -> bool:
    """Return whether a word tells of keeping a region, which a unit also does that goes there once it is free."""
    return any(key in _covering() for key in starred_keys((word,)))


@cache
def _covering() -> frozenset[tuple[str, ...]]:
    return frozenset(map(starred_phrase, listed_phrases("sentences", "covering")))


@lru_cache(maxsize=4096)
def regions_of_adjective(word: str) -> tuple[Province, ...]:
    """Return the regions of which a word is the adjective, the longest stem first."""
    known = _adjectives_of_regions()
    return tuple(known[key] for (key,) in starred_keys((word,)) if key in known)


def people_of_regions(word: str) -> tuple[Province, ...]:
    """Return the regions whose people a word may name; an adjective of a region does, with an "s" or without."""
    return regions_of_adjective(word) or regions_of_adjective(word.removesuffix("s"))


@cache
def _adjectives_of_regions() -> Mapping[str, Province]:
    """The region of each adjective, a star for its endings."""
    table = valued_phrases("sentences", "adjectives")
    return {starred_phrase(word)[0]: Province(code) for code, words in table.items() for word in words}


class Openings:
    """The words, and stems of words, that phrases begin with."""

    def __init__(self, phrases: Iterable[tuple[str, ...]]) -> None:
        self._sizes: defaultdict[str, set[int]] = defaultdict(set)
        for phrase in phrases:
            self._sizes[phrase[0]].add(len(phrase))
        self.sizes = lru_cache(maxsize=4096)(self._sizes_of)
        """How many words the phrases have that begin with a word, or with a stem of it, the most first."""

    def _sizes_of(self, word: str) -> tuple[int, ...]:
        found = {size for (key,) in starred_keys([word]) for size in self._sizes.get(key, ())}
        return tuple(sorted(found, reverse=True))
