"""The gazette in the database: its last issue, when the next one is due."""

from datetime import datetime

from sqlite_utils import Database

from judge.store.publications import GazetteIssue
from judge.store.records import format_timestamp, parse_timestamp


def last_issue(db: Database) -> GazetteIssue:
    """The last issue, with the hour when the next one is due; its number is 0 before the first."""
    number, at, alarm = db.execute("SELECT issue, at, alarm FROM gazette").fetchone()
    return GazetteIssue(number, _timestamp_or_none(at), _timestamp_or_none(alarm))


def is_next_issue(db: Database, issue: GazetteIssue) -> bool:
    """Whether an issue is the one after the last, or number 0, which is none."""
    return issue.number in {last_issue(db).number + 1, 0}


def note_issue(db: Database, issue: GazetteIssue) -> None:
    """Note that an issue has gone out, or with number 0 that it had no readers, and when the next one is due."""
    db.execute("UPDATE gazette SET alarm = ?", [format_timestamp(issue.alarm) if issue.alarm else None])
    if issue.number and issue.at:
        db.execute("UPDATE gazette SET issue = ?, at = ?", [issue.number, format_timestamp(issue.at)])


def set_next_issue(db: Database, at: datetime | None) -> None:
    """Set when the next issue is due; None for never."""
    db.execute("UPDATE gazette SET alarm = ?", [format_timestamp(at) if at else None])


def _timestamp_or_none(text: str | None) -> datetime | None:
    return parse_timestamp(text) if text else None
