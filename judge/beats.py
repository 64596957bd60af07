"""What the judge notes every minute: the hour, and what its next start can tell the hour by."""

from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True)
class Doubt:
    """A wall clock that is not believed: how far it leapt (back is negative), at which uptime it was first seen so."""

    leap: timedelta
    since: timedelta


@dataclass(frozen=True)
class Beat:
    """The judge runs: ``at`` which hour (UTC), how long after the ``boot`` of its machine.

    ``uptime`` is None, ``boot`` empty where the machine does not tell; ``doubt`` is None while its clock is believed.
    """

    at: datetime
    uptime: timedelta | None = None
    boot: str = ""
    doubt: Doubt | None = None


@dataclass(frozen=True)
class Leap:
    """A wall clock that has stood: the hour it ``was`` by the time gone by, what it is ``now`` by that clock (UTC)."""

    was: datetime
    now: datetime
