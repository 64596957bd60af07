"""Phrases of tables in which a star stands for any ending of a word."""

from collections.abc import Iterator, Sequence

from judge.notation.lexer import folded_words

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
