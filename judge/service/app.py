"""A judge as its processes: door and worker whole in one, or each in its own."""

import os
import socket
import sys
from collections.abc import Callable
from contextlib import ExitStack
from threading import Event, Thread

from judge.config import Config
from judge.game.settings import Token
from judge.handlers.services import Services, dkim_signer, fresh_secret, relay_route
from judge.mail.dkim_keys import DkimKeyLookup, dkim_key_record
from judge.service.door import Door, DoorLink, WorkerLink
from judge.service.pools import FIRST_READING, LetterReader
from judge.service.timeline import Timeline
from judge.service.worker import Worker
from judge.store.data_folder import FolderLock, door_lock_path
from judge.store.life import begin, check_ours
from judge.store.store import StoreView
from judge.system.clock import Clock, FollowingClock, SystemClock
from judge.system.private_files import private_folder
from judge.system.processes import SignOfLife

# --- a judge whole in one process: door and worker, started and stopped together


class Judge:
    """One judge: started with ``start``, ended with ``stop``; without, a test drives its ``timeline`` by hand.

    ``service/supervisor.py`` gives door and worker processes of their own.
    """

    def __init__(
        self,
        config: Config,
        clock: Clock,
        keys: DkimKeyLookup = dkim_key_record,
        seed: Callable[[], Token] = fresh_secret,
    ) -> None:
        """ConfigError when a secret or a certificate is not where the configuration says.

        AlreadyRunningError when another judge works on the data folder; this one has it until ``stop``. NotOursError
        when the database is gone, or another's.
        """
        self.door = checked_door(config)
        private_folder(config.folders.data)
        self._lock = FolderLock(config.folders.data)
        with ExitStack() as opened:  # whatever fails leaves nothing open behind it
            opened.callback(self._lock.release)
            check_ours(config.folders.data, config.folders.archive, config.folders.mailboxes)
            begin(config.folders.data)
            self._worker = Worker(config, clock, self.door, keys, seed)
            opened.pop_all()

    @property
    def services(self) -> Services:
        """The services of the worker."""
        return self._worker.services

    @property
    def timeline(self) -> Timeline:
        """The timeline of the worker."""
        return self._worker.timeline

    def start(self) -> None:
        """Open the servers, then catch up with what happened meanwhile; if that fails, stop.

        Nothing is read or sent before every server is open: a start that fails has done nothing.
        """
        try:
            self.open_door()
            self._worker.start()
        except Exception:
            self.stop()
            raise

    def open_door(self) -> None:
        """Receive letters, though nobody reads them yet."""
        self.door.start(self.services.clock.now, self._worker.letters_arrived)

    def stop(self) -> None:
        """Close the servers, finish what is being done, close the store; the rest is done after the next start."""
        self.door.stop()
        self._worker.stop()
        self.door.close()
        self._lock.release()

    def wake(self) -> None:
        """Let the worker and the sender check whether something is to be done."""
        self._worker.wake()

    def settle(self, timeout: float) -> bool:
        """Wait until no letter, no hour and nothing to send is left; False when ``timeout`` seconds were not enough."""
        return self._worker.settle(timeout)


def checked_door(config: Config) -> Door:
    """The door of a judge whose secrets and certificates are where the configuration says, or else ConfigError."""
    door = Door(config)
    relay_route(config, os.environ)  # what is missing is said now, not when the first letter is to leave
    dkim_signer(config, os.environ)
    return door


# --- what the processes of a judge do: the door, the worker, each whole in a process of its own


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
