"""A machine whose clocks are turned by hand: the wall clock as anybody sets it, the uptime as time goes by."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from judge.system.clock import SystemClock


@dataclass
class Machine:
    """``wall`` is UTC, ``uptime`` since the boot that is called ``boot``."""

    wall: datetime
    uptime: timedelta = timedelta(days=3)
    boot: str = "first"

    def passes(self, length: timedelta) -> None:
        """Time goes by."""
        self.wall += length
        self.uptime += length

    def leaps(self, length: timedelta) -> None:
        """The wall clock alone is set, forward or back."""
        self.wall += length

    def boots(self, off: timedelta) -> None:
        """It is off for so long by its wall clock, and has been up for a minute again."""
        self.wall += off
        self.uptime, self.boot = timedelta(minutes=1), f"after {self.boot}"

    def clock(self) -> SystemClock:
        """What a judge reads that is started now."""
        return SystemClock(lambda: self.wall, lambda: self.uptime, lambda: self.boot)
