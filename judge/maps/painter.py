"""Draws maps in a process of its own, so that whoever needs one keeps nobody waiting but themselves."""

import multiprocessing
import os
import signal
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor

from judge.maps.picture import draw_map
from judge.maps.png import draw_png
from judge.maps.view import MapView
from judge.parent_watch import end_with_parent

_PROCESSES = multiprocessing.get_context("spawn")  # no lock and no connection of the judge goes with it

_KINDNESS = 10
"""How much the process yields to others: nobody waits for a map as for a deadline."""


def draw_picture(view: MapView, form: str) -> bytes:
    """Return a map as the bytes of a file; ``form`` is ``png`` or ``svg``. UndrawableError as ``draw_map``."""
    return draw_png(view) if form == "png" else draw_map(view).encode()


class Painter:
    """One process that draws one map after the other; it is started for the first one."""

    def __init__(self) -> None:
        """Nothing is started yet."""
        self._pool: ProcessPoolExecutor | None = None

    def draw(self, view: MapView, form: str) -> bytes:
        """Return a map as ``draw_picture`` does; a process that has died is replaced once, then BrokenExecutor."""
        try:
            return self._started().submit(draw_picture, view, form).result()
        except BrokenExecutor:
            self.close()
            return self._started().submit(draw_picture, view, form).result()

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, _PROCESSES, initializer=_begin)
        return self._pool

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
