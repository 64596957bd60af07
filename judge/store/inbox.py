"""Received letters: stored once, read in the order of arrival, settled; how long they and their answers are kept."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path

from sqlite_utils import Database

from judge.store.records import (
    ArrivedLetter,
    KeptLetter,
    LetterCopy,
    LetterStatus,
    PendingConfirmation,
    Transaction,
    format_timestamp,
    mailbox_bounds,
    parse_timestamp,
)


def fingerprint(letter: ArrivedLetter) -> bytes:
    """A digest that two deliveries of the same letter have in common: of the envelope and every byte."""
    envelope = f"{letter.sender or ''}\n{letter.recipient}\n"
    return sha256(envelope.encode() + letter.raw).digest()


def keep(db: Database, letter: ArrivedLetter) -> int:
    """Store a letter and return its id; the very same letter is stored once."""
    mark = fingerprint(letter)
    known = id_of(db, mark)
    if known is not None:
        return known
    row = db.execute(
        "INSERT INTO letters (arrived, door, sender, recipient, fingerprint) VALUES (?, ?, ?, ?, ?)",
        [format_timestamp(letter.at), letter.transport, letter.sender, letter.recipient, mark],
    )
    assert row.lastrowid is not None
    db.execute("INSERT INTO letter_bytes (letter, raw) VALUES (?, ?)", [row.lastrowid, letter.raw])
    return row.lastrowid


def id_of(db: Database, mark: bytes) -> int | None:
    """The id under which the letter of a fingerprint is kept; None where it is not."""
    row = db.execute("SELECT id FROM letters WHERE fingerprint = ?", [mark]).fetchone()
    return None if row is None else int(row[0])


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


# --- letters in that changed nothing and that nothing proves
#
# Such a letter has its size in bytes in the column ``junk``, every other 0; ``gone`` is when its bytes were dropped.
# That it came, and what became of it, stays.


_MOST_AT_ONCE = 500
"""Letters whose bytes are dropped in one transaction, at most, for a letter that arrives waits for it."""

_DAY = timedelta(days=1)


@dataclass(frozen=True)
class JunkLimits:
    """How long the bytes of junk are ``kept``, and how many of them that have come within one day."""

    kept: timedelta
    bytes_a_day: int


@dataclass(frozen=True)
class Junk:
    """How many letters are junk, their bytes; of how many others the bytes are gone, how many those had."""

    letters: int
    bytes: int
    gone_letters: int
    gone_bytes: int


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


def drop_junk(db: Database, limits: JunkLimits, now: datetime) -> int:
    """Drop the bytes of junk that is too old or too much; how many letters lost theirs.

    Of what came within a day the largest goes first, so that large letters push out no small ones. One that waits to be
    confirmed, or to be read later, waits no longer.
    """
    found = tuple(_excess(db, limits, now))[:_MOST_AT_ONCE]
    for letter, size in found:
        _drop_letter(db, letter, now)
        db.execute("UPDATE junk_gone SET letters = letters + 1, bytes = bytes + ?", [size])
    return len(found)


def _excess(db: Database, limits: JunkLimits, now: datetime) -> Iterator[tuple[int, int]]:
    yield from db.execute(
        f"SELECT id, junk FROM letters WHERE {_JUNK} AND arrived < ? LIMIT ?",  # noqa: S608
        [format_timestamp(now - limits.kept), _MOST_AT_ONCE],
    ).fetchall()
    since = [format_timestamp(now - _DAY)]
    of_the_day = f"SELECT coalesce(sum(junk), 0) FROM letters WHERE {_JUNK} AND arrived >= ?"  # noqa: S608
    (total,) = db.execute(of_the_day, since).fetchone()
    if total <= limits.bytes_a_day:
        return
    for letter, size in db.execute(
        f"SELECT id, junk FROM letters WHERE {_JUNK} AND arrived >= ? ORDER BY junk DESC, id DESC LIMIT ?",  # noqa: S608
        [*since, _MOST_AT_ONCE],
    ).fetchall():
        yield letter, size
        total -= size
        if total <= limits.bytes_a_day:
            return


_JUNK = "junk > 0 AND state <> 'new'"


def junk(db: Database) -> Junk:
    """How much of it there is, and was."""
    kept = db.execute(f"SELECT count(*), coalesce(sum(junk), 0) FROM letters WHERE {_JUNK}").fetchone()  # noqa: S608
    gone = db.execute("SELECT letters, bytes FROM junk_gone").fetchone()
    return Junk(*map(int, (*kept, *gone)))


# --- letters that were set aside because nothing proves whose they are: they have no file in mailboxes/set-aside


TOLD_FOR = timedelta(days=7)
"""How long the operator is told of them."""


def set_aside_without_file(db: Database, mailboxes: Path, now: datetime) -> tuple[int, ...]:
    """Return the numbers of those that came of late, oldest first, but for those that lie in ``mailboxes`` as a file.

    ``now`` is UTC.
    """
    rows = db.execute(
        "SELECT id FROM letters WHERE state = 'set-aside' AND again IS NULL AND arrived > ? ORDER BY arrived, id",
        [format_timestamp(now - TOLD_FOR)],
    )
    lying = {path.name.partition(".")[0] for path in (mailboxes / "set-aside").glob("*/letter-*")}
    return tuple(number for (number,) in rows if f"letter-{number}" not in lying)


# --- letters that are kept no longer


@dataclass(frozen=True)
class Retention:
    """How long is kept, from the end of a letter's game on, or since it came where it has none; None: for ever.

    The bytes of ``letters`` in, those of ``answers``; of the ``envelopes`` of letters in what their rows tell.
    """

    letters: timedelta | None
    answers: timedelta | None
    envelopes: timedelta | None


@dataclass(frozen=True)
class Dropped:
    """How many letters have lost something, and how many bytes."""

    letters: int
    bytes: int


def drop_old(db: Database, kept: Retention, now: datetime) -> int:
    """Drop what has been kept long enough; how many letters have lost something."""
    steps = (
        (kept.letters, _OLD_LETTERS, _drop_letter, "letters"),
        (kept.answers, _OLD_ANSWERS, drop_answer, "answers"),
        (kept.envelopes, _OLD_ENVELOPES, _drop_envelope, "envelopes"),
    )
    dropped = 0
    for age, which, drop, what in steps:
        if age is None:
            continue
        values = {"before": format_timestamp(now - age), "most": _MOST_AT_ONCE}
        for number, size in db.execute(which, values).fetchall():
            drop(db, number, now)
            count_dropped(db, what, size)
            dropped += 1
    return dropped


def _of_the_past(game: str) -> str:
    """The condition that a game, by the name in a column, ended before a moment, or that there is none."""
    there = f"game = {game} AND (ended IS NULL OR ended >= :before)"
    return f"NOT EXISTS (SELECT 1 FROM listed_games WHERE {there})"  # noqa: S608


_OLD_LETTERS = f"""SELECT id, length(raw) FROM letters JOIN letter_bytes ON letter = id
    WHERE gone IS NULL AND state <> 'new' AND arrived < :before AND again IS NULL
    AND {_of_the_past("about")} LIMIT :most"""  # noqa: S608

_OLD_ANSWERS = f"""SELECT id, length(raw) FROM outbox WHERE gone IS NULL AND state <> 'waiting' AND queued < :before
    AND {_of_the_past("outbox.game")} LIMIT :most"""  # noqa: S608

_OLD_ENVELOPES = f"""SELECT id, 0 FROM letters WHERE gone IS NOT NULL AND recipient <> '' AND arrived < :before
    AND {_of_the_past("about")} LIMIT :most"""  # noqa: S608


def _drop_letter(db: Database, number: int, now: datetime) -> None:
    db.execute("DELETE FROM letter_bytes WHERE letter = ?", [number])
    db.execute("UPDATE holds SET cancelled = 1 WHERE letter = ?", [number])
    db.execute(
        """UPDATE letters SET junk = 0, gone = ?, again = NULL,
           state = CASE state WHEN 'held' THEN 'done' ELSE state END WHERE id = ?""",
        [format_timestamp(now), number],
    )


def drop_answer(db: Database, number: int, now: datetime) -> None:
    """Drop the bytes of a letter out; one that waited does so no longer."""
    db.execute(
        """UPDATE outbox SET raw = x'', pictures = NULL, gone = ?,
           state = CASE state WHEN 'waiting' THEN 'sent' ELSE state END WHERE id = ?""",
        [format_timestamp(now), number],
    )


def _drop_envelope(db: Database, number: int, now: datetime) -> None:
    del now
    db.execute("DELETE FROM holds WHERE letter = ?", [number])
    db.execute(
        "UPDATE letters SET sender = NULL, recipient = '', author = NULL, message_id = NULL WHERE id = ?", [number]
    )


def count_dropped(db: Database, what: str, size: int) -> None:
    """Count a letter that has lost something of a kind, and its bytes."""
    db.execute(
        """INSERT INTO dropped VALUES (?, 1, ?)
           ON CONFLICT (what) DO UPDATE SET letters = letters + 1, bytes = bytes + excluded.bytes""",
        [what, size],
    )


def dropped(db: Database) -> Mapping[str, Dropped]:
    """What has gone since the beginning, by kind: ``letters``, ``answers``, ``envelopes``, ``forgotten``."""
    found = {what: Dropped(*lost) for what, *lost in db.execute("SELECT what, letters, bytes FROM dropped")}
    return {what: found.get(what, Dropped(0, 0)) for what in ("letters", "answers", "envelopes", "forgotten")}
