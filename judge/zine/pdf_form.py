"""An issue as PDF: its words set in type, its pages or a booklet; rule books set in the same way.

The templates in ``typst/`` are given every word as a value of JSON, never as code, and reach no files but theirs.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

from judge.game.settings import Language
from judge.maps.of_game import detail_of_example
from judge.maps.paper import NO_DAY, Paper, ground_in_type, number_in_type, set_in_type
from judge.maps.picture import geometry_of
from judge.reports.language import day_text, say
from judge.reports.layout import laid_out, plain_spaces
from judge.reports.order_examples import STANDARD_BOARD
from judge.reports.rules import blocks_of, example_results, opening_of_example, pictured_examples
from judge.rules.board import Board
from judge.rules.book_text import BookText, RuleExample, load_book_text
from judge.zine.article import (
    Article,
    Block,
    Headline,
    Items,
    Orders,
    Paragraph,
    Picture,
    Quotation,
    Run,
    Table,
    Verbatim,
    box_of,
    height_by_width,
    is_across,
    is_of_numbers,
    orders_in_row,
    runs_of,
    typeset,
)
from judge.zine.html_form import RowOfSides, pictures_of_row, rows_side_by_side
from judge.zine.issue import FILLER, Issue, NamedArticle

# --- what the templates that set an issue in type are given: its words, typeset, as values of JSON


Json = Mapping[str, object]

_COLUMN = 240
"""The breadth of a column in points: tables that are broader are set smaller, across where that is no help."""

_LONGEST_ORDER = 48
"""Characters of an order that fits into a line of a column."""

_MOST_TIGHT = 330
_MOST_ROWS_UNBROKEN = 30
"""Rows of a table that is on one page, whole."""


def type_data(issue: Issue, paper: Paper, ground: Board | None = None) -> Json:
    """Return all that is printed of an issue; its pictures are the files of ``picture_names``.

    With a ``ground`` it is a book: pictures, which lie over that board, stand where they are told of.
    """
    files = {name: file for file, name in picture_names(issue).items()}
    return {
        "paper": paper,
        "language": issue.language,
        "bilingual": issue.is_bilingual,
        "title": typeset(issue.title, issue.language),
        "subtitle": typeset(issue.subtitle, issue.language),
        "number": typeset(say(issue.language, "zine.form.number", number=issue.number), issue.language),
        "date-text": day_text(issue.day, issue.language),
        "day": day_parts(issue),
        "is-book": ground is not None,
        "ground": [geometry_of(ground).width, geometry_of(ground).height] if ground else [],
        "contents": say(issue.language, "zine.form.contents"),
        "articles": [
            {
                "filler": article.name if article.name.startswith(f"{FILLER}-") else "",
                **(
                    _TypedArticle(issue, files).in_both(texts)
                    if len(texts) > 1
                    else _TypedArticle(issue, files).in_one(*texts[0])
                ),
            }
            for article in issue.articles
            if (texts := article.in_order(issue.language))
        ],
    }


def day_parts(issue: Issue) -> tuple[int, int, int]:
    """Return the year, the month and the day of an issue."""
    return issue.day.year, issue.day.month, issue.day.day


def picture_names(issue: Issue) -> Mapping[str, str]:
    """Return the name of each picture by the file that the template finds it in."""
    return {f"picture-{number}.svg": name for number, name in enumerate(issue.pictures)}


_STRETCHED = re.compile("(?<=«)\u00a0|\u00a0(?=[»:])")
_THIN = "\u202f"


def _fixed(text: str) -> str:
    """A text whose spaces inside guillemets and before colons are as broad in every line."""
    return _STRETCHED.sub(_THIN, text)


def _runs(text: str, language: Language) -> Sequence[Run]:
    return [(_fixed(part), is_emphasised) for part, is_emphasised in runs_of(text, language)]


class _TypedArticle:
    def __init__(self, issue: Issue, files: Mapping[str, str]) -> None:
        self._issue = issue
        self._files = files

    def in_one(self, language: Language, article: Article) -> Json:
        """An article in one language: its blocks."""
        return self._side(language, article.blocks)

    def in_both(self, texts: Sequence[tuple[Language, Article]]) -> Json:
        """An article in two languages: rows of what stands side by side."""
        languages = [language for language, _ in texts]
        return {"rows": [self._row(languages, row) for row in rows_side_by_side([article for _, article in texts])]}

    def _row(self, languages: Sequence[Language], row: RowOfSides) -> Json:
        if pictures := pictures_of_row(row):
            return self._picture(pictures[0], [self._caption(*of) for of in zip(languages, pictures, strict=True)])
        return {"kind": "row", "sides": [self._side(*of) for of in zip(languages, row, strict=True)]}

    def _side(self, language: Language, blocks: Sequence[Block]) -> Json:
        return {"language": language, "blocks": [self._block(block, language) for block in blocks]}

    def _block(self, block: Block, language: Language) -> Json:
        match block:
            case Headline(text, level):
                return {"kind": "headline", "level": level, "text": _runs(text, language)}
            case Paragraph(text):
                return {"kind": "paragraph", "text": _runs(text, language)}
            case Items(items):
                return {"kind": "items", "items": [_runs(item, language) for item in items]}
            case Quotation(author, lines):
                own = block.language_within(language)
                as_written = [_fixed(typeset(line, own)) for line in laid_out("\n".join(lines)).lines]
                named = _fixed(typeset(author, language))
                return {"kind": "quotation", "language": own, "author": named, "lines": as_written}
            case Verbatim(lines):
                return {"kind": "verbatim", "lines": lines}
            case Orders(entries):
                return {"kind": "orders", "rows": [_orders(*entry, language) for entry in entries]}
            case Picture():
                return self._picture(block, [self._caption(language, block)])
            case Table(head, rows):
                return _table(head, rows, language)

    def _caption(self, language: Language, picture: Picture) -> Json:
        return {"language": language, "text": _runs(picture.caption, language)}

    def _picture(self, picture: Picture, captions: Sequence[Json]) -> Json:
        svg = self._issue.pictures[picture.name]
        return {
            "kind": "picture",
            "file": self._files[picture.name],
            "captions": captions,
            "height-by-width": height_by_width(svg),
            "box": box_of(svg),
            "is-wide": is_across(svg),
        }


def _orders(power: str, orders: str, language: Language) -> Json:
    """The orders of a power: those that fit into a line are broken over none."""
    named = say(language, "zine.form.power", power=power) if power else ""
    *others, last = [*orders_in_row(orders)] or [""]
    each = [typeset(f"{order},", language) for order in others] + [typeset(f"{last}.", language)]
    return {"power": named, "orders": [{"text": one, "is-whole": len(one) <= _LONGEST_ORDER} for one in each]}


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], language: Language) -> Json:
    columns = list(zip(*([head] if head else []), *rows, strict=True))
    letters = sum(max(map(len, column)) for column in columns)
    is_prose = all(row[-1].endswith(".") for row in rows)
    is_long = len(rows) > _MOST_ROWS_UNBROKEN or is_prose
    return {
        "kind": "table",
        "columns": ["auto"] * (len(columns) - 1) + ["rest" if is_prose else "auto"],
        "right": [is_of_numbers([row[number] for row in rows]) for number in range(len(columns))],
        "head": [_runs(cell, language) for cell in head],
        "rows": [[_runs(cell, language) for cell in row] for row in rows],
        "is-tight": letters * 4.1 + len(columns) * 7 > _COLUMN,
        "is-wide": letters * 3.6 + len(columns) * 4 > _MOST_TIGHT and not is_long,
        "is-long": is_long,
    }


# --- an issue as PDF


PdfPaper = Literal["a4", "a5", "booklet"]

_TEMPLATES = Path(__file__).parent / "typst"
_PAGES_OF_SHEET = 4


def write_pdf(issue: Issue, paper: PdfPaper = "a4") -> bytes:
    """Return an issue as PDF, the same bytes for the same issue; TypesettingError where it cannot be set.

    A booklet has two pages of A5 on each side of a sheet of A4, which is turned over its short edge.
    """
    files = _issue_files(issue, "a4" if paper == "a4" else "a5")
    if paper != "booklet":
        return set_in_type(files, issue.day, tagged=True)
    sides = booklet_sides(number_in_type(files, "pages"))
    return set_in_type(_sheet_files(issue, set_in_type(files, issue.day), sides), issue.day)


def booklet_sides(pages: int) -> Sequence[tuple[int, int]]:
    """Return the pages, left and right, of each side of the sheets of a booklet, front and back in turn.

    Pages are numbered from 1, empty ones 0; four to a sheet.
    """
    whole = -(-pages // _PAGES_OF_SHEET) * _PAGES_OF_SHEET
    sides = []
    for first in range(1, whole // 2, 2):
        last = whole + 1 - first
        sides += [(last, first), (first + 1, last - 1)]
    return [(left if left <= pages else 0, right if right <= pages else 0) for left, right in sides]


def write_book(issue: Issue, ground: Board, paper: Paper = "a4", *, tagged: bool = True) -> bytes:
    """Return a book as PDF, made as an issue is; its pictures lie over the ground of a board."""
    return set_in_type(_issue_files(issue, paper, ground), issue.day, tagged=tagged)


def _issue_files(issue: Issue, paper: Paper, ground: Board | None = None) -> Mapping[str, bytes]:
    return {
        "main.typ": (_TEMPLATES / "issue.typ").read_bytes(),
        "issue.json": json.dumps(type_data(issue, paper, ground)).encode(),
        **({"ground.pdf": ground_in_type(ground)} if ground else {}),
        **{file: issue.pictures[name].encode() for file, name in picture_names(issue).items()},
    }


def _sheet_files(issue: Issue, pages: bytes, sides: Sequence[tuple[int, int]]) -> Mapping[str, bytes]:
    """The files of a booklet of these pages."""
    told = {"title": f"{issue.title} {issue.number}", "day": day_parts(issue), "pages": sides}
    return {
        "main.typ": (_TEMPLATES / "booklet.typ").read_bytes(),
        "sides.json": json.dumps(told).encode(),
        "pages.pdf": pages,
    }


# --- rule books as books on paper: their paragraphs with the examples drawn, their words; set in type as the zine is


def write_rule_books(books: Sequence[str], language: Language, paper: Paper = "a4", *, tagged: bool = True) -> bytes:
    """Return rule books in one PDF, the same bytes for the same books; ``books`` are their names.

    ``tagged`` for those who have it read aloud; it is half as large again.
    """
    texts = [load_book_text(book) for book in books]
    is_one = len(texts) == 1
    title = say(language, f"book.{books[0]}") if is_one else say(language, "drawn.books")
    articles = tuple(
        NamedArticle(f"book-{text.book}", {language: Article(tuple(_blocks(text, language, 1 if is_one else 2)))})
        for text in texts
    )
    pictures = {
        name: detail_of_example(shown, text.book, language).drawn("overlay").decode()
        for text in texts
        for paragraph in text.paragraphs
        for name, shown in pictured_examples(text.book, paragraph).items()
    }
    issue = Issue(title, 1, NO_DAY, language, articles, pictures, say(language, "drawn.in_our_words"))
    return write_book(issue, STANDARD_BOARD, paper, tagged=tagged)


def _blocks(text: BookText, language: Language, level: int) -> Iterator[Block]:
    """A book from its title to its words; ``level`` is that of headlines of its first paragraphs."""
    if level > 1:
        yield Headline(say(language, f"book.{text.book}"), 1)
    for paragraph in text.paragraphs:
        yield Headline(f"{paragraph.number}. {paragraph.title[language]}", level + ("." in paragraph.number))
        for lines in (tuple(map(plain_spaces, block)) for block in blocks_of(paragraph.text[language])):
            yield Paragraph(*lines) if len(lines) == 1 else Items(lines)
        for name, shown in pictured_examples(text.book, paragraph).items():
            yield Picture(name)
            yield from map(Paragraph, map(plain_spaces, opening_of_example(shown, text.book, language)))
            yield Items(tuple(_results(shown, text.book, language)))
    yield Headline(say(language, "drawn.words"), level)
    for term in sorted(text.terms, key=lambda term: term.words[language][0].casefold()):
        words = ", ".join(term.words[language])
        yield Paragraph(f"*{words}* ({term.paragraph}). {' '.join(*blocks_of(term.text[language]))}")


def _results(example: RuleExample, book: str, language: Language) -> Iterator[str]:
    """Each order of an example with what became of it."""
    for power in example_results(example, book, language):
        for order in power.orders:
            told = f"{order.text}. {order.why}" if order.why else f"{order.text}."
            yield plain_spaces(say(language, "zine.item", name=power.name, told=told))
