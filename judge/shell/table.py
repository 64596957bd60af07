"""The terminal of a command: how tables, lines, errors of the machine are printed, in which language; what is typed."""

import io
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TextIO

import click
from rich.box import HEAVY_HEAD
from rich.console import Console
from rich.table import Table as Drawn
from rich.text import Text

from judge.game.settings import Language
from judge.mail.headers import clean
from judge.system.log import printable, printable_line


def said_of(error: OSError) -> str:
    """Return what an error of the machine says, in a line."""
    return f"{error.filename}: {error.strerror}" if error.filename else error.strerror or str(error)


# --- prints tables: with lines and colours on a terminal, as plain columns in a pipe, or as lines of JSON


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
            console.print(_drawn(table, console.width))
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


_FRAMED, _BARE = len("│  "), len(" ")
"""Signs beside the words of a column: with the frame, or without one."""


def _drawn(table: ShellTable, room: int) -> Drawn:
    """The table in a terminal of so many signs: no word is broken, the frame left out, where there is room for that."""
    cells = [tuple(map(_text, row)) for row in table.rows]
    columns = [*zip(table.columns, *cells, strict=True)]
    least = [max(map(len, " ".join(column).split())) for column in columns]
    is_framed = sum(least) + _FRAMED * len(least) < room
    widths = _shrunk([max(map(len, column)) for column in columns], least, room - (_FRAMED * len(least) + 1))
    if not is_framed:
        widths = _shrunk(widths, least, room - _BARE * len(least))
    box, padding = (HEAVY_HEAD, (0, 1)) if is_framed else (None, (0, 1, 0, 0))
    drawn = Drawn(title=table.title, title_justify="left", header_style="bold", box=box, padding=padding)
    for column, width in zip(table.columns, widths, strict=True):
        fits = sum(least) + _BARE * len(least) <= room
        drawn.add_column(column, overflow="fold", width=width if fits else None)  # a narrow terminal cuts nothing
    for row in cells:
        drawn.add_row(*map(Text, row))  # a subject such as “[rome]” is no markup
    return drawn


def _shrunk(widths: Sequence[int], least: Sequence[int], room: int) -> Sequence[int]:
    """The widths of columns, those with most to spare made narrower until all find room, or none has any to spare."""
    found = [*widths]
    while sum(found) > room and any(width > low for width, low in zip(found, least, strict=True)):
        at = max(range(len(found)), key=lambda one: found[one] - least[one])
        found[at] -= 1
    return found


def _text(cell: Cell) -> str:
    """Return a cell as text; control characters that strangers wrote are taken out."""
    if cell is None or cell in ("", ()):
        return "-"
    return printable_line(clean(", ".join(cell) if isinstance(cell, tuple) else str(cell), 200))


# --- the one function by which the commands of the shell print


def echo(text: str, *, nl: bool = True, err: bool = False) -> None:
    """Print a text, and a line end where ``nl``, to standard output or to that of errors; no sign in it is obeyed."""
    click.echo(printable(text), nl=nl, err=err)


# --- the languages of the shell's pictures and plays, and the one of a terminal


LANGUAGES: Mapping[str, Language] = {"en": "en", "fr": "fr"}
"""The values of an option ``--language``."""


def terminal_language(environ: Mapping[str, str]) -> Language:
    """Return the language of a terminal (POSIX, XBD 8.2: LC_ALL goes first); English where it is none of ours."""
    wanted = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environ.get(name))), "")
    return LANGUAGES.get(wanted[:2].lower(), "en")


# --- standard input as the commands of the shell read it


def standard_input() -> TextIO:
    """Return what is read line by line; ClickException where it is closed.

    Bytes that are no UTF-8 are there as signs that no text has, so that the lines beside them are read all the same.
    """
    if sys.stdin is None:
        raise click.ClickException("standard input is closed; what is to be read goes there")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape")
    return sys.stdin


def is_terminal() -> bool:
    """Return whether somebody can be asked there."""
    return sys.stdin is not None and sys.stdin.isatty()


def text_to_send(words: tuple[str, ...]) -> str:
    """Return words as lines, standard input where there are none; UsageError unless all of it is UTF-8."""
    text = "\n".join(words) if words else standard_input().read()
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.isascii() and any("\ud800" <= sign <= "\udfff" for sign in line):
            raise click.UsageError(f"line {number} of the letter is not UTF-8; write it with that encoding")
    return text
