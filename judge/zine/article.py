"""The plain text of an article, that an editor changes in any editor: read and written.

docs/zine.md shows it. Nothing in it can be lost: a line that begins no other block is part of a paragraph.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from textwrap import wrap

from judge.zine.blocks import (
    HEADLINE_LEVELS,
    PICTURE_NAME,
    Article,
    Block,
    Headline,
    Items,
    Paragraph,
    Picture,
    Quotation,
    Table,
    Verbatim,
    one_line_text,
)

_WIDTH = 72

_HEADLINE = re.compile(r"(#+)(?: +(.*))?$")
_ITEM = re.compile(r"[*-] +(?=[^ ])")
_PICTURE = re.compile(rf"\[(?:picture|image)\s+({PICTURE_NAME})\s*(?::\s*(.*?))?\s*\]$")
_BEGINS = r"#+(?: |$)|\* +[^ ]|>|\||\[(?:picture|image)\b"
_BLOCK = re.compile(_BEGINS)
"""What begins a block even right below a line of a paragraph; a dash and a space do so only above all others."""

_MARKED = re.compile(rf"^(\\*)(?=- |{_BEGINS})")
"""What would begin a block, behind the backslashes that say that it does not."""

_RULE_CELL = re.compile(r":?-{2,}:?")
_MARKED_CELL = re.compile(rf"^(\\*)(?={_RULE_CELL.pattern}$)")
_CELL_END = re.compile(r"(?<!\\)\|")


class ArticleError(Exception):
    """A text is no article: at ``line``, from 1, and the character ``place`` in it, from 0, ``what`` is wrong.

    ``example`` is a line that would work.
    """

    def __init__(self, line: int, place: int, what: str, example: str) -> None:
        super().__init__(f"line {line}: {what}; for example: {example}")
        self.line, self.place, self.what, self.example = line, place, what, example


def read_article(text: str) -> Article:
    """Return the article that a text is; ArticleError where a line of it can only be a mistake."""
    lines = [line.expandtabs(4).rstrip(" ") for line in re.split(r"\r\n?|\n", text.removeprefix("\ufeff"))]
    return Article(tuple(_ArticleReader(lines).blocks()))


class _ArticleReader:
    """Reads the blocks of an article, from the line ``_at`` on."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._at = 0

    def blocks(self) -> Iterator[Block]:
        """Yield every block."""
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if not line:
                self._at += 1
            elif _is_verbatim(line):
                yield Verbatim(tuple(line[4:] for line in self._taken(_is_verbatim)))
            elif line.startswith(">"):
                yield self._quotation("")
            elif line.startswith("|"):
                yield self._table()
            elif found := _HEADLINE.match(line):
                yield self._headline(found)
            elif line.startswith("[") and _BLOCK.match(line):
                yield self._picture(line)
            elif _ITEM.match(line):
                yield Items(tuple(self._items()))
            else:
                yield self._paragraph()

    def _taken(self, belongs: Callable[[str], object]) -> Sequence[str]:
        """Take this line and those right below it that belong to it."""
        start = self._at
        self._at += 1
        while self._at < len(self._lines) and (line := self._lines[self._at]) and belongs(line):
            self._at += 1
        return self._lines[start : self._at]

    def _quotation(self, author: str) -> Quotation:
        lines = self._taken(lambda line: line.startswith(">"))
        return Quotation(author, tuple(line[1:].removeprefix(" ") for line in lines))

    def _paragraph(self) -> Paragraph | Quotation:
        lines = self._taken(lambda line: not _BLOCK.match(line) and not _is_verbatim(line))
        text = " ".join(_MARKED.sub(_without_backslash, line.strip(" ")) for line in lines)
        is_author = len(lines) == 1 and self._at < len(self._lines) and self._lines[self._at].startswith(">")
        return self._quotation(text) if is_author else Paragraph(text)

    def _items(self) -> Iterator[str]:
        lines = self._taken(lambda line: line.startswith(" ") or _ITEM.match(line) or not _BLOCK.match(line))
        item: list[str] = []
        for line in (line.strip(" ") for line in lines):
            marker = _ITEM.match(line)
            if marker and item:
                yield " ".join(item)
                item = []
            item.append(_MARKED.sub(_without_backslash, line[marker.end() if marker else 0 :]))
        yield " ".join(item)

    def _headline(self, found: re.Match[str]) -> Headline:
        marks, text = found[1], one_line_text(found[2] or "")
        if len(marks) not in HEADLINE_LEVELS:
            raise self._wrong("a headline has one, two or three “#”", f"### {text or 'Standings'}", 3)
        if not text:
            raise self._wrong("a headline without words", f"{marks} Standings", len(marks))
        self._at += 1
        return Headline(text, len(marks))

    def _picture(self, line: str) -> Picture:
        found = _PICTURE.match(line)
        if not found:
            what = "a picture has a name without spaces, and may have a caption behind a colon, all in brackets"
            raise self._wrong(what, "[picture rome-S1905M: Spring 1905]")
        self._at += 1
        return Picture(found[1], found[2] or "")

    def _table(self) -> Table:
        start = self._at
        rows = [_cells(line) for line in self._taken(lambda line: line.startswith("|"))]
        has_head = len(rows) > 1 and all(map(_RULE_CELL.fullmatch, rows[1]))
        for number, row in enumerate(rows):
            if not row or len(row) != len(rows[0]):
                self._at = start + number
                first = len(rows[0]) or 1
                what = f"this row of the table has {len(row)} cells, and its first row {len(rows[0])}"
                raise self._wrong(what, _row([*row, *["…"] * first][:first]))
        texts = [tuple(_MARKED_CELL.sub(_without_backslash, cell) for cell in row) for row in rows]
        return Table(texts[0], tuple(texts[2:])) if has_head else Table((), tuple(texts))

    def _wrong(self, what: str, example: str, place: int = 0) -> ArticleError:
        return ArticleError(self._at + 1, place, what, example)


