"""The conventions of writing orders, loaded from the files in ``tables/`` as frozen values."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache, lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from judge.languages import LANGUAGES, Language, Spoken, language_table, word_table
from judge.notation.lexer import folded_words
from judge.rules.board import Power, Province, UnitKind

_SHARED = (
    *("corrections", "errands", "hold_all", "looks", "places", "prepositions", "prose", "seasons", "sentences"),
    *("tongues", "words"),
)
_OF_CAMPAIGNS = ("stim",)
"""Conventions of boards with troops of their own: nobody can choose them on another board."""


class OrderPart(Enum):
    """What a word can be in an order; the value is its name in the tables."""

    __hash__ = object.__hash__  # that of an Enum is Python code, called a hundred thousand times for one letter

    ARMY = "army"
    FLEET = "fleet"
    TROOP = "troop"
    PLACE = "place"
    COAST = "coast"
    SIDE = "side"
    POWER = "power"
    HOLD = "hold"
    IMMOBILE = "immobile"
    MOVE = "move"
    PREPOSITION = "preposition"
    SEND = "send"
    MODAL = "modal"
    OPENING = "opening"
    REQUEST = "request"
    FROM = "from"
    WITH = "with"
    SUPPORTED = "supported"
    CONVOYED = "convoyed"
    BY = "by"
    POWERED_HOLD = "powered_hold"
    POWERED_MOVE = "powered_move"
    POWERED_SUPPORT = "powered_support"
    SUPPORT = "support"
    CONVOY = "convoy"
    VIA = "via"
    RETREAT = "retreat"
    DISBAND = "disband"
    BUILD = "build"
    REMOVE = "remove"
    WAIVE = "waive"
    NUMBER = "number"
    AND = "and"
    JOINT = "joint"
    HEADING = "heading"
    SECTION = "section"
    LINK = "link"
    OTHERWISE = "otherwise"
    COURTESY = "courtesy"
    DOUBT = "doubt"
    DENIAL = "denial"
    FILLER = "filler"
    WITH_POWER = "with_power"
    ATTACK = "attack"
    STOPPED = "stopped"
    MARK = "mark"


@dataclass(frozen=True)
class Lexeme:
    """One meaning of a word; ``value`` is the province, the coast or the power it names."""

    part: OrderPart
    value: str = ""


LexemesByPhrase = Mapping[tuple[str, ...], tuple[Lexeme, ...]]


@dataclass(frozen=True, eq=False)
class Notation:
    """One convention: what it writes, and every phrase it reads; each is equal only to itself.

    ``places`` and ``coasts`` are what it writes for a province and for a coast, ``templates`` for each kind of order.
    ``report`` has the signs that replace those of an order in its reports, ``marks`` the words put after an order
    there, by language. ``phrases`` includes the words of all conventions. ``listed`` is how it writes a unit in a list,
    if not as in an order, ``foreign`` what before another power's unit that an order helps. ``told`` are templates in
    place of those in words of another language. ``failed`` is how letters
    print an order that failed, empty on pages of the archive.
    """

    name: str
    board: str
    places: Mapping[Province, str]
    coasts: Mapping[str, str]
    signs: Mapping[str, str]
    templates: Mapping[str, str]
    report: Mapping[str, str]
    marks: Mapping[str, Mapping[str, str]]
    phrases: LexemesByPhrase = field(repr=False)
    foreign: Mapping[Power, str]
    listed: str = ""
    longest: int = 1
    told: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    failed: str = ""


def every_notation() -> frozenset[str]:
    """Return the names of all packaged conventions, those of campaigns included."""
    return frozenset({*notation_names(), *_OF_CAMPAIGNS})


@lru_cache
def notation_names() -> tuple[str, ...]:
    """Return the names of the packaged conventions that anybody may choose, sorted."""
    stems = (entry.name.removesuffix(".toml") for entry in (files(__package__) / "tables").iterdir())
    return tuple(sorted(stem for stem in stems if stem not in {*_SHARED, *_OF_CAMPAIGNS}))


@lru_cache
def load_notation(name: str) -> Notation:
    """Return a packaged convention by its name; LookupError if there is none."""
    if name not in every_notation():
        message = f"no notation {name!r}; there are {', '.join(notation_names())}"
        raise LookupError(message)
    table = _table(name)
    phrases = _phrases(table)
    return Notation(
        name=table["name"],
        board=table["board"],
        places={Province(code): text.split()[0] for code, text in table["places"].items()},
        coasts={coast: texts[0] for coast, texts in table["coasts"].items()},
        signs={part: texts[0] for part, texts in table["signs"].items()},
        templates=table["templates"],
        report=table.get("report", {}),
        marks=Spoken({language: {**marks, **table.get("marks", {})} for language, marks in _marks().items()}),
        phrases=phrases,
        foreign=table.get("foreign", {}),
        listed=table.get("listed", ""),
        longest=max(map(len, phrases)),
        told=table.get("told", {}),
    )


@cache
def notation_in(notation: Notation, language: str) -> Notation:
    """Return a convention as letters to somebody who reads a language are written; the same object for the same two."""
    told, failed = notation.told.get(language, {}), _table(notation.name).get("failed", "")
    return replace(notation, templates={**notation.templates, **told}, failed=failed) if told or failed else notation


@cache
def abbreviations_of(notation: Notation, province: Province) -> tuple[str, ...]:
    """Return every abbreviation that means one province alone in a convention, the one it writes first."""
    places = {Province(code): text.split() for code, text in _table(notation.name)["places"].items()}
    known = Counter(abbreviation.casefold() for texts in places.values() for abbreviation in texts)
    first, *others = places[province]
    return (first, *(other for other in others if known[other.casefold()] == 1))


@lru_cache
def _table(name: str) -> Mapping[str, Any]:
    return MappingProxyType(word_table("notation/tables", name))


def _marks() -> Mapping[Language, Mapping[str, str]]:
    """The words put after an order in reports, by language, where a notation has none of its own."""
    return {language: marks for language in LANGUAGES if (marks := language_table(language, "marks.toml"))}


def _phrases(table: Mapping[str, Any]) -> LexemesByPhrase:
    """Every phrase a convention reads; its own codes settle what a name of all conventions would leave open."""
    found: defaultdict[tuple[str, ...], set[Lexeme]] = defaultdict(set)
    for phrase, lexeme in _own(table):
        found[folded_words(phrase)].add(lexeme)
    own_places = {key for key, lexemes in found.items() if any(one.part is OrderPart.PLACE for one in lexemes)}
    for key, lexeme in _common_phrases():
        if not (lexeme.part in {OrderPart.PLACE, OrderPart.FILLER} and key in own_places):
            found[key].add(lexeme)
    return MappingProxyType({key: tuple(sorted(lexemes, key=_rank)) for key, lexemes in found.items()})


@cache
def _common_phrases() -> Sequence[tuple[tuple[str, ...], Lexeme]]:
    """The phrases of all conventions, normalised once for all of them."""
    return [(folded_words(phrase), lexeme) for phrase, lexeme in _common(_table("words"), _table("places"))]


def _own(table: Mapping[str, Any]) -> Iterator[tuple[str, Lexeme]]:
    yield from _listed(table["signs"])
    yield from _valued(OrderPart.COAST, table["coasts"])
    yield from _valued(OrderPart.TROOP, table.get("troops", {}))
    yield from _valued(OrderPart.PLACE, {code: text.split() for code, text in table["places"].items()})
    yield from ((mark, Lexeme(OrderPart.MARK)) for mark in table.get("marks", {}).values() if mark)


def _common(words: Mapping[str, Any], places: Mapping[str, Any]) -> Iterator[tuple[str, Lexeme]]:
    yield from _listed(words["words"])
    yield from _listed(words["signs"])
    yield from _valued(OrderPart.COAST, words["coasts"])
    yield from _valued(OrderPart.SIDE, words["sides"])
    yield from _valued(OrderPart.PLACE, places["names"])
    yield from _valued(OrderPart.POWER, places["powers"])
    yield from ((mark, Lexeme(OrderPart.MARK)) for marks in _marks().values() for mark in marks.values())


def _listed(parts: Mapping[str, Iterable[str]]) -> Iterator[tuple[str, Lexeme]]:
    return ((phrase, Lexeme(OrderPart(part))) for part, phrases in parts.items() for phrase in phrases)


def _valued(part: OrderPart, values: Mapping[str, Iterable[str]]) -> Iterator[tuple[str, Lexeme]]:
    return ((phrase, Lexeme(part, value)) for value, phrases in values.items() for phrase in phrases)


def _rank(lexeme: Lexeme) -> tuple[str, str]:
    return lexeme.part.value, lexeme.value


def prose_phrases(table: str) -> frozenset[tuple[str, ...]]:
    """Return the phrases of one table of plain words, each as its normalised words."""
    return shared_phrases("prose", table)


def listed_phrases(name: str, table: str) -> tuple[str, ...]:
    """Return the phrases of one table of a shared file as they are written there."""
    return tuple(_table(name)[table])


def valued_phrases(name: str, table: str) -> Mapping[str, tuple[str, ...]]:
    """Return the phrases of each value in one table of a shared file, as they are written there."""
    return {value: tuple(phrases) for value, phrases in _table(name)[table].items()}


@cache
def shared_phrases(name: str, table: str) -> frozenset[tuple[str, ...]]:
    """Return the phrases of one table of a shared file, each as its normalised words."""
    return frozenset(map(folded_words, _table(name)[table]))


# --- phrases in which a star stands for any ending of a word: other words for units, adjectives of regions


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
