"""The typography of each language, for the forms that are set in type: spaces, quotation marks, apostrophes.

French after the *Lexique des règles typographiques en usage à l'Imprimerie nationale*: a narrow no-break space before
``; ! ?``, a no-break space before ``:`` and inside ``« »``.
"""

import re

from judge.game.settings import Language

_NO_BREAK, _NARROW, _JOINED = "\u00a0", "\u202f", "\u2060"

_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)|(?<=s)'(?=[\s.,;:!?)]|$)")
_ELLIPSIS = re.compile(r"(?<!\.)\.\.\.(?!\.)")
_STRAIGHT_QUOTES = re.compile(r'"([^"\s](?:[^"]*[^"\s])?)"(?!\w)')
_ORDER_DASH = re.compile(r"-(?=[\u00a0\u202f])")
"""A hyphen before a no-break space, as in an order: else a line may end between them."""

_NUMBER_SIGN = re.compile(r"\b(no|No|n°|N°|nº) (?=\d)")

_BEFORE_HIGH = re.compile(r"(?<=[\w)»”’…]) ?[\u00a0\u202f]?([;!?]+)(?=[\s)»”]|$)")
_BEFORE_COLON = re.compile(r"(?<=[\w)»”’…])[ \u00a0\u202f](?=:(?:\s|$))")
_AFTER_OPENING = re.compile(r"«[ \u00a0\u202f]?(?=\S)")
_BEFORE_CLOSING = re.compile(r"(?<=\S)[ \u00a0\u202f]?»")


def typeset(text: str, language: Language) -> str:
    """Return a text with the spaces, the quotation marks and the apostrophes of its language; no word changes."""
    text = _ELLIPSIS.sub("…", _APOSTROPHE.sub("’", text))
    text = text.replace(f"-{_NO_BREAK}", f"-{_JOINED}{_NO_BREAK}")  # a line could end behind the sign of a move
    text = _NUMBER_SIGN.sub(rf"\1{_NO_BREAK}", text)
    text = _ORDER_DASH.sub("-\u2060", text)
    if language == "en":
        return _STRAIGHT_QUOTES.sub("“\\1”", text)
    text = _STRAIGHT_QUOTES.sub("« \\1 »", text)
    text = _BEFORE_HIGH.sub(rf"{_NARROW}\1", text)
    text = _BEFORE_COLON.sub(_NO_BREAK, text)
    text = _AFTER_OPENING.sub(f"«{_NO_BREAK}", text)
    return _BEFORE_CLOSING.sub(f"{_NO_BREAK}»", text)


_EMPHASIS = re.compile(r"(?<![\w*])\*([^\s*](?:[^*]*[^\s*])?)\*(?![\w*])")

Run = tuple[str, bool]
"""A part of a text and whether it is emphasised."""


def runs_of(text: str, language: Language) -> list[Run]:
    """Return a text that an editor has written, typeset, in parts; ``*words*`` are emphasised."""
    parts = _EMPHASIS.split(typeset(text, language))
    return [(part, bool(place % 2)) for place, part in enumerate(parts) if part]
