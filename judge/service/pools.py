"""Processes that work aside: letters settled apart, deadlines of many games decided side by side."""

import gc
import marshal
import multiprocessing
import os
import signal
import struct
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from pickle import HIGHEST_PROTOCOL, dumps, loads
from traceback import format_exc
from typing import assert_never

from judge.config import Config
from judge.handlers.services import Services, told_briefly
from judge.mail.dkim_keys import DkimKeyAwaitedError, DkimKeys, KnownKeys
from judge.store.connection import is_infrastructure_error
from judge.store.records import Transaction
from judge.store.rows import Alarm, KeptLetter, format_timestamp, parse_timestamp
from judge.store.store import Store
from judge.system.clock import SettableClock
from judge.system.log import logging_about, start_log
from judge.system.processes import end_with_parent

# --- decides the deadlines of many games side by side, in processes of their own; the timeline alone writes


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
        config, now = self._services.config, self._services.clock.now()
        try:
            return self._pool.submit(_run, self._decide, config, now, alarm)
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


def _run(decide: DecideDeadline, config: Config, now: datetime, alarm: Alarm) -> Transaction | None:
    """Runs in one of the processes; no hour asks for a key."""
    keys = KnownKeys({}, frozenset())
    return decide(Services(config, _store(config.folders.data / "judge.db"), SettableClock(now), keys), alarm)


@cache
def _store(path: Path) -> Store:
    """The store of this process, which only reads; it is open until the process ends."""
    return Store(path, _no_hour)


def _no_hour() -> datetime:
    message = "a process that decides stores nothing"
    raise AssertionError(message)


# --- settles letters in a process apart


SettleFunction = Callable[[Services, KeptLetter], Transaction]
"""Settles a letter and writes nothing: a function of a module, or another process could not import it."""

SECONDS_FOR_A_LETTER = 120
"""Seconds that one letter may take; the worst that the servers accept takes about thirty."""


@dataclass(frozen=True)
class ReadingLimits:
    """Seconds that reading one letter may last, and those of processor time that it may take."""

    seconds: int
    processor_seconds: int


FIRST_READING = ReadingLimits(SECONDS_FOR_A_LETTER, 20)
"""Those of every letter: the dearest known takes half a second, ten times that on a small and busy machine."""

SECONDS_TO_START = 60
"""Seconds until the process must be ready to read: it imports the judge once more. So long a deadline may wait."""

_STOP_EXIT_CODES = frozenset({-signal.SIGTERM, -signal.SIGINT, -signal.SIGHUP})
"""Exit codes of a process that somebody has stopped, as a service manager stops all of a service."""


class ReaderFailedError(Exception):
    """The process failed while it read the letter, or decided the hour, and the judge did not."""

    def __init__(self, told: str, brief: str = "its process ended") -> None:
        """``told`` may quote letters, ``brief`` does not: the kind of the error, and where it was raised."""
        super().__init__(told)
        self.brief = brief


class ReaderEndedError(ReaderFailedError):
    """The process died, or was ended for it took too long."""


class NotReadError(Exception):
    """The letter was not read: the process could not start, was stopped, or the disk or database failed."""


class NotBegunError(NotReadError):
    """The letter was not read, for the process could not start, or was not ready in time."""


@dataclass(frozen=True)
class _Ready:
    """Everything is imported: whatever happens now happens while the letter is read."""


@dataclass(frozen=True)
class _Failed:
    """The error that was raised, as text and in ``brief``; ``is_infrastructure`` when it is an infrastructure error."""

    told: str
    brief: str
    is_infrastructure: bool


@dataclass(frozen=True)
class _Nothing:
    """Nothing is to be written of an hour."""


@dataclass(frozen=True)
class _Awaits:
    """The key of that name is needed first; nothing is looked up in the other process."""

    name: str


@dataclass(frozen=True)
class _Terms:
    """What is the same for most letters, and sent when it changes: what settles them, the ``keys``, pickled, limits."""

    decide: SettleFunction | DecideDeadline
    keys: bytes
    limits: ReadingLimits


def _task(what: KeptLetter | Alarm, now: datetime, terms: bytes | None) -> bytes:
    """A letter or an hour to be settled at a moment; ``terms`` are pickled, None where they are those before.

    Of plain values alone: to pickle the letter itself, and find its classes again, takes ten times as long.
    """
    values = (format_timestamp(value) if isinstance(value, datetime) else value for value in vars(what).values())
    return marshal.dumps((tuple(values), format_timestamp(now), terms))


