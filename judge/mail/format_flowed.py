"""Joins paragraphs that a mail program broke for display (``format=flowed``, RFC 3676)."""

import re

_DEPTH = re.compile(r">*")
_SIGNATURE = "-- "
_NARROWEST = 40
"""Characters; no mail program breaks lines for display at less."""

_GOES_ON = re.compile(r"[^\W\d_]{2}")


def unflow(text: str, *, delete_space: bool) -> str:
    """Text of ``format=flowed`` with its soft line breaks undone; quoted lines keep their marks as ``> ``.

    ``delete_space`` is the DelSp parameter: the space that marks a soft break is then not part of the text, so no
    writer has typed it, and every such line continues. Without it, people sometimes leave a space at the end of a line
    of their own: a short line then continues only where the next line goes on in the middle of a sentence.
    """
    lines: list[str] = []
    open_depth: int | None = None
    above = ""
    for line in text.split("\n"):
        depth, words = _split_quote_marks(line)
        flows = words.endswith(" ") and words != _SIGNATURE
        broken = delete_space or _was_broken_for_width(above, words) or _continues_sentence(words)
        above = words
        if flows and delete_space:
            words = words[:-1]
        if open_depth == depth and words not in {_SIGNATURE, ""} and broken:
            lines[-1] += words
        else:
            lines.append(">" * depth + (" " if depth else "") + words)
        open_depth = depth if flows else None
    return "\n".join(lines)


def _was_broken_for_width(line: str, next_line: str) -> bool:
    """Whether a mail program had to break the line for its width; else the writer typed the space at its end."""
    return len(line) + len(next_line.partition(" ")[0]) >= _NARROWEST


def _continues_sentence(words: str) -> bool:
    """Whether a line begins in the middle of a sentence: with a word of two letters or more in lower case."""
    return _GOES_ON.match(words) is not None and words[:2].islower()


def _split_quote_marks(line: str) -> tuple[int, str]:
    """How deep a line is quoted, and the line without the marks and the space stuffed before it."""
    marks = _DEPTH.match(line)
    depth = marks.end() if marks else 0
    return depth, line[depth:].removeprefix(" ")
