"""Puts another file in the place of the database, in one step; what stood there is kept beside it."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from sqlite_utils import Database

from judge.private_files import private_folder, sync_folder
from judge.store.connection import connect_read_only, open_up_to_date
from judge.store.folder_lock import AlreadyRunningError, FolderLock
from judge.store.schema import migrations
from judge.store.schema_version import NewerJudgeError, note_version

_BESIDE = ("-wal", "-shm")
"""What SQLite puts behind the name of a database for the files beside it."""


class ReplacementError(Exception):
    """The database was not replaced, and the judge has the one that it had; the text says why, in one line."""


@contextmanager
def alone_in(data: Path) -> Iterator[None]:
    """No judge runs meanwhile, none is started; whatever keeps files from being read or written is one line."""
    try:
        private_folder(data)
        owner = data.stat().st_uid
        if os.geteuid() == 0 and owner:
            raise ReplacementError(
                f"{data} belongs to user {owner}: run this as that user, or the judge cannot write there"
            )
        lock = FolderLock(data)
        try:
            yield
        finally:
            lock.release()
    except AlreadyRunningError as error:
        raise ReplacementError(str(error)) from error
    except OSError as error:
        raise ReplacementError(f"{error.filename or data}: {error.strerror or error}") from error


@contextmanager
def reading(source: Path) -> Iterator[None]:
    """Whatever is wrong with a database that is read is one line about it."""
    try:
        yield
    except sqlite3.Error as error:
        raise ReplacementError(f"{source} cannot be read: {error}") from error
    except NewerJudgeError as error:
        raise ReplacementError(str(error)) from error


def copy_database(source: Path, to: Path) -> None:
    """Copy a database into a file of its own that only the judge may read; nobody needs to stop writing to it."""
    remove_database(to)
    to.touch(mode=0o600)
    with reading(source), closing(connect_read_only(source)) as original, closing(sqlite3.connect(to)) as copy:
        original.backup(copy)


def bring_up_to_date(copy: Path, change: Callable[[Database], None] = lambda _: None) -> None:
    """Migrate a copy to the schema of this judge, and ``change`` it; it is one file, and on the disk, afterwards."""
    with closing(open_up_to_date(copy, migrations)) as db:
        note_version(db)
        with db.atomic():
            change(db)
        db.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
    with copy.open("rb") as file:
        os.fsync(file.fileno())


def put_in_place(replacement: Path, database: Path) -> None:
    """Give a file the name of the database, which nobody has open: the one step that counts."""
    for end in _BESIDE:
        _named(database, end).unlink(missing_ok=True)
    replacement.replace(database)
    sync_folder(database.parent)


def keep_database(database: Path, now: datetime) -> Path:
    """Give the database a second name, so that it stays when another takes the first; return that."""
    kept = name_of_kept(database, now)
    for end in ("", *_BESIDE):
        if _named(database, end).exists():
            os.link(_named(database, end), _named(kept, end))
    try:
        with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=rw", timeout=1, uri=True)) as db:
            db.execute("PRAGMA journal_mode = DELETE")  # all of it in one file, unless somebody else has it open
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY"):
            remove_database(kept)
            raise ReplacementError(f"another program has {database} open: end it first (Litestream?)") from error
    else:
        for end in _BESIDE:  # which are kept only where the database is damaged
            _named(kept, end).unlink(missing_ok=True)
    return kept


def name_of_kept(path: Path, now: datetime) -> Path:
    """Return the second name of what was replaced at a moment, UTC."""
    return _named(path, f".before-{now:%Y-%m-%dT%H%M%S.%fZ}")


def remove_database(database: Path) -> None:
    """Remove a database with all that lies beside it; nothing if there is none."""
    for end in ("", "-journal", *_BESIDE):
        _named(database, end).unlink(missing_ok=True)


def _named(path: Path, end: str) -> Path:
    return path.with_name(f"{path.name}{end}")
