"""Writes sentences from claims by the patterns of a language and the words of its prose."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeVar
from zlib import crc32

from judge.game.settings import Language
from judge.languages import FALLBACK, language_table, plural_of
from judge.reports.language import in_words_of
from judge.reports.layout import plain_spaces
from judge.reports.phrasing import FORMS_OF_PLACES, Phrasing, RegionForm
from judge.rules.board import Power, Province, Unit
from judge.zine.claims import Claim, Marched, Sentence, UnitBuilt

# --- the patterns of the season's prose, and how often each has been used on a page


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

    def choose(
        self,
        kind: str,
        places: Sequence[int],
        seed: str,
        worse: Collection[int] = (),
        most: int | None = MOST_ON_A_PAGE,
    ) -> int | None:
        """Return one of the places of the patterns of a kind: one used least, none of the ``worse``, then by the seed.

        None where each has been used as often as a page bears, which is ``most``: then nothing is said.
        """
        start = crc32(f"{seed} {kind}".encode()) % len(places)
        best = min((*places[start:], *places[:start]), key=lambda place: (self.of(f"{kind}.{place}"), place in worse))
        return best if most is None or self.of(f"{kind}.{best}") < most else None


def prose_table(language: Language) -> Mapping[str, Any]:
    """Return the patterns and words of a language."""
    return language_table(language, "prose.toml") or language_table(FALLBACK, "prose.toml")


def patterns_of(kind: str, language: Language) -> Sequence[tuple[str, str]]:
    """Return the patterns of a kind of sentence, each with the condition on which it is true."""
    found: Mapping[str, Sequence[str]] = prose_table(language)[kind]["patterns"]
    return [(condition, pattern) for condition, patterns in found.items() for pattern in patterns]


# --- the words of the season's prose: regions, powers and units in the forms that its patterns name


_FORMS: Mapping[str, RegionForm] = {**FORMS_OF_PLACES, "_unit": "of"}


@dataclass(frozen=True)
class ProseWords:
    """The words of one language; ``phrasing`` names regions and powers."""

    phrasing: Phrasing

    @property
    def table(self) -> Mapping[str, Any]:
        """The patterns and words of the language."""
        return prose_table(self.phrasing.language)

    def region(self, name: str, province: Province) -> Mapping[str, str]:
        """Return a region in all forms: ``place``, ``place_of``, ``place_at``, ``place_to``, ``place_unit``."""
        return self.phrasing.in_forms(name, [province], _FORMS)

    def regions(self, name: str, provinces: Sequence[Province]) -> Mapping[str, str]:
        """Return several regions in all forms, each as a list."""
        return self.phrasing.in_forms(name, provinces, _FORMS)

    def powers(self, name: str, powers: Sequence[Power]) -> Mapping[str, str]:
        """Return powers in all forms: ``by``, ``by_of``, ``by_to``, each as a list."""
        say = self.phrasing
        forms = {"": say.power_in_words, "_of": say.of_power, "_to": say.to_power, "_bare": say.power}
        return {f"{name}{end}": say.listing(map(form, powers)) for end, form in forms.items()}

    def with_help(self, name: str, power: Power, helpers: Sequence[Power]) -> Mapping[str, str]:
        """Return a power in all forms with those who supported it: ``by_with`` goes on, ``by_end`` ends there."""
        said = self.powers(name, [power])
        if not helpers:
            return {**said, f"{name}_with": said[name], **{f"{form}_end": text for form, text in said.items()}}
        backed = self.powers("powers", helpers)
        end = self.word(f"with_end_{'many' if len(helpers) > 1 else 'one'}", **backed)
        ends = {f"{form}_end": f"{text}{end}" for form, text in said.items()}
        return {**said, f"{name}_with": f"{said[name]}{self.word('with', **backed)}", **ends}

    def word(self, key: str, **facts: object) -> str:
        """Return a word with its facts."""
        board, language = self.phrasing.board, self.phrasing.language
        return in_words_of(board.book_words, language, str(self.table["words"][key])).format_map(facts)

    def number(self, key: str, n: int) -> str:
        """Return a number of things: ``one centre``, ``5 centres``."""
        form = f"{key}_{plural_of(n, self.phrasing.language)}"
        return self.word(form if form in self.table["words"] else f"{key}_many", n=n)

    def kind(self, unit: Unit | None) -> str:
        """Return the word for a unit by its kind: army, fleet; unit on a board with troops."""
        return self.word(kind_key(unit))

    def listed(self, items: Sequence[str], *, is_gapped: bool = False) -> str:
        """Return clauses as a list, with a comma before the last one where one is a list itself, or lacks its verb."""
        last = self.phrasing.say("words.and")
        *first, final = items
        if not first:
            return final
        comma = "," if is_gapped or any(last in item or "," in item for item in items) else ""
        return f"{', '.join(first)}{comma}{last}{final}"


def kind_key(unit: Unit | None) -> str:
    """Return the key of the word for a unit: ``A``, ``F``, ``troop``."""
    return "troop" if unit is None or unit.corps else unit.kind.value


# --- writes sentences from claims by the patterns of a language; small things of a kind, power by power, in one


Kind = TypeVar("Kind", bound=Claim)

Part = tuple[Power, str, Sequence[Claim]]
"""One small thing in a list: whose it is, its words, its claims."""

_MOST_ITEMS = 5
"""The most powers that one list of small things names."""


class SentenceWriter:
    """Writes the sentences of one season; ``seed`` is of its phase, so that a season is told in the same words again.

    ``number`` counts the sentences written. It ``leaves_out`` what a page has no pattern left for, unless nothing else
    would tell it.
    """

    leaves_out = True

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
        told, board, language = tuple(claims), self.words.phrasing.board, self.words.phrasing.language
        of_kind = patterns_of(kind, language)
        patterns = [in_words_of(board.book_words, language, pattern) for _, pattern in of_kind]
        true = [at for at, (condition, _) in enumerate(of_kind) if is_met(condition, self, told)]
        fitting = [at for at in true if not (self.is_war and self._speaks_of_centres(patterns[at]))]
        begun = {at for at in fitting if _first_word(patterns[at]) in self._begun}
        place = self.told.choose(kind, fitting, self._seed, begun, most=MOST_ON_A_PAGE if self.leaves_out else None)
        if place is None:
            return
        self._begun |= {_first_word(patterns[place])} - {""}
        text = plain_spaces(patterns[place].format_map(facts))
        sentence = Sentence(f"{kind}.{place}", told, f"{text[:1].upper()}{text[1:]}")
        self._said.update(sentence.claims)
        self.told.note(sentence.pattern, sentence.text)
        self.number += 1
        yield sentence

    def _speaks_of_centres(self, pattern: str) -> bool:
        """Whether a pattern itself, not what is put in it, names centres, which a board with troops has not."""
        return self.words.word("centre_stem") in re.sub(r"\{\w+\}", "", pattern).casefold()

    def tell_list(self, kind: str, parts: Iterable[Part], most: int = _MOST_ITEMS) -> Iterator[Sentence]:
        """Yield one sentence on small things, those of a power together; the first power has the verb."""
        groups: dict[Power, list[Part]] = {}
        for part in parts:
            groups.setdefault(part[0], []).append(part)
        chosen = [*groups.items()][:most]
        table = self.words.table[kind]
        forms = self.in_words_of_book(table["item_of_war"] if self.is_war and "item_of_war" in table else table["item"])
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

    def has_told(self, kind: type[Claim]) -> bool:
        """Whether a sentence has told a claim of a kind."""
        return any(isinstance(claim, kind) for claim in self._said)

    def has_told_besides(self, kind: type[Claim]) -> bool:
        """Whether a sentence has told a claim of another kind."""
        return any(not isinstance(claim, kind) for claim in self._said)

    @property
    def named(self) -> set[Power]:
        """The powers of which a sentence has told something."""
        values = (value for claim in self._said for value in vars(claim).values())
        return {value for value in values if value in self.words.phrasing.board.powers}

    def part(self, kind: str, facts: Mapping[str, str], form: str = "part") -> str:
        """Return the words of one thing in the list of a kind."""
        return self.in_words_of_book([self.words.table[kind][form]])[0].format_map(facts)

    def in_words_of_book(self, forms: Sequence[str]) -> Sequence[str]:
        """Return patterns in the words of the game's rule book."""
        said = self.words.phrasing
        return [in_words_of(said.board.book_words, said.language, form) for form in forms]

    @property
    def told_provinces(self) -> set[str]:
        """The provinces of which a sentence has told something."""
        return provinces_of(self._said)


