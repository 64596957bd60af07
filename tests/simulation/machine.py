"""The machine that a simulated judge runs on: its clock, and a disk that fails, or ends a process, at any call.

Everything below one folder is really there, in a real file system and real SQLite files; what is simulated is when a
call fails. Processes are names here: a killed one has every further call refused while it unwinds, so that nothing of
what it would do in the end is done, then its files and connections are closed.
"""

import errno
import io
import os
import secrets
import socket
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from sqlite_utils import Database

from judge.store import spool, stored_games
from judge.store.connection import MOST_AT_ONCE, StoreWriter, WriteJob
from judge.store.data_folder import FileIdentity


class Killed(BaseException):
    """The process ends here: no Exception, for nothing of the judge may catch it."""


class Fault(Enum):
    """What happens at a call."""

    KILL = "kill"  # of this process, before the call or after it
    OUTAGE = "outage"  # of all processes, and then the machine stands for a while
    ERROR = "error"  # EIO, "disk I/O error": this once
    FULL = "full"  # ENOSPC, "database or disk is full": this once, or for hours


@dataclass(frozen=True)
class Plan:
    """The fault of one step: at its ``call``, counted from 1, or the next that it fits; ``after`` it took effect."""

    fault: Fault
    call: int
    after: bool = False
    lasts: timedelta = timedelta()


