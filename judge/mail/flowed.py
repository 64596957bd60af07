"""Paragraphs that a mail program broke for display (RFC 3676), made whole again."""

import re

_DEPTH = re.compile(r">*")
_SIGNATURE = "-- "
_NARROWEST = 40
"""No mail program breaks lines for display that are shorter than this."""

_GOES_ON = re.compile(r"[^\W\d_]{2}")


def unflow(text: str, *, delete_space: bool) -> str:
    """Text of ``format=flowed`` with its soft line breaks undone; quoted lines keep their marks as ``> ``.

    ``delete_space`` is the DelSp parameter: the space that marks a soft break is not one of the text, so no writer has
    typed it, and every such line goes on. Without it, people leave a space at the end of a line of their own now and
    then: a short line goes on only in words that do.
    """
    lines: list[str] = []
    open_depth: int | None = None
    above = ""
    for line in text.split("\n"):
        depth, words = _unquoted(line)
        flows = words.endswith(" ") and words != _SIGNATURE
        broken = delete_space or _would_not_fit(above, words) or _goes_on(words)
        above = words
        if flows and delete_space:
            words = words[:-1]
        if open_depth == depth and words not in {_SIGNATURE, ""} and broken:
            lines[-1] += words
        else:
            lines.append(">" * depth + (" " if depth else "") + words)
        open_depth = depth if flows else None
    return "\n".join(lines)


def _would_not_fit(line: str, next_line: str) -> bool:
    """Whether a mail program had a reason to break the line; else its space at the end was typed by the writer."""
    return len(line) + len(next_line.partition(" ")[0]) >= _NARROWEST


def _goes_on(words: str) -> bool:
    """Whether a line begins in the middle of a sentence: with a word, not a letter alone, that is not capitalised."""
    return _GOES_ON.match(words) is not None and words[:2].islower()


def _unquoted(line: str) -> tuple[int, str]:
    """How deep a line is quoted, and the line without the marks or the space stuffed before it."""
    marks = _DEPTH.match(line)
    depth = marks.end() if marks else 0
    return depth, line[depth:].removeprefix(" ")
