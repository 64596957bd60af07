"""Paragraphs that a mail program broke for display (RFC 3676), made whole again."""

import re

_DEPTH = re.compile(r">*")
_SIGNATURE = "-- "
_NARROWEST = 40
"""No mail program breaks lines for display that are shorter than this."""


def unflow(text: str, *, delete_space: bool) -> str:
    """Text of ``format=flowed`` with its soft line breaks undone; quoted lines keep their marks as ``> ``.

    ``delete_space`` is the DelSp parameter: the space that marks a soft break is not one of the text.
    """
    lines: list[str] = []
    open_depth: int | None = None
    for line in text.split("\n"):
        depth, words = _unquoted(line)
        flows = words.endswith(" ") and words != _SIGNATURE
        if flows and delete_space:
            words = words[:-1]
        if open_depth == depth and words != _SIGNATURE and _would_not_fit(lines[-1], words):
            lines[-1] += words
        else:
            lines.append(">" * depth + (" " if depth else "") + words)
        open_depth = depth if flows else None
    return "\n".join(lines)


def _would_not_fit(line: str, next_line: str) -> bool:
    """Whether a mail program had a reason to break the line; else its space at the end was typed by the writer."""
    return len(line) + len(next_line.partition(" ")[0]) >= _NARROWEST


def _unquoted(line: str) -> tuple[int, str]:
    """How deep a line is quoted, and the line without the marks or the space stuffed before it."""
    marks = _DEPTH.match(line)
    depth = marks.end() if marks else 0
    return depth, line[depth:].removeprefix(" ")
