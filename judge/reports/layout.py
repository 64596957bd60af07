"""The layout of a page: what it is made of, in 72 columns, orders never broken over two lines."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Self

from judge.game.settings import PictureSubject

# --- what a page is made of besides plain lines: facts that are a text in a text, and more than that in HTML


_FACT = re.compile("\ue001(\\d+)\ue002")
"""Stands for a fact by its number."""

HEADING, SUBHEADING = "\ue003", "\ue004"
"""Stand before the words of a heading."""

_FACT_MARKS = re.compile("[\ue001-\ue004]")


class PageFact(str):
    """A fact of a page: as a string it is what stands in the text of a letter."""

    __slots__: tuple[str, ...] = ()


class TableRow(PageFact):
    """A row of a table; ``cells`` are its cells without the spaces that align them."""

    __slots__ = ("cells",)
    cells: tuple[str, ...]

    def __new__(cls, text: str, cells: Iterable[str]) -> Self:
        """Return a row."""
        row = super().__new__(cls, text)
        row.cells = tuple(cells)
        return row


class RowsOfTable(PageFact):
    """Rows that stand below each other; each is a ``TableRow``, or a line across the table."""

    __slots__ = ("rows",)
    rows: tuple[str, ...]

    def __new__(cls, rows: Iterable[str]) -> Self:
        """Return the rows as one fact."""
        listed = tuple(rows)
        table = super().__new__(cls, "\n".join(listed))
        table.rows = listed
        return table


class QuotedText(PageFact):
    """A player's own lines as a reply quotes them; ``spans`` are the places at fault: line, begin, end."""

    __slots__ = ("lines", "spans")
    lines: tuple[str, ...]
    spans: tuple[tuple[int, int, int], ...]

    def __new__(cls, text: str, lines: Iterable[str], spans: Iterable[tuple[int, int, int]] = ()) -> Self:
        """Return a quotation; the ``lines`` are as they were written."""
        quoted = super().__new__(cls, text)
        quoted.lines, quoted.spans = tuple(lines), tuple(spans)
        return quoted


class OutsideText(PageFact):
    """Somebody else's text; each of ``lines`` is a line or a paragraph of theirs."""

    __slots__ = ("lines",)
    lines: tuple[str, ...]

    def __new__(cls, text: str, lines: Iterable[str]) -> Self:
        """Return the text as it is laid out, and its lines as they were written."""
        outside = super().__new__(cls, text)
        outside.lines = tuple(lines)
        return outside


class Outline(PageFact):
    """Sentences with what is behind each below it; ``lines`` are those sentences, each with its depth from 0."""

    __slots__ = ("lines",)
    lines: tuple[tuple[int, str], ...]

    def __new__(cls, text: str, lines: Iterable[tuple[int, str]]) -> Self:
        """Return the sentences as they are laid out, and as they are."""
        outline = super().__new__(cls, text)
        outline.lines = tuple(lines)
        return outline


class WordsOnALine(PageFact):
    """A fact that stands within a line, whatever else stands there."""

    __slots__ = ()


class DeadlineMoment(WordsOnALine):
    """The moment of a deadline in words; ``label`` is what to write above it where it stands alone."""

    __slots__ = ("label",)
    label: str

    def __new__(cls, moment: str, label: str) -> Self:
        """Return a moment."""
        deadline = super().__new__(cls, moment)
        deadline.label = label
        return deadline


class LineToSend(WordsOnALine):
    """Words of which a page makes a link: a letter to the judge that holds ``line``; in a text the words alone."""

    __slots__ = ("line",)
    line: str

    def __new__(cls, words: str, line: str = "") -> Self:
        """Return the words; ``line`` is what they are as a command or order, if not the words themselves."""
        to_send = super().__new__(cls, words)
        to_send.line = plain_spaces(line or words)
        return to_send


def numbered_lines_to_send(items: Sequence[str], word: str) -> tuple[LineToSend, ...]:
    """Return items of which each is chosen by a word and its number, the only one by the word alone."""
    return tuple(LineToSend(item, f"{word} {number}" if items[1:] else word) for number, item in enumerate(items, 1))


class PicturePlace(PageFact):
    """Where a picture of a letter is shown, ``shows`` tells which; nothing in a text."""

    __slots__ = ("shows",)
    shows: PictureSubject

    def __new__(cls, shows: PictureSubject) -> Self:
        """Return the place of a picture."""
        place = super().__new__(cls, "")
        place.shows = shows
        return place


