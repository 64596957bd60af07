"""A letter as HTML, made of the page that its text was laid out from, so that both say the same."""

import logging
import re
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, singledispatch
from html import escape
from itertools import chain
from typing import TYPE_CHECKING
from urllib.parse import quote

from judge.game.settings import Language, PictureSubject
from judge.reports.language import LetterText, say
from judge.reports.layout import (
    FOOT,
    HEADING,
    SUBHEADING,
    DeadlineMoment,
    LineToSend,
    Outline,
    OutsideText,
    Page,
    PageFact,
    PicturePlace,
    QuotedText,
    RowsOfTable,
    TableRow,
    WordsOnALine,
    plain_spaces,
)
from judge.reports.own_texts import TEMPLATE_FOLDER, own_template_folder, own_templates
from judge.system.files import LibraryOnDemand

if TYPE_CHECKING:
    import jinja2
else:
    jinja2 = LibraryOnDemand("jinja2")

# --- the page around a letter that is shown as HTML


_log = logging.getLogger("judge")

_FRAME = "letter_frame.html"


@lru_cache
def _frame(own_folder: str) -> "jinja2.Template":
    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True)
    packaged = (TEMPLATE_FOLDER / _FRAME).read_text(encoding="utf-8")
    return environment.from_string(own_templates(own_folder).usable.get(_FRAME, packaged))


def framed(facts: Mapping[str, str]) -> str:
    """Return a letter as a page; the packaged frame is used where the operator's own cannot be filled in."""
    if own_template_folder():
        try:
            return _frame(own_template_folder()).render(facts)
        except Exception:  # noqa: BLE001  # as in a template of text
            _log.exception("templates/%s cannot be filled in; the packaged one is used", _FRAME)
    return _frame("").render(facts)


# --- a letter as HTML, made of the page that its text was laid out from, so that both say the same


_BANNER = re.compile(r"\*{20,}")
_COLUMNS = re.compile(r"(?<=\S) {2,}(?=\S)")
_NUMBER = re.compile(r"[\d+−-][\d ()+−½-]*")
_UNDERLINED = re.compile("(?<![^ \ue000])_([^ _]*\ue000[^ _]*)_(?![^ ,\ue000])")
"""An order that a letter underlines: its words hang together, as those of nobody's text do."""
_UNDER, _END = "\ue005", "\ue006"
_TO = "\ue007"
"""Stands in the address of a link to the judge, until it is known where the letter's reader writes to."""
_MARKS = re.compile(f"[{_UNDER}{_END}{_TO}]")
_LINK = re.compile(f'<a href="{_TO}[^"]*">(.*?)</a>')
_UNBROKEN = re.compile("[^ ]*\ue000[^ ]*")
_BEFORE_HOUR = re.compile(r"(?<=\d) (?=h\b)")
_LONE_SIGN = re.compile("(?<![^\ue000\ue005])([^\ue000])\ue000")

_LONGEST_UNBROKEN = 14
"""Characters of an order or a unit in which no line breaks; more might not fit beside a name on a telephone."""

_LONGEST_NAME = 17
"""Characters of a name that stands beside what is told of it; what is told of a longer one stands below it."""

_MOST_WIDE_CELLS = 4
"""Cells of a row of the usual size; where there are more they are set smaller."""

_MOST_COLUMNS = 5
"""Columns with a head, as of years, that stand beside a name on a telephone; more are tables below each other."""

_WHY_INDENT, _SUB_INDENT = 6, 4
_END_OF_WHY = "</div>"


def write_html(
    letter: LetterText,
    language: Language,
    last_line: str = "",
    pictures: Iterable[tuple[PictureSubject, str]] = (),
    to: str = "",
) -> str:
    """Return a letter as one HTML page that needs nothing else, but its ``pictures``, each with its Content-ID.

    ``last_line`` stands at the end. What others have written is shown as written, whatever markup it may look like.
    Lines to send are links that begin a letter to the address ``to`` (RFC 6068); without one they are words.
    """
    page = letter.text if isinstance(letter.text, Page) else Page(letter.text, "", ())
    due = next((fact for fact in page.facts if isinstance(fact, DeadlineMoment)), None)
    images: _Images = defaultdict(deque)
    for shows, name in pictures:
        images[shows].append(_image(shows, name, language))
    body = _page(page, images) if page.source else f"<p>{_lines(page.strip().splitlines())}</p>"
    body += "".join(chain.from_iterable(images.values()))
    begin = f"mailto:{quote(to, safe='@')}?subject={quote(plain_spaces(f'Re: {letter.subject}'), safe='')}&amp;body="
    body = body.replace(_TO, begin) if to else _LINK.sub(r"\1", body)
    facts = (
        {"label": due.label, "due": _BEFORE_HOUR.sub("\u00a0", plain_spaces(due))} if due else {"label": "", "due": ""}
    )
    subject = plain_spaces(letter.subject)
    return framed({"language": language, "subject": subject, "body": body, "end": last_line, **facts})


