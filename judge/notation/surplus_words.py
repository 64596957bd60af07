"""Skips what may stand around an order: bullets and numbers before it, words behind it that do not change it."""

from collections.abc import Iterator

from judge.notation.lexer import DASH
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


BETWEEN = frozenset(
    {
        *(OrderPart.FILLER, OrderPart.ATTACK, OrderPart.LINK, OrderPart.AND, OrderPart.PREPOSITION),
        *(OrderPart.MODAL, OrderPart.OPENING, OrderPart.REQUEST, OrderPart.FROM, OrderPart.WITH, OrderPart.BY),
        *(OrderPart.JOINT,),
    }
)
"""What stands between the words that tell something."""
_SMALL = BETWEEN | {
    OrderPart.ARMY,
    OrderPart.FLEET,
    OrderPart.TROOP,
    OrderPart.MOVE,
    OrderPart.SEND,
    OrderPart.POWER,
    OrderPart.NUMBER,
}
"""What the words of a remark may be; they give no order where no region is named."""
TELLING = frozenset(OrderPart) - _SMALL - {OrderPart.COURTESY, OrderPart.HEADING, OrderPart.SECTION}


def is_courtesy(lexicon: Lexicon, place: int) -> bool:
    """Return whether the tokens from a place on do not change the order before it."""
    start, end = _set_apart(lexicon, place)
    if start > place and _is_remark(lexicon, start, end):
        return True
    return _is_polite(lexicon, start, end)


def _set_apart(lexicon: Lexicon, place: int) -> tuple[int, int]:
    """Return where the words begin and end that are in brackets or behind the sign of a comment."""
    last = len(lexicon.tokens)
    if _is_at(lexicon, place, "(") and _is_at(lexicon, last - 1, ")"):
        return place + 1, last - 1
    if _is_at(lexicon, place, "/") and _is_at(lexicon, place + 1, "/"):
        return place + 2, last
    return (place + 1, last) if _is_at(lexicon, place, "#") else (place, last)


def _is_polite(lexicon: Lexicon, place: int, last: int) -> bool:
    """Return whether all tokens up to ``last`` are words of courtesy, names of powers or small words."""
    place += any(_is_at(lexicon, place, sign) for sign in (",", DASH, ":"))
    place = next((found.end for found in lexicon.of(place, OrderPart.AND)), place)
    ends = {found.end for found in lexicon.of(place, OrderPart.COURTESY)}
    if any(found.end > place + 1 for found in lexicon.of(place, OrderPart.DENIAL)):  # such as "instead of"
        return False
    while ends and last not in ends:
        parts = (OrderPart.COURTESY, OrderPart.FILLER, OrderPart.POWER, OrderPart.AND)
        ends = {found.end for end in ends for found in lexicon.of(end, *parts)}
    return bool(ends)


def _is_remark(lexicon: Lexicon, start: int, end: int) -> bool:
    """Return whether words set apart are no words of orders, and do not put the order in doubt."""
    words = [token for token in lexicon.tokens[start:end] if token.is_word]
    is_plain = len(words) == end - start and any(len(word.text) > 1 for word in words)
    return is_plain and not _parts(lexicon, start, end) & TELLING


def _parts(lexicon: Lexicon, start: int, end: int) -> set[OrderPart]:
    return {found.lexeme.part for at in range(start, end) for found in lexicon.at(at) if found.end <= end}


def _is_at(lexicon: Lexicon, place: int, sign: str) -> bool:
    return place < len(lexicon.tokens) and lexicon.tokens[place].text == sign
