"""Decides the deadlines of many games side by side, in processes of their own; the timeline alone writes."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from datetime import datetime
from functools import cache
from pathlib import Path

from judge.clock import SettableClock
from judge.config import Config
from judge.handlers.services import Services
from judge.mail.dns_lookup import DkimKeyLookup
from judge.parent_watch import end_with_parent
from judge.store.records import Alarm, Transaction
from judge.store.store import Store

_PROCESSES = multiprocessing.get_context("spawn")  # no lock and no connection of the judge goes with it

DecideDeadline = Callable[[Services, Alarm], Transaction | None]
"""Decides a deadline and writes nothing: a function of a module, or another process could not import it."""

SECONDS_TO_DECIDE = 120
"""Seconds that one deadline is waited for; it takes less than one."""

FEWEST_SIDE_BY_SIDE = 64
"""Deadlines due at once for which the processes are started: that takes as long as some of them."""

_LENT_AHEAD = 4
"""Deadlines that each process has before it at most, so that what is decided does not wait long to be written."""


class DeadlinePool:
    """As many processes as the machine has processors; each deadline is decided by whichever is free.

    Deadlines of different games say nothing of each other, so the order in which they are decided changes nothing.
    """

    def __init__(self, services: Services, decide: DecideDeadline) -> None:
        """The processes are started with the first deadline."""
        self._decide = decide
        self._services = services
        self._size = os.cpu_count() or 1
        self._pool = ProcessPoolExecutor(self._size, _PROCESSES, initializer=_begin)

    def decided(self, alarms: Sequence[Alarm]) -> Iterator[tuple[Alarm, Future[Transaction | None]]]:
        """Each alarm, in their order, with what is to be written of it, or the error that was raised.

        The alarms are those of different games. BrokenExecutor, from the future, when a process has died.
        """
        waiting: list[tuple[Alarm, Future[Transaction | None]]] = []
        for alarm in alarms:
            if len(waiting) == self._size * _LENT_AHEAD:
                yield waiting.pop(0)
            waiting.append((alarm, self._submit(alarm)))
        yield from waiting

    def _submit(self, alarm: Alarm) -> Future[Transaction | None]:
        config, keys, now = self._services.config, self._services.keys, self._services.clock.now()
        try:
            return self._pool.submit(_run, self._decide, config, keys, now, alarm)
        except RuntimeError as error:  # closed, or broken
            failed: Future[Transaction | None] = Future()
            failed.set_exception(BrokenExecutor(str(error)))
            return failed

    def kill(self) -> None:
        """End the processes whatever they do; what they had is not done."""
        for process in [*(self._pool._processes or {}).values()]:  # noqa: SLF001  # an executor has no word for it yet
            process.kill()
        self.close()

    def close(self) -> None:
        """End the processes; what they have not begun is not done."""
        self._pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Runs first in each process."""
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # of a terminal, which sends it to all: the judge ends in order


def _run(
    decide: DecideDeadline, config: Config, keys: DkimKeyLookup, now: datetime, alarm: Alarm
) -> Transaction | None:
    """Runs in one of the processes."""
    return decide(Services(config, _store(config.folders.data / "judge.db"), SettableClock(now), keys), alarm)


@cache
def _store(path: Path) -> Store:
    """The store of this process, which only reads; it is open until the process ends."""
    return Store(path, _no_hour)


def _no_hour() -> datetime:
    message = "a process that decides stores nothing"
    raise AssertionError(message)
