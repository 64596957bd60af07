"""Recognises words behind an order that do not change it: ``please``, ``(a good idea)``, ``to protect Munich``."""

from judge.notation.lexer import DASH
from judge.notation.lexicon import Lexicon
from judge.notation.prose_tables import prose_phrases
from judge.notation.tables import OrderPart

_SMALL = frozenset(
    {
        OrderPart.ARMY,
        OrderPart.FLEET,
        OrderPart.TROOP,
        OrderPart.MOVE,
        OrderPart.FILLER,
        OrderPart.LINK,
        OrderPart.POWER,
        OrderPart.NUMBER,
        OrderPart.AND,
    }
)
"""What the words of a remark may be; they give no order where no region is named."""
_TELLING = frozenset(OrderPart) - _SMALL - {OrderPart.COURTESY, OrderPart.HEADING, OrderPart.SECTION}
_OF_A_PURPOSE = _SMALL | {OrderPart.COURTESY, OrderPart.HEADING, OrderPart.SECTION, OrderPart.PLACE}
_LONGEST_OPENING = 3


def is_courtesy(lexicon: Lexicon, place: int) -> bool:
    """Return whether the tokens from a place on do not change the order before it."""
    start, end = _set_apart(lexicon, place)
    if start > place and _is_remark(lexicon, start, end):
        return True
    after_comma = start + _is_at(lexicon, start, ",")
    return _is_purpose(lexicon, after_comma, end) or _is_polite(lexicon, start, end)


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
    ends = {found.end for found in lexicon.of(place, OrderPart.COURTESY)}
    while ends and last not in ends:
        parts = (OrderPart.COURTESY, OrderPart.FILLER, OrderPart.POWER, OrderPart.AND)
        ends = {found.end for end in ends for found in lexicon.of(end, *parts)}
    return bool(ends)


def _is_remark(lexicon: Lexicon, start: int, end: int) -> bool:
    """Return whether words set apart are no words of orders, and do not put the order in doubt."""
    words = [token for token in lexicon.tokens[start:end] if token.is_word]
    is_plain = len(words) == end - start and any(len(word.text) > 1 for word in words)
    return is_plain and not _parts(lexicon, start, end) & _TELLING


def _is_purpose(lexicon: Lexicon, start: int, end: int) -> bool:
    """Return whether words say what an order is for, ``to protect Munich``.

    They may name regions, but order nothing there.
    """
    openings, aims = prose_phrases("purpose_openings"), prose_phrases("purposes")
    texts = tuple(token.text for token in lexicon.tokens[start:end])
    opened = next((size for size in range(_LONGEST_OPENING, 0, -1) if texts[:size] in openings), 0)
    if not opened or texts[opened : opened + 1] not in aims:
        return False
    behind = lexicon.tokens[start + opened + 1 : end]
    return all(token.is_word for token in behind) and _parts(lexicon, start + opened + 1, end) <= _OF_A_PURPOSE


def _parts(lexicon: Lexicon, start: int, end: int) -> set[OrderPart]:
    return {found.lexeme.part for at in range(start, end) for found in lexicon.at(at) if found.end <= end}


def _is_at(lexicon: Lexicon, place: int, sign: str) -> bool:
    return place < len(lexicon.tokens) and lexicon.tokens[place].text == sign
