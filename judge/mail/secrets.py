"""A secret found in a text however it is written: apart, in references, in encodings of addresses, in other letters."""

import itertools
import re
import unicodedata
from collections.abc import Iterator

from judge.mail.references import written_out

_MOST_APART = 16
"""Characters that may stand between two of a secret: a line end, the marks of a quotation, what nobody sees."""

_PIECE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z]{2,8});?|[%=][0-9A-Fa-f]{2}|.", re.DOTALL)
"""A character, or one as HTML refers to it, as RFC 3986 2.1 or RFC 2045 6.7 encode it."""

_LONGEST_PIECE = 4
"""Characters that one may stand for: some stand for whole sentences, and no secret is written in those."""

_SHORTEST = 8
"""Letters and digits of a secret that may stand apart; so many of a shorter one come together by chance."""


def without_secret(text: str, secret: str, instead: str = "…") -> str:
    """The text with something else in place of a secret, wherever and however it stands there.

    Nothing but letters and digits counts, without case, accents and the forms that other fonts give them.
    """
    wanted = "".join(one for one in unicodedata.normalize("NFKC", secret).casefold() if one.isalnum())
    if len(wanted) < _SHORTEST:
        return re.sub(re.escape(secret), instead, text, flags=re.IGNORECASE) if secret else text
    kept, end = [], 0
    for start, stop in _places(text, wanted):
        kept += [text[end:start], instead]
        end = stop
    return "".join([*kept, text[end:]])


def _places(text: str, wanted: str) -> Iterator[tuple[int, int]]:
    """Where the secret begins and ends in the text; read once as it stands, once with encodings written out."""
    found = sorted(place for is_coded in (False, True) for place in _places_in(text, wanted, is_coded=is_coded))
    last = 0
    for start, stop in found:
        if start >= last:
            yield start, stop
            last = stop


def _places_in(text: str, wanted: str, *, is_coded: bool) -> Iterator[tuple[int, int]]:
    pieces = _PIECE.finditer(text) if is_coded else re.finditer(r".", text, re.DOTALL)
    letters: list[str] = []
    spans: list[tuple[int, int]] = []
    for piece in pieces:
        for letter in _letters(piece[0]):
            letters.append(letter)
            spans.append(piece.span())
    plain, at = "".join(letters), 0
    while (at := plain.find(wanted, at)) >= 0:
        held = spans[at : at + len(wanted)]
        if all(after[0] - before[1] <= _MOST_APART for before, after in itertools.pairwise(held)):
            yield held[0][0], held[-1][1]
            at += len(wanted)
        else:
            at += 1


def _letters(piece: str) -> str:
    """The letters and digits that a piece of text stands for."""
    if len(piece) == 1 and piece.isascii():
        return piece.lower() if piece.isalnum() else ""
    if piece.startswith("&"):
        piece = written_out(piece)
    elif len(piece) > 1:
        piece = chr(int(piece[1:], 16))
    plain = unicodedata.normalize("NFKD", piece).casefold()
    return "".join(letter for letter in plain if letter.isalnum()) if len(plain) <= _LONGEST_PIECE else ""
