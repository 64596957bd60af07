"""Settles a letter in a process of its own: a letter that crashes its reader does not crash the judge."""

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
from judge.handlers.services import Services
from judge.logs.about import logging_about
from judge.logs.start import start_log
from judge.mail.dns_lookup import DkimKeyAwaitedError, DkimKeyLookup
from judge.parent_watch import end_with_parent
from judge.store.infrastructure_errors import is_infrastructure_error
from judge.store.records import KeptLetter, Transaction
from judge.store.store import Store

SettleFunction = Callable[[Services, KeptLetter], Transaction]
"""Settles a letter and writes nothing: a function of a module, or another process could not import it."""

SECONDS_FOR_A_LETTER = 120
"""Seconds that one letter may take; the worst that the servers accept takes about thirty."""

SECONDS_TO_START = 60
"""Seconds until the process must be ready to read: it imports the judge once more. So long a deadline may wait."""

_STOP_EXIT_CODES = frozenset({-signal.SIGTERM, -signal.SIGINT, -signal.SIGHUP})
"""Exit codes of a process that somebody has stopped, as a service manager stops all of a service."""

_PROCESSES = multiprocessing.get_context("spawn")  # no lock and no connection of the judge goes with it


class ReaderFailedError(Exception):
    """The process failed or died while it read the letter, and the judge did not."""


class NotReadError(Exception):
    """The letter was not read: the process could not start, was stopped, or the disk or database failed."""


class NotBegunError(NotReadError):
    """The letter was not read, for the process could not start, or was not ready in time."""


@dataclass(frozen=True)
class _Ready:
    """Everything is imported: whatever happens now happens while the letter is read."""


@dataclass(frozen=True)
class _Failed:
    """The error that was raised, as text; ``is_infrastructure`` when it is an infrastructure error."""

    told: str
    is_infrastructure: bool


@dataclass(frozen=True)
class _Awaits:
    """The key of that name is needed first; nothing is looked up in the other process."""

    name: str


@dataclass(frozen=True)
class _ReaderSetup:
    """What the other process needs of the services; it opens the store for itself."""

    config: Config
    now: datetime
    keys: DkimKeyLookup


def settle_isolated(services: Services, kept: KeptLetter, decide: SettleFunction) -> Transaction:
    """The transaction that ``decide`` makes of a letter, in a process that may die of it; nothing is written.

    ReaderFailedError when that failed while the letter was being read, NotReadError when it was not;
    DkimKeyAwaitedError when a key is needed first.
    """
    ours, theirs = _PROCESSES.Pipe(duplex=False)
    setup = _ReaderSetup(services.config, services.clock.now(), services.keys)
    reader = _PROCESSES.Process(
        target=_read, args=(theirs, setup, kept, decide, SECONDS_FOR_A_LETTER), name="reader", daemon=True
    )
    with closing(ours):
        try:
            reader.start()
        except Exception as error:
            message = "no process could be started to read a letter in"
            raise NotBegunError(message) from error
        finally:
            theirs.close()
        try:
            return _outcome(ours, reader)
        finally:
            reader.kill()
            reader.join()


def _outcome(pipe: Connection, reader: BaseProcess) -> Transaction:
    if not pipe.poll(SECONDS_TO_START) or not isinstance(_next_message(pipe), _Ready):
        message = "the process that was to read a letter could not begin"
        raise NotBegunError(message)
    match _next_message(pipe):
        case Transaction() as transaction:
            return transaction
        case _Awaits(name):
            raise DkimKeyAwaitedError(name)
        case _Failed(told, is_infrastructure):
            raise NotReadError(told) if is_infrastructure else ReaderFailedError(told)
        case None:
            reader.join()
            message = f"the process that read it ended with {reader.exitcode}"
            raise NotReadError(message) if reader.exitcode in _STOP_EXIT_CODES else ReaderFailedError(message)
        case _Ready():
            message = "a process is ready once"
            raise AssertionError(message)
        case never:
            assert_never(never)


def _next_message(pipe: Connection) -> _Ready | _Awaits | _Failed | Transaction | None:
    """The next message of the process; None when it has ended, even in the middle of one."""
    try:
        said: _Ready | _Awaits | _Failed | Transaction = pipe.recv()
    except (EOFError, OSError):
        return None
    return said


def _read(pipe: Connection, setup: _ReaderSetup, kept: KeptLetter, decide: SettleFunction, seconds: int) -> None:
    """Runs in the other process, which SIGALRM ends even in the middle of an endless search."""
    end_with_parent()
    with suppress(BrokenPipeError), closing(Store(setup.config.folders.data / "judge.db", lambda: setup.now)) as store:
        services = Services(setup.config, store, SettableClock(setup.now), setup.keys)
        pipe.send(_Ready())
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, signal.valid_signals())  # the judge's own are blocked and inherited
        signal.alarm(seconds)
        start_log(setup.config.folders.data)
        try:
            with logging_about(f"letter {kept.id}"):
                found: Transaction | _Awaits | _Failed = decide(services, kept)
        except DkimKeyAwaitedError as awaited:
            found = _Awaits(awaited.name)
        except Exception as error:  # noqa: BLE001  # not swallowed: the judge is told
            found = _Failed(format_exc(), is_infrastructure_error(error))
        pipe.send(found)
