"""Received letters: stored once, read in the order of arrival, settled; how long they and their answers are kept."""

from collections.abc import Collection
from dataclasses import asdict
from datetime import datetime

from sqlite_utils import Database

from judge.store.records import Transaction
from judge.store.rows import (
    KeptLetter,
    LetterCopy,
    LetterStatus,
    PendingConfirmation,
    format_timestamp,
    mailbox_bounds,
    parse_timestamp,
)


def next_letter(db: Database, now: datetime, but: Collection[int] = ()) -> KeptLetter | None:
    """The unread letter that arrived first, ``but`` none of these.

    One that was put off is among them once its moment has come.
    """
    most = len(but) + 1
    first = (
        *db.execute("SELECT arrived, id FROM letters WHERE state = 'new' ORDER BY arrived, id LIMIT ?", [most]),
        *db.execute(
            "SELECT arrived, id FROM letters WHERE again <= ? AND state = 'set-aside' ORDER BY arrived, id LIMIT ?",
            [format_timestamp(now), most],
        ),
    )  # two queries, each of which an index answers: letters settled long ago are not looked at
    found = min((row for row in first if row[1] not in but), default=None)
    return None if found is None else letter(db, found[1])


def note_interrupted(db: Database, letter: int) -> None:
    """Note that a judge ended while it read a letter, unless the letter is settled."""
    db.execute(
        "UPDATE letters SET begun_by = ? WHERE id = ? AND state IN ('new', 'set-aside')", ["a judge that ended", letter]
    )


def note_failure(db: Database, letter: int) -> None:
    """Count that reading a letter has failed once more; KeyError when there is no such letter."""
    if not db.execute("UPDATE letters SET tries = tries + 1 WHERE id = ?", [letter]).rowcount:
        raise KeyError(letter)


def is_unread(db: Database, letter: int) -> bool:
    """Whether the letter has not been settled yet, or was put off."""
    row = db.execute("SELECT state, again FROM letters WHERE id = ?", [letter]).fetchone()
    return row is not None and (row[0] == "new" or (row[0] == "set-aside" and row[1] is not None))


def settle(db: Database, letter: int, transaction: Transaction) -> None:
    """Set the status of a letter, its author and what recognises a copy of it."""
    again = format_timestamp(transaction.again) if transaction.again else None
    known_by = [transaction.sender, transaction.message_id, transaction.digest, transaction.about]
    db.execute(
        """UPDATE letters SET state = ?, author = ?, message_id = ?, digest = ?, about = ?, again = ?, tries = 0,
           begun_by = '' WHERE id = ?""",
        [transaction.status.value, *known_by, again, letter],
    )
    if transaction.hold is not None:
        hold(db, letter, transaction.hold)


def put_off(db: Database, author: str | None = None) -> int:
    """How many letters are put off: in the name of an author's mailbox (whatever tag it has), or of all with None."""
    named = "" if author is None else f" AND {_OF_MAILBOX}"
    row = db.execute(
        f"SELECT count(*) FROM letters WHERE state = 'set-aside' AND again IS NOT NULL{named}",  # noqa: S608
        mailbox_bounds(author or ""),
    ).fetchone()
    return int(row[0])


def has_proven(db: Database, author: str) -> bool:
    """Whether a letter of an author's mailbox, whatever tag it had, has ever been proven to be theirs."""
    row = db.execute(
        f"SELECT 1 FROM letters WHERE state = 'done' AND message_id IS NOT NULL AND {_OF_MAILBOX} LIMIT 1",  # noqa: S608
        mailbox_bounds(author),
    ).fetchone()
    return row is not None


_OF_MAILBOX = """(author = :plain
    OR (author > :first AND author < :behind AND substr(author, instr(author, '@') + 1) = :domain))"""
"""Authors that are one mailbox, by its ``mailbox_bounds``."""


def hold(db: Database, letter: int, terms: PendingConfirmation) -> None:
    """Let a letter wait for its confirmation."""
    db.execute("INSERT INTO holds (code, letter, address) VALUES (?, ?, ?)", [terms.code, letter, terms.address])


def held(db: Database, code: str) -> tuple[int, str] | None:
    """The letter that waits for this code, with the address that must confirm it; None when there is none."""
    row = db.execute("SELECT letter, address FROM holds WHERE code = ? AND NOT cancelled", [code]).fetchone()
    return None if row is None else (row[0], row[1])


def release(db: Database, code: str) -> None:
    """Put the letter that waits for this code back among the unread ones, confirmed, with its own time of arrival."""
    waiting = held(db, code)
    if waiting is None:
        return
    db.execute("DELETE FROM holds WHERE code = ?", [code])
    db.execute(
        "UPDATE letters SET state = 'new', confirmed = 1 WHERE id = ? AND state = ?",
        [waiting[0], LetterStatus.HELD.value],
    )


def cancel(db: Database, code: str) -> None:
    """Settle the letter that waits for this code without reading it; that it came is remembered."""
    waiting = held(db, code)
    if waiting is None:
        return
    db.execute("UPDATE holds SET cancelled = 1 WHERE code = ?", [code])
    db.execute("UPDATE letters SET state = 'done' WHERE id = ? AND state = ?", [waiting[0], LetterStatus.HELD.value])


def unconfirmed(db: Database, address: str) -> int:
    """How many letters in somebody's name have never been confirmed: they wait, or were denied."""
    row = db.execute("SELECT count(*) FROM holds WHERE address = ?", [address]).fetchone()
    return int(row[0]) + put_off(db, address)


def letter(db: Database, letter: int) -> KeptLetter:
    """A letter as it was kept; KeyError when there is no such letter."""
    row = db.execute(
        """SELECT id, arrived, door, sender, recipient, raw, confirmed, tries, begun_by
           FROM letters JOIN letter_bytes ON letter = id WHERE id = ?""",
        [letter],
    ).fetchone()
    if row is None:
        raise KeyError(letter)
    return _kept_letter(row)


def _kept_letter(row: tuple[int, str, str, str | None, str, bytes, int, int, str]) -> KeptLetter:
    letter, arrived, transport, sender, recipient, raw, confirmed, tries, begun_by = row
    moment = parse_timestamp(arrived)
    return KeptLetter(letter, moment, transport, sender, recipient, raw, bool(confirmed), tries, begun_by)


def was_done(db: Database, copy: LetterCopy) -> bool:
    """Whether another copy of a letter has been done for the game it is about.

    One letter may be for several games, so a copy for one is none for another. A copy for no game says nothing that
    the others do not say. Without a Message-ID nothing can tell; one Message-ID above other words is another letter. Of
    letters done before this was noted all count.
    """
    if not copy.message_id:
        return False
    row = db.execute(
        """SELECT 1 FROM letters WHERE author = :author AND message_id = :message_id AND state = 'done'
           AND id <> :letter AND (about = :about OR about IS NULL OR :about = '')
           AND (digest = :digest OR digest IS NULL)""",
        asdict(copy),
    ).fetchone()
    return row is not None


def note_worth(db: Database, letter: int, transaction: Transaction) -> None:
    """Note whether the letter that a transaction settles is junk: unproven, and nothing came of it."""
    changed = (
        transaction.events,
        transaction.subscriptions,
        transaction.to_editor,
        transaction.tournaments,
        transaction.blocks,
    )
    is_worth = transaction.message_id is not None or transaction.release or transaction.cancel or any(changed)
    size = "0" if is_worth else "coalesce((SELECT length(raw) FROM letter_bytes WHERE letter = id), 0)"
    db.execute(f"UPDATE letters SET junk = {size} WHERE id = ?", [letter])  # noqa: S608
