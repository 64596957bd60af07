"""The heartbeat noted every minute: the hour, and how the next start can check it."""

from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True)
class ClockDoubt:
    """A wall clock that is not accepted: how far it leapt (back is negative), at which uptime that was first seen."""

    leap: timedelta
    since: timedelta


@dataclass(frozen=True)
class Heartbeat:
    """The judge runs: ``at`` which hour (UTC), how long after the ``boot`` of its machine.

    ``uptime`` is None, ``boot`` empty where the machine does not tell; ``doubt`` is None while its clock is accepted.
    """

    at: datetime
    uptime: timedelta | None = None
    boot: str = ""
    doubt: ClockDoubt | None = None


@dataclass(frozen=True)
class ClockLeap:
    """The leap of a wall clock: the hour it ``was`` by the uptime, the hour it is ``now`` by that clock (UTC)."""

    was: datetime
    now: datetime
