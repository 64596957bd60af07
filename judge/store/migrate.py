"""Opens a database file brought up to date."""

import fcntl
import os
from pathlib import Path

from sqlite_utils import Database, Migrations

from judge.store.connection import connect
from judge.store.schema import migrations


def open_up_to_date(path: Path, to: Migrations = migrations) -> Database:
    """Open the file with every migration of ``to`` applied; of several processes at once, one makes the tables."""
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        db = connect(path, make=True)
        to.apply(db)
        return db
    finally:
        os.close(folder)
