"""Words their writer has struck out: marked while a letter is read, then kept apart from those that count.

In plain text words are struck out by ``~~`` on both sides, or by a stroke laid over each letter.
"""

import re
from dataclasses import dataclass

OPEN, CLOSE = "\x0e", "\x0f"
"""Stand around struck words until the letter is read; no text that comes in bears either (mail/parts.py)."""

_MARKS = str.maketrans({OPEN: None, CLOSE: None})
_STROKES = "\u0335\u0336\u0337\u0338"
_OVERLAID = re.compile(
    rf"[^\s{_STROKES}][{_STROKES}](?:[\s{_STROKES}]{{0,9}}[^\s{_STROKES}][{_STROKES}])+[{_STROKES}]{{0,9}}"
)
_BETWEEN_TILDES = re.compile(r"(?<![~\w])~~(?=[^\s~])([^~\n]+)(?<=\S)~~(?!~)")
_STRUCK = re.compile(f"{OPEN}([^{CLOSE}]*){CLOSE}")


@dataclass(frozen=True)
class Kept:
    """The text that counts, and each line of which something was struck out, that between ``~~``."""

    text: str
    struck: tuple[str, ...]


def mark_plain(text: str) -> str:
    """A plain text with marks around what its writer has struck out in one of the usual ways."""
    if "~~" in text:
        text = _BETWEEN_TILDES.sub(rf"{OPEN}\1{CLOSE}", text)
    if any(stroke in text for stroke in _STROKES):
        text = _OVERLAID.sub(lambda found: OPEN + re.sub(f"[{_STROKES}]", "", found.group()) + CLOSE, text)
    return text


def is_struck(line: str) -> bool:
    """Whether something in a marked line is struck out."""
    return OPEN in line


def shown(line: str) -> str:
    """A marked line as plain text shows what is struck out."""
    return line.replace(f"{CLOSE}{OPEN}", "").replace(OPEN, "~~").replace(CLOSE, "~~")


def unmarked(line: str) -> str:
    """A marked line with its struck words as if they were not struck."""
    return line.translate(_MARKS)


def set_apart(text: str) -> Kept:
    """A marked text without what is struck out; lines of which nothing is left are gone."""
    kept: list[str] = []
    struck: list[str] = []
    for line in text.split("\n"):
        if not is_struck(line):
            kept.append(line)
            continue
        struck.append(shown(line).strip())
        if rest := re.sub(r" {2,}", " ", _STRUCK.sub("", line)).strip():
            kept.append(rest)
    return Kept("\n".join(kept).strip("\n"), tuple(struck))
