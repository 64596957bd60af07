"""Opens the database with every setting that the judge's promises depend on."""

import fcntl
import os
import sqlite3
from pathlib import Path

from sqlite_utils import Database, Migrations

from judge.store.schema_version import refuse_newer

LOCK_TIMEOUT = 30.0
"""Seconds to wait for another process that is writing."""


def connect(path: Path, *, make: bool = False) -> Database:
    """Open the file so that a committed transaction survives a power cut; with ``make``, create it if it is missing.

    The connection may be closed by another thread than its own, but not used by one.
    """
    name = f"{path.absolute().as_uri()}?mode={'rwc' if make else 'rw'}"
    connection = sqlite3.connect(name, timeout=LOCK_TIMEOUT, check_same_thread=False, uri=True)
    db = Database(connection, execute_plugins=False)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")  # a commit is on the disk before it is answered
    db.execute("PRAGMA foreign_keys = ON")
    return db


def open_up_to_date(path: Path, to: Migrations) -> Database:
    """Open the file with every migration of ``to`` applied; of several processes at once, one makes the tables.

    NewerJudgeError, with nothing changed, where the file is of a newer judge.
    """
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        db = connect(path, make=True)
        refuse_newer(db, path, to)
        to.apply(db)
        return db
    finally:
        os.close(folder)


def connect_read_only(path: Path) -> sqlite3.Connection:
    """Open a database read-only; it is not created."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
