"""A judge whose door and worker are processes of their own: started, started again where one dies, ended together."""

import gc
import logging
import multiprocessing
import os
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from multiprocessing.connection import Connection
from multiprocessing.context import ForkProcess
from typing import Protocol

from judge.config import Config, ConfigError
from judge.service.app import DoorRole, WorkerRole, checked_door
from judge.service.door import link
from judge.store.connection import disk_full_error, is_disk_full, is_infrastructure_error
from judge.store.data_folder import AlreadyRunningError, FolderLock
from judge.store.life import NotOursError, begin, check_ours
from judge.store.schema import NewerJudgeError
from judge.system.files import private_folder
from judge.system.processes import ServiceManager, SignOfLife, end_with_parent, resident_bytes

_log = logging.getLogger("judge")

_STOP_SIGNALS = frozenset({signal.SIGTERM, signal.SIGINT})
_AWAITED = _STOP_SIGNALS | {signal.SIGCHLD, signal.SIGALRM}

LONG_LIFE = 60.0
"""Seconds after which a process that dies has done what there was to do: its death is the first of its kind."""

_LONGEST_PAUSE = 60.0
"""Seconds before a process is started again, at most; the first time it is at once."""

LONGEST_END = 25.0
"""Seconds in which a process that is told to stop has to end; a service manager that kills waits a little longer."""

_MEMORY_PERIOD = 5.0
"""Seconds between two looks at how large the processes have grown, and whether they give signs of life."""

LONGEST_SILENCE = 600.0
"""Seconds without a sign of life after which a process hangs: no step of its work takes half as long."""

_MEGABYTE = 1 << 20

_IDLE_SIGN_SECONDS = 15.0
"""How often an idle process gives a sign of life where nobody waits for it."""

_PROCESSES = multiprocessing.get_context("fork")  # what is imported and bound is there at once; nothing runs here yet


class StartError(Exception):
    """A judge could not be started; the text says why, in one line."""


class _Role(Protocol):
    """What a process does."""

    def start(self) -> None: ...

    def stop(self) -> None: ...


class Supervisor:
    """Keeps a door and a worker running; itself one thread that waits for signals.

    A process is forked from it, so it never has a second thread or a database open.
    """

    def __init__(self, config: Config) -> None:
        """Lock the data folder and open the sockets; StartError when that is impossible."""
        _block_signals()
        try:
            self._door = checked_door(config)
            private_folder(config.folders.data)
            self._lock = FolderLock(config.folders.data)
            with ExitStack() as opened:
                opened.callback(self._lock.release)
                _check_ours(config)
                begin(config.folders.data)
                self._door.bind()
                opened.pop_all()
        except (ConfigError, AlreadyRunningError, NotOursError, NewerJudgeError, OSError, sqlite3.Error) as error:
            raise StartError(_told(error, config)) from error
        ends = link()
        self._manager = ServiceManager(os.environ)
        signs = [SignOfLife(_sign_period(self._manager)) for _ in ends]
        self._processes = (
            _Supervised("door", config, lambda: DoorRole(config, self._door, ends[0], signs[0]), signs[0]),
            _Supervised("worker", config, lambda: WorkerRole(config, self._door, ends[1], signs[1]), signs[1]),
        )

    @property
    def port(self) -> int:
        """The port of the SMTP server."""
        return self._door.port

    def start(self) -> None:
        """Start the door, then the worker; StartError, with all processes ended, when one cannot be started."""
        gc.collect()
        gc.freeze()  # what all three share is not looked through again, which would write into every page of it
        try:
            for process in self._processes:
                process.start()
                process.check_started()
        except StartError:
            self._stop()
            raise

    def run(self) -> None:
        """Return after a signal to stop, once both processes have ended."""
        watch = _Watch(self._manager, self._processes)
        self._manager.notify("READY=1")
        while True:
            for process in self._processes:
                process.look_after()
                process.check_memory()
                process.check_silence()
            watch.notify()
            pauses = [process.pause for process in self._processes if not process.is_alive]
            pauses += [watch.pause] if watch.pause else []
            signal.setitimer(signal.ITIMER_REAL, max(min([*pauses, _MEMORY_PERIOD]), 0.001))
            if _is_told_to_stop():
                break
        self._manager.notify("STOPPING=1", "STATUS=what is being done is finished")
        self._stop()

    def _stop(self) -> None:
        for process in self._processes:
            process.terminate()
        latest = time.monotonic() + LONGEST_END
        for process in self._processes:
            process.join(latest)
        self._door.stop()
        self._lock.release()


