"""The sign of life of a process: when it last got on with its work, in memory shared with the one that watches it."""

import mmap
import struct
import time

_MOMENT = struct.Struct("d")


class SignOfLife:
    """Made before the process is forked; given by any thread of it, read by the other, and nobody ever waits.

    Whoever has nothing to do gives a sign every ``period`` seconds, whoever works after each step.
    """

    def __init__(self, period: float) -> None:
        self.period = period
        self._shared = mmap.mmap(-1, _MOMENT.size)
        self.give()

    def give(self) -> None:
        """Note that the process gets on with its work."""
        _MOMENT.pack_into(self._shared, 0, time.monotonic())  # one clock for all processes of a machine

    @property
    def age(self) -> float:
        """Seconds since the last sign."""
        moment: float = _MOMENT.unpack_from(self._shared)[0]
        return time.monotonic() - moment
