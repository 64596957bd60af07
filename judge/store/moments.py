"""Moments as the file writes them: ISO 8601, UTC, of one length, so that text order is time order."""

from datetime import UTC, datetime


def write_moment(at: datetime) -> str:
    """A moment as text; ValueError when it names no zone, for then it is no moment."""
    if at.tzinfo is None:
        message = f"{at} names no time zone"
        raise ValueError(message)
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def read_moment(text: str) -> datetime:
    """The moment a text of ``write_moment`` stands for."""
    return datetime.fromisoformat(text)
