"""The command that copies the database: it is run every night, beside the judge."""

import sqlite3
from pathlib import Path

import click

from judge.shell.table import has_database
from judge.shell.terminal import config_at, echo
from judge.store.data_folder import LastBackup, note_backup
from judge.store.life import ReplacementError, back_up, version_of
from judge.store.spool import spool_path
from judge.system.clock import SystemClock


@click.command()
@click.argument("file", type=click.Path(path_type=Path, readable=False))
@click.pass_obj
def backup(path: Path, file: Path) -> None:
    """Copy the database to FILE, whole, while the judge goes on working."""
    config = config_at(path)
    data = config.folders.data
    database = data / "judge.db"
    try:
        if has_database(config):
            version_of(database)  # or it is of a newer judge, which alone can read it
        back_up(database, spool_path(data), file)
        note_backup(data, LastBackup(SystemClock().now(), str(file.absolute())))
    except (FileExistsError, FileNotFoundError, sqlite3.Error, ReplacementError) as error:
        raise click.ClickException(str(error)) from error
    echo(f"{file} holds everything as it stood a moment ago")
