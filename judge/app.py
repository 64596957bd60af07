"""A judge whole in one process: door and worker, started and stopped together."""

import os
from collections.abc import Callable
from contextlib import ExitStack

from judge.clock import Clock
from judge.config import Config
from judge.door import Door
from judge.game.settings import Token
from judge.handlers.services import Services, dkim_signer, fresh_secret, relay_route
from judge.mail.dns_lookup import DkimKeyLookup, dkim_key_record
from judge.private_files import private_folder
from judge.store.folder_lock import FolderLock
from judge.store.life import begin, check_ours
from judge.timeline import Timeline
from judge.worker import Worker


class Judge:
    """One judge: started with ``start``, ended with ``stop``; without, a test drives its ``timeline`` by hand.

    ``supervisor.py`` gives door and worker processes of their own.
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
