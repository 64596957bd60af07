"""Somebody else's text on a page of ours: their paragraphs laid out anew, lists, verses, quotations left alone."""

import re

from judge.reports.layout import WIDTH, glue, unglue, wrapped

_NARROWEST = 65
"""No mail program breaks a line of its own accord while the next word would still fit within this."""

_MARKS = re.compile(r"(?:> ?)+")
_STANDS_APART = re.compile(r"\s|[-*+•·◦‣▪#=~_]|\(?\w{1,3}[).]\s")


def laid_out(text: str, prefix: str = "  ") -> str:
    """The text behind a prefix, each paragraph filled to the width of the page.

    Lines are one paragraph where a mail program has broken it: the first word of the next would not have fitted.
    """
    room = WIDTH - len(prefix)
    lines = (line for paragraph in _paragraphs(unglue(text)) for line in _filled(paragraph, room))
    return "\n".join(prefix + line if line else glue(prefix) for line in lines)


def _paragraphs(text: str) -> list[str]:
    paragraphs: list[str] = []
    last = ""
    for line in (line.expandtabs(4).rstrip() for line in text.splitlines()):
        if _goes_on(last, line):
            paragraphs[-1] += f" {line[len(_marks(line)) :]}"
        else:
            paragraphs.append(line)
        last = line
    return paragraphs


def _goes_on(last: str, line: str) -> bool:
    """Whether a line belongs to the paragraph of the one above, quoted as deep as it is."""
    words, marks = line[len(_marks(line)) :], _marks(line)
    if not words or marks != _marks(last) or _STANDS_APART.match(words) or last[len(marks) :].startswith("  "):
        return False
    return len(last) + 1 + len(words.partition(" ")[0]) > _NARROWEST and len(last) > _NARROWEST // 2


def _filled(paragraph: str, room: int) -> list[str]:
    """A paragraph as lines; one that is quoted bears its marks on each."""
    marks = _marks(paragraph)
    if not marks:
        return wrapped(paragraph, room).split("\n")
    return [f"{marks}{line}".rstrip() for line in wrapped(paragraph[len(marks) :], room - len(marks)).split("\n")]


def _marks(line: str) -> str:
    found = _MARKS.match(line)
    return found.group() if found else ""