def pause_after(short_lives: int) -> float:
    """Seconds before a process is started again that has lived only shortly so often in a row."""
    return min(0.1 * 2 ** min(short_lives, 16), _LONGEST_PAUSE) if short_lives > 1 else 0


class _Supervised:
    """A process of one role, in all its lives."""

    def __init__(self, name: str, config: Config, role: Callable[[], _Role], sign: SignOfLife) -> None:
        self._name = name
        self._config = config
        self._role = role
        self._sign = sign
        self._process: ForkProcess | None = None
        self._began = 0.0
        self._has_begun = False
        self._short_lives = 0
        self._start_again: float | None = None

    def start(self) -> None:
        """Begin a life."""
        self._start_again, self._began, self._has_begun = None, time.monotonic(), False
        self._sign.give()
        self._reports, theirs = _PROCESSES.Pipe(duplex=False)
        self._process = _PROCESSES.Process(target=_live, args=(self._role, theirs, self._config), name=self._name)
        self._process.start()
        theirs.close()

    def check_started(self) -> None:
        """Wait until the first life has begun; StartError when it has not."""
        error = self._start_error()
        if error is not None:
            raise StartError(error)

    @property
    def is_alive(self) -> bool:
        """Whether it has not ended yet."""
        return self._process is not None and self._process.is_alive()

    def trouble(self, longest_silence: float) -> str:
        """What keeps it from its work: it has ended, or has given no sign for so many seconds; empty while it works."""
        if not self.is_alive:
            return f"the {self._name} ended and is started again"
        silence = self._sign.age
        return f"the {self._name} has given no sign of life for {silence:.0f} s" if silence > longest_silence else ""

    @property
    def pause(self) -> float:
        """Seconds until it is started again."""
        return 0 if self._start_again is None else self._start_again - time.monotonic()

    def look_after(self) -> None:
        """Start it again if it has ended; after several short lives, only after a pause."""
        if self.is_alive:
            return
        if self._start_again is None:
            self._note_end()
        if self.pause <= 0:
            self.start()

    def check_memory(self) -> None:
        """Kill what has grown too large, it or a process that it has begun: nothing of it can be trusted to end."""
        most, own = self._config.processes.memory_megabytes, self._process and self._process.pid
        for pid, size in resident_bytes(own) if own else ():
            if size > most * _MEGABYTE:
                which = f"the {self._name}" if pid == own else f"a process of the {self._name}"
                grown = f"{which} has grown to {size // _MEGABYTE} MB, past its {most} (processes.memory_megabytes)"
                _log.error("%s; it is killed", grown)
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    def check_silence(self) -> None:
        """Kill it where it hangs; one that still begins may have much to bring up to date."""
        if not (self.is_alive and self._process and (self._has_begun or self._reports.poll())):
            return
        if self._sign.age > LONGEST_SILENCE:
            _log.error("the %s has given no sign of life for %.0f s; it is killed", self._name, self._sign.age)
            self._process.kill()

    def _start_error(self) -> str | None:
        """Why this life could not begin, once that is known; None when it could."""
        if self._has_begun:
            return None
        try:
            error: str | None = self._reports.recv()
        except EOFError:
            error = f"the {self._name} could not be started"
        self._has_begun = error is None
        return error

    def _note_end(self) -> None:
        assert self._process
        is_short = time.monotonic() - self._began < LONG_LIFE
        self._short_lives = self._short_lives + 1 if is_short else 0
        pause = pause_after(self._short_lives)
        self._start_again = time.monotonic() + pause
        why = self._start_error() or f"exit code {self._process.exitcode}"
        _log.error("the %s ended (%s); it is started again in %.1f s", self._name, why, pause)

    def terminate(self) -> None:
        """Let it end."""
        if self._process is not None:
            self._process.terminate()

    def join(self, latest: float) -> None:
        """Wait until it has ended, which it does of itself up to ``latest``, by the monotonic clock, or is killed."""
        if self._process is None:
            return
        self._process.join(max(latest - time.monotonic(), 0))
        if self._process.is_alive():
            _log.error("the %s has not ended within %.0f s of being told to; it is killed", self._name, LONGEST_END)
            self._process.kill()
            self._process.join()


