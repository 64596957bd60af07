"""The tables that commands print, and what keeps one from the database that it shows."""

import json
import os
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click

from judge.config import Config
from judge.entry import load
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
    is_drawn = sys.stdout.isatty() or bool(os.environ.get("FORCE_COLOR"))  # as the library that draws has it
    for place, table in enumerate(tables):
        if as_json:
            for line in _as_json(table):
                write(line)
        elif is_drawn:
            load("judge.shell.drawn_table").draw(table.title, table.columns, [[*map(_text, row)] for row in table.rows])
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