class Process:
    """A process: its open files and connections; whether it is dead."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.is_dead = False
        self.connections: list[sqlite3.Connection] = []
        self.files: list[io.FileIO] = []
        self.descriptors: set[int] = set()
        self.writers: list[InlineWriter] = []

    def end(self) -> None:
        """Close everything, as the operating system does; what was not committed is undone."""
        self.is_dead = True
        for file in self.files:
            self.descriptors -= set() if file.closed else {file.fileno()}
            file.close()
        for connection in self.connections:
            connection.close()
        for descriptor in self.descriptors:
            _CLOSE(descriptor)
        self.descriptors.clear()


class InlineWriter(StoreWriter):
    """Writes when somebody waits for it, in the thread of whoever waits: everything that was handed in until then.

    The real one writes in a thread of its own, at moments that no seed decides.
    """

    def __init__(self, db: Database, file: FileIdentity) -> None:
        self._db = db
        self._file = file
        self._waiting: list[WriteJob[Any]] = []
        self._is_over = False

    def submit(self, work: Callable[[Database], Any]) -> Future[Any]:
        job = WriteJob(work)
        job.future = _Awaited(self.flush)
        if self._is_over:
            job.future.set_exception(RuntimeError("the store is closed"))
        else:
            self._waiting.append(job)
        return job.future

    def flush(self) -> None:
        """Write what was handed in."""
        while self._waiting:
            batch, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
            self._write(batch)
            for job in batch:
                job.tell()

    def close(self) -> None:
        self.flush()
        self._is_over = True
        self._db.close()


class _Awaited(Future[Any]):
    """A future whose work is done once somebody waits for it."""

    def __init__(self, flush: Callable[[], None]) -> None:
        super().__init__()
        self._flush = flush

    def result(self, timeout: float | None = None) -> Any:
        if not self.done():
            self._flush()
        return super().result(timeout)

    def exception(self, timeout: float | None = None) -> BaseException | None:
        if not self.done():
            self._flush()
        return super().exception(timeout)


_CLOSE = os.close
_GROWING = frozenset({"write", "create", "sync", "statement", "commit"})
"""Calls that a full disk refuses."""

_FAILING = _GROWING | {"read", "rename", "remove", "query"}
"""Calls that a broken disk refuses."""


class Machine:
    """Its clock, its processes, and the interposed calls of whichever of them runs."""

    def __init__(self, root: Path, seed: str, now: datetime) -> None:
        self.root = str(root)
        self.now = now
        """The true time; ``skew`` is what the wall clock differs from it."""
        self.skew = timedelta()
        self.booted = now - timedelta(days=3)
        self.running: Process | None = None
        self.plan: Plan | None = None
        self.full_until = now
        self.calls = 0
        self.fired: Plan | None = None
        self._secrets = Random(f"{seed} secrets")

    # --- the clock

    def wall(self) -> datetime:
        """What the wall clock shows."""
        return self.now + self.skew

    def uptime(self) -> timedelta:
        """How long the machine has run."""
        return self.now - self.booted

    def boot(self) -> str:
        """The id of this boot."""
        return f"boot {self.booted.astimezone(UTC).isoformat()}"

    def seconds(self) -> float:
        """A monotonic clock."""
        return self.uptime().total_seconds()

    # --- processes

    @contextmanager
    def process(self, process: Process) -> Iterator[None]:
        """Have a process run: every call below the folder is its own. What it handed in is written in the end."""
        before, self.running = self.running, process
        try:
            yield
            for writer in process.writers:
                writer.flush()
        finally:
            self.running = before

    # --- calls

    def _before(self, kind: str) -> None:
        process = self.running
        assert process
        if process.is_dead:
            raise Killed
        self.calls += 1
        plan = self.plan
        if plan and plan.call <= self.calls and not plan.after:
            self._fire(plan, kind)
        if self.now < self.full_until and kind in _GROWING:
            raise _error(kind, full=True)

    def _fire(self, plan: Plan, kind: str) -> None:
        fits = {Fault.ERROR: _FAILING, Fault.FULL: _GROWING}.get(plan.fault)
        if fits is not None and kind not in fits:
            return
        self.plan, self.fired = None, plan
        if fits is None:
            self._kill()
        self.full_until = max(self.full_until, self.now + plan.lasts)
        raise _error(kind, full=plan.fault is Fault.FULL)

    def _after(self) -> None:
        plan = self.plan
        if plan and plan.after and plan.call <= self.calls:
            self.plan, self.fired = None, plan
            self._kill()

    def _kill(self) -> None:
        assert self.running
        self.running.is_dead = True
        raise Killed

    def _is_watched(self, path: object) -> bool:
        if self.running is None:
            return False
        return path in self.running.descriptors if isinstance(path, int) else str(path).startswith(self.root)

    def _interposed(self, kind: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def act(path: Any, *given: Any, **named: Any) -> Any:
            if not self._is_watched(path):
                return real(path, *given, **named)
            self._before(kind)
            result = real(path, *given, **named)
            self._after()
            return result

        return act

    def _open_descriptor(self, path: Any, flags: int, mode: int = 0o777, **named: Any) -> int:
        if not self._is_watched(path):
            return _OPEN(path, flags, mode, **named)
        assert self.running
        self._before("create" if flags & os.O_CREAT else "open")
        descriptor = _OPEN(path, flags, mode, **named)
        self.running.descriptors.add(descriptor)
        self._after()
        return descriptor

    def _close_descriptor(self, descriptor: int) -> None:
        if self.running:
            self.running.descriptors.discard(descriptor)
        _CLOSE(descriptor)

    def _open_file(self, path: Any, mode: str = "r", buffering: int = -1, *given: Any, **named: Any) -> Any:
        if not self._is_watched(path):
            return _IO_OPEN(path, mode, buffering, *given, **named)
        assert self.running
        if mode.startswith("r") and "+" not in mode:
            self._before("read")
            return _IO_OPEN(path, mode, buffering, *given, **named)
        assert "b" in mode, "whoever writes text has it encoded first"
        self._before("create")
        raw = _File(self, path, mode)
        self.running.files.append(raw)
        self.running.descriptors.add(raw.fileno())
        self._after()
        return raw if buffering == 0 else io.BufferedWriter(raw)

    def _connect(self, *given: Any, **named: Any) -> sqlite3.Connection:
        if self.running is None or given[0] == ":memory:":
            return sqlite3.Connection(*given, **named)
        self._before("open")
        connection = _Connection(*given, **named)
        connection.machine = self
        self.running.connections.append(connection)
        return connection

    def _writer(self, db: Database, file: FileIdentity) -> InlineWriter:
        assert self.running
        self.running.writers.append(writer := InlineWriter(db, file))
        return writer

    def _no_network(self, *_: Any, **__: Any) -> socket.socket:
        raise ConnectionRefusedError(errno.ECONNREFUSED, "nothing listens here")

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Have everything that the judge asks of the machine go through here."""
        of_os = {"pwrite": "write", "fsync": "sync", "rename": "rename", "replace": "rename", "unlink": "remove"}
        of_os |= {"mkdir": "create", "ftruncate": "write", "chmod": "rename"}
        with ExitStack() as stack:
            for name, kind in of_os.items():
                stack.enter_context(patch.object(os, name, self._interposed(kind, getattr(os, name))))
            for place, name, instead in (
                (os, "open", self._open_descriptor),
                (os, "close", self._close_descriptor),
                (io, "open", self._open_file),
                (sqlite3, "connect", self._connect),
                (secrets, "token_bytes", lambda count=32: self._secrets.randbytes(count)),
                (stored_games, "StoreWriter", self._writer),
                (spool, "StoreWriter", self._writer),
                (spool, "wait", lambda futures: [one.exception() for one in futures]),
            ):
                stack.enter_context(patch.object(place, name, instead))
            yield


