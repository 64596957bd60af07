"""What the templates that set an issue in type are given: its words, typeset, as values of JSON."""

from collections.abc import Mapping, Sequence
from typing import Literal

from judge.game.settings import Language
from judge.reports.language import day_text, say
from judge.reports.layout import laid_out
from judge.zine.blocks import Article, Block, Headline, Items, Paragraph, Picture, Quotation, Table, Verbatim
from judge.zine.columns import is_of_numbers
from judge.zine.issue import Issue
from judge.zine.picture_sizes import height_by_width, is_across
from judge.zine.sides import RowOfSides, pictures_of_row, rows_side_by_side
from judge.zine.typography import runs_of, typeset

Paper = Literal["a4", "a5"]

Json = Mapping[str, object]

_COLUMN = 240
"""The breadth of a column in points: tables that are broader are set smaller, across where that is no help."""

_MOST_TIGHT = 330
_MOST_ROWS_UNBROKEN = 30
"""Rows of a table that is on one page, whole."""


def type_data(issue: Issue, paper: Paper) -> Json:
    """Return all that is printed of an issue; its pictures are the files of ``picture_files``."""
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
        "contents": say(issue.language, "zine.form.contents"),
        "articles": [
            _TypedArticle(issue, files).in_both(texts)
            if len(texts) > 1
            else _TypedArticle(issue, files).in_one(*texts[0])
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
                return {"kind": "headline", "level": level, "text": runs_of(text, language)}
            case Paragraph(text):
                return {"kind": "paragraph", "text": runs_of(text, language)}
            case Items(items):
                return {"kind": "items", "items": [runs_of(item, language) for item in items]}
            case Quotation(author, lines):
                as_written = [typeset(line, language) for line in laid_out("\n".join(lines)).lines]
                return {"kind": "quotation", "author": typeset(author, language), "lines": as_written}
            case Verbatim(lines):
                return {"kind": "verbatim", "lines": lines}
            case Picture():
                return self._picture(block, [self._caption(language, block)])
            case Table(head, rows):
                return _table(head, rows, language)

    def _caption(self, language: Language, picture: Picture) -> Json:
        return {"language": language, "text": runs_of(picture.caption, language)}

    def _picture(self, picture: Picture, captions: Sequence[Json]) -> Json:
        svg = self._issue.pictures[picture.name]
        return {
            "kind": "picture",
            "file": self._files[picture.name],
            "captions": captions,
            "height-by-width": height_by_width(svg),
            "is-wide": is_across(svg),
        }


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], language: Language) -> Json:
    columns = list(zip(*([head] if head else []), *rows, strict=True))
    letters = sum(max(map(len, column)) for column in columns)
    is_long = len(rows) > _MOST_ROWS_UNBROKEN
    return {
        "kind": "table",
        "columns": len(columns),
        "right": [is_of_numbers([row[number] for row in rows]) for number in range(len(columns))],
        "head": [runs_of(cell, language) for cell in head],
        "rows": [[runs_of(cell, language) for cell in row] for row in rows],
        "is-tight": letters * 4.1 + len(columns) * 7 > _COLUMN,
        "is-wide": letters * 3.6 + len(columns) * 4 > _MOST_TIGHT and not is_long,
        "is-long": is_long,
    }
