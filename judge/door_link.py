"""The link between a door and a worker in processes of their own: each may end and be started again at any time.

It is a pair of datagram sockets that outlives both, so a message may be lost with whoever was to read it. None is
needed but the answer to ``settle``, which is asked for again until it comes, or until no door holds its lock.
"""

import fcntl
import os
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from threading import Condition, Thread

from judge.pickup import DoorControl
from judge.store.folder_lock import is_locked

_LONGEST_MESSAGE = 100
_ASKED_AGAIN_AFTER = 1.0
"""Seconds."""


def link() -> tuple[socket.socket, socket.socket]:
    """The two ends, the door's and the worker's."""
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)


class DoorLink:
    """The worker's end: the door as another process."""

    def __init__(self, end: socket.socket, lock: Path) -> None:
        self._end = end
        self._lock = lock
        self._numbers = count(time.monotonic_ns())  # none that an earlier worker has used
        self._answered = Condition()
        self._answer = 0
        self._arrived: Callable[[], None] = lambda: None

    def start(self, arrived: Callable[[], None]) -> None:
        """Listen to the door; ``arrived`` is called when letters have been kept."""
        self._arrived = arrived
        Thread(target=self._listen, name="door-link", daemon=True).start()

    def settle(self) -> None:
        """Return once every letter that had arrived before the call is in the spool; without a door none is lacking."""
        number = next(self._numbers)
        while is_locked(self._lock):
            _tell(self._end, f"settle {number}")
            with self._answered:
                if self._answered.wait_for(lambda: self._answer >= number, _ASKED_AGAIN_AFTER):
                    return

    def release(self, letter_id: int) -> None:
        """Note that all letters of the spool up to one are in the store."""
        _tell(self._end, f"release {letter_id}")

    def _listen(self) -> None:
        while True:
            word, number = _hear(self._end)
            self._arrived()
            if word == "settled":
                with self._answered:
                    self._answer = number
                    self._answered.notify_all()


class WorkerLink:
    """The door's end, from ``start`` to the end of the process."""

    def __init__(self, end: socket.socket, lock: Path, door: DoorControl) -> None:
        self._end = end
        self._lock = lock
        self._door = door

    def start(self) -> None:
        """Lock the door's file until this process ends, and write its number there; then answer the worker."""
        descriptor = os.open(self._lock, os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        Thread(target=self._answer, name="worker-link", daemon=True).start()

    def arrived(self) -> None:
        """Wake the worker: letters have been kept."""
        _tell(self._end, "arrived 0")

    def _answer(self) -> None:
        while True:
            word, number = _hear(self._end)
            if word == "settle":
                self._door.settle()
                _tell(self._end, f"settled {number}")
            else:
                self._door.release(number)


def _tell(end: socket.socket, message: str) -> None:
    """Send a message; where so many wait that there is no room, the other end has enough to wake up for."""
    with suppress(BlockingIOError):
        end.send(message.encode(), socket.MSG_DONTWAIT)


def _hear(end: socket.socket) -> tuple[str, int]:
    word, number = end.recv(_LONGEST_MESSAGE).decode().split()
    return word, int(number)
