"""The one thread that writes: whatever is waiting goes into one transaction, so that many share one sync."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, Generic, TypeVar

from sqlite_utils import Database

from judge.store.identity import FileIdentity
from judge.store.trouble import is_full, no_room

T = TypeVar("T")

MOST_AT_ONCE = 200
"""How many jobs share a transaction at most; their bytes are in memory meanwhile."""


class Job(Generic[T]):
    """A piece of writing whose outcome becomes known only after the commit that holds it."""

    def __init__(self, work: Callable[[Database], T]) -> None:
        self.future: Future[T] = Future()
        self.future.set_running_or_notify_cancel()  # once handed in, it is done even if nobody waits any more
        self._work = work
        self._result: list[T] = []
        self.error: Exception | None = None

    def run(self, db: Database) -> None:
        """Do the work inside the open transaction; if it fails, only its own part is undone."""
        try:
            with db.atomic():
                self._result.append(self._work(db))
        except Exception as error:  # noqa: BLE001  # not swallowed: whoever waits for this job gets it
            self.fail(error)

    def fail(self, error: Exception) -> None:
        """The work came to nothing; the first reason is the one told."""
        self.error = self.error or error

    def tell(self) -> None:
        """Let whoever waits go on."""
        if self.error is not None:
            self.future.set_exception(no_room(self.error) if is_full(self.error) else self.error)
        else:
            self.future.set_result(self._result[0])


class Writer:
    """Runs jobs in the order they were handed in, on a connection that becomes its own."""

    def __init__(self, db: Database, file: FileIdentity) -> None:
        """Once another ``file`` lies in the place of the one opened as ``db``, every job fails."""
        self._db = db
        self._file = file
        self._jobs: SimpleQueue[Job[Any] | None] = SimpleQueue()
        self._lock = Lock()
        self._closed = False
        self._thread = Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Database], T]) -> Future[T]:
        """Hand in a job; its future is settled after the commit, or with what went wrong."""
        job = Job(work)
        with self._lock:
            if not self._closed:
                self._jobs.put(job)
                return job.future
        job.future.set_exception(RuntimeError("the store is closed"))
        return job.future

    def close(self) -> None:
        """Finish what was handed in, then stop."""
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

    def _batch(self) -> tuple[list[Job[Any]], bool]:
        """All jobs that wait by now, at least one; False beside them when the end was reached."""
        batch: list[Job[Any]] = []
        while (job := self._jobs.get()) is not None:
            batch.append(job)
            if len(batch) == MOST_AT_ONCE or self._jobs.empty():
                return batch, True
        return batch, False

    def _write(self, batch: list[Job[Any]]) -> None:
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
