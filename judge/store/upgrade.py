"""Brings the database of an older judge up to date: a copy is migrated and checked, then takes the other's place."""

from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path

from sqlite_utils import Database

from judge.store.connection import connect_read_only
from judge.store.replacement import (
    ReplacementError,
    alone_in,
    bring_up_to_date,
    copy_database,
    keep_database,
    put_in_place,
    reading,
    remove_database,
)
from judge.store.schema import migrations
from judge.store.schema_version import noted_version, refuse_newer

FIRST_VERSION = "0.1.0"
"""The last version that did not note itself in the database."""


def version_of(database: Path) -> str:
    """Return the version of the judge that last opened a database; ReplacementError if that is newer than this one."""
    with reading(database), closing(connect_read_only(database)) as connection:
        db = Database(connection, execute_plugins=False)
        refuse_newer(db, database, migrations)
        return noted_version(db) or FIRST_VERSION


def is_older(database: Path) -> bool:
    """Return whether a database lacks tables of this judge; ReplacementError if it is of a newer one."""
    with reading(database), closing(connect_read_only(database)) as connection:
        db = Database(connection, execute_plugins=False)
        refuse_newer(db, database, migrations)
        return bool(migrations.applied(db) and migrations.pending(db))


def upgrade_database(database: Path, now: datetime, say: Callable[[str], object]) -> None:
    """Migrate the database of a judge that does not run; one that is up to date is left alone.

    ``say`` is told where the one from before is kept. Killed at any moment, the judge has the one database or the
    other, whole. ReplacementError when it cannot be done.
    """
    with alone_in(database.parent):
        if not is_older(database):
            return
        unfinished = database.with_name("judge.db.upgraded")
        try:
            copy_database(database, unfinished)
            with reading(database):
                bring_up_to_date(unfinished)
                _check(unfinished, database)
            say(f"kept: {keep_database(database, now)}, the database as it was")
            put_in_place(unfinished, database)
        finally:
            remove_database(unfinished)


def _check(copy: Path, database: Path) -> None:
    """ReplacementError if a copy is damaged, as the database was then before."""
    with closing(connect_read_only(copy)) as db:
        (found,) = db.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok" or db.execute("PRAGMA foreign_key_check").fetchone():
            raise ReplacementError(f"{database} is damaged: restore the last backup, see docs/operating.md")
