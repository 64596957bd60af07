"""Timestamps in the database: ISO 8601, UTC, of one length, so that text order is time order."""

from datetime import UTC, datetime


def format_timestamp(at: datetime) -> str:
    """A moment as text; ValueError when it has no time zone."""
    if at.tzinfo is None:
        message = f"{at} names no time zone"
        raise ValueError(message)
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def parse_timestamp(text: str) -> datetime:
    """The moment that ``format_timestamp`` wrote."""
    return datetime.fromisoformat(text)
