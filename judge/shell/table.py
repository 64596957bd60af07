"""Prints tables: with lines and colours on a terminal, as plain columns in a pipe, or as lines of JSON."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table as Drawn
from rich.text import Text

from judge.logs.printable import printable_line
from judge.mail.headers import clean

Cell = str | int | tuple[str, ...] | None
"""The content of a cell: a number, a word, a list of words, or None for nothing."""


@dataclass(frozen=True)
class ShellTable:
    """Rows under the names of their columns; the first column names the subject of a row."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def print_tables(tables: Iterable[ShellTable], write: Callable[[str], object], *, as_json: bool) -> None:
    """Print tables: drawn on a terminal, else through ``write``, a line at a time."""
    console = Console()
    for place, table in enumerate(tables):
        if as_json:
            for line in _as_json(table):
                write(line)
        elif console.is_terminal:
            console.print(_drawn(table))
        else:
            for line in _plain(table, above="" if place else None):
                write(line)


def _as_json(table: ShellTable) -> Iterator[str]:
    """A line for each row; the keys are the names of the columns."""
    for row in table.rows:
        yield json.dumps({"table": table.title, **dict(zip(table.columns, row, strict=True))})


def _plain(table: ShellTable, above: str | None) -> Iterator[str]:
    """A line for each row, each column as wide as its widest cell; nothing is cut or folded."""
    if above is not None:
        yield above
    rows = [table.columns, *(tuple(map(_text, row)) for row in table.rows)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _drawn(table: ShellTable) -> Drawn:
    drawn = Drawn(title=table.title, title_justify="left", header_style="bold")
    for column in table.columns:
        drawn.add_column(column, overflow="fold")  # a narrow terminal cuts nothing
    for row in table.rows:
        drawn.add_row(*(Text(_text(cell)) for cell in row))  # a subject such as “[rome]” is no markup
    return drawn


def _text(cell: Cell) -> str:
    """Return a cell as text; control characters that strangers wrote are taken out."""
    if cell is None or cell in ("", ()):
        return "-"
    return printable_line(clean(", ".join(cell) if isinstance(cell, tuple) else str(cell), 200))
