"""What a service manager such as systemd is told of the judge: one datagram for each notification (sd_notify(3))."""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress

_MICROSECONDS = 1_000_000


class ServiceManager:
    """The manager that has started this process; where there is none, every notification goes nowhere."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        """``environment`` names the manager's socket, and the watchdog if this very process is to be watched."""
        self._place = environment.get("NOTIFY_SOCKET", "").replace("@", "\0", 1)  # an @ stands for an abstract socket
        self.watchdog_seconds = _watchdog_seconds(environment)
        """Seconds without a sign of life after which the manager ends the judge; None when it does not watch."""

    def notify(self, *lines: str) -> None:
        """Tell the manager something, such as ``READY=1``; one that does not listen any more keeps nobody waiting."""
        if not self._place:
            return
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as end, suppress(OSError):
            end.setblocking(False)
            end.sendto("\n".join(lines).encode(), self._place)


def _watchdog_seconds(environment: Mapping[str, str]) -> float | None:
    watched = environment.get("WATCHDOG_USEC", "")
    is_ours = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    return int(watched) / _MICROSECONDS if is_ours and watched.isdecimal() and int(watched) else None
