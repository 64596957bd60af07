"""The gazette in the file: who reads it, which issue was the last, when the next one is due."""

from datetime import datetime

from sqlite_utils import Database

from judge.store.moments import read_moment, write_moment
from judge.store.values import GazetteReader, Issue, Subscription


def subscribe(db: Database, wanted: Subscription) -> None:
    """Note that somebody reads the gazette, or no more; the first reader sets when the next issue is due."""
    if not wanted.is_on:
        db.execute("DELETE FROM gazette_readers WHERE address = ?", [wanted.address])
        return
    db.execute(
        """INSERT INTO gazette_readers (address, language) VALUES (?, ?)
           ON CONFLICT (address) DO UPDATE SET language = excluded.language""",
        [wanted.address, wanted.language],
    )
    if wanted.alarm:
        db.execute("UPDATE gazette SET alarm = coalesce(alarm, ?)", [write_moment(wanted.alarm)])


def readers(db: Database) -> tuple[GazetteReader, ...]:
    """Everyone who reads it, in the order they came."""
    rows = db.execute("SELECT number, address, language FROM gazette_readers ORDER BY number")
    return tuple(GazetteReader(*row) for row in rows)


def last(db: Database) -> Issue:
    """The last issue, with the hour when the next one is due; its number is 0 before the first."""
    number, at, alarm = db.execute("SELECT issue, at, alarm FROM gazette").fetchone()
    return Issue(number, _moment(at), _moment(alarm))


def follows(db: Database, issue: Issue) -> bool:
    """Whether an issue is the one after the last; the same number once more is no news."""
    return issue.number in {last(db).number + 1, 0}


def publish(db: Database, issue: Issue) -> None:
    """Note that an issue has gone out, or with number 0 that none had a reader, and when the next one is due."""
    db.execute("UPDATE gazette SET alarm = ?", [write_moment(issue.alarm) if issue.alarm else None])
    if issue.number and issue.at:
        db.execute("UPDATE gazette SET issue = ?, at = ?", [issue.number, write_moment(issue.at)])


def set_alarm(db: Database, at: datetime | None) -> None:
    """Set when the next issue is due; None for never."""
    db.execute("UPDATE gazette SET alarm = ?", [write_moment(at) if at else None])


def _moment(text: str | None) -> datetime | None:
    return read_moment(text) if text else None
