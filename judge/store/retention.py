"""Letters that are kept no longer: their bytes go, that they came stays; what has gone is counted."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlite_utils import Database

from judge.store.records import format_timestamp

_MOST_AT_ONCE = 500
"""Letters that lose something in one transaction, at most, for a letter that arrives waits for it."""


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
            count(db, what, size)
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
        "UPDATE letters SET junk = 0, gone = ?, state = CASE state WHEN 'held' THEN 'done' ELSE state END WHERE id = ?",
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


def count(db: Database, what: str, size: int) -> None:
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
