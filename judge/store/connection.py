"""The connections to a database: one for each thread that reads, one for the one thread that writes."""

import errno
import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread, local
from typing import Any, Generic, TypeVar
from weakref import WeakSet, finalize

from sqlite_utils import Database, Migrations

from judge.store.data_folder import FileIdentity
from judge.store.schema import refuse_newer

# --- opens the database with every setting that the judge's promises depend on


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
    """Open a database read-only; it is not created, and what a power cut has left half made in it is undone."""
    if path.with_name(f"{path.name}-journal").exists():  # which nobody who only reads can roll back
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)) as db:
            db.execute("SELECT 1 FROM sqlite_master").fetchone()
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def shrink(db: Database) -> bool:
    """Write a file anew, with what its tables hold and nothing else; whoever else writes waits meanwhile.

    False where somebody was reading the file as it was, so that this must be done once more.
    """
    db.execute("VACUUM")
    (busy, _, _) = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy


# --- connections for reading a database, one for each thread


class Readers:
    """Opens a connection for each thread that asks for one."""

    def __init__(self, path: Path, file: FileIdentity) -> None:
        """Once another ``file`` lies at ``path``, no connection is given."""
        self._path = path
        self._file = file
        self._own = local()
        self._opened: WeakSet[Database] = WeakSet()

    @property
    def own(self) -> Database:
        """This thread's connection; OSError once another file lies in the place of the opened one."""
        self._file.check()
        reader: Database | None = getattr(self._own, "reader", None)
        if reader is None:
            reader = self._own.reader = connect(self._path)
            finalize(reader, reader.conn.close).atexit = False  # once its thread has ended
            self._opened.add(reader)
        return reader

    def close(self) -> None:
        """Close the connections of all threads; none may be used afterwards."""
        for reader in tuple(self._opened):
            reader.close()


# --- tells errors of the machine (disk, database) from those of the judge itself


_FULL_CODES = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE})
"""A file that cannot grow: SQLite says "full" of a disk, and "could not be written" of a quota."""

_DATABASE_CODES = frozenset(
    {
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_NOTADB,
    }
)
_SYSTEM_CODES = frozenset(
    {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO, errno.EMFILE, errno.ENFILE, errno.ENOMEM}
)


def is_disk_full(error: BaseException) -> bool:
    """Whether a database could not be written because the disk or a quota is full."""
    return any(isinstance(one, sqlite3.Error) and _sqlite_code(one) in _FULL_CODES for one in _chain(error))


def disk_full_error(error: BaseException) -> OSError:
    """The same error as an OSError of ENOSPC, for callers that know of no database."""
    full = OSError(errno.ENOSPC, "the database cannot grow")
    full.__cause__ = error
    return full


def is_infrastructure_error(error: BaseException) -> bool:
    """Whether the disk or the database failed, which is no letter's fault; a wrong SQL statement is a bug."""
    return any(map(_is_infrastructure_error, _chain(error)))


def _is_infrastructure_error(error: BaseException) -> bool:
    if isinstance(error, sqlite3.Error):
        return _sqlite_code(error) & 0xFF in _DATABASE_CODES
    return isinstance(error, OSError) and error.errno in _SYSTEM_CODES


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """An error and its causes: rolling back a transaction that a full disk has undone fails once more."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _sqlite_code(error: sqlite3.Error) -> int:
    """The extended code of SQLite, whose low byte is the primary one; 0 where it gave none."""
    return int(getattr(error, "sqlite_errorcode", 0) or 0)


# --- the one thread that writes: all waiting jobs go into one transaction, so that many share one sync


_Result = TypeVar("_Result")

MOST_AT_ONCE = 200
"""How many jobs share a transaction at most; their bytes are in memory meanwhile."""


class WriteJob(Generic[_Result]):
    """A piece of writing whose result is known only after the commit that contains it."""

    def __init__(self, work: Callable[[Database], _Result]) -> None:
        self.future: Future[_Result] = Future()
        self.future.set_running_or_notify_cancel()  # once handed in, it is done even if nobody waits any more
        self._work = work
        self._result: list[_Result] = []
        self.error: Exception | None = None

    def run(self, db: Database) -> None:
        """Do the work inside the open transaction; if it fails, only its own part is undone."""
        try:
            with db.atomic():
                self._result.append(self._work(db))
        except Exception as error:  # noqa: BLE001  # not swallowed: whoever waits for this job gets it
            self.fail(error)

    def fail(self, error: Exception) -> None:
        """Note that the work failed; the first error is the one reported."""
        self.error = self.error or error

    def tell(self) -> None:
        """Settle the future."""
        if self.error is not None:
            self.future.set_exception(disk_full_error(self.error) if is_disk_full(self.error) else self.error)
        else:
            self.future.set_result(self._result[0])


class StoreWriter:
    """Runs jobs in the order they were submitted, on a connection that becomes its own."""

    def __init__(self, db: Database, file: FileIdentity) -> None:
        """Once another ``file`` lies in the place of the one opened as ``db``, every job fails."""
        self._db = db
        self._file = file
        self._jobs: SimpleQueue[WriteJob[Any] | None] = SimpleQueue()
        self._lock = Lock()
        self._closed = False
        self._thread = Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Database], _Result]) -> Future[_Result]:
        """Submit a job; its future is settled after the commit, or with the error."""
        job = WriteJob(work)
        with self._lock:
            if not self._closed:
                self._jobs.put(job)
                return job.future
        job.future.set_exception(RuntimeError("the store is closed"))
        return job.future

    def close(self) -> None:
        """Finish what was submitted, then stop."""
        with self._lock:
            self._closed = True
            self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        more = True
        while more:
            batch, more = self._batch()
            self._write(batch)
            for job in batch:
                job.tell()
        self._db.close()

    def _batch(self) -> tuple[list[WriteJob[Any]], bool]:
        """All jobs that wait now, at least one; with False when the end was reached."""
        batch: list[WriteJob[Any]] = []
        while (job := self._jobs.get()) is not None:
            batch.append(job)
            if len(batch) == MOST_AT_ONCE or self._jobs.empty():
                return batch, True
        return batch, False

    def _write(self, batch: list[WriteJob[Any]]) -> None:
        try:
            self._file.check()
        except OSError as error:
            for job in batch:
                job.fail(error)
            return
        try:
            self._db.execute("BEGIN IMMEDIATE")
            for job in batch:
                job.run(self._db)
                if not self._db.conn.in_transaction:  # a full disk undoes everything, not only the last job
                    message = "the transaction was undone"
                    raise sqlite3.OperationalError(message) from job.error
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            self._db.rollback()
            for job in batch:
                job.fail(error)


# --- writes a transaction whole, or nothing of it
