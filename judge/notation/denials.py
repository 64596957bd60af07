"""Finds how far a denial reaches in a sentence, so that what the sentence tells apart from it can be read."""

import re
from collections.abc import Sequence
from functools import cache

from judge.notation.sentence_words import Role, SentenceWord
from judge.rules.board import Province

_JOINTS = frozenset({Role.COMMA, Role.COLON, Role.BUT})
_DOING = frozenset({Role.TOWARDS, Role.MOVE, Role.HOLD, Role.IMMOBILE, Role.SUPPORT, Role.CONVOY})
_LEADING = frozenset({Role.TOWARDS, Role.MOVE, Role.FROM})


def without_denied(words: Sequence[SentenceWord], own: set[Province]) -> list[SentenceWord]:
    """Return the words of a sentence without what it denies, where the end of that is marked; else all of them.

    It is marked by a "but", an "only" or a "so", and where a denial behind an order names but a region: ``not BUR``.
    """
    kept = list(words)
    while any(word.role is Role.DENIAL for word in kept):
        at = next(place for place, word in enumerate(kept) if word.role is Role.DENIAL)
        cut = _exception(kept, at) or _contrast(kept, at, own)
        if cut is None:
            break
        kept = cut
    return kept


def _exception(words: list[SentenceWord], at: int) -> list[SentenceWord] | None:
    """The words without a denial that names one region or one order, behind an order: ``rather than to Burgundy``."""
    behind_order = {word.role for word in words[:at]} & _DOING
    is_held = words[at - 1].role in {Role.HOLD, Role.IMMOBILE}  # "stays out of Burgundy"
    if is_held or not behind_order or not any(word.spots for word in words[:at]):
        return None
    roles = "".join(word.role.value for word in words[at:])
    found = _excepted().match(roles)
    return words[: at - (words[at - 1].role is Role.AND)] + words[at + found.end() :] if found else None


@cache
def _excepted() -> re.Pattern[str]:
    return re.compile(r"!+[mpfd]*n(?:[mp]+n)?(?=[,:b]|$)")


def _contrast(words: list[SentenceWord], at: int, own: set[Province]) -> list[SentenceWord] | None:
    """The words without the clause of a denial that ends at a "but"; its unit stays where only a way follows."""
    end = next((place for place in range(at, len(words)) if words[place].role is Role.BUT), None)
    if end is None:
        return None
    behind = words[end + 1 :]
    start = 1 + max((place for place in range(at) if words[place].role in _JOINTS), default=-1)
    if not behind or behind[0].role not in _LEADING:
        return words[:start] + behind
    of_denied = [word for word in words[start:end] if any(spot.province in own for spot in word.spots)]
    return words[:start] + of_denied[:1] + behind
