"""Destinations that take no letters for now: until when, after how many refusals in a row."""

from datetime import datetime

from sqlite_utils import Database

from judge.store.records import format_timestamp

EVERYWHERE = ""
"""The name under which all sending is paused; other names are mail domains."""


def pause(db: Database, name: str, until: datetime, now: datetime) -> None:
    """Send nothing there before ``until``; every letter that waits for the domain counts as refused from now on."""
    db.execute(
        """INSERT INTO destinations (name, refusals, until) VALUES (?, 1, ?)
           ON CONFLICT (name) DO UPDATE SET refusals = refusals + 1, until = excluded.until""",
        [name, format_timestamp(until)],
    )
    db.execute(
        "UPDATE outbox SET refused = ? WHERE state = 'waiting' AND domain = ? AND refused IS NULL",
        [format_timestamp(now), name],
    )


def resume(db: Database, name: str) -> None:
    """Send there again at once."""
    db.execute("DELETE FROM destinations WHERE name = ?", [name])


def refusals(db: Database, name: str) -> int:
    """How often in a row a destination has refused letters."""
    row = db.execute("SELECT refusals FROM destinations WHERE name = ?", [name]).fetchone()
    return 0 if row is None else int(row[0])
