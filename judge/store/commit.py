"""Writes a transaction whole, or nothing of it."""

from sqlite_utils import Database

from judge.store import event_log, gazette, inbox, outbox
from judge.store.records import Transaction
from judge.store.snapshots import Snapshot, store_snapshot


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
    if transaction.issue is not None and not gazette.is_next_issue(db, transaction.issue):
        return False
    if transaction.game is not None:
        event_log.append(db, transaction.game, transaction)
    if transaction.game is not None and transaction.events:
        store_snapshot(db, transaction.game, snapshot)
    if transaction.letter is not None:
        inbox.settle(db, transaction.letter, transaction)
    if transaction.release is not None:
        inbox.release(db, transaction.release)
    if transaction.cancel is not None:
        inbox.cancel(db, transaction.cancel)
    if transaction.subscription is not None:
        gazette.subscribe(db, transaction.subscription)
    if transaction.issue is not None:
        gazette.note_issue(db, transaction.issue)
    for letter in transaction.outgoing:
        outbox.queue(db, letter, transaction.letter)
    return True
