"""The configuration and the database of a judge, for the commands of the shell; what keeps them away is one line."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from judge.config import Config, ConfigError, is_configured, read_config
from judge.packaged import PROGRAM
from judge.shell.games import UnknownGameError
from judge.shell.letters import UnknownPlayerError
from judge.shell.story import UnknownLetterError
from judge.store.schema_version import NewerJudgeError, OlderSchemaError


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
        raise click.ClickException(f"there is no database at {path} yet; the first start makes it") from error
    except OlderSchemaError as error:
        raise click.ClickException(f"{path} is of an older judge; “judge upgrade” brings it up to date") from error
    except sqlite3.Error as error:
        raise click.ClickException(f"{path} cannot be read: {error}") from error
    except (NewerJudgeError, UnknownGameError, UnknownPlayerError, UnknownLetterError) as error:
        raise click.ClickException(str(error)) from error
