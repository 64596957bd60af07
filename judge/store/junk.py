"""Letters in that changed nothing and that nothing proves: their bytes go after some days, and of a day beyond so many.

Such a letter has its size in bytes in the column ``junk``, every other 0; ``gone`` is when its bytes were dropped. That
it came, and what became of it, stays.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlite_utils import Database

from judge.store.records import Transaction, format_timestamp

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
    changed = (transaction.events, transaction.subscriptions, transaction.to_editor)
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
        db.execute("DELETE FROM letter_bytes WHERE letter = ?", [letter])
        db.execute("UPDATE holds SET cancelled = 1 WHERE letter = ?", [letter])
        db.execute(
            """UPDATE letters SET junk = 0, gone = ?, again = NULL,
               state = CASE state WHEN 'held' THEN 'done' ELSE state END WHERE id = ?""",
            [format_timestamp(now), letter],
        )
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
