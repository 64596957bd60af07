"""Writes sentences from claims by the patterns of a language; small things of a kind, power by power, in one."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TypeVar

from judge.reports.layout import plain_spaces
from judge.rules.board import Power
from judge.zine.claims import Claim, Sentence
from judge.zine.prose_patterns import PatternCount, patterns_of
from judge.zine.prose_words import ProseWords

Kind = TypeVar("Kind", bound=Claim)

Part = tuple[Power, str, Sequence[Claim]]
"""One small thing in a list: whose it is, its words, its claims."""

_MOST_ITEMS = 5
"""The most powers that one list of small things names."""


class SentenceWriter:
    """Writes the sentences of one season; ``seed`` is of its phase, so that a season is told in the same words again.

    ``number`` counts the sentences written.
    """

    def __init__(self, claims: Sequence[Claim], words: ProseWords, told: PatternCount, seed: str) -> None:
        self.claims, self.words, self.told, self.number = claims, words, told, 0
        self._seed = seed
        self._said: set[Claim] = set()
        self._begun = set[str]()

    @property
    def is_war(self) -> bool:
        """Whether the board has troops, and territories in the place of centres."""
        return bool(self.words.phrasing.board.war.troops)

    def of(self, kind: type[Kind]) -> list[Kind]:
        """Return the claims of a kind that have not been told."""
        return [claim for claim in self.claims if isinstance(claim, kind) and claim not in self._said]

    def tell(self, kind: str, claims: Iterable[Claim], facts: Mapping[str, str]) -> Iterator[Sentence]:
        """Yield a sentence, unless the page has all patterns of its kind already."""
        patterns = patterns_of(kind, self.words.phrasing.language)
        fitting = [at for at, pattern in enumerate(patterns) if not (self.is_war and _speaks_of_centres(pattern))]
        begun = {at for at in fitting if _first_word(patterns[at]) in self._begun}
        place = self.told.choose(kind, fitting, self._seed, begun)
        if place is None:
            return
        self._begun |= {_first_word(patterns[place])} - {""}
        text = plain_spaces(patterns[place].format_map(facts))
        sentence = Sentence(f"{kind}.{place}", tuple(claims), f"{text[:1].upper()}{text[1:]}")
        self._said.update(sentence.claims)
        self.told.note(sentence.pattern, sentence.text)
        self.number += 1
        yield sentence

    def tell_list(self, kind: str, parts: Iterable[Part], most: int = _MOST_ITEMS) -> Iterator[Sentence]:
        """Yield one sentence on small things, those of a power together; the first power has the verb."""
        groups: dict[Power, list[Part]] = {}
        for part in parts:
            groups.setdefault(part[0], []).append(part)
        chosen = [*groups.items()][:most]
        forms = self.words.table[kind]["item"]
        items = [
            forms[min(place, 1)].format_map(
                {
                    **self.words.powers("power", [power]),
                    "parts": self.words.listed([text for _, text, _ in own]),
                }
            )
            for place, (power, own) in enumerate(chosen)
        ]
        claims = chain.from_iterable(claims for _, own in chosen for _, _, claims in own)
        if items:
            yield from self.tell(kind, claims, {"items": self.words.listed(items, is_gapped=True)})

    @property
    def named(self) -> set[Power]:
        """The powers of which a sentence has told something."""
        values = (value for claim in self._said for value in vars(claim).values())
        return {value for value in values if value in self.words.phrasing.board.powers}

    def part(self, kind: str, facts: Mapping[str, str], form: str = "part") -> str:
        """Return the words of one thing in the list of a kind."""
        return str(self.words.table[kind][form]).format_map(facts)


def _first_word(pattern: str) -> str:
    """Return the word of a pattern's own that it begins with: no two sentences of a season begin alike, if possible."""
    return "" if pattern.startswith("{") else pattern.split(maxsplit=1)[0].rstrip(",")


def _speaks_of_centres(pattern: str) -> bool:
    """Whether a pattern itself, not what is put in it, names centres, which a board with troops has not."""
    return "centre" in re.sub(r"\{\w+\}", "", pattern)
