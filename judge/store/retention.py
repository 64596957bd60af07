"""How long received letters and their answers are kept: what changed nothing, what is told of no longer."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from sqlite_utils import Database

from judge.store.rows import format_timestamp

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
