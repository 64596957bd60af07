"""What time it is: by the machine, or by a clock that is set by hand."""

from datetime import UTC, datetime
from threading import Lock
from typing import Protocol


class Clock(Protocol):
    """Whatever can tell the time; one that ``runs`` goes on by itself, so that time it has lost is an outage."""

    @property
    def runs(self) -> bool:
        """Whether nobody sets it."""
        ...

    def now(self) -> datetime:
        """The present moment, UTC."""
        ...


class SystemClock:
    """The machine's own clock."""

    runs = True

    def now(self) -> datetime:
        """The present moment, UTC."""
        return datetime.now(UTC)


class SettableClock:
    """A clock that stands still until it is told to advance; any thread may ask it or set it."""

    runs = False

    def __init__(self, start: datetime) -> None:
        self._lock = Lock()
        self._now = start.astimezone(UTC)

    def now(self) -> datetime:
        """The moment the clock was last set to, UTC."""
        with self._lock:
            return self._now

    def advance_to(self, moment: datetime) -> None:
        """Set the clock; a moment already past leaves it alone, for time never runs backwards."""
        with self._lock:
            self._now = max(self._now, moment.astimezone(UTC))
