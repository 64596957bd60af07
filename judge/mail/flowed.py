"""Paragraphs that a mail program broke for display (RFC 3676), made whole again."""

import re

_DEPTH = re.compile(r">*")
_SIGNATURE = "-- "


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
        if open_depth == depth and words != _SIGNATURE:
            lines[-1] += words
        else:
            lines.append(">" * depth + (" " if depth else "") + words)
        open_depth = depth if flows else None
    return "\n".join(lines)


def _unquoted(line: str) -> tuple[int, str]:
    """How deep a line is quoted, and the line without the marks or the space stuffed before it."""
    marks = _DEPTH.match(line)
    depth = marks.end() if marks else 0
    return depth, line[depth:].removeprefix(" ")