class _Watch:
    """Tells the service manager how the processes do, and that all is well while each gets on with its work.

    One that has been silent for half the watchdog's time does not: nothing it does takes as long.
    """

    def __init__(self, manager: ServiceManager, processes: tuple[_Supervised, ...]) -> None:
        self._manager = manager
        self._processes = processes
        self._longest_silence = (manager.watchdog_seconds or float("inf")) / 2
        self._status = ""
        self.pause = (manager.watchdog_seconds or 0) / 4
        """Seconds between two notifications; 0 where nobody waits for them."""

    def notify(self) -> None:
        """Tell how the processes do."""
        troubles = [trouble for process in self._processes if (trouble := process.trouble(self._longest_silence))]
        before, self._status = self._status, "; ".join(troubles) or "door and worker are at work"
        lines = [] if troubles else ["WATCHDOG=1"]
        if self._status != before:
            lines.append(f"STATUS={self._status}")
        if lines:
            self._manager.notify(*lines)


def _sign_period(manager: ServiceManager) -> float:
    """Seconds after which a process that has nothing to do gives a sign of life."""
    return manager.watchdog_seconds / 8 if manager.watchdog_seconds else _IDLE_SIGN_SECONDS


def _live(role: Callable[[], _Role], reports: Connection, config: Config) -> None:
    """Runs in the new process, until it is told to stop or the supervisor is gone."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _AWAITED - _STOP_SIGNALS)
    end_with_parent()
    try:
        _check_ours(config)  # in a judge that runs, too, nothing is made anew in the place of what is gone
        own = role()
        own.start()
    except Exception as error:  # noqa: BLE001  # not swallowed: the supervisor is told, and the log
        reports.send(_told(error, config))
        return
    reports.send(None)
    signal.sigwait(_STOP_SIGNALS)
    own.stop()


def _check_ours(config: Config) -> None:
    check_ours(config.folders.data, config.folders.archive, config.folders.mailboxes)


def _block_signals() -> None:
    """Have signals wait until they are asked for.

    A handler may never be run where the main thread goes to sleep in the instant a signal comes; and said once more,
    a signal changes nothing of an orderly end.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, _AWAITED)
    for number in _STOP_SIGNALS:
        signal.signal(number, signal.SIG_DFL)  # one that is ignored, as in the background of a shell, would not wait
    signal.signal(signal.SIGCHLD, lambda *_: None)  # nor, on some systems, would one that is ignored by default


def _is_told_to_stop() -> bool:
    """Wait for a signal; whether it, or another that waits, is one to stop."""
    return signal.sigwait(_AWAITED) in _STOP_SIGNALS or bool(_STOP_SIGNALS & signal.sigpending())


def _told(error: Exception, config: Config) -> str:
    """What keeps a judge from starting, in one line; any other error is raised again."""
    match error:
        case ConfigError() | AlreadyRunningError() | NotOursError() | NewerJudgeError():
            return str(error)
        case OSError():
            said = error.strerror or str(error)
            return f"{error.filename}: {said}" if error.filename else said
        case sqlite3.Error() if is_disk_full(error):
            return _told(disk_full_error(error), config)
        case sqlite3.Error() if is_infrastructure_error(error):
            return f"{config.folders.data / 'judge.db'} cannot be used: {error}"
        case _:
            raise error
