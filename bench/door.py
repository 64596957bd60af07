"""How fast letters are taken durably, and how soon a client is told 250, while the worker rests and while it is busy.

Run ``python -m bench.door``. The doors take letters turn by turn in one run: bare aiosmtpd, which stores nothing;
Postfix delivering to a Maildir, where it is installed and may be started (root); the judge as ``serve`` runs it, its
worker asleep or with more letters to read than it can. ``smtp-source`` of Postfix writes them, a connection for each
letter, or a client in Python where there is none. ``--json FILE`` keeps the figures for comparison.
"""

import asyncio
import logging
import multiprocessing
import os
import shutil
import signal
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from pathlib import Path

import click
from aiosmtpd.smtp import SMTP, Envelope, Session

from bench.figures import figures_option, keep_figures
from judge.store.spool import Spool, spool_path
from tests.mta.postfix import Postfix, own_folder
from tests.shared.processes import processes

SESSIONS = (1, 10, 50)
LENGTH = 3000
TO = "judge@localhost"
_CONNECTIONS = 200
_PATIENCE = 600.0
_PROCESSES = multiprocessing.get_context("spawn")
_SLOW = b"The postman always rings twice, and the judge reads of it all the same\r\n" * 500
"""What keeps the worker busy."""

_BACKLOG = 3000
"""Letters that wait for the worker when it is to be busy: more than it reads in the time."""


@dataclass(frozen=True)
class RunningDoor:
    """A door that listens; ``begin`` is called before letters are sent to it, ``end`` after."""

    port: int
    begin: Callable[[], object] = lambda: None
    end: Callable[[], object] = lambda: None


