"""Copies the database while the judge goes on working."""

import os
import sqlite3
from pathlib import Path

from sqlite_utils import Database

from judge.store import inbox
from judge.store.connection import connect_read_only
from judge.store.life import mark_as_copy
from judge.store.spool import arrived_letters


def back_up(source: Path, spool: Path, target: Path) -> None:
    """Copy the database whole, as of one moment, and into the copy what only the spool holds.

    Nothing is at ``target`` until it is on the disk.

    FileExistsError when something is there already, FileNotFoundError when there is no database, or no folder for the
    copy, sqlite3.Error when the database is damaged.
    """
    if target.exists():
        raise FileExistsError(f"{target} is there already")
    if not source.exists():
        raise FileNotFoundError(f"there is no database at {source}")
    if not target.parent.is_dir():
        raise FileNotFoundError(f"there is no folder {target.parent}")
    unfinished = target.with_name(f"{target.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    unfinished.touch(mode=0o600)
    original, copy = connect_read_only(source), sqlite3.connect(unfinished)
    try:
        with arrived_letters(spool) as letters:  # a letter leaves the spool later than it comes into the database
            original.backup(copy)
            for letter in letters:
                inbox.keep(Database(copy, execute_plugins=False), letter)
        mark_as_copy(copy)
        copy.commit()
        found = copy.execute("PRAGMA integrity_check").fetchone()[0]
        if found != "ok":
            raise sqlite3.DatabaseError(str(found))
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
    finally:
        original.close()
        copy.close()
    with unfinished.open("rb") as file:
        os.fsync(file.fileno())
    unfinished.rename(target)
