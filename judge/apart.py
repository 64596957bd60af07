"""Deciding on a letter in a process of its own: one that brings down whoever reads it does not bring down the judge."""

import multiprocessing
import signal
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from traceback import format_exc
from typing import assert_never

from judge.clock import SettableClock
from judge.config import Config
from judge.desk.office import Office
from judge.mail.name_service import Keys
from judge.store.store import Store
from judge.store.trouble import is_of_the_house
from judge.store.values import Change, KeptLetter

Decide = Callable[[Office, KeptLetter], Change]
"""What decides on a letter and writes nothing: a function of a module, or another process could not find it."""

PATIENCE = 120
"""Seconds that one letter may take; the worst that the doors let in takes about thirty."""

_STARTING = 120
"""Seconds until the process must be ready to read: it loads the judge once more."""

_STOPPED = frozenset({-signal.SIGTERM, -signal.SIGINT, -signal.SIGHUP})
"""How a process ends that somebody has stopped, as a service manager stops all of a service."""

_PROCESSES = multiprocessing.get_context("spawn")  # no lock and no connection of the judge goes with it


class ReaderFailedError(Exception):
    """The process failed or died while it read the letter, and the judge did not."""


class NotReadError(Exception):
    """Nothing can be said of the letter: the process could not start, was stopped, or the disk or database failed."""


@dataclass(frozen=True)
class _Ready:
    """Everything is loaded: whatever happens now happens while the letter is read."""


@dataclass(frozen=True)
class _Failed:
    """The error that was raised, as text; ``of_the_house`` when it is not the letter's."""

    told: str
    of_the_house: bool


@dataclass(frozen=True)
class _Desk:
    """The office as it goes to another process, which opens the store for itself."""

    config: Config
    now: datetime
    keys: Keys


def decide_apart(office: Office, kept: KeptLetter, decide: Decide) -> Change:
    """What ``decide`` makes of a letter, in a process that may die of it; nothing is written.

    ReaderFailedError when that came to nothing and the letter was being read, NotReadError when it was not.
    """
    ours, theirs = _PROCESSES.Pipe(duplex=False)
    desk = _Desk(office.config, office.clock.now(), office.keys)
    reader = _PROCESSES.Process(target=_read, args=(theirs, desk, kept, decide, PATIENCE), name="reader", daemon=True)
    with closing(ours):
        try:
            reader.start()
        except Exception as error:
            message = "no process could be started to read a letter in"
            raise NotReadError(message) from error
        finally:
            theirs.close()
        try:
            return _outcome(ours, reader)
        finally:
            reader.kill()
            reader.join()


def _outcome(pipe: Connection, reader: BaseProcess) -> Change:
    if not pipe.poll(_STARTING) or not isinstance(_told(pipe), _Ready):
        message = "the process that was to read a letter could not begin"
        raise NotReadError(message)
    match _told(pipe):
        case Change() as change:
            return change
        case _Failed(told, of_the_house):
            raise NotReadError(told) if of_the_house else ReaderFailedError(told)
        case None:
            reader.join()
            message = f"the process that read it ended with {reader.exitcode}"
            raise NotReadError(message) if reader.exitcode in _STOPPED else ReaderFailedError(message)
        case _Ready():
            message = "a process is ready once"
            raise AssertionError(message)
        case never:
            assert_never(never)


def _told(pipe: Connection) -> _Ready | _Failed | Change | None:
    """What the process says next; None when it has ended, be it in the middle of a word."""
    try:
        said: _Ready | _Failed | Change = pipe.recv()
    except (EOFError, OSError):
        return None
    return said


def _read(pipe: Connection, desk: _Desk, kept: KeptLetter, decide: Decide, patience: int) -> None:
    """The other process, which the alarm ends even in the midst of a search that never returns."""
    with suppress(BrokenPipeError), closing(Store(desk.config.folders.data / "judge.db", lambda: desk.now)) as store:
        office = Office(desk.config, store, SettableClock(desk.now), desk.keys)
        pipe.send(_Ready())
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, signal.valid_signals())  # the judge's own are blocked and inherited
        signal.alarm(patience)
        try:
            found: Change | _Failed = decide(office, kept)
        except Exception as error:  # noqa: BLE001  # not swallowed: the judge is told
            found = _Failed(format_exc(), is_of_the_house(error))
        pipe.send(found)
