"""The one thread that writes: all waiting jobs go into one transaction, each written whole or not at all."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, Generic, TypeVar

from sqlite_utils import Database

from judge.game.people.messages import AddressChanged
from judge.game.phases.messages import GameEnded
from judge.game.seats.messages import PlayerLeft, SeatsLost
from judge.store import event_log, inbox, issues, outbox
from judge.store.connection import disk_full_error, is_disk_full
from judge.store.data_folder import FileIdentity
from judge.store.inbox import note_worth
from judge.store.issues import subscribe
from judge.store.records import GazetteIssue, NewEditorLetter, Transaction, WithdrawnEditorLetters
from judge.store.snapshots import Snapshot, store_snapshot

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


def write_transaction(db: Database, transaction: Transaction, snapshot: Snapshot | None) -> bool:
    """Write a transaction; False, with nothing written, when it was decided on an outdated state.

    ``snapshot`` is that of its game after its events.
    """
    if transaction.letter is not None and not inbox.is_unread(db, transaction.letter):
        return False
    if transaction.game is not None and event_log.version(db, transaction.game) != transaction.seen:
        return False
    if not outbox.are_next_numbers(db, transaction.outgoing):
        return False
    if not _is_issue_new(db, transaction) or not outbox.are_digests_as_seen(db, transaction.digests):
        return False
    if not all(issues.is_tournament_as_seen(db, one) for one in transaction.tournaments):
        return False
    if transaction.game is not None:
        event_log.append(db, transaction.game, transaction)
        event_log.note_whether_stuck(db, transaction.game, transaction)
    if transaction.game is not None and transaction.events:
        store_snapshot(db, transaction.game, snapshot)
        for event in transaction.events:
            if isinstance(event, GameEnded | SeatsLost | PlayerLeft):
                issues.wake_tournament(db, transaction.game, event.at)
    if transaction.letter is not None:
        inbox.settle(db, transaction.letter, transaction)
        note_worth(db, transaction.letter, transaction)
    if transaction.release is not None:
        inbox.release(db, transaction.release)
    if transaction.cancel is not None:
        inbox.cancel(db, transaction.cancel)
    _write_of_publications(db, transaction)
    for change in transaction.digests:
        outbox.change_digest(db, change)
    for letter in transaction.outgoing:
        outbox.queue(db, letter, transaction.letter)
    return True


def _is_issue_new(db: Database, transaction: Transaction) -> bool:
    """Whether no issue of its number has gone out of the publication that the transaction has one of."""
    match transaction.issue:
        case None:
            return True
        case GazetteIssue() as issue:
            return issues.is_next_issue(db, issue)
        case issue:
            return issues.is_new_issue(db, issue)


def _write_of_publications(db: Database, transaction: Transaction) -> None:
    """Write who subscribes, what is kept for the editor, what becomes of tournaments, which issue has gone out."""
    for tournament in transaction.tournaments:
        issues.write_tournament(db, tournament)
    for wanted in transaction.subscriptions:
        subscribe(db, wanted)
    for event in transaction.events:
        if isinstance(event, AddressChanged):
            issues.move_blocks(db, event.address, event.to)
    for wish in transaction.blocks:
        issues.block(db, wish)
    for one in transaction.to_editor:
        match one:
            case NewEditorLetter():
                issues.keep_letter(db, one)
            case WithdrawnEditorLetters():
                issues.withdraw_letters(db, one)
            case decided:
                issues.decide_tribune(db, decided)
    match transaction.issue:
        case None:
            pass
        case GazetteIssue() as issue:
            issues.note_gazette(db, issue)
        case issue:
            issues.note_issue(db, issue)
