"""The blocks that an article of the fanzine is made of, from top to bottom."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_BLANKS = re.compile(r"(?:(?![\u00a0\u2007\u202f])[\s\x00-\x1f\x7f-\x9f\ud800-\udfff\ufeff\ue000])+")
"""Blanks, but those at which no line breaks; what cannot be printed counts as one, as does the layout's own space."""

_UNPRINTED = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ue000]")

PICTURE_NAME = r"\w[\w.-]*"
"""How a picture may be named: so is its file, without ``.svg``."""

HEADLINE_LEVELS = (1, 2, 3)


@dataclass(frozen=True)
class Headline:
    """A heading of one line; ``level`` 1 is that of the article, 2 and 3 stand below it."""

    text: str
    level: int = 1

    def __post_init__(self) -> None:
        _set(self, text=one_line_text(self.text))
        if self.level not in HEADLINE_LEVELS:
            raise ValueError(f"a headline has level 1, 2 or 3, not {self.level}")


@dataclass(frozen=True)
class Paragraph:
    """A paragraph, whose lines are broken anew by every form."""

    text: str

    def __post_init__(self) -> None:
        _set(self, text=one_line_text(self.text))


@dataclass(frozen=True)
class Items:
    """A list, each item as a paragraph is."""

    items: tuple[str, ...]

    def __post_init__(self) -> None:
        _set(self, items=tuple(item for item in map(one_line_text, self.items) if item))


@dataclass(frozen=True)
class Quotation:
    """What somebody has written, in lines as they wrote it; ``author`` is the line that says who, to whom."""

    author: str
    lines: tuple[str, ...]

    def __post_init__(self) -> None:
        _set(self, author=one_line_text(self.author), lines=_lines_as_written(self.lines))


@dataclass(frozen=True)
class Table:
    """A table; ``head`` is empty where the columns have no headings. Rows that are too short get empty cells."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        width = max(map(len, (self.head, *self.rows)))
        head, *rows = (
            (*map(one_line_text, row), *[""] * (width - len(row)))[:width] for row in (self.head, *self.rows)
        )
        _set(self, head=head if any(head) else (), rows=tuple(rows) if width else ())


@dataclass(frozen=True)
class Verbatim:
    """Lines in letters of one breadth that no form breaks anew, as lists of orders are; never two empty ones."""

    lines: tuple[str, ...]

    def __post_init__(self) -> None:
        lines = _lines_as_written(self.lines)
        _set(self, lines=tuple(line for line, before in zip(lines, ("", *lines), strict=False) if line or before))


@dataclass(frozen=True)
class Picture:
    """A picture of the issue, by its name, and what is said below it; ValueError where nothing can be so named."""

    name: str
    caption: str = ""

    def __post_init__(self) -> None:
        _set(self, name=re.sub(r"(\.svg)+$", "", self.name), caption=one_line_text(self.caption))
        if not re.fullmatch(PICTURE_NAME, self.name):
            raise ValueError(f"a picture is named with letters, digits, “-”, “_” and “.”, not {self.name!r}")


Block = Headline | Paragraph | Items | Quotation | Table | Verbatim | Picture


@dataclass(frozen=True)
class Article:
    """Blocks from top to bottom; those that say nothing are left out, verbatim lines that follow others are of one."""

    blocks: tuple[Block, ...]

    def __post_init__(self) -> None:
        kept: list[Block] = []
        for block in filter(_says_something, self.blocks):
            if isinstance(block, Verbatim) and kept and isinstance(before := kept[-1], Verbatim):
                kept[-1] = Verbatim((*before.lines, "", *block.lines))
            else:
                kept.append(block)
        _set(self, blocks=tuple(kept))

    @property
    def title(self) -> str:
        """The first headline of level 1; empty where there is none."""
        return next((block.text for block in self.blocks if isinstance(block, Headline) and block.level == 1), "")


def _set(block: object, **fields: object) -> None:
    for name, value in fields.items():
        object.__setattr__(block, name, value)


def _says_something(block: Block) -> bool:
    match block:
        case Headline(text) | Paragraph(text):
            return bool(text)
        case Items(items):
            return bool(items)
        case Quotation(_, lines) | Verbatim(lines):
            return bool(lines)
        case Table(head, rows):
            return bool(head or rows)
        case Picture():
            return True


def one_line_text(text: str) -> str:
    """Return a text on one line: each run of blanks is one space, no-break spaces stay as they are."""
    return _BLANKS.sub(" ", text).strip()


def _lines_as_written(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines with tabs as spaces, without what cannot be printed; none empty at either end."""
    split = (line for text in lines for line in re.split(r"\r\n?|\n", text.replace("\ue000", " ")))
    clean = [_UNPRINTED.sub("", line.expandtabs(4)).rstrip() for line in split]
    full = [place for place, line in enumerate(clean) if line]
    return tuple(clean[full[0] : full[-1] + 1]) if full else ()
