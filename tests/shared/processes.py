"""The processes of a judge that runs: which is which, killed, stopped and gone."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from tests.shared.served import HERE, PATIENCE, until

tells_of_children = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="only Linux tells whose child is whose"
)


class Processes:
    """A judge under its supervisor, in a session of its own."""

    def __init__(self, config: Path, program: Sequence[str]) -> None:
        command = [sys.executable, "-u", *program, "--config", str(config), "serve"]
        self.folder = config.parent
        with (self.folder / "log.txt").open("ab") as log:
            self.supervisor = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, cwd=HERE, start_new_session=True
            )
        assert self.supervisor.stdout
        told = self.supervisor.stdout.readline()
        assert "listens on" in told, self.log()
        self.port = int(told.partition("127.0.0.1:")[2].partition(";")[0])

    @property
    def door(self) -> int:
        """The process of the door, alive or not, as it has noted itself; 0 while it does."""
        return int((self.folder / "data" / "door.lock").read_text() or "0")

    @property
    def worker(self) -> int:
        """The process of the worker."""
        (worker,) = self.children() - {self.door}
        return worker

    @property
    def reader(self) -> int:
        """The process in which letters are read, once it has begun; 0 while none has."""
        return next(iter(self._begun_by_worker()), 0)

    @property
    def painter(self) -> int:
        """The process in which pictures are drawn: it begins with the first one, after a letter was read; or 0."""
        return next(iter(self._begun_by_worker()[1:]), 0)

    def _begun_by_worker(self) -> list[int]:
        """The processes that the worker has begun and that read the database, oldest first."""
        children = dict(_parents())
        workers = {pid for pid, parent in children.items() if parent == self.supervisor.pid} - {self.door}
        begun = (pid for pid, parent in children.items() if parent in workers and b"spawn_main" in _command(pid))
        return sorted((pid for pid in begun if _has_open(pid, "judge.db")), key=_started)

    def is_whole(self) -> bool:
        """Whether both the door and the worker live."""
        children = self.children()
        return len(children) == 2 and self.door in children  # a door that begins notes itself late

    def children(self) -> set[int]:
        """The processes that the supervisor has begun and that have not ended."""
        return {pid for pid, parent in _parents() if parent == self.supervisor.pid}

    def family(self) -> set[int]:
        """All processes of the judge that have not ended."""
        return family(self.supervisor.pid)

    def log(self) -> str:
        return (self.folder / "log.txt").read_text(encoding="utf-8")

    def end(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.supervisor.pid, signal.SIGKILL)
        self.supervisor.wait(PATIENCE)
        assert self.supervisor.stdout
        self.supervisor.stdout.close()


PROGRAM = (str(HERE / "judge.py"),)


@contextmanager
def processes(config: Path, program: Sequence[str] = PROGRAM) -> Iterator[Processes]:
    """A judge that runs, or a ``program`` that runs one; nothing of it is left at the end."""
    judge = Processes(config, program)
    try:
        yield judge
    finally:
        judge.end()


def kill(pid: int) -> None:
    """Kill a process, and wait until it has ended."""
    signal_to(pid, signal.SIGKILL)
    until(lambda: has_ended(pid))


def signal_to(pid: int, which: signal.Signals) -> None:
    """Send a signal to one process. A process that is not there has the number 0, which would be all of our own."""
    assert pid > 0
    os.kill(pid, which)


def has_ended(pid: int) -> bool:
    return all(other != pid for other, _ in _parents())


def family(session: int) -> set[int]:
    """All processes of a session that have not ended."""
    return {pid for pid, _ in _parents() if _session(pid) == session}


def working_in(folder: Path) -> set[int]:
    """All processes but this one that were begun for a judge below a folder, and have not ended."""
    return {pid for pid, _ in _parents() if pid != os.getpid() and str(folder).encode() in _command(pid)}


def in_store(folder: Path) -> list[tuple[str, str]]:
    """The letters of the store by recipient and state, oldest first."""
    with closing(sqlite3.connect(f"file:{folder}/data/judge.db?mode=ro", uri=True)) as db:
        return db.execute("SELECT recipient, state FROM letters ORDER BY arrived, id").fetchall()


def _parents() -> Iterator[tuple[int, int]]:
    """Every process of this machine that has not ended, with the one that has begun it."""
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(FileNotFoundError, ProcessLookupError):
            told = (path / "stat").read_text().rpartition(")")[2].split()
            state, parent, threads = told[0], int(told[1]), int(told[17])
            if state not in {"Z", "X"} or threads > 1:  # the first thread may end first; the others hold the locks
                yield int(path.name), parent


def _started(pid: int) -> int:
    """When a process began, in clock ticks of this machine; 0 once it has ended."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19])
    return 0


def _session(pid: int) -> int | None:
    try:
        return os.getsid(pid)
    except ProcessLookupError:
        return None


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def _has_open(pid: int, name: str) -> bool:
    with suppress(FileNotFoundError, ProcessLookupError):
        return any(path.readlink().name == name for path in Path(f"/proc/{pid}/fd").iterdir())
    return False
