"""Letters received: kept once, read in the order of their arrival, settled with a fate."""

from hashlib import sha256

from sqlite_utils import Database

from judge.store.moments import read_moment, write_moment
from judge.store.values import Arrival, Change, Fate, Hold, KeptLetter


def fingerprint(letter: Arrival) -> bytes:
    """What two deliveries of the same letter have in common: the envelope and every byte."""
    envelope = f"{letter.sender or ''}\n{letter.recipient}\n"
    return sha256(envelope.encode() + letter.raw).digest()


def keep(db: Database, letter: Arrival) -> int:
    """The id of the letter, which is written unless the very same one is here already."""
    mark = fingerprint(letter)
    known = db.execute("SELECT id FROM letters WHERE fingerprint = ?", [mark]).fetchone()
    if known:
        return int(known[0])
    row = db.execute(
        "INSERT INTO letters (arrived, door, sender, recipient, fingerprint) VALUES (?, ?, ?, ?, ?)",
        [write_moment(letter.at), letter.door, letter.sender, letter.recipient, mark],
    )
    assert row.lastrowid is not None
    db.execute("INSERT INTO letter_bytes (letter, raw) VALUES (?, ?)", [row.lastrowid, letter.raw])
    return row.lastrowid


def oldest(db: Database) -> KeptLetter | None:
    """The unread letter that arrived first."""
    row = db.execute("""
        SELECT id, arrived, door, sender, recipient, raw, confirmed, tries
        FROM letters JOIN letter_bytes ON letter = id
        WHERE state = 'new' ORDER BY arrived, id LIMIT 1""").fetchone()
    if row is None:
        return None
    letter, arrived, door, sender, recipient, raw, confirmed, tries = row
    return KeptLetter(letter, read_moment(arrived), door, sender, recipient, raw, bool(confirmed), tries)


def note_try(db: Database, letter: int) -> int:
    """Count one more attempt at reading a letter; KeyError when there is no such letter."""
    db.execute("UPDATE letters SET tries = tries + 1 WHERE id = ?", [letter])
    row = db.execute("SELECT tries FROM letters WHERE id = ?", [letter]).fetchone()
    if row is None:
        raise KeyError(letter)
    return int(row[0])


def forget_try(db: Database, letter: int) -> None:
    """Take back an attempt that came to nothing by no fault of the letter."""
    db.execute("UPDATE letters SET tries = tries - 1 WHERE id = ? AND tries > 0", [letter])


def is_unread(db: Database, letter: int) -> bool:
    """Whether nobody has settled the letter yet."""
    row = db.execute("SELECT state FROM letters WHERE id = ?", [letter]).fetchone()
    return row is not None and row[0] == "new"


def settle(db: Database, letter: int, change: Change) -> None:
    """Give a letter its fate, and remember whose it was."""
    values = [change.fate.value, change.sender, change.message_id, letter]
    db.execute("UPDATE letters SET state = ?, author = ?, message_id = ? WHERE id = ?", values)
    if change.hold is not None:
        hold(db, letter, change.hold)


def hold(db: Database, letter: int, terms: Hold) -> None:
    """Let a letter wait for its confirmation."""
    db.execute("INSERT INTO holds (code, letter, address) VALUES (?, ?, ?)", [terms.code, letter, terms.address])


def held(db: Database, code: str) -> tuple[int, str] | None:
    """The letter that waits for this code, with the address it must come back from."""
    row = db.execute("SELECT letter, address FROM holds WHERE code = ?", [code]).fetchone()
    return None if row is None else (row[0], row[1])


def release(db: Database, code: str) -> None:
    """Put the letter that waits for this code back among the unread ones, confirmed, as old as it was."""
    waiting = held(db, code)
    if waiting is None:
        return
    db.execute("DELETE FROM holds WHERE code = ?", [code])
    db.execute(
        "UPDATE letters SET state = 'new', confirmed = 1 WHERE id = ? AND state = ?", [waiting[0], Fate.HELD.value]
    )


def was_done(db: Database, author: str, message_id: str, letter: int) -> bool:
    """Whether another letter of this author and Message-ID has been done; without a Message-ID nothing can tell."""
    if not message_id:
        return False
    row = db.execute(
        "SELECT 1 FROM letters WHERE author = ? AND message_id = ? AND state = 'done' AND id <> ?",
        [author, message_id, letter],
    ).fetchone()
    return row is not None
