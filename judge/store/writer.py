"""The one thread that writes: all waiting jobs go into one transaction, so that many share one sync."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, Generic, TypeVar

from sqlite_utils import Database

from judge.store.file_identity import FileIdentity
from judge.store.infrastructure_errors import disk_full_error, is_disk_full

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
