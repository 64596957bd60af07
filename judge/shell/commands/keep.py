"""Commands that keep what the judge has stored: backup, restore, upgrade, comparison."""

import sqlite3
import sys
from pathlib import Path

import click

from judge.config import Config
from judge.reports.own_texts import changed_texts, note_own_texts, use_own_texts
from judge.shell.database import config_at, database_of, has_database
from judge.shell.restore import fsck, restore, told
from judge.shell.table import echo
from judge.store.data_folder import LastBackup, note_backup
from judge.store.read_only import open_read_only
from judge.store.replacement import ReplacementError, back_up, is_older, upgrade_database, version_of
from judge.store.spool import spool_path
from judge.system.clock import SystemClock
from judge.system.packaged import changes_since, versions
from judge.system.private_files import restricted_umask
from judge.system.version import __version__


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


@click.command(name="restore")
@click.argument("source", metavar="BACKUP", type=click.Path(exists=True, path_type=Path))
@click.option("--replace", is_flag=True, help="Keep the database that is there beside it, and take its place.")
@click.pass_obj
def restore_backup(path: Path, source: Path, *, replace: bool) -> None:
    """Put BACKUP, a file or the folder of a Litestream replica, in the place of the database; the judge is stopped."""
    config = config_at(path)
    try:
        with restricted_umask():
            restore(config, source, SystemClock().now(), echo, replace=replace)
    except ReplacementError as error:
        raise click.ClickException(str(error)) from error
    echo(f"{config.folders.data / 'judge.db'} is what {source} holds; run the doctor, then start the judge")
    echo("letters that came later are not in it: its players are told to write them again")


@click.command(name="fsck")
@click.pass_obj
def check_data(path: Path) -> None:
    """Compare all that is stored: a line for each thing, “ok” or what is wrong; fails when something is."""
    config, is_well = config_at(path), True
    use_own_texts(config.folders.templates, config.folders.languages)
    with database_of(config) as at, open_read_only(at) as found:
        for what, faults in fsck(found, config.folders.archive):
            echo(told(what, faults))
            is_well = is_well and not faults
    sys.exit(not is_well)


@click.command()
@click.option("--since", metavar="VERSION", help="Tell what has changed since that version, and do nothing else.")
@click.pass_obj
def upgrade(path: Path, since: str | None) -> None:
    """Say what has changed since the last version, and bring the database up to date; the judge is stopped.

    The database as it was is kept beside the new one.
    """
    if since is not None:
        if since not in versions():
            raise click.UsageError(f"“{since}” is no version; there are {', '.join(versions())}")
        echo(changes_since(since) or f"nothing has changed since {since}; this is judge {__version__}")
        return
    config = config_at(path)
    database = config.folders.data / "judge.db"
    if not has_database(config):
        echo(f"this is judge {__version__}; there is no database at {database} yet, the first start makes it")
        return
    try:
        before = version_of(database)
    except ReplacementError as error:
        raise click.ClickException(str(error)) from error
    changes = changes_since(before)
    if changes:
        echo(f"What has changed since judge {before}:\n\n{changes}\n")
    was_older = bring_up_to_date(config)
    use_own_texts(config.folders.templates, config.folders.languages)
    for name, change in changed_texts(config.folders.data):
        echo(f"What {name} takes the place of has changed; look yours over:\n\n{change}")
    note_own_texts(config.folders.data)
    echo(f"{database} is {'now ' if was_older else ''}that of judge {__version__}; start the judge")


def bring_up_to_date(config: Config) -> bool:
    """Migrate the database if it is of an older judge, and tell where that one is kept; whether it was older.

    ClickException if it cannot be done, or if the database is of a newer judge.
    """
    database = config.folders.data / "judge.db"
    try:
        if not database.exists() or not is_older(database):
            return False
        with restricted_umask():
            upgrade_database(database, SystemClock().now(), echo)
    except ReplacementError as error:
        raise click.ClickException(str(error)) from error
    return True