_Images = defaultdict[PictureSubject, deque[str]]
"""The pictures as HTML that have not been shown yet: each is shown once, in its place or at the end."""


_ALTERNATIVES: dict[PictureSubject, str] = {"near": "letter.near", "chart": "letter.chart", "rule": "letter.rule"}
"""What stands for a picture that is no map of the whole board, as a key."""


def _image(shows: PictureSubject, name: str, language: Language) -> str:
    alternative = escape(say(language, _ALTERNATIVES.get(shows, "letter.map")))
    return f'<p class="{shows}"><img src="cid:{name}" alt="{alternative}" width="600"></p>\n'


# --- words


def text_as_html(words: str) -> str:
    """Return words as HTML; short orders and hours stay on one line, underlined orders are."""
    words = _BEFORE_HOUR.sub("\u00a0", words)
    shown = escape(_UNBROKEN.sub(_unbroken, _UNDERLINED.sub(f"{_UNDER}\\1{_END}", _MARKS.sub("", words))), quote=False)
    return shown.replace(_UNDER, "<u>").replace(_END, "</u>")


def _unbroken(found: re.Match[str]) -> str:
    """Return an order that may break before its result; a long one behind its regions, never behind a lone sign."""
    parts = (
        part if len(part) <= _LONGEST_UNBROKEN else _LONE_SIGN.sub("\\1\u00a0", part).replace("\ue000", " ")
        for part in found[0].split("\ue000(")
    )
    return " (".join(parts).replace("\ue000", "\u00a0")


def _lines(lines: Sequence[str]) -> str:
    return "<br>\n".join(map(text_as_html, lines))


# --- a page


def _page(page: Page, images: _Images) -> str:
    blocks = _Blocks(images)
    for line in page.source.split("\n"):
        blocks.add(line, page)
    return blocks.closed()


class _Blocks:
    """The blocks of a page, one line of its source after the other.

    A line is a paragraph; one that is indented is an item of a list, deeper ones belong to the item above; a line of
    two columns is a row of a table. That is how templates are written.
    """

    def __init__(self, images: _Images) -> None:
        self._images = images
        self._done: list[str] = []
        self._kind = ""
        self._open: list[str] = []
        self._rows: list[tuple[str, ...]] = []
        self._is_foot = self._is_banner = False

    def add(self, line: str, page: Page) -> None:
        """Add a line of the source."""
        pieces = list(page.pieces(line.strip()))
        if not pieces:
            self._close()
        elif len(pieces) == 1 and isinstance(pieces[0], PageFact) and not isinstance(pieces[0], WordsOnALine):
            self._add_fact(pieces[0])
        elif line.startswith((HEADING, SUBHEADING)):
            self._add_block(_heading(line[0], _inline(pieces).removeprefix(line[0])))
        elif FOOT.fullmatch(line):
            self._begin_foot()
        elif _BANNER.fullmatch(line):
            self._close()
            self._is_banner = not self._is_banner
        elif line.startswith("  "):
            self._add_item(len(line) - len(line.lstrip(" ")), line.strip(), _inline(pieces))
        else:
            self._begin("p")
            self._open.append(_inline(pieces))

    def closed(self) -> str:
        """Return all blocks."""
        self._close()
        return "".join((*self._done, "</div>\n" * self._is_foot))

    def _begin(self, kind: str) -> None:
        if kind != self._kind:
            self._close()
            self._kind = kind

    def _begin_foot(self) -> None:
        self._close()
        if not self._is_foot:
            self._done.append('<div class="foot">\n')
            self._is_foot = True

    def _add_block(self, html: str) -> None:
        self._close()
        self._done.append(html)

    def _add_fact(self, fact: PageFact) -> None:
        if isinstance(fact, PicturePlace):
            self._add_block(self._images[fact.shows].popleft() if self._images[fact.shows] else "")
        elif isinstance(fact, Page) and fact:
            self._add_block(f'<div class="page">\n{_page(fact, self._images)}</div>\n')
        elif isinstance(fact, TableRow):
            self._begin("table")
            self._rows.append(fact.cells)
        elif fact:
            self._add_block(_block(fact))

    def _add_item(self, indent: int, line: str, html: str) -> None:
        cells = tuple(_COLUMNS.split(line, maxsplit=1))
        if indent < _SUB_INDENT and len(cells) > 1:
            self._begin("table")
            self._rows.append(cells)
            return
        if indent >= _WHY_INDENT and self._kind == "table":
            self._rows[-1] = (*self._rows[-1][:-1], f"{self._rows[-1][-1]} {line}")
            return
        self._begin("ul")
        if indent >= _WHY_INDENT and self._open:
            self._explain(html)
        else:
            self._open.append(f'<span class="sub">{html}</span>' if indent >= _SUB_INDENT else html)

    def _explain(self, html: str) -> None:
        """Add a line to what explains the item; within a sentence, a line of a template ends for its text alone."""
        before = self._open[-1].removesuffix(_END_OF_WHY)
        if before != self._open[-1] and not before.endswith((".", "!", "?", ":")):
            self._open[-1] = f"{before} {html}{_END_OF_WHY}"
        else:
            self._open[-1] += f'<div class="why">{html}{_END_OF_WHY}'

    def _close(self) -> None:
        """End the paragraph, the list, or the table that is open."""
        if self._kind == "p":
            begin = '<p class="banner">' if self._is_banner else "<p>"
            joined = "<br>\n".join(self._open)
            self._done.append(f"{begin}{joined}</p>\n")
        elif self._kind == "ul":
            items = "".join(f"<li>{item}</li>\n" for item in self._open)
            self._done.append(f"<ul>\n{items}</ul>\n")
        elif self._kind == "table":
            self._done.append(_table(self._rows))
        self._kind, self._open, self._rows = "", [], []