class Page(PageFact):
    """A page as it is laid out, with what it was laid out from: unwrapped lines, facts that are more than a line."""

    __slots__ = ("facts", "source")
    source: str
    facts: tuple[PageFact, ...]

    def __new__(cls, text: str, source: str, facts: Sequence[PageFact] = ()) -> Self:
        """Return a page; ``source`` has a mark in the place of each fact."""
        page = super().__new__(cls, text)
        page.source, page.facts = source, tuple(facts)
        return page

    def pieces(self, line: str) -> Iterator[str]:
        """Yield a line of the source in pieces: words, and facts."""
        for place, piece in enumerate(_FACT.split(line)):
            if place % 2:
                yield self.facts[int(piece)]
            elif piece:
                yield piece


def marked(value: object, facts: list[PageFact]) -> object:
    """Return what stands for a value in the source of a page; a fact is added to ``facts``."""
    if isinstance(value, PageFact):
        facts.append(value)
        return f"\ue001{len(facts) - 1}\ue002"
    return _FACT_MARKS.sub("", value) if isinstance(value, str) and not value.isascii() else value


def without_page_marks(source: str, facts: Sequence[PageFact]) -> str:
    """Return the source of a page with the text of each fact in its place, headings as plain lines."""
    plain = source.replace(HEADING, "").replace(SUBHEADING, "")
    return _FACT.sub(lambda found: facts[int(found[1])], plain) if facts else plain


def joined_pages(pages: Iterable[str]) -> Page:
    """Return pages as one, each below the one before."""
    source, facts = "", list[PageFact]()
    listed = [page for page in pages if page]
    for page in listed:
        source += f"{marked(page, facts)}\n"
    return Page("".join(listed), source, facts)


FOOT = re.compile(r"-{20,}")
"""The line above what every letter of a kind ends with."""


def without_foot(page: str) -> Page:
    """Return a page up to its foot, laid out again."""
    source, facts = (page.source, page.facts) if isinstance(page, Page) else (page, ())
    lines = source.split("\n")
    end = next((number for number, line in enumerate(lines) if FOOT.fullmatch(line)), len(lines))
    above = "\n".join(lines[:end])
    return Page(lay_out_page(without_page_marks(above, facts)), above, facts)


# --- a page as JSON, to be sent on a later day


_KINDS: Mapping[str, type[PageFact]] = {
    kind.__name__: kind
    for kind in (TableRow, RowsOfTable, QuotedText, OutsideText, Outline, DeadlineMoment, PicturePlace, Page)
}
"""A line to send is words alone on a later day: the letter that tells of it then may belong to no game."""


def page_as_json(page: str) -> str:
    """Return a page, or a text that is none, as JSON."""
    return json.dumps(_as_plain_values(page), ensure_ascii=False)


def page_from_json(text: str) -> str:
    """Return the page that ``page_as_json`` wrote, be it of another version: what it does not tell is empty."""
    page: str = _from_plain_values(json.loads(text))
    return page


def _as_plain_values(value: Any) -> object:
    if isinstance(value, PageFact):
        parts = {name: _as_plain_values(getattr(value, name)) for name in type(value).__slots__}
        return {"is": type(value).__name__, "text": str(value), **parts}
    return [*map(_as_plain_values, value)] if isinstance(value, tuple) else value


def _from_plain_values(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_from_plain_values, value))
    if not isinstance(value, dict):
        return value
    fact = str.__new__(_KINDS.get(value["is"], WordsOnALine), value["text"])
    for name in type(fact).__slots__:
        setattr(fact, name, _from_plain_values(value.get(name, [])))
    return fact


# --- the layout of a page: 72 columns, orders never broken over two lines, tables aligned, players' text wrapped


WIDTH = 72

_BESIDE_COLUMN = 28
"""The column where the explanation of an example begins."""

_NO_WRAP_SPACE = "\ue000"
"""Stands for a space at which no line may break: a private character that no text contains."""

_INDENT = re.compile(r"(?:> )?[ \u00a0]*")


def no_wrap(text: str) -> str:
    """Return the text with no-wrap spaces, so that an order is never broken over two lines."""
    return text.replace(" ", _NO_WRAP_SPACE)


def plain_spaces(text: str) -> str:
    """Return the text with ordinary spaces in place of no-wrap ones."""
    return text.replace(_NO_WRAP_SPACE, " ")


def verbatim(text: str, prefix: str = "") -> str:
    """Return somebody else's text, each line behind a prefix; its blank lines and runs of spaces are kept."""
    lines = (line.expandtabs(4).rstrip() for line in text.replace(_NO_WRAP_SPACE, " ").splitlines())
    return "\n".join(prefix + line if line else prefix.replace(" ", _NO_WRAP_SPACE) for line in lines)


