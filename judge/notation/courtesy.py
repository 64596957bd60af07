"""Words behind an order that change nothing of it: ``please``, ``as agreed with Germany``, ``(a good idea)``."""

from judge.notation.lexer import DASH
from judge.notation.lexicon import Lexicon
from judge.notation.tables import Part

_SMALL = frozenset(
    {Part.ARMY, Part.FLEET, Part.TROOP, Part.MOVE, Part.FILLER, Part.LINK, Part.POWER, Part.NUMBER, Part.AND}
)
"""What words of a remark may be besides; they give no order where no region is named."""
_TELLING = frozenset(Part) - _SMALL - {Part.COURTESY, Part.HEADING, Part.SECTION}


def is_courtesy(lexicon: Lexicon, place: int) -> bool:
    """Whether what stands from a token on changes nothing of the order before it."""
    bracketed = _is_at(lexicon, place, "(") and _is_at(lexicon, len(lexicon.tokens) - 1, ")")
    last = len(lexicon.tokens)
    if bracketed:
        return _is_remark(lexicon, place + 1) or _is_polite(lexicon, place + 1, last - 1)
    return _is_polite(lexicon, place, last)


def _is_polite(lexicon: Lexicon, place: int, last: int) -> bool:
    """Whether all up to ``last`` are words of courtesy, with names of powers and small words among them."""
    place += any(_is_at(lexicon, place, sign) for sign in (",", DASH, ":"))
    ends = {found.end for found in lexicon.of(place, Part.COURTESY)}
    while ends and last not in ends:
        parts = (Part.COURTESY, Part.FILLER, Part.POWER, Part.AND)
        ends = {found.end for end in ends for found in lexicon.of(end, *parts)}
    return bool(ends)


def _is_remark(lexicon: Lexicon, place: int) -> bool:
    """Whether brackets up to the end of the line hold words that are none of orders, nor doubt the one before."""
    inside = range(place, len(lexicon.tokens) - 1)
    parts = {found.lexeme.part for at in inside for found in lexicon.at(at) if found.end < len(lexicon.tokens)}
    words = [lexicon.tokens[at] for at in inside if lexicon.tokens[at].is_word]
    return not parts & _TELLING and any(len(word.text) > 1 for word in words) and len(words) == len(inside)


def _is_at(lexicon: Lexicon, place: int, sign: str) -> bool:
    return place < len(lexicon.tokens) and lexicon.tokens[place].text == sign
