"""The tables that commands print, and what keeps one from the database that it shows."""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click
from rich.box import HEAVY_HEAD
from rich.console import Console
from rich.table import Table as Drawn
from rich.text import Text

from judge.config import Config
from judge.mail.headers import clean
from judge.store.schema import NewerJudgeError, OlderSchemaError
from judge.system.files import PROGRAM
from judge.system.log import printable_line

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


# --- the database, and what keeps a command from it


class NotThereError(Exception):
    """What a command names is not there; the message says what is, or how to name it."""


@contextmanager
def database_of(config: Config) -> Iterator[Path]:
    """Where the database lies; whatever keeps it from being read is one clear line."""
    path = config.folders.data / "judge.db"
    try:
        yield path
    except FileNotFoundError as error:
        raise click.ClickException(
            _obstacle(path) or f"there is no database at {path} yet; the first start makes it"
        ) from error
    except OlderSchemaError as error:
        raise click.ClickException(f"{path} is of an older judge; “{PROGRAM} upgrade” brings it up to date") from error
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "")
        do = "; run this as the user of the judge" if name.startswith(_NOT_OURS_TO_OPEN) else ""
        raise click.ClickException(f"{path} cannot be read: {error}{do}") from error
    except (NewerJudgeError, NotThereError) as error:
        raise click.ClickException(str(error)) from error


_NOT_OURS_TO_OPEN = ("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM")
"""Errors of SQLite where files, or the folder in which it makes others beside them, are not this user's."""


def has_database(config: Config) -> bool:
    """Return whether there is a database; ClickException where something else stands in its place."""
    path = config.folders.data / "judge.db"
    if obstacle := _obstacle(path):
        raise click.ClickException(obstacle)
    return path.exists()


def _obstacle(path: Path) -> str | None:
    """Return what stands in the place of a database."""
    if path.exists() and not path.is_file():
        return f"{path} is no file, so it is no database; move it away, or restore a backup"
    if path.parent.exists() and not path.parent.is_dir():
        return f"{path.parent} is no folder, so there is no database in it; move it away, or set folders.data"
    return None


json_option = click.option("--json", "as_json", is_flag=True, help="A line of JSON for each row.")