def lay_out_page(text: str) -> str:
    """Return the whole text of a letter: lines wrapped, blank lines never double, one newline at the end."""
    lines = "\n".join(wrapped(line) for line in text.splitlines())
    single = re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip(" ") for line in lines.split("\n")))
    return "\n".join(line.rstrip(" ") for line in plain_spaces(single).strip("\n").split("\n")) + "\n"


def wrapped(line: str, width: int = WIDTH) -> str:
    """Return a line wrapped at its spaces, the rest below its own indent; a word too long stands alone, unbroken."""
    if len(line) <= width:
        return line
    indent = _INDENT.match(line)
    start = indent.group() if indent else ""
    return _fill_lines(line[len(start) :].split(" "), start, start, width)


def hanging_indent(label: str, words: Sequence[str], indent: int, cells: Iterable[str] = ()) -> TableRow:
    """Return a label in a column of its own with words beside it; further lines of words stand below the first.

    ``cells`` are the cells of the label, where it is more than one.
    """
    first = label if label.endswith(" ") or len(label) < indent else label + " "
    text = _fill_lines(words, first.ljust(indent), " " * indent, WIDTH).rstrip(" ")
    return TableRow(text, (*(cells or (label.strip(),)), " ".join(words)))


def beside(example: str, text: str) -> TableRow:
    """Return an example with its explanation in a column beside it, or below it where the example is too long."""
    label = f"  {example}"
    if len(label) <= _BESIDE_COLUMN - 2:
        return hanging_indent(label, text.split(" "), _BESIDE_COLUMN)
    return TableRow(f"{label}\n{wrapped(f'      {text}')}", (example, text))


def aligned_table(rows: Sequence[Sequence[str]], indent: str = "  ") -> RowsOfTable:
    """Return rows whose first cell fills a column two spaces wider than the widest."""
    width = max((len(first) for first, *_ in rows), default=0) + 2
    return RowsOfTable(TableRow(f"{indent}{row[0]:{width}}{''.join(row[1:])}", map(str.strip, row)) for row in rows)


_MOST_ROWS = 6