def _is_verbatim(line: str) -> bool:
    return line.startswith("    ")


def _without_backslash(found: re.Match[str]) -> str:
    return found[1][1:]


def _cells(line: str) -> list[str]:
    """The cells of a row; its last line upright may be missing."""
    _, *cells = _CELL_END.split(line)
    return [cell.strip(" ").replace("\\|", "|") for cell in (cells[:-1] if not cells[-1].strip(" ") else cells)]


# --- writing


def article_text(article: Article) -> str:
    """Return an article as a text that ``read_article`` reads as the same article: lines of 72 columns, LF."""
    return "\n\n".join("\n".join(_written(block)) for block in article.blocks) + "\n"


def _written(block: Block) -> Iterator[str]:
    match block:
        case Headline(text, level):
            yield f"{'#' * level} {text}"
        case Paragraph(text):
            for number, line in enumerate(_broken(text, _WIDTH)):
                yield _escaped(line, is_first=not number)
        case Items(items):
            for item in items:
                first, *rest = map(_escaped, _broken(item, _WIDTH - 2))
                yield from (f"* {first}", *(f"  {line}" for line in rest))
        case Quotation(author, lines):
            yield from ([_escaped(author)] if author else [])
            yield from (f"> {line}".rstrip(" ") for line in lines)
        case Table(head, rows):
            if head:
                yield from (_row(head), f"|{'---|' * len(head)}")
            yield from map(_row, rows)
        case Verbatim(lines):
            yield from (f"    {line}".rstrip(" ") for line in lines)
        case Picture(name, caption):
            yield f"[picture {name}: {caption}]" if caption else f"[picture {name}]"


def _broken(text: str, width: int) -> Sequence[str]:
    return wrap(text, width, break_long_words=False, break_on_hyphens=False, expand_tabs=False)


def _escaped(line: str, *, is_first: bool = True) -> str:
    """A line of words that begins no block; below the first of a paragraph, a dash begins none."""
    if line.startswith("- ") and not is_first:
        return line
    return _MARKED.sub(_with_backslash, line)


def _with_backslash(found: re.Match[str]) -> str:
    return f"\\{found[1]}"


def _row(cells: Sequence[str]) -> str:
    marked = (_MARKED_CELL.sub(_with_backslash, cell).replace("|", r"\|") for cell in cells)
    return "".join(f"| {cell} " for cell in marked) + "|"