def _taken(task: bytes) -> tuple[KeptLetter | Alarm, datetime, _Terms | None]:
    """The letter or hour, the moment and the terms of a task."""
    (first, at, *rest), now, terms = marshal.loads(task)  # noqa: S302  # of the judge itself
    what = (KeptLetter if isinstance(first, int) else Alarm)(first, parse_timestamp(at), *rest)
    return what, parse_timestamp(now), loads(terms) if terms else None  # noqa: S301  # the same


class LetterReader:
    """A process in which letters are settled, and hours decided, one after the other; nothing is written.

    It is started for the first of them, and anew for the one after what it has died of.
    """

    def __init__(self, limits: ReadingLimits | None = None) -> None:
        """``limits`` are those of one letter; without, the ones of a letter that a judge has ended over."""
        self._limits = limits
        self._pipe: Connection | None = None
        self._process: BaseProcess | None = None
        self._terms: _Terms | None = None

    @property
    def pid(self) -> int | None:
        """The id of the process; None where there is none."""
        return self._process.pid if self._process else None

    def settle(self, services: Services, kept: KeptLetter, decide: SettleFunction) -> Transaction:
        """The transaction that ``decide`` makes of a letter.

        ReaderFailedError when that failed while the letter was being read, NotReadError when it was not;
        DkimKeyAwaitedError when a key is needed first.
        """
        transaction = self._done(services, kept, decide)
        assert transaction, "of every letter something is to be written"
        return transaction

    def decide(self, services: Services, alarm: Alarm, decide: DecideDeadline) -> Transaction | None:
        """What ``decide`` says is to be written of an hour; errors as of ``settle``."""
        return self._done(services, alarm, decide)

    def _done(
        self, services: Services, what: KeptLetter | Alarm, decide: SettleFunction | DecideDeadline
    ) -> Transaction | None:
        keys = services.keys.told() if isinstance(services.keys, DkimKeys) else dumps(services.keys)
        limits = self._limits or ReadingLimits(SECONDS_FOR_A_LETTER, SECONDS_FOR_A_LETTER)
        now, terms = services.clock.now(), _Terms(decide, keys, limits)
        pipe, process = self._ready(services)
        if not self._hands_over(pipe, what, now, terms):
            self.close()  # one that has ended meanwhile is started anew
            pipe, process = self._ready(services)
            self._hands_over(pipe, what, now, terms)  # where that has ended, too, ``_outcome`` says how
        try:
            return _outcome(pipe, process)
        except (ReaderFailedError, NotReadError):
            self.close()  # a process in which something went wrong reads no other letter
            raise

    def _hands_over(self, pipe: Connection, what: KeptLetter | Alarm, now: datetime, terms: _Terms) -> bool:
        """Whether the process could be given a letter or an hour; if not, it has ended."""
        task = _task(what, now, None if terms == self._terms else dumps(terms))
        self._terms = terms
        try:
            _send(pipe, task)
        except (BrokenPipeError, ConnectionResetError):
            return False
        return True

    def _ready(self, services: Services) -> tuple[Connection, BaseProcess]:
        """The process and the way to it, ready to read; started if there is none."""
        if self._pipe and self._process:
            return self._pipe, self._process
        self.close()
        self._pipe, theirs = _PROCESSES.Pipe()
        self._process = _PROCESSES.Process(target=_read, args=(theirs, services.config), name="reader", daemon=True)
        try:
            self._process.start()
        except Exception as error:
            self._process = None
            self.close()
            message = "no process could be started to read a letter in"
            raise NotBegunError(message) from error
        finally:
            theirs.close()
        if not self._pipe.poll(SECONDS_TO_START) or not isinstance(_next_message(self._pipe), _Ready):
            self.close()
            message = "the process that was to read a letter could not begin"
            raise NotBegunError(message)
        return self._pipe, self._process

    def close(self) -> None:
        """End the process, if there is one."""
        if self._process:
            self._process.kill()
            self._process.join()
        if self._pipe:
            self._pipe.close()
        self._pipe = self._process = self._terms = None


def settle_isolated(services: Services, kept: KeptLetter, decide: SettleFunction) -> Transaction:
    """The transaction that ``decide`` makes of a letter, in a process of its own; errors as of ``LetterReader``."""
    with closing(LetterReader()) as reader:
        return reader.settle(services, kept, decide)