def in_columns(items: Sequence[str]) -> RowsOfTable:
    """Return items one below the other; more than six that are short in as few columns as make six rows of them."""
    fits = (WIDTH - 2) // (max(map(len, items), default=0) + 2)
    for columns in range(-(-len(items) // _MOST_ROWS), 1, -1):
        height = -(-len(items) // columns)
        own = [max(map(len, items[start : start + height])) + 2 for start in range(0, len(items), height)]
        widths = own if columns > fits else [(WIDTH - 2) // fits] * len(own)
        if sum(widths) <= WIDTH:
            return RowsOfTable(_row_of_columns(items[place::height], widths) for place in range(height))
    return RowsOfTable(TableRow(f"  {item}", (item,)) for item in items)


def _row_of_columns(cells: Sequence[str], widths: Sequence[int]) -> TableRow:
    line = "".join(f"{cell:{width}}" for cell, width in zip(cells, widths, strict=False))
    return TableRow(f"  {line}".rstrip(), cells)


def _fill_lines(words: Sequence[str], first: str, rest: str, width: int) -> str:
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
    """Return somebody else's subject on one line, cut after ``most`` characters."""
    return _cut(" ".join(text.split()), most)


_LONGEST_WORD_QUOTED = 30
"""The most characters of a player's own words that a sentence repeats."""


def shown_words(words: str) -> str:
    """Return words of a player as a sentence repeats them."""
    return _cut(words, _LONGEST_WORD_QUOTED)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def quote_text(text: str) -> QuotedText:
    """Return a player's own line, or lines, as a reply quotes them."""
    return QuotedText(verbatim(text, "> ") or ">", text.split("\n"))


def quote_with_mark(text: str, start: int, end: int) -> QuotedText:
    """Return a player's line, or lines, quoted, with ``^^^`` under the characters from ``start`` to ``end``.

    Of a line too long for the page the part around the mark is shown.
    """
    lines = text.split("\n")
    at = min(text.count("\n", 0, start), len(lines) - 1)
    before = sum(len(line) + 1 for line in lines[:at])
    shown = _with_mark(lines[at], start - before, end - before)
    quoted = "\n".join([*map(quote_text, lines[:at]), shown, *map(quote_text, lines[at + 1 :])])
    return QuotedText(quoted, lines, [(at, start - before, end - before)])


def quote_with_marks(text: str, spans: Sequence[tuple[int, int]]) -> QuotedText:
    """Return a player's line, or lines, quoted, with ``^^^`` under several places, each under its own line.

    In a line too long for the page only the first place is marked.
    """
    shown, before, places = [], 0, list[tuple[int, int, int]]()
    lines = text.split("\n")
    for at, line in enumerate(lines):
        end = before + len(line)
        here = sorted((start - before, min(stop, end) - before) for start, stop in spans if before <= start <= end)
        first = _with_mark(line, *here[0]) if here else quote_text(line)
        if here and max(len(line) + 1, here[-1][1]) <= WIDTH - len("> "):
            quote, _, marks = first.partition("\n")
            for start, stop in here[1:]:
                marks = marks.ljust(start + 2, no_wrap(" ")) + "^" * max(1, stop - start)
            first = f"{quote}\n{marks}"
        shown.append(first)
        places += [(at, start, stop) for start, stop in here]
        before = end + 1
    return QuotedText("\n".join(shown), lines, places)


def _with_mark(line: str, start: int, end: int) -> str:
    room = WIDTH - len("> ")
    shown = plain_spaces(line).replace("\t", " ").rstrip()
    start = min(max(start, 0), len(shown))
    end = min(max(end, start + 1), max(len(shown), start + 1))
    if end > room:
        left = min(start - room // 3, end - room) if end - start < room // 2 else start - room // 3
        left = max(left, 0)
        shown, start, end = "…" + shown[left + 1 :], start - left, end - left
    shown, end = shown[:room].rstrip(), min(end, room)
    return no_wrap(f"> {shown}") + "\n" + no_wrap("  " + " " * start + "^" * max(1, end - start))


# --- somebody else's text


_NARROWEST, _WIDEST = 65, 80
"""No mail program breaks a line while the next word would still fit within the first of these, or lets one grow beyond
the second (RFC 5322 2.1.1 asks for 78, without line ends)."""

_WIDEST_SENT = 78
"""Characters up to which mail programs fill their lines."""

_MARKS = re.compile(r"(?:> ?)+")
_STANDS_APART = re.compile(r"\s|[-*+•·◦‣▪#=~_]|\(?\w{1,3}[).]\s")


def laid_out(text: str, prefix: str = "  ", *, keeps_breaks: bool = False) -> OutsideText:
    """Return the text behind a prefix, each paragraph wrapped to the width of the page.

    Lines are one paragraph where a mail program has broken it into several. Where ``keeps_breaks``, each line is
    one, as wide as a mail program may have made it.
    """
    room = WIDTH - len(prefix)
    lines = [line.expandtabs(4).rstrip() for line in plain_spaces(text).splitlines()]
    paragraphs = lines if keeps_breaks else _paragraphs(lines)
    widest = _WIDEST_SENT if keeps_breaks else room
    shown = (
        line
        for paragraph in paragraphs
        for line in ([no_wrap(paragraph)] if len(paragraph) <= widest else _paragraph_lines(paragraph, room))
    )
    return OutsideText("\n".join(prefix + line if line else no_wrap(prefix) for line in shown), paragraphs)


def _paragraphs(lines: Sequence[str]) -> list[str]:
    longest = _longest_lines(lines)
    paragraphs: list[str] = []
    last = ""
    for line in lines:
        width = longest.get(_quote_marks(line), 0)
        if width <= _WIDEST and _continues_paragraph(last, line, max(width, _NARROWEST)):
            paragraphs[-1] += f" {line[len(_quote_marks(line)) :]}"
        else:
            paragraphs.append(line)
        last = line
    return paragraphs


def _longest_lines(lines: Sequence[str]) -> Mapping[str, int]:
    """The length of the longest line of several words at each depth of quotation, by its marks."""
    longest: dict[str, int] = {}
    for line in lines:
        marks = _quote_marks(line)
        if " " in line[len(marks) :].strip():
            longest[marks] = max(len(line), longest.get(marks, 0))
    return longest


def _continues_paragraph(last: str, line: str, width: int) -> bool:
    """Whether a line continues the paragraph of the line above, at the same depth of quotation.

    ``width`` is the least at which the program may have broken lines.
    """
    words, marks = line[len(_quote_marks(line)) :], _quote_marks(line)
    if not words or marks != _quote_marks(last) or _STANDS_APART.match(words) or last[len(marks) :].startswith("  "):
        return False
    return len(last) + 1 + len(words.partition(" ")[0]) > width and len(last) > _NARROWEST // 2


def _paragraph_lines(paragraph: str, room: int) -> list[str]:
    """A paragraph as lines; one that is quoted bears its marks on each."""
    marks = _quote_marks(paragraph)
    if not marks:
        return wrapped(paragraph, room).split("\n")
    return [f"{marks}{line}".rstrip() for line in wrapped(paragraph[len(marks) :], room - len(marks)).split("\n")]


def _quote_marks(line: str) -> str:
    found = _MARKS.match(line)
    return found.group() if found else ""
