"""Removes a secret from a text however it is written: spaced, as HTML references, encoded, in other letter forms."""

import itertools
import re
import unicodedata
from collections.abc import Iterator

from judge.mail.text_encodings import resolve_references

_LARGEST_GAP = 16
"""Characters that may stand between two of a secret: a line end, quotation marks, invisible characters."""

_PIECE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z]{2,8});?|[%=][0-9A-Fa-f]{2}|.", re.DOTALL)
"""A character, or one as an HTML reference, percent-encoded (RFC 3986 2.1) or quoted-printable (RFC 2045 6.7)."""

_LONGEST_PIECE = 4
"""Characters that one may decompose into: some stand for whole sentences, and no secret is written in those."""

_SHORTEST = 8
"""Letters and digits a secret needs to be searched with gaps; those of a shorter one occur by chance."""


def redact(text: str, secret: str, instead: str = "…") -> str:
    """The text with ``instead`` in place of a secret, wherever and however it stands there.

    Only letters and digits are compared, without case, accents and the forms that other fonts give them.
    """
    wanted = "".join(one for one in unicodedata.normalize("NFKC", secret).casefold() if one.isalnum())
    if len(wanted) < _SHORTEST:
        return re.sub(re.escape(secret), instead, text, flags=re.IGNORECASE) if secret else text
    kept, end = [], 0
    for start, stop in _spans(text, wanted):
        kept += [text[end:start], instead]
        end = stop
    return "".join([*kept, text[end:]])


def _spans(text: str, wanted: str) -> Iterator[tuple[int, int]]:
    """Where the secret begins and ends in the text, scanned once as it stands and once with encodings resolved."""
    found = sorted(place for is_coded in (False, True) for place in _spans_in(text, wanted, is_coded=is_coded))
    last = 0
    for start, stop in found:
        if start >= last:
            yield start, stop
            last = stop


def _spans_in(text: str, wanted: str, *, is_coded: bool) -> Iterator[tuple[int, int]]:
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
        if all(after[0] - before[1] <= _LARGEST_GAP for before, after in itertools.pairwise(held)):
            yield held[0][0], held[-1][1]
            at += len(wanted)
        else:
            at += 1


def _letters(piece: str) -> str:
    """The letters and digits that a piece of text stands for."""
    if len(piece) == 1 and piece.isascii():
        return piece.lower() if piece.isalnum() else ""
    if piece.startswith("&"):
        piece = resolve_references(piece)
    elif len(piece) > 1:
        piece = chr(int(piece[1:], 16))
    plain = unicodedata.normalize("NFKD", piece).casefold()
    return "".join(letter for letter in plain if letter.isalnum()) if len(plain) <= _LONGEST_PIECE else ""
