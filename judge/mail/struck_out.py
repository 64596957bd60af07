"""Struck out words: marked while a letter is read, then separated from the words that count.

In plain text words are struck out by ``~~`` on both sides, or by a combining stroke over each letter.
"""

import re
from dataclasses import dataclass

STRUCK_BEGIN, STRUCK_END = "\x0e", "\x0f"
"""Stand around struck words until the letter is read; no text that comes in bears either (body_text.py)."""

_MARKS = str.maketrans({STRUCK_BEGIN: None, STRUCK_END: None})
_STROKES = "\u0335\u0336\u0337\u0338"
_OVERLAID = re.compile(
    rf"[^\s{_STROKES}][{_STROKES}](?:[\s{_STROKES}]{{0,9}}[^\s{_STROKES}][{_STROKES}])+[{_STROKES}]{{0,9}}"
)
_BETWEEN_TILDES = re.compile(r"(?<![~\w])~~(?=[^\s~])([^~\n]+)(?<=\S)~~(?!~)")
_STRUCK = re.compile(f"{STRUCK_BEGIN}([^{STRUCK_END}]*){STRUCK_END}")


@dataclass(frozen=True)
class TextWithoutStruck:
    """The text that counts, and each line of which something was struck out, that between ``~~``."""

    text: str
    struck: tuple[str, ...]


def mark_struck_out(text: str) -> str:
    """A plain text with marks around what its writer has struck out in one of the usual ways."""
    if "~~" in text:
        text = _BETWEEN_TILDES.sub(rf"{STRUCK_BEGIN}\1{STRUCK_END}", text)
    if any(stroke in text for stroke in _STROKES):
        text = _OVERLAID.sub(lambda found: STRUCK_BEGIN + re.sub(f"[{_STROKES}]", "", found.group()) + STRUCK_END, text)
    return text


def is_struck(line: str) -> bool:
    """Whether something in a marked line is struck out."""
    return STRUCK_BEGIN in line


def _show_struck_out(line: str) -> str:
    """A marked line with what is struck out between ``~~``."""
    return line.replace(f"{STRUCK_END}{STRUCK_BEGIN}", "").replace(STRUCK_BEGIN, "~~").replace(STRUCK_END, "~~")


def without_marks(line: str) -> str:
    """A marked line with its struck out words as if they were not struck out."""
    return line.translate(_MARKS)


def separate_struck_out(text: str) -> TextWithoutStruck:
    """A marked text without what is struck out; lines of which nothing is left are removed."""
    kept: list[str] = []
    struck: list[str] = []
    for line in text.split("\n"):
        if not is_struck(line):
            kept.append(line)
            continue
        struck.append(_show_struck_out(line).strip())
        if rest := re.sub(r" {2,}", " ", _STRUCK.sub("", line)).strip():
            kept.append(rest)
    return TextWithoutStruck("\n".join(kept).strip("\n"), tuple(struck))
