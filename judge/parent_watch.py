"""Ends a process when the one that started it has ended, however that came."""

import multiprocessing
import os
from multiprocessing.connection import wait
from threading import Thread


def end_with_parent() -> None:
    """From now on this process, started by ``multiprocessing``, does not outlive the one that started it."""
    parent = multiprocessing.parent_process()
    assert parent

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    Thread(target=watch, name="parent-watch", daemon=True).start()