def _outcome(pipe: Connection, reader: BaseProcess) -> Transaction | None:
    match _next_message(pipe):
        case Transaction() as transaction:
            return transaction
        case _Nothing():
            return None
        case _Awaits(name):
            raise DkimKeyAwaitedError(name)
        case _Failed(told, brief, is_infrastructure):
            raise NotReadError(told) if is_infrastructure else ReaderFailedError(told, brief)
        case None:
            reader.join()
            message = f"the process that read it ended with {reader.exitcode}"
            raise NotReadError(message) if reader.exitcode in _STOP_EXIT_CODES else ReaderEndedError(message)
        case _Ready():
            message = "a process is ready once"
            raise AssertionError(message)
        case never:
            assert_never(never)


def _next_message(pipe: Connection) -> _Ready | _Awaits | _Failed | _Nothing | Transaction | None:
    """The next message of the process; None when it has ended, even in the middle of one."""
    try:
        said: _Ready | _Awaits | _Failed | Transaction = loads(_received(pipe))  # noqa: S301  # of the judge itself
    except (EOFError, OSError):
        return None
    return said


_SIZE = struct.Struct("!Q")
_AT_ONCE = 64 * 1024
"""Bytes that are asked for at once; most letters and what comes of them have fewer."""


def _send(pipe: Connection, message: bytes) -> None:
    """Send a message, its size before it; ``Connection`` would read it in two steps more."""
    left = memoryview(_SIZE.pack(len(message)) + message)
    while left:
        left = left[os.write(pipe.fileno(), left) :]


def _received(pipe: Connection) -> bytes:
    """The next message, behind which nothing is sent before it is answered; EOFError where none comes any more."""
    parts, size, have = [], _SIZE.size, 0
    while have < size:
        part = os.read(pipe.fileno(), max(_AT_ONCE, size - have))
        if not part:
            raise EOFError
        parts.append(part)
        have += len(part)
        if size == _SIZE.size <= have:
            parts = [b"".join(parts)]
            size += _SIZE.unpack_from(parts[0])[0]
    return b"".join(parts)[_SIZE.size :]


def _read(pipe: Connection, config: Config) -> None:
    """Runs in the other process, which a signal ends even in the middle of an endless search."""
    end_with_parent()
    clock = SettableClock(datetime.min.replace(tzinfo=UTC))
    with suppress(BrokenPipeError, EOFError), closing(Store(config.folders.data / "judge.db", clock.now)) as store:
        _send(pipe, dumps(_Ready()))
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, signal.valid_signals())  # the judge's own are blocked and inherited
        start_log(config.folders.data)
        services = Services(config, store, clock, KnownKeys({}, frozenset()))
        gc.collect()
        gc.freeze()  # what is there now stays: to look through it again would take a tenth of a second of some letter
        while True:
            what, now, changed = _taken(_received(pipe))
            clock.set_to(now)
            if changed:  # as with the first letter
                services, terms = replace(services, keys=loads(changed.keys)), changed  # noqa: S301  # of the judge
            found = _found(services, what, terms)
            _send(pipe, dumps(found, HIGHEST_PROTOCOL))
            if isinstance(found, Transaction) and found.game and found.events:
                store.foresee(found.game, found.seen, found.events)  # while the judge writes them


def _found(services: Services, what: KeptLetter | Alarm, terms: _Terms) -> Transaction | _Nothing | _Awaits | _Failed:
    """What comes of a letter or an hour within its limits; beyond them the process ends."""
    decide: Callable[..., Transaction | None] = terms.decide
    signal.alarm(terms.limits.seconds)
    signal.setitimer(signal.ITIMER_PROF, terms.limits.processor_seconds)
    try:
        with logging_about(f"letter {what.id}" if isinstance(what, KeptLetter) else f"the hour of {what.game}"):
            return decide(services, what) or _Nothing()
    except DkimKeyAwaitedError as awaited:
        return _Awaits(awaited.name)
    except Exception as error:  # noqa: BLE001  # not swallowed: the judge is told
        return _Failed(format_exc(), told_briefly(error), is_infrastructure_error(error))
    finally:
        signal.alarm(0)
        signal.setitimer(signal.ITIMER_PROF, 0)
