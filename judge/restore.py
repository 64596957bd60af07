"""Puts a backup in the place of the database: checked first, and what stood there is kept beside it."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from sqlite_utils import Database

from judge.archive import is_empty
from judge.config import Config
from judge.fsck import fsck, told
from judge.private_files import private_folder, sync_folder
from judge.store.connection import connect_read_only
from judge.store.folder_lock import AlreadyRunningError, FolderLock
from judge.store.heartbeat import last_heartbeat
from judge.store.migrate import open_up_to_date
from judge.store.read_only import open_read_only
from judge.store.schema import migrations

_BESIDE = ("-wal", "-shm")
"""What SQLite puts behind the name of a database for the files beside it."""


class RestoreError(Exception):
    """A backup was not put back, and the judge has the database that it had; the text says why, in one line."""


def restore(config: Config, backup: Path, now: datetime, say: Callable[[str], object], *, replace: bool) -> None:
    """Put a backup, or what the folder of a Litestream replica holds, in the place of the judge's database.

    ``say`` is told each step in a line. Killed at any moment, the judge has the one database or the other, whole.
    RestoreError when it cannot be done, or when a database is there already and ``replace`` is not set.
    """
    database = config.folders.data / "judge.db"
    unfinished = database.with_name("judge.db.restored")
    with _alone_in(config.folders.data):
        if database.exists() and not replace:
            raise RestoreError(f"{database} is there already; with --replace it is kept beside the backup put back")
        try:
            _copy(backup, unfinished)
            _check(unfinished, backup, say)
            before = f"before-{now:%Y-%m-%dT%H%M%SZ}"
            if database.exists():
                say(f"kept: {_keep_database(database, before)}")
            if not is_empty(config.folders.archive):  # it may have pages of phases that are to come; it is written anew
                say(f"kept: {_keep_folder(config.folders.archive, before)}")
            for end in _BESIDE:
                _named(database, end).unlink(missing_ok=True)
            unfinished.replace(database)
            sync_folder(database.parent)
        finally:
            _remove(unfinished)


@contextmanager
def _alone_in(data: Path) -> Iterator[None]:
    """No judge runs meanwhile, none is started; whatever keeps files from being read or written is one line."""
    try:
        private_folder(data)
        owner = data.stat().st_uid
        if os.geteuid() == 0 and owner:
            raise RestoreError(
                f"{data} belongs to user {owner}: run this as that user, or the judge cannot write there"
            )
        lock = FolderLock(data)
        try:
            yield
        finally:
            lock.release()
    except AlreadyRunningError as error:
        raise RestoreError(str(error)) from error
    except OSError as error:
        raise RestoreError(f"{error.filename or data}: {error.strerror or error}") from error


@contextmanager
def _read_from(backup: Path) -> Iterator[None]:
    """Whatever is wrong with a database that is read is one line about the backup."""
    try:
        yield
    except sqlite3.Error as error:
        raise RestoreError(f"{backup} cannot be read: {error}") from error


def _copy(backup: Path, to: Path) -> None:
    """Write the database of a backup to a file of its own, by the schema of this judge."""
    _remove(to)
    if backup.is_dir():
        _copy_replica(backup, to)
    else:
        to.touch(mode=0o600)
        with _read_from(backup), closing(connect_read_only(backup)) as source, closing(sqlite3.connect(to)) as copy:
            source.backup(copy)
    to.chmod(0o600)
    with _read_from(backup):
        _check_origin(to, backup)
        with closing(open_up_to_date(to)) as db:
            db.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
    with to.open("rb") as file:
        os.fsync(file.fileno())


def _copy_replica(folder: Path, to: Path) -> None:
    """Have Litestream write the newest state of a replica to a file."""
    program = shutil.which("litestream") or shutil.which("litestream", path=str(Path(sys.executable).parent))
    if program is None:
        raise RestoreError(f"{folder} is a folder; the replica of a database needs litestream, which is not here")
    command = [program, "restore", "-o", str(to), folder.absolute().as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise RestoreError(f"{folder} is no replica that can be restored: {done.stderr.strip() or done.stdout.strip()}")


def _check_origin(copy: Path, backup: Path) -> None:
    """RestoreError unless a database is that of a judge, and of none newer than this one."""
    with closing(connect_read_only(copy)) as connection:
        made = {one.name for one in migrations.applied(Database(connection, execute_plugins=False))}
    if not made:
        raise RestoreError(f"{backup} is no database of a judge")
    if made - {one.name for one in migrations.pending(Database(memory=True, execute_plugins=False))}:
        raise RestoreError(f"{backup} is of a newer judge than this one")


def _check(copy: Path, backup: Path, say: Callable[[str], object]) -> None:
    """Say what is in a copy and what is wrong with it; RestoreError when anything is."""
    is_well = True
    with _read_from(backup), open_read_only(copy) as found:
        for what, faults in fsck(found, None):
            say(told(what, faults))
            is_well = is_well and not faults
        heartbeat = last_heartbeat(found.database)
        until = f"; its judge last ran at {heartbeat.at:%Y-%m-%d %H:%M} UTC" if heartbeat else ""
        say(f"{backup}: {len(found.games())} games{until}")
    if not is_well:
        raise RestoreError(f"{backup} is damaged, and was not put back")


def _keep_database(database: Path, before: str) -> Path:
    """Give a database that is there a second name, so that it stays when another takes the first; return that."""
    kept = _named(database, f".{before}")
    for end in ("", *_BESIDE):
        if _named(database, end).exists():
            os.link(_named(database, end), _named(kept, end))
    try:
        with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=rw", timeout=1, uri=True)) as db:
            db.execute("PRAGMA journal_mode = DELETE")  # all of it in one file, unless somebody else has it open
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY"):
            _remove(kept)
            raise RestoreError(f"another program has {database} open: end it first (Litestream?)") from error
    else:
        for end in _BESIDE:  # which are kept only where the database is damaged
            _named(kept, end).unlink(missing_ok=True)
    return kept


def _keep_folder(folder: Path, before: str) -> Path:
    return folder.rename(_named(folder, f".{before}"))


def _remove(database: Path) -> None:
    for end in ("", "-journal", *_BESIDE):
        _named(database, end).unlink(missing_ok=True)


def _named(path: Path, end: str) -> Path:
    return path.with_name(f"{path.name}{end}")
