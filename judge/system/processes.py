"""A process, its memory, its parent, its signs of life, and what a service manager is told of them."""

import mmap
import multiprocessing
import os
import signal
import socket
import struct
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from multiprocessing.connection import wait
from pathlib import Path
from threading import Thread

# --- ends a process when the one that started it has ended, however that came


def end_with_parent() -> None:
    """From now on this process, started by ``multiprocessing``, does not outlive the one that started it."""
    parent = multiprocessing.parent_process()
    assert parent

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    Thread(target=watch, name="parent-watch", daemon=True).start()


_KINDNESS = 10
"""How much a process that works aside yields to others: nobody waits for it as for a deadline."""


def work_aside() -> None:
    """From now on this process yields to others; it ends with the judge and not by a signal to all its processes."""
    end_with_parent()
    for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(one, signal.SIG_IGN)
    os.nice(_KINDNESS)


# --- how much memory a process takes, and whatever it has begun


_PAGE = os.sysconf("SC_PAGE_SIZE")


def resident_bytes(pid: int) -> Iterator[tuple[int, int]]:
    """A process and all that descend from it, each with its resident memory (proc_pid_statm(5)), as far as they live.

    Nothing on a machine that does not tell.
    """
    with suppress(FileNotFoundError, ProcessLookupError):
        pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
        if pages:  # one that has ended and was not waited for has none
            yield pid, pages * _PAGE
    for thread in Path(f"/proc/{pid}/task").glob("*"):  # a child belongs to the thread that has begun it
        children = ""
        with suppress(FileNotFoundError, ProcessLookupError):
            children = (thread / "children").read_text(encoding="ascii")
        for child in children.split():
            yield from resident_bytes(int(child))


# --- the sign of life of a process


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


# --- what a service manager such as systemd is told of the judge


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
