"""The one way to open the file, with every setting the judge's promises rest on."""

import sqlite3
from pathlib import Path

from sqlite_utils import Database

PATIENCE = 30.0
"""Seconds to wait for another process that is writing."""


def connect(path: Path, *, make: bool = False) -> Database:
    """Open the file, made if it is to be and is not there, so that a committed transaction survives a power cut.

    The connection may be closed by another thread than its own, and nothing else.
    """
    name = f"{path.absolute().as_uri()}?mode={'rwc' if make else 'rw'}"
    connection = sqlite3.connect(name, timeout=PATIENCE, check_same_thread=False, uri=True)
    db = Database(connection, execute_plugins=False)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")  # a commit is on the disk before it is answered
    db.execute("PRAGMA foreign_keys = ON")
    return db
