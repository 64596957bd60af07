"""Letters that overtake one another on their way."""

from collections.abc import Iterable
from datetime import datetime, timedelta

OVERTAKEN_BY = timedelta(minutes=2)
"""Clocks differ; a letter is older than another only by more than this (its own ``Date`` is all we have)."""


def is_overtaken(written: datetime | None, received: Iterable[datetime | None]) -> bool:
    """Whether one of the letters received before this one was written later: a relay held this one up."""
    latest = max((other for other in received if other), default=None)
    return written is not None and latest is not None and written < latest - OVERTAKEN_BY
