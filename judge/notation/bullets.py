"""Skips the bullets and numbers that people and word processors put before an order."""

from collections.abc import Iterator

from judge.notation.lexicon import Lexicon
from judge.notation.tables import OrderPart

_BULLETS = frozenset("-+•·◦‣▪#o⁃●○■□◆◇❖✓✔§ø\uf0b7\uf0a7\uf0d8\uf0fc\uf076")
"""The signs used as bullets, those that symbol fonts of word processors leave in a text included."""
_AFTER_NUMBER = frozenset("):-/")
_ROMAN = frozenset("ivx")
_UNITS = (OrderPart.ARMY, OrderPart.FLEET, OrderPart.TROOP)


def after_bullet(lexicon: Lexicon, place: int) -> Iterator[int]:
    """Yield each token place that may follow a bullet or a number.

    These are ``-``, ``1``, ``1)``, ``(1)``, ``a)``, ``(a)``, ``b.``, ``ii)``.
    """
    if _is_stopped_letter(lexicon, place):
        yield place + 1
    match [token.text for token in lexicon.tokens[place : place + 3]]:
        case [bullet, *_] if bullet in _BULLETS:
            yield place + 1
        case ["(", number, ")"] if _is_number(number) and (number.isdecimal() or not _is_unit(lexicon, place + 1)):
            yield place + 3
        case [number, sign, *_] if sign in _AFTER_NUMBER and _is_number(number):
            yield place + 2
        case [number, *_] if number.isdecimal():
            yield place + 1


def _is_stopped_letter(lexicon: Lexicon, place: int) -> bool:
    """Return whether a letter with a full stop stands here: a bullet, unless it is the letter of the unit behind it."""
    token = lexicon.tokens[place] if place < len(lexicon.tokens) else None
    if token is None or not (token.is_stopped and token.is_word and _is_number(token.text)):
        return False
    return not _is_unit(lexicon, place) or _is_unit(lexicon, place + 1)


def _is_unit(lexicon: Lexicon, place: int) -> bool:
    return any(lexicon.of(place, *_UNITS))


def _is_number(word: str) -> bool:
    """Return whether a word is a number, one letter or a small Roman number: ``12``, ``a``, ``iv``."""
    return word.isdecimal() or len(word) == 1 or set(word) <= _ROMAN
