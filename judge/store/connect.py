"""The one way to open the file, with every setting the judge's promises rest on."""

import sqlite3
from pathlib import Path

from sqlite_utils import Database

PATIENCE = 30.0
"""Seconds to wait for another process that is writing."""


def connect(path: Path) -> Database:
    """Open the file, made if need be, so that a committed transaction survives a power cut.

    The connection may be closed by another thread than its own, and nothing else.
    """
    db = Database(sqlite3.connect(path, timeout=PATIENCE, check_same_thread=False), execute_plugins=False)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")  # a commit is on the disk before it is answered
    db.execute("PRAGMA foreign_keys = ON")
    return db
