"""Letters as they arrive: stamped with the time and handed to the writer in the same order."""

from collections.abc import Callable
from concurrent.futures import Future, wait
from datetime import datetime
from threading import Lock

from sqlite_utils import Database

from judge.store.records import ArrivedLetter
from judge.store.writer import StoreWriter


class Arrivals:
    """Stores arriving letters by ``keep``, which returns the id of a letter; any thread may call.

    ``now`` tells the time of arrival, UTC.
    """

    def __init__(
        self, writer: StoreWriter, now: Callable[[], datetime], keep: Callable[[Database, ArrivedLetter], int]
    ) -> None:
        self._writer = writer
        self._now = now
        self._keep = keep
        self._order = Lock()

    def keep(self, transport: str, sender: str | None, recipient: str, raw: bytes) -> Future[int]:
        """Store a letter that has just arrived; the future gives its id once it is on the disk."""
        with self._order:  # the order of arrival is the order of writing, or ``settle`` would promise too much
            letter = ArrivedLetter(self._now(), transport, sender, recipient, raw)
            return self._writer.submit(lambda db: self._keep(db, letter))

    def settle(self) -> None:
        """Return once every letter that had arrived before the call is on the disk, or its sender told why not."""
        with self._order:
            barrier = self._writer.submit(lambda _: None)
        wait([barrier])