def provinces_of(claims: Iterable[Claim]) -> set[str]:
    """Return the provinces that claims are about."""
    return {getattr(claim, name) for claim in claims for name in ("province", "origin") if hasattr(claim, name)}


CONDITIONS: Mapping[str, str] = {
    "always": "the claims alone make it true",
    "elsewhere": "something has been told of the season, and of other places",
    "further": "something has been told of the season",
    "quieter": "something besides moves has been told, and no unit of another power was ordered to where these went",
    "uncontested": "no unit of another power was ordered to where these went",
    "trapped": "no retreat was open to any of these units",
    "winter": "the rule book has a winter",
    "season": "what is told is one season, not a year",
    "after_builds": "the builds of the winter have been told",
}
"""When a pattern is true, by the name under which it stands: what its words say beyond the claims of its sentence."""


def is_met(condition: str, writer: SentenceWriter, claims: Sequence[Claim]) -> bool:
    """Return whether a sentence with these claims may be told by patterns that stand under a condition."""
    match condition:
        case "elsewhere":
            return bool(writer.told_provinces) and not writer.told_provinces & provinces_of(claims)
        case "further":
            return writer.number > 0
        case "quieter":
            return writer.has_told_besides(Marched) and is_met("uncontested", writer, claims)
        case "uncontested":
            return not any(getattr(claim, "contested", True) for claim in claims)
        case "trapped":
            return all(getattr(claim, "trapped", False) for claim in claims)
        case "winter":
            return writer.words.phrasing.board.phase_names == "years"
        case "season":
            return writer.leaves_out
        case "after_builds":
            return writer.has_told(UnitBuilt)
        case _:
            return True


def _first_word(pattern: str) -> str:
    """Return the word of a pattern's own that it begins with: no two sentences of a season begin alike, if possible."""
    return "" if pattern.startswith("{") else pattern.split(maxsplit=1)[0].rstrip(",")
