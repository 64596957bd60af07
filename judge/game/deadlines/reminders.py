"""When a person likes to be reminded."""

from dataclasses import dataclass
from datetime import timedelta

MOST = 3
"""Reminders of one deadline."""

SHORTEST, LONGEST = timedelta(hours=1), timedelta(days=7)


@dataclass(frozen=True)
class Reminders:
    """How long before a deadline a person is reminded: ``before`` each of these, None as the game has it."""

    before: tuple[timedelta, ...] | None = None