@dataclass
class Measured:
    """What was measured of one door, by number of sessions: letters a second, and milliseconds to the 250."""

    rates: dict[int, list[float]] = field(default_factory=lambda: {sessions: [] for sessions in SESSIONS})
    waits: dict[int, list[float]] = field(default_factory=lambda: {sessions: [] for sessions in SESSIONS})

    def rate(self, sessions: int) -> float:
        """The median rate."""
        return statistics.median(self.rates[sessions])

    def wait(self, sessions: int, percent: int) -> float:
        """A percentile of the waits."""
        waits = sorted(self.waits[sessions])
        return waits[min(len(waits) * percent // 100, len(waits) - 1)]

    def of(self, sessions: int) -> dict[str, float]:
        """All of it for one number of sessions."""
        return {"rate": self.rate(sessions), "p50": self.wait(sessions, 50), "p99": self.wait(sessions, 99)}


class _Forgetful:
    async def handle_DATA(self, _: SMTP, __: Session, ___: Envelope) -> str:  # noqa: N802  # the name is aiosmtpd's
        return "250 OK"


def _serve_bare(told: Connection) -> None:
    logging.getLogger("mail.log").setLevel(logging.WARNING)

    async def serve() -> None:
        server = await asyncio.get_running_loop().create_server(lambda: SMTP(_Forgetful()), "127.0.0.1", 0)
        told.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(serve())


@contextmanager
def nothing_stored() -> Iterator[RunningDoor]:
    """Bare aiosmtpd, which says 250 and forgets."""
    ours, theirs = _PROCESSES.Pipe()
    process = _PROCESSES.Process(target=_serve_bare, args=(theirs,), daemon=True)
    process.start()
    yield RunningDoor(ours.recv())
    process.terminate()
    process.join()


@contextmanager
def to_maildir() -> Iterator[RunningDoor]:
    """Postfix, which tells 250 once a letter is in its queue, and delivers it to a Maildir."""
    with own_folder() as folder:
        boxes = folder / "boxes"
        boxes.mkdir()
        shutil.chown(boxes, 5000, 5000)
        settings = (
            f"virtual_mailbox_domains = localhost\nvirtual_mailbox_base = {boxes}\nvirtual_mailbox_maps = static:in/\n"
            "virtual_uid_maps = static:5000\nvirtual_gid_maps = static:5000\nsmtpd_client_connection_count_limit = 0\n"
            "smtpd_recipient_restrictions = permit_mynetworks, reject\n"
        )
        postfix = Postfix(folder, settings)
        postfix.start()
        try:
            yield RunningDoor(postfix.port)
        finally:
            postfix.stop()


@contextmanager
def judge(*, busy: bool) -> Iterator[RunningDoor]:
    """The judge, its worker asleep or busy while letters are sent."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "config.toml").write_text(f"[smtp]\nport = 0\nconnections = {_CONNECTIONS}\n", encoding="utf-8")
        if busy:
            _lay_backlog(folder / "data")
        with processes(folder / "config.toml") as running:
            worker = running.worker
            os.kill(worker, signal.SIGSTOP)

            def wake() -> None:
                os.kill(worker, signal.SIGCONT)

            def stop() -> None:
                os.kill(worker, signal.SIGSTOP)

            yield RunningDoor(running.port, wake, stop) if busy else RunningDoor(running.port)


def _lay_backlog(data: Path) -> None:
    with closing(Spool(spool_path(data), lambda: datetime.now(UTC))) as spool:
        kept = [
            spool.keep("smtp", None, TO, b"From: w@n%d.example.org\r\n\r\nHELP\r\n" % number + _SLOW)
            for number in range(_BACKLOG)
        ]
        for one in kept:
            one.result()


def send(port: int, sessions: int, letters: int) -> float:
    """Letters a second."""
    source = shutil.which("smtp-source")
    start = time.perf_counter()
    if source is None:
        _Clients(port, sessions, letters).run()
    else:
        to = ["-f", "alice@example.org", "-t", TO, f"127.0.0.1:{port}"]
        command = [source, "-s", str(sessions), "-m", str(letters), "-l", str(LENGTH), *to]
        subprocess.run(command, check=True, timeout=_PATIENCE)
    return letters / (time.perf_counter() - start)


class _Clients:
    """Clients in one process, each with a connection for each letter; ``waits`` are milliseconds from dot to 250."""

    def __init__(self, port: int, sessions: int, letters: int) -> None:
        self._port, self._sessions, self._left = port, sessions, letters
        self.waits: list[float] = []

    def run(self) -> None:
        """Send all letters."""
        asyncio.run(self._all())

    async def _all(self) -> None:
        await asyncio.gather(*(self._session(number) for number in range(self._sessions)))

    async def _session(self, number: int) -> None:
        while self._left > 0:
            self._left -= 1
            letter = f"Subject: {number}.{self._left}\r\n\r\n" + f"{'X' * 70}\r\n" * (LENGTH // 72) + ".\r\n"
            reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
            said = await reader.readline()
            for line in ("HELO x", "MAIL FROM:<alice@example.org>", f"RCPT TO:<{TO}>", "DATA"):
                writer.write(f"{line}\r\n".encode())
                said = await reader.readline()
            start = time.perf_counter()
            writer.write(letter.encode())
            said = await reader.readline()
            self.waits.append((time.perf_counter() - start) * 1000)
            if not said.startswith(b"250"):
                raise ConnectionError(said.decode())
            writer.close()


@click.command()
@click.option("--letters", default=1000, show_default=True, help="Letters in one turn of one door.")
@click.option("--turns", default=3, show_default=True, help="Turns of each door; the median is shown.")
@figures_option
def main(letters: int, turns: int, file: Path | None) -> None:
    """Measure the doors turn by turn, so that a machine that slows down slows all of them."""
    measured: dict[str, Measured] = {}
    with ExitStack() as stack:
        doors = {"nothing stored": stack.enter_context(nothing_stored())}
        if shutil.which("postfix") and os.geteuid() == 0:
            doors["Postfix to Maildir"] = stack.enter_context(to_maildir())
        doors["judge, worker asleep"] = stack.enter_context(judge(busy=False))
        doors["judge, worker busy"] = stack.enter_context(judge(busy=True))
        measured = {name: Measured() for name in doors}
        for _ in range(turns):
            for sessions in SESSIONS:
                for name, door in doors.items():
                    _take_turn(door, measured[name], sessions, letters)
    _show(measured)
    keep_figures(file, {name: {sessions: one.of(sessions) for sessions in SESSIONS} for name, one in measured.items()})


def _take_turn(door: RunningDoor, measured: Measured, sessions: int, letters: int) -> None:
    door.begin()
    measured.rates[sessions].append(send(door.port, sessions, letters))
    clients = _Clients(door.port, sessions, letters // 3)
    clients.run()
    measured.waits[sessions] += clients.waits
    door.end()


def _show(measured: dict[str, Measured]) -> None:
    bare = measured["nothing stored"]
    click.echo("letters a second, their ratio to storing nothing; milliseconds from the final dot to 250: median, p99")
    for sessions in SESSIONS:
        for name, one in measured.items():
            rate = one.rate(sessions)
            click.echo(
                f"{sessions:3} sessions  {name:22}{rate:7.0f}  {rate / bare.rate(sessions):5.2f}"
                f"{one.wait(sessions, 50):9.1f}{one.wait(sessions, 99):7.1f}"
            )


if __name__ == "__main__":
    main()
