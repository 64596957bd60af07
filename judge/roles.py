"""What the processes of a judge do: the door, the worker, each whole in a process of its own."""

import socket
import sys
from threading import Event, Thread

from judge.clock import FollowingClock, SystemClock
from judge.config import Config
from judge.door import Door
from judge.door_link import DoorLink, WorkerLink
from judge.isolated import FIRST_READING, LetterReader
from judge.sign_of_life import SignOfLife
from judge.store.folder_lock import door_lock_path
from judge.store.view import StoreView
from judge.worker import Worker

_SWITCH_SECONDS = 0.0005
"""How long the thread that receives may go on while the one that writes has something to do; by default 5 ms."""


class DoorRole:
    """The door as a process."""

    def __init__(self, config: Config, door: Door, end: socket.socket, sign: SignOfLife) -> None:
        self._door = door
        self._sign = sign
        self._stopping = Event()
        self._view = StoreView(config.folders.data / "judge.db")
        self._link = WorkerLink(end, door_lock_path(config.folders.data), door)

    def start(self) -> None:
        """Receive letters."""
        sys.setswitchinterval(_SWITCH_SECONDS)
        self._link.start()
        clock = FollowingClock(self._view.last_heartbeat, SystemClock())
        self._door.start(clock.now, self._link.arrived)
        Thread(target=self._give_signs, name="door-pulse", daemon=True).start()

    def _give_signs(self) -> None:
        while not self._stopping.wait(self._sign.period):
            self._door.pass_round(self._sign.give)

    def stop(self) -> None:
        """Let letters being received come to their end."""
        self._stopping.set()
        self._door.stop()
        self._door.close()
        self._view.close()


class WorkerRole:
    """The worker as a process."""

    def __init__(self, config: Config, door: Door, end: socket.socket, sign: SignOfLife) -> None:
        door.stop()  # the sockets are the other's
        self._link = DoorLink(end, door_lock_path(config.folders.data))
        self._worker = Worker(config, SystemClock(), self._link, sign=sign)

    def start(self) -> None:
        """Catch up, then go on."""
        self._link.start(self._worker.letters_arrived)
        self._worker.start(LetterReader(FIRST_READING))

    def stop(self) -> None:
        """Finish what is being done."""
        self._worker.stop()
