"""The forms of an issue: plain text, HTML and PDF, all made of the same articles."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal, get_args

from judge.game.settings import Language
from judge.maps.paper import TypesettingError
from judge.reports.language import day_text, phrasebook, say
from judge.reports.layout import WIDTH, laid_out, plain_spaces, wrapped
from judge.zine.article import (
    Article,
    Block,
    Headline,
    Items,
    Orders,
    Paragraph,
    Picture,
    Quotation,
    Table,
    Verbatim,
    is_of_numbers,
    narrowed,
    orders_in_row,
    typeset,
)
from judge.zine.html_form import write_html_issue
from judge.zine.issue import Issue, editions, subject_of
from judge.zine.pdf_form import PdfPaper, write_pdf

# --- an issue as plain text of 72 columns, as it goes by mail: pictures are left out


_GAP = "  "
_NO_BREAK, _THIN, _JOINER = "\u00a0", "\u202f", "\u2060"
_UNDER = {2: "-", 3: ""}


def write_text(issue: Issue) -> str:
    """Return an issue as text: masthead, table of contents, articles; those in two languages one after the other."""
    texts = [(language, text) for article in issue.articles for language, text in article.in_order(issue.language)]
    parts = [_masthead(issue), *_contents(issue), *(_article(text, language) for language, text in texts)]
    return "\n\n\n".join("\n".join(part) for part in parts) + "\n"


def _masthead(issue: Issue) -> list[str]:
    number = say(issue.language, "zine.form.number", number=issue.number)
    title, subtitle = (_set_in(text, issue.language) for text in (issue.title, issue.subtitle))
    lines = (title.upper(), subtitle, f"{number} · {day_text(issue.day, issue.language)}")
    centred = [part.strip().center(WIDTH).rstrip() for line in lines if line for part in wrapped(line).split("\n")]
    return ["=" * WIDTH, "", *centred, "", "=" * WIDTH]


def _contents(issue: Issue) -> Iterator[list[str]]:
    titles = [title for article in issue.articles if (title := article.title(issue.language))]
    if titles:
        lines = (wrapped(f"  {_set_in(title, issue.language)}") for title in titles)
        yield [say(issue.language, "zine.form.contents").upper(), "", *lines]


def _article(article: Article, language: Language) -> list[str]:
    blocks = (part for block in article.blocks for part in _block(block, language))
    return "\n\n".join("\n".join(lines) for lines in blocks).split("\n")


def _block(block: Block, language: Language) -> Iterator[list[str]]:
    """The lines of a block; none of a picture that nothing is said about."""
    set_in = partial(_set_in, language=language)
    match block:
        case Headline(text, 1):
            yield ["-" * WIDTH, *wrapped(set_in(text).upper()).split("\n"), "-" * WIDTH]
        case Headline(text, level):
            lines = wrapped(set_in(text)).split("\n")
            yield lines + ([_UNDER[level] * max(map(len, lines))] if _UNDER[level] else [])
        case Paragraph(text):
            yield wrapped(set_in(text)).split("\n")
        case Items(items):
            yield [line for item in items for line in _item(set_in(item))]
        case Quotation(author, lines):
            own = block.language_within(language)
            typed = "\n".join(_set_in(line, own) for line in lines)
            quoted = plain_spaces(laid_out(typed)).split("\n")
            yield (wrapped(set_in(author)).split("\n") if author else []) + [line.rstrip() for line in quoted]
        case Table(head, rows):
            yield list(_table([set_in(cell) for cell in head], [[set_in(cell) for cell in row] for row in rows]))
        case Verbatim(lines):
            yield [f"    {line}".rstrip() for line in lines]
        case Orders(entries):
            yield [line for power, orders in entries for line in _orders(power, orders, language)]
        case Picture(_, caption):
            if caption:
                yield wrapped(f"[{set_in(caption)}]").split("\n")


def _set_in(text: str, language: Language) -> str:
    """A text as it is printed, without joiners that no plain text shows, with the spaces that a mail program keeps."""
    return phrasebook(language).as_printed(typeset(text, language).replace(_JOINER, "").replace(_THIN, _NO_BREAK))


def _item(text: str) -> list[str]:
    first, *rest = wrapped(text, WIDTH - 4).split("\n")
    return [f"  * {first}", *(f"    {line}" for line in rest)]


def _orders(power: str, orders: str, language: Language) -> list[str]:
    """The orders of a power, the lines below its name further in; no order is broken."""
    named = say(language, "zine.form.power", power=power.upper()) if power else ""
    whole = (_set_in(order, language).replace(" ", _NO_BREAK) for order in orders_in_row(orders))
    row = f"{named} {', '.join(whole)}".strip() + "."
    return [f"{'' if not at else '  '}{line}" for at, line in enumerate(wrapped(row, WIDTH - 2).split("\n"))]


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    every = [head, *rows] if head else rows
    widths = narrowed(every, WIDTH - 2, len(_GAP))
    right = [is_of_numbers([row[column] for row in rows]) for column in range(len(widths))]
    if head:
        yield from _row(head, widths, right)
        yield "  " + _GAP.join("-" * width for width in widths)
    for row in rows:
        yield from _row(row, widths, right)


def _row(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> Iterator[str]:
    """A row as lines: a cell that is longer than its column is broken in it."""
    broken = [_cell_lines(cell, width) for cell, width in zip(cells, widths, strict=True)]
    for number in range(max(map(len, broken))):
        parts = [lines[number] if number < len(lines) else "" for lines in broken]
        aligned = (
            part.rjust(width) if is_right else part.ljust(width)
            for part, width, is_right in zip(parts, widths, right, strict=True)
        )
        yield f"  {_GAP.join(aligned)}".rstrip()


def _cell_lines(cell: str, width: int) -> list[str]:
    lines = wrapped(cell, width).split("\n")
    return [line[start : start + width] for line in lines for start in range(0, max(1, len(line)), width)]


# --- the forms of an issue: plain text, HTML and PDF, all made of the same articles


Form = Literal["txt", "html", "pdf"]

FORMS: tuple[Form, ...] = get_args(Form)
PAPERS: tuple[PdfPaper, ...] = get_args(PdfPaper)


@dataclass(frozen=True)
class FinishedZine:
    """An issue in one language: the subject of its letter, a text of 72 columns, the same as an HTML page.

    ``pdf`` is the file for those who want one, None where there is none.
    """

    subject: str
    text: str
    html: str
    pdf: bytes | None = None


class UnwritableFormError(Exception):
    """An issue cannot be written in a form; the message says why, and what would work."""


def form_of_file(path: Path) -> Form:
    """Return the form that a file of that name has; UnwritableFormError where its ending names none."""
    for form in FORMS:
        if path.suffix.lower() == f".{form}":
            return form
    names = ", ".join(f"{path.stem or 'zine'}.{form}" for form in FORMS)
    raise UnwritableFormError(f"{path}: an issue is written as .txt, .html or .pdf; for example: {names}")


def write_form(issue: Issue, form: Form, paper: PdfPaper = "a4") -> bytes:
    """Return an issue in a form, text and HTML in UTF-8; ``paper`` is that of a PDF. The same issue has the same bytes.

    UnwritableFormError where it cannot be set in type.
    """
    match form:
        case "txt":
            return write_text(issue).encode()
        case "html":
            return write_html_issue(issue).encode()
        case "pdf":
            try:
                return write_pdf(issue, paper)
            except TypesettingError as error:
                raise UnwritableFormError(f"the issue cannot be set as PDF: {error}") from error


def finished(issue: Issue) -> Mapping[Language, FinishedZine]:
    """Return the editions of an issue in all forms, that of its own language first; UnwritableFormError."""
    return {
        language: FinishedZine(subject_of(one), write_text(one), write_html_issue(one), write_form(one, "pdf"))
        for language, one in editions(issue).items()
    }
