"""How large a letter may be, checked on its bytes before anything is parsed."""

import re
from itertools import pairwise

LARGEST_LETTER = 5 * 1024 * 1024
"""Bytes of one letter. Replies drag pictures and old reports along; orders fill a few lines."""

LONGEST_SMTP_LINE = 64 * 1024
"""Bytes of one line. RFC 5321 4.5.3.1.6 says 1000; real senders do not all obey, and refusing gains nothing."""

MOST_LINES_SEARCHED = 4000
"""Lines of a letter, quotations and old letters among them, in which its new text is searched."""

_HEADER_BLOCK = 64 * 1024
_HEADERS = 200
_ONE_HEADER = 8 * 1024
_BOUNDARY_LINES = 1000

_END_OF_HEADERS = re.compile(rb"\r?\n\r?\n")
_START_OF_HEADER = re.compile(rb"^(?![ \t])", re.MULTILINE)


def header_block(raw: bytes) -> bytes:
    """The bytes before the first empty line; all of them when there is none."""
    if raw.startswith((b"\n", b"\r\n")):
        return b""
    end = _END_OF_HEADERS.search(raw)
    return raw if end is None else raw[: end.start()]


def limit_exceeded(raw: bytes) -> str | None:
    """The limit that a letter exceeds, in a few English words; None for any letter a person would write."""
    if len(raw) > LARGEST_LETTER:
        return "letter too big"
    headers = header_block(raw)
    if len(headers) > _HEADER_BLOCK:
        return "header block too big"
    starts = [found.start() for found in _START_OF_HEADER.finditer(headers)]
    if len(starts) > _HEADERS:
        return "too many headers"
    if any(end - start > _ONE_HEADER for start, end in pairwise([0, *starts, len(headers)])):
        return "header too long"
    if raw.count(b"\n--") > _BOUNDARY_LINES:
        return "too many parts"
    return None
