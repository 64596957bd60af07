"""The configuration and the database of a judge, for the commands of the shell; what keeps them away is one line."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from judge.config import Config, ConfigError, is_configured, read_config
from judge.shell.games import UnknownGameError
from judge.shell.letters import UnknownLetterError, UnknownPlayerError
from judge.store.schema import NewerJudgeError, OlderSchemaError
from judge.system.files import PROGRAM


def config_at(path: Path) -> Config:
    """Return the configuration of a file; ClickException if there is none that can be used."""
    if not is_configured(path):
        message = f"{path}: there is no such file; --config names another, “{PROGRAM} init FOLDER” lays one out"
        raise click.ClickException(message)
    try:
        return read_config(path)
    except ConfigError as error:
        raise click.ClickException(str(error)) from error


@contextmanager
def database_of(config: Config) -> Iterator[Path]:
    """Where the database lies; whatever keeps it from being read is one clear line."""
    path = config.folders.data / "judge.db"
    try:
        yield path
    except FileNotFoundError as error:
        raise click.ClickException(_why_there_is_none(path)) from error
    except OlderSchemaError as error:
        raise click.ClickException(f"{path} is of an older judge; “{PROGRAM} upgrade” brings it up to date") from error
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "")
        do = "; run this as the user of the judge" if name.startswith(_NOT_OURS_TO_OPEN) else ""
        raise click.ClickException(f"{path} cannot be read: {error}{do}") from error
    except (NewerJudgeError, UnknownGameError, UnknownPlayerError, UnknownLetterError) as error:
        raise click.ClickException(str(error)) from error


_NOT_OURS_TO_OPEN = ("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM")
"""Errors of SQLite where files, or the folder in which it makes others beside them, are not this user's."""


def has_database(config: Config) -> bool:
    """Return whether there is a database; ClickException where something else stands in its place."""
    path = config.folders.data / "judge.db"
    if obstacle := _obstacle(path):
        raise click.ClickException(obstacle)
    return path.exists()


def _why_there_is_none(path: Path) -> str:
    return _obstacle(path) or f"there is no database at {path} yet; the first start makes it"


def _obstacle(path: Path) -> str | None:
    """Return what stands in the place of a database."""
    if path.exists() and not path.is_file():
        return f"{path} is no file, so it is no database; move it away, or restore a backup"
    if path.parent.exists() and not path.parent.is_dir():
        return f"{path.parent} is no folder, so there is no database in it; move it away, or set folders.data"
    return None