def _inline(pieces: Sequence[str]) -> str:
    """Return a line with its facts as HTML."""
    return "".join(map(_piece, pieces))


def _piece(piece: str) -> str:
    if isinstance(piece, LineToSend):
        return f'<a href="{_TO}{quote(piece.line, safe="")}">{text_as_html(piece)}</a>'
    return f"<strong>{text_as_html(piece)}</strong>" if isinstance(piece, DeadlineMoment) else text_as_html(piece)


def _heading(mark: str, words: str) -> str:
    level = "h2" if mark == HEADING else "h3"
    return f"<{level}>{words}</{level}>\n"


# --- facts that are blocks


@singledispatch
def _block(fact: PageFact) -> str:
    return f"<p>{_lines(fact.splitlines())}</p>\n"


@_block.register
def _(fact: RowsOfTable) -> str:
    return "".join(_groups_of_rows(fact.rows))


def _groups_of_rows(rows: Sequence[str]) -> Iterator[str]:
    group: list[tuple[str, ...]] = []
    for row in (*rows, ""):
        if isinstance(row, TableRow):
            group.append(row.cells)
            continue
        if group:
            yield _table(group)
            group = []
        if row:
            yield _heading(SUBHEADING, text_as_html(row.strip()))


@_block.register
def _(fact: QuotedText) -> str:
    spans = {line: (begin, end) for line, begin, end in reversed(fact.spans)}
    lines = [_quoted_line(line, *spans.get(number, (0, 0))) for number, line in enumerate(fact.lines)]
    joined = "<br>\n".join(lines)
    return f'<p class="quote">{joined}</p>\n'


def _quoted_line(line: str, begin: int, end: int) -> str:
    """Return a line with the place at fault marked, where it has one; at its end that is where words are missing."""
    if end <= begin:
        return text_as_html(line)
    fault = text_as_html(line[begin:end]) or "…"
    return f"{text_as_html(line[:begin])}<mark>{fault}</mark>{text_as_html(line[end:])}"


@_block.register
def _(fact: OutsideText) -> str:
    written = "<br>".join(map(text_as_html, fact.lines))  # the lines end here alone: white space is kept as it is
    return f'<div class="said">{written}</div>\n'


@_block.register
def _(fact: Outline) -> str:
    lines = "".join(f'<li class="d{min(depth, 4)}">{text_as_html(said)}</li>\n' for depth, said in fact.lines)
    return f"<ul>\n{lines}</ul>\n"


def _table(rows: Sequence[tuple[str, ...]]) -> str:
    """Return rows as a table; where the first cells are long, what is told of each stands below it."""
    widest = max(len(cells) for cells in rows)
    if widest == 1:
        items = "".join(f"<li>{_piece(item)}</li>\n" for (item,) in rows)
        return f"<ul>\n{items}</ul>\n"
    if widest <= len(("name", "told")) and max(len(first) for first, *_ in rows) > _LONGEST_NAME:
        items = "".join(f"<dt>{text_as_html(name)}</dt><dd>{text_as_html(told)}</dd>\n" for name, told in rows)
        return f"<dl>\n{items}</dl>\n"
    has_heads, numbers = not rows[0][0], widest - 1
    begin = '<table class="wide">' if has_heads or widest > _MOST_WIDE_CELLS else "<table>"
    step = -(-numbers // -(-numbers // _MOST_COLUMNS)) if has_heads else numbers
    parts = ([(row[0], *row[at : at + step]) for row in rows] for at in range(1, widest, step))
    return "".join(f"{begin}\n{''.join(map(_row, part))}</table>\n" for part in parts)


def _row(cells: Sequence[str]) -> str:
    name, *rest = cells
    if not name:
        heads = "".join(f'<th scope="col">{text_as_html(cell)}</th>' for cell in rest)
        return f"<tr><td></td>{heads}</tr>\n"
    is_long = ' class="long"' if len(name) > _LONGEST_NAME else ""
    return f'<tr><th scope="row"{is_long}>{_piece(name)}</th>{"".join(map(_cell, rest))}</tr>\n'


def _cell(cell: str) -> str:
    return f'<td class="n">{text_as_html(cell)}</td>' if _NUMBER.fullmatch(cell) else f"<td>{_piece(cell)}</td>"
