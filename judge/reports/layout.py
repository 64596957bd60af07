"""The form of a page: 72 columns, orders kept whole, tables aligned, somebody else's text laid out anew."""

import re
from collections.abc import Sequence

WIDTH = 72

_BESIDE = 28
"""The column where what an example means stands beside it."""

_GLUE = "\ue000"
"""Stands for a space at which no line may break; a private character that no text of ours bears."""

_INDENT = re.compile(r"(?:> )?[ \u00a0]*")


def glue(text: str) -> str:
    """The text as one word, so that an order is never broken over two lines."""
    return text.replace(" ", _GLUE)


def unglue(text: str) -> str:
    """The text with its spaces back."""
    return text.replace(_GLUE, " ")


def verbatim(text: str, prefix: str = "") -> str:
    """Somebody else's text, each line behind a prefix, its blank lines and runs of spaces kept."""
    lines = (line.expandtabs(4).rstrip() for line in text.replace(_GLUE, " ").splitlines())
    return "\n".join(prefix + line if line else prefix.replace(" ", _GLUE) for line in lines)


def page(text: str) -> str:
    """The whole text of a letter: lines wrapped, blank lines never double, one newline at the end."""
    lines = "\n".join(wrapped(line) for line in text.splitlines())
    single = re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip(" ") for line in lines.split("\n")))
    return "\n".join(line.rstrip(" ") for line in unglue(single).strip("\n").split("\n")) + "\n"


def wrapped(line: str, width: int = WIDTH) -> str:
    """A line folded at its spaces, the rest under its own indent; a longer word stands alone, unbroken."""
    if len(line) <= width:
        return line
    indent = _INDENT.match(line)
    start = indent.group() if indent else ""
    return _filled(line[len(start) :].split(" "), start, start, width)


def hanging(label: str, words: Sequence[str], indent: int, width: int = WIDTH) -> str:
    """A label in a column of its own, words beside it; the rest of them stands under the first."""
    first = label if label.endswith(" ") or len(label) < indent else label + " "
    return _filled(words, first.ljust(indent), " " * indent, width).rstrip(" ")


def beside(example: str, text: str) -> str:
    """An example with what it means in a column beside it; below it where the example is too long for that."""
    label = f"  {example}"
    if len(label) <= _BESIDE - 2:
        return hanging(label, text.split(" "), _BESIDE)
    return f"{label}\n{wrapped(f'      {text}')}"


def _filled(words: Sequence[str], first: str, rest: str, width: int) -> str:
    lines = [first]
    is_fresh = True
    for word in words:
        joined = lines[-1] + word if is_fresh else f"{lines[-1]} {word}"
        if len(joined) <= width or is_fresh:
            lines[-1] = joined
        else:
            lines.append(rest + word)
        is_fresh = False
    return "\n".join(lines)


def one_line(text: str, most: int = 120) -> str:
    """A subject that is not ours, on one line; what is longer than anybody would write is cut."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"


def quoted(text: str) -> str:
    """A player's own line, or lines, as a reply quotes them."""
    return verbatim(text, "> ") or ">"


def marked(text: str, start: int, end: int, width: int = WIDTH) -> str:
    """A player's line, or lines, quoted, with ``^^^`` under the characters from ``start`` to ``end``.

    Of a line too long for the page the part around the mark is shown.
    """
    lines = text.split("\n")
    at = min(text.count("\n", 0, start), len(lines) - 1)
    before = sum(len(line) + 1 for line in lines[:at])
    shown = _with_mark(lines[at], start - before, end - before, width)
    return "\n".join([*map(quoted, lines[:at]), shown, *map(quoted, lines[at + 1 :])])


def marked_all(text: str, spans: Sequence[tuple[int, int]], width: int = WIDTH) -> str:
    """The same for several places of a text, each under its line; of a line too long for the page the first one."""
    shown, before = [], 0
    for line in text.split("\n"):
        end = before + len(line)
        here = sorted((start - before, min(stop, end) - before) for start, stop in spans if before <= start <= end)
        first = _with_mark(line, *here[0], width) if here else quoted(line)
        if here and max(len(line) + 1, here[-1][1]) <= width - len("> "):
            quote, _, marks = first.partition("\n")
            for start, stop in here[1:]:
                marks = marks.ljust(start + 2, glue(" ")) + "^" * max(1, stop - start)
            first = f"{quote}\n{marks}"
        shown.append(first)
        before = end + 1
    return "\n".join(shown)


def _with_mark(line: str, start: int, end: int, width: int) -> str:
    room = width - len("> ")
    shown = unglue(line).replace("\t", " ").rstrip()
    start = min(max(start, 0), len(shown))
    end = min(max(end, start + 1), max(len(shown), start + 1))
    if end > room:
        left = min(start - room // 3, end - room) if end - start < room // 2 else start - room // 3
        left = max(left, 0)
        shown, start, end = "…" + shown[left + 1 :], start - left, end - left
    shown, end = shown[:room].rstrip(), min(end, room)
    return glue(f"> {shown}") + "\n" + glue("  " + " " * start + "^" * max(1, end - start))


# --- somebody else's text


_NARROWEST = 65
"""No mail program breaks a line of its own accord while the next word would still fit within this."""

_MARKS = re.compile(r"(?:> ?)+")
_STANDS_APART = re.compile(r"\s|[-*+•·◦‣▪#=~_]|\(?\w{1,3}[).]\s")


def laid_out(text: str, prefix: str = "  ") -> str:
    """The text behind a prefix, each paragraph filled to the width of the page.

    Lines are one paragraph where a mail program has broken it: the first word of the next would not have fitted.
    """
    room = WIDTH - len(prefix)
    lines = (line for paragraph in _paragraphs(unglue(text)) for line in _paragraph_lines(paragraph, room))
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


def _paragraph_lines(paragraph: str, room: int) -> list[str]:
    """A paragraph as lines; one that is quoted bears its marks on each."""
    marks = _marks(paragraph)
    if not marks:
        return wrapped(paragraph, room).split("\n")
    return [f"{marks}{line}".rstrip() for line in wrapped(paragraph[len(marks) :], room - len(marks)).split("\n")]


def _marks(line: str) -> str:
    found = _MARKS.match(line)
    return found.group() if found else ""
