"""Writes a transaction whole, or nothing of it."""

from sqlite_utils import Database

from judge.store import event_log, gazette, inbox, outbox, zine
from judge.store.junk import note_worth
from judge.store.publications import GazetteIssue, NewEditorLetter
from judge.store.records import Transaction
from judge.store.snapshots import Snapshot, store_snapshot
from judge.store.subscribers import subscribe


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
    if not _is_issue_new(db, transaction):
        return False
    if transaction.game is not None:
        event_log.append(db, transaction.game, transaction)
    if transaction.game is not None and transaction.events:
        store_snapshot(db, transaction.game, snapshot)
    if transaction.letter is not None:
        inbox.settle(db, transaction.letter, transaction)
        note_worth(db, transaction.letter, transaction)
    if transaction.release is not None:
        inbox.release(db, transaction.release)
    if transaction.cancel is not None:
        inbox.cancel(db, transaction.cancel)
    _write_of_publications(db, transaction)
    for letter in transaction.outgoing:
        outbox.queue(db, letter, transaction.letter)
    return True


def _is_issue_new(db: Database, transaction: Transaction) -> bool:
    """Whether no issue of its number has gone out of the publication that the transaction has one of."""
    match transaction.issue:
        case None:
            return True
        case GazetteIssue() as issue:
            return gazette.is_next_issue(db, issue)
        case issue:
            return zine.is_new_issue(db, issue)


def _write_of_publications(db: Database, transaction: Transaction) -> None:
    """Write who subscribes, what is kept for the editor, which issue has gone out."""
    for wanted in transaction.subscriptions:
        subscribe(db, wanted)
    for one in transaction.to_editor:
        if isinstance(one, NewEditorLetter):
            zine.keep_letter(db, one)
        else:
            zine.withdraw_letters(db, one)
    match transaction.issue:
        case None:
            pass
        case GazetteIssue() as issue:
            gazette.note_issue(db, issue)
        case issue:
            zine.note_issue(db, issue)
