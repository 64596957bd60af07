"""Takes letters from the spool into the store, where they wait to be read."""

import logging
from datetime import datetime
from typing import Protocol

from judge.handlers.services import Services
from judge.store.records import ArrivedLetter
from judge.store.spool import SpoolReader, spool_path

_log = logging.getLogger("judge")


class DoorControl(Protocol):
    """What the worker asks of the door, in this process or in another."""

    def settle(self) -> None:
        """Return once every letter that had arrived before the call is in the spool."""
        ...

    def release(self, letter_id: int) -> None:
        """Note that all letters of the spool up to one are in the store."""
        ...


class Pickup:
    """Takes letters in, in the order of arrival; one thread at a time drives it.

    A letter is in the store before it leaves the spool. If the judge is killed in between it is taken in again, and the
    store knows it by its bytes.
    """

    def __init__(self, services: Services, door: DoorControl) -> None:
        """Nothing is read before the first letter is asked for."""
        self._services = services
        self._door = door
        self._spool = SpoolReader(spool_path(services.config.folders.data))
        self._taken = 0
        self._complete_until: datetime | None = None

    def take_in(self) -> None:
        """Take in what the spool holds."""
        while letters := self._spool.letters_after(self._taken):
            for each, number in zip(
                letters, self._services.store.take_in([one.letter for one in letters]), strict=True
            ):
                _log_arrival(each.letter, number)
            self._taken = letters[-1].id
            self._door.release(self._taken)

    def take_in_until(self, moment: datetime) -> None:
        """Take in every letter that arrived up to a moment; of many moments gone by, the door is asked once."""
        now, until = self._services.clock.now(), self._complete_until
        if until is None or not moment < until <= now:  # a clock may have been set back
            self._door.settle()
            self._complete_until = now
        self.take_in()

    def close(self) -> None:
        """Close the spool."""
        self._spool.close()


def _log_arrival(letter: ArrivedLetter, number: int) -> None:
    """Tell the number under which everything about a letter is in the log."""
    _log.info("letter %s: arrived at %s by %s, %s bytes", number, letter.at, letter.transport, len(letter.raw))