_OPEN, _IO_OPEN = os.open, io.open


def _error(kind: str, *, full: bool) -> Exception:
    """What a call of that kind raises on a disk that is full, or broken."""
    if kind not in {"query", "statement", "commit"}:
        code = errno.ENOSPC if full else errno.EIO
        return OSError(code, os.strerror(code))
    broken = sqlite3.OperationalError("database or disk is full" if full else "disk I/O error")
    of_kind = {"query": sqlite3.SQLITE_IOERR_READ, "commit": sqlite3.SQLITE_IOERR_FSYNC}
    broken.sqlite_errorcode = sqlite3.SQLITE_FULL if full else of_kind.get(kind, sqlite3.SQLITE_IOERR_WRITE)
    return broken


class _File(io.FileIO):
    """A file that is written to."""

    def __init__(self, machine: Machine, path: Any, mode: str) -> None:
        super().__init__(path, mode)
        self._machine = machine

    def write(self, data: Any) -> int:
        """Write it; where the disk is full, some of it may be in the file."""
        if self._machine.running is None:
            return super().write(data) or 0
        try:
            self._machine._before("write")
        except OSError:
            super().write(bytes(data)[: len(data) // 2])
            raise
        written = super().write(data)
        self._machine._after()
        return written or 0

    def truncate(self, size: int | None = None) -> int:
        if self._machine.running:
            self._machine._before("write")
        return super().truncate(size)

    def close(self) -> None:
        if not self.closed and self._machine.running:
            self._machine.running.descriptors.discard(self.fileno())
        super().close()


class _Connection(sqlite3.Connection):
    """A connection whose statements may fail: a commit that does so has undone its transaction, or left it open."""

    machine: Machine

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        machine = self.machine
        if machine.running is None:
            return super().execute(sql, parameters)
        word = sql.lstrip()[:6].upper()
        if word in {"ROLLBA", "RELEAS"}:
            if machine.running.is_dead:
                raise Killed
            return super().execute(sql, parameters)
        kind = _KINDS.get(word, "statement")
        try:
            machine._before(kind)
        except sqlite3.Error:
            if kind != "query" and self.in_transaction and machine.calls % 2:
                super().execute("ROLLBACK")
            raise
        found = super().execute(sql, parameters)
        machine._after()
        return found


_KINDS = {"SELECT": "query", "COMMIT": "commit", "BEGIN": "open", "BEGIN ": "open", "SAVEPO": "open"}
_KINDS |= {"PRAGMA": "query"}
