"""Draws the maps of letters in a process of its own, so that nobody waits for a picture that is not in their letter."""

import multiprocessing
import os
import signal
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from judge.clock import SettableClock
from judge.config import Config
from judge.handlers.letter_maps import view_of_map
from judge.handlers.services import Services
from judge.maps.picture import draw_map
from judge.maps.png import draw_png
from judge.parent_watch import end_with_parent
from judge.store.records import LetterMap
from judge.store.store import Store

_PROCESSES = multiprocessing.get_context("spawn")  # no lock and no connection of the judge goes with it

_KINDNESS = 10
"""How much the process yields to others: nobody waits for a map as for a deadline."""


def draw_letter_map(services: Services, drawn: LetterMap) -> bytes:
    """Return the map of a letter as the bytes of a file."""
    view = view_of_map(services, drawn)
    return draw_png(view) if drawn.form == "png" else draw_map(view).encode()


class MapPainter:
    """One process that draws one map after the other; it is started for the first one."""

    def __init__(self) -> None:
        """Nothing is started yet."""
        self._pool: ProcessPoolExecutor | None = None

    def draw(self, services: Services, drawn: LetterMap) -> bytes:
        """Return a map as ``draw_letter_map`` does; a process that has died is replaced once, then BrokenExecutor."""
        try:
            return self._submit(services, drawn).result()
        except BrokenExecutor:
            self.close()
            return self._submit(services, drawn).result()

    def _submit(self, services: Services, drawn: LetterMap) -> Future[bytes]:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, _PROCESSES, initializer=_begin)
        return self._pool.submit(_run, services.config, drawn)

    def close(self) -> None:
        """End the process."""
        if self._pool:
            self._pool.shutdown(cancel_futures=True)
        self._pool = None


def _begin() -> None:
    """Runs first in the process, which ends with the judge and not by a signal to all its processes."""
    end_with_parent()
    for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(one, signal.SIG_IGN)
    os.nice(_KINDNESS)


def _run(config: Config, drawn: LetterMap) -> bytes:
    """Runs in the process."""
    store = _store(config.folders.data / "judge.db")
    return draw_letter_map(Services(config, store, SettableClock(_no_hour())), drawn)


@cache
def _store(path: Path) -> Store:
    """The store of the process, which only reads; it is open until the process ends."""
    return Store(path, _no_hour)


def _no_hour() -> datetime:
    """A map depends on no hour."""
    return datetime(1901, 1, 1, tzinfo=UTC)
