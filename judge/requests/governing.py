"""Tells what a sentence of plain words says of the orders that stand near it: whether it announces or governs them."""

import re
import tomllib
from collections.abc import Collection, Mapping
from enum import Enum
from functools import lru_cache
from importlib.resources import files
from typing import Any

from judge.requests.suggestions import phrase_pattern, spaced_words
from judge.requests.vocabulary import fold_case


class Governs(Enum):
    """What a sentence says of the orders below it."""

    NOTHING = "nothing"
    ANNOUNCES = "announces"  # they are the writer's own, for now
    HOLDS = "holds"  # they may be anything: earlier ones, a draft, a choice, the words of somebody else
    DENIES = "denies"  # they are not to be followed
    ADDRESSES = "addresses"  # they are written to somebody else than the judge
    ENDS = "ends"  # what stood above them ends here


_SENTENCE = re.compile(r"(?<=[.!?…])\s+")
_CLOSINGS = " \t*_\"”»')"
_FULL_STOPS = (".", "!", "?", "…")
_COLONS = (":", "\uff1a")
_SHORTEST_STEM = 5
"""Letters by which the name of a power is known in the words made of it: Italie, italien."""


def sentences_of(text: str) -> tuple[str, ...]:
    """Return the sentences of a text; the last one may go on."""
    return tuple(piece for piece in _SENTENCE.split(text.strip()) if piece)


def is_finished(sentence: str) -> bool:
    """Whether a sentence has come to its end: a full stop, or the colon of an introduction."""
    return sentence.rstrip(_CLOSINGS).endswith((*_FULL_STOPS, *_COLONS))


def introduces(sentence: str) -> bool:
    """Whether a sentence ends as an introduction does."""
    return sentence.rstrip(_CLOSINGS).endswith(_COLONS)


def stems_of(names: Collection[str]) -> frozenset[str]:
    """Return how the words begin that speak of the powers of these names."""
    words = [word for name in names for word in re.findall(r"\w+", fold_case(name))]
    return frozenset(word[:_SHORTEST_STEM] for word in words if len(word) >= _SHORTEST_STEM - 1)


def what_governs(sentence: str, others: frozenset[str]) -> Governs:
    """Return what a sentence says of orders right below it; ``others`` are the stems of other powers' names.

    It counts where the sentence ends as an introduction or has no end, where it points at what follows, and where it
    greets somebody. Whatever introduces orders, and does not say that they are the writer's own, holds them.
    """
    words = spaced_words(sentence)
    if _any_of("ends").search(words):
        return Governs.ENDS
    if greeted := _greeted(sentence):
        return _of_greeting(greeted, others)
    is_open = not sentence.rstrip(_CLOSINGS).endswith(_FULL_STOPS)
    kind = _class_of(words, others) if is_open or _any_of("below").search(words) or _is_draft(words) else None
    if kind:
        return kind
    if is_open and _any_of("own").search(words):
        return Governs.ANNOUNCES
    return Governs.HOLDS if introduces(sentence) else Governs.NOTHING


def denies_or_conditions(clause: str) -> bool:
    """Whether a clause beside an order on its line may take it back: a denial, a condition, somebody else's words."""
    words = spaced_words(clause)
    return any(_any_of(name).search(words) for name in ("denial", "condition", "choice", "draft", "report"))


def takes_back(sentence: str) -> bool:
    """Whether a sentence takes back the orders above it: ``Scrap all of the above.``, ``Oubliez ces ordres``."""
    words = spaced_words(sentence)
    is_back = _any_of("verbs").search(words) and _any_of("about").search(words)
    return bool(is_back) and not introduces(sentence) and not _any_of("besides").search(words)


def _class_of(words: str, others: frozenset[str]) -> Governs | None:
    """The word class that governs, if any: new orders that follow behind what is denied or old are announced."""
    found = {name: _any_of(name).search(words) for name in _CLASSES}
    for name in ("condition", "choice", "draft", "report"):
        if found[name]:
            return Governs.HOLDS
    if found["address"] or _names_other(words, others):
        return Governs.ADDRESSES
    for name, kind in (("denial", Governs.DENIES), ("earlier", Governs.HOLDS)):
        place = found[name]
        if place:
            return Governs.ANNOUNCES if _any_of("afresh").search(words, place.start()) else kind
    return None


def _is_draft(words: str) -> bool:
    return bool(_any_of("draft").search(words)) and bool(_any_of("about").search(words))


def _names_other(words: str, others: frozenset[str]) -> bool:
    return any(word[:_SHORTEST_STEM] in others for word in words.split())


def _greeted(sentence: str) -> tuple[str, ...] | None:
    """The words behind a salutation, up to its end; None where the sentence does not begin with one."""
    found = _salutation().match(fold_case(sentence.lstrip(" *_>-")))
    return tuple(re.findall(r"[^\W\d_]+", found[1])) if found else None


def _of_greeting(greeted: tuple[str, ...], others: frozenset[str]) -> Governs:
    if any(word[:_SHORTEST_STEM] in others for word in greeted):
        return Governs.ADDRESSES
    is_known = all(word in _neutral() for word in greeted)
    return Governs.NOTHING if is_known else Governs.ADDRESSES


_CLASSES = ("denial", "condition", "choice", "draft", "earlier", "report", "address")


@lru_cache
def _any_of(name: str) -> re.Pattern[str]:
    table = _table()
    phrases = {
        **table["classes"],
        **table["back"],
        "own": table["own"]["words"],
        "afresh": table["own"]["afresh"],
        "below": table["below"]["words"],
        "ends": table["ends"]["words"],
    }[name]
    return re.compile("|".join(map(phrase_pattern, sorted(phrases, key=len, reverse=True))))


@lru_cache(maxsize=1)
def _salutation() -> re.Pattern[str]:
    openings = sorted(map(fold_case, _table()["salutations"]["openings"]), key=len, reverse=True)
    return re.compile(rf"(?:{'|'.join(map(re.escape, openings))})\b([^,.!?:;\n]{{0,60}})(?:[,.!?:;]|$)")


@lru_cache(maxsize=1)
def _neutral() -> frozenset[str]:
    return frozenset(map(fold_case, _table()["salutations"]["neutral"]))


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Any]:
    return tomllib.loads((files("judge.requests") / "governing.toml").read_text(encoding="utf-8"))
