"""What a page is made of besides plain lines: facts that are a text in a text, and more than that in HTML."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Self

from judge.game.settings import PictureSubject

_FACT = re.compile("\ue001(\\d+)\ue002")
"""Stands for a fact by its number."""

HEADING, SUBHEADING = "\ue003", "\ue004"
"""Stand before the words of a heading."""

_MARKS = re.compile("[\ue001-\ue004]")


class PageFact(str):
    """A fact of a page: as a string it is what stands in the text of a letter."""

    __slots__ = ()


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


class DeadlineMoment(PageFact):
    """The moment of a deadline in words; ``label`` is what to write above it where it stands alone."""

    __slots__ = ("label",)
    label: str

    def __new__(cls, moment: str, label: str) -> Self:
        """Return a moment."""
        deadline = super().__new__(cls, moment)
        deadline.label = label
        return deadline


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
    return _MARKS.sub("", value) if isinstance(value, str) and not value.isascii() else value


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
