"""Kills: a judge, or one of its processes, killed at random instants, hundreds of times, while letters come in.

``make kill`` prints for every forty kills how many letters there were, and of them how many are lost, set aside, not
answered, answered twice, and how many processes are left: five times nothing, or a promise is broken. Half of the
letters come by SMTP, each sent again until it is told 250, the others through ``mailboxes/in``. Answers go to Maildirs,
or with ``--relay`` to a mail server, which may get one again under the same Message-ID: that is one answer.
"""

import mailbox
import os
import random
import signal
import smtplib
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Generator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from email import message_from_bytes
from pathlib import Path
from queue import SimpleQueue
from typing import Self

import click

from judge.config import read_config
from judge.mail.maildir import make_maildir
from judge.service.app import Judge
from judge.system.clock import SystemClock
from tests.mail.sink import Sink, listening
from tests.shared.processes import family, kill, processes, working_in
from tests.shared.served import until

_PROGRAM = Path(__file__).parent.parent / "judge.py"
_LIFE = 4.0
"""Seconds that a judge lives at most: it needs about one to start, another to start the process of a suspect letter."""

_UNWARY = ("-c", "from judge import cli; from judge.service import supervisor; supervisor.LONG_LIFE = 1.0; cli.main()")
"""A judge that takes it for no loop of deaths when a process dies after a second, again and again."""

_LIFE_OF_ONE = 1.5
"""Seconds that a door or a worker lives at most: it is forked, and needs no time to start."""

PROCESSES = ("all", "serve", "door", "worker")
"""What may be killed: all processes at once, the first of them alone, or one of the other two."""

_PATIENCE = 600.0
_NEVER = threading.Event()
"""Never set: waited for to let time go by."""

_FEW = 4
_KILLS_OF_A_STORM = 40
"""So that the letters of one storm stay below what strangers are answered within an hour."""

_LINES = (b"HELP", b"AIDE")
_SLOW = b"The postman always rings twice, and the judge reads of it all the same\r\n" * 2000
"""So that many a kill meets a letter that is being read."""


@dataclass(frozen=True)
class Toll:
    """What became of the letters, after so many kills."""

    letters: int
    kills: int
    lost: int
    set_aside: int
    untold: int
    told_twice: int
    left: int

    @property
    def is_clean(self) -> bool:
        """Whether the kills did no letter any harm."""
        return not (self.lost or self.set_aside or self.untold or self.told_twice or self.left)

    def __str__(self) -> str:
        return (
            f"{self.letters} letters, {self.kills} kills: {self.lost} lost, {self.set_aside} set aside, "
            f"{self.untold} writers not told, {self.told_twice} told twice, {self.left} processes left"
        )


def storm(folder: Path, kills: int, seed: int, process: str = "all", relay: Sink | None = None) -> Toll:
    """Kill a judge so many times at instants that ``seed`` decides, leave it in peace at last, and count.

    Answers go to a ``relay``, without one to Maildirs.
    """
    with ExitStack() as stack:
        way_out = ""
        if relay:
            way_out = f'[relay]\nhost = "127.0.0.1"\nport = {stack.enter_context(listening(relay))}\n'
        letters = _live_and_die(folder, kills, random.Random(seed), process, way_out)
    return _count(folder, letters, kills, relay)


def _live_and_die(folder: Path, kills: int, dice: random.Random, process: str, way_out: str) -> int:
    """How many letters there were."""
    with closing(socket.create_server(("127.0.0.1", 0))) as probe:
        port = int(probe.getsockname()[1])
    settings = f"[smtp]\nport = {port}\n[clock]\nsweep_seconds = 1\n{way_out}"
    (folder / "config.toml").write_text(settings, encoding="utf-8")
    with _Postman(port) as postman:
        deaths = _deaths(folder, process, dice)
        letters = 0
        for _ in range(kills):
            for _ in range(dice.randint(1, _FEW)):
                raw = _letter(letters, slow=bool(dice.getrandbits(1)))
                if dice.getrandbits(1):
                    postman.deliver(raw)
                else:
                    _drop(folder, letters, raw)
                letters += 1
            next(deaths)
        deaths.close()
        judge = Judge(read_config(folder / "config.toml"), SystemClock())
        judge.start()
        try:
            postman.finish()
            judge.wake()  # so that what lies in the folder is looked at
            if not judge.settle(_PATIENCE):
                message = "the judge did not finish"
                raise RuntimeError(message)
        finally:
            judge.stop()
    return letters


def _deaths(folder: Path, process: str, dice: random.Random) -> Generator[None]:
    """Each step is a death."""
    if process in {"all", "serve"}:
        while True:
            with _Life(folder, whole=process == "all") as judge, suppress(subprocess.TimeoutExpired):
                status = judge.wait(dice.uniform(0, _LIFE))
                message = f"the judge ended by itself with {status}"
                raise RuntimeError(message)
            yield
    with processes(folder / "config.toml", _UNWARY) as running:
        try:
            while True:
                until(running.is_whole)
                victim = running.door if process == "door" else running.worker
                _NEVER.wait(dice.uniform(0, _LIFE_OF_ONE))
                kill(victim)
                yield
        finally:
            running.supervisor.terminate()
            running.supervisor.wait(_PATIENCE)


class _Life:
    """A judge in a session of its own, all of which is killed at the end, or only its first process."""

    def __init__(self, folder: Path, *, whole: bool) -> None:
        self._whole = whole
        command = [sys.executable, str(_PROGRAM), "--config", str(folder / "config.toml"), "serve"]
        with (folder / "log.txt").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)

    def __enter__(self) -> subprocess.Popen[bytes]:
        return self._process

    def __exit__(self, *_: object) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL) if self._whole else self._process.kill()
        self._process.wait()
        until(lambda: not family(self._process.pid))


class _Postman:
    """Hands letters over by SMTP, one after the other, each until it is told 250."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._letters: SimpleQueue[bytes | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        if error is None:
            self.finish()

    def deliver(self, raw: bytes) -> None:
        """Hand a letter over as soon as possible."""
        self._letters.put(raw)

    def finish(self) -> None:
        """Wait until every letter has been taken."""
        self._letters.put(None)
        self._thread.join(_PATIENCE)

    def _run(self) -> None:
        while (raw := self._letters.get()) is not None:
            while not self._is_taken(raw):
                _NEVER.wait(0.02)

    def _is_taken(self, raw: bytes) -> bool:
        try:
            with smtplib.SMTP("127.0.0.1", self._port, timeout=_PATIENCE) as client:
                client.sendmail("writer@example.org", ["judge@localhost"], raw)
        except (OSError, smtplib.SMTPException):
            return False
        return True


def _letter(number: int, *, slow: bool) -> bytes:
    head = f"From: {_writer(number)}\r\nTo: judge@localhost\r\nMessage-ID: <{number}@example.org>\r\n\r\n".encode()
    return head + _LINES[number % 2] + b"\r\n" + (_SLOW if slow else b"")


def _drop(folder: Path, number: int, raw: bytes) -> None:
    """Put a letter into the folder that is read as mail."""
    inbox = folder / "mailboxes" / "in"
    make_maildir(inbox)
    unfinished = inbox / "tmp" / str(number)
    unfinished.write_bytes(raw)
    unfinished.rename(inbox / "new" / str(number))


def _writer(number: int) -> str:
    """Each of a domain of its own: how many strangers of one domain are answered within an hour is limited."""
    return f"writer@n{number}.example.org"


def _answers(folder: Path, letters: int, relay: Sink | None) -> list[int]:
    """How many answers each writer has got."""
    if relay is None:
        boxes = [folder / "mailboxes" / _writer(number) for number in range(letters)]
        return [len(mailbox.Maildir(box, create=False)) if box.exists() else 0 for box in boxes]
    told: dict[str, set[str]] = {_writer(number): set() for number in range(letters)}
    for _, (to, *_), raw in relay.taken:
        told[to].add(str(message_from_bytes(raw)["Message-ID"]))
    return [len(ids) for ids in told.values()]


def _count(folder: Path, letters: int, kills: int, relay: Sink | None) -> Toll:
    with closing(sqlite3.connect(f"file:{folder}/data/judge.db?mode=ro", uri=True)) as db:
        states = [state for (state,) in db.execute("SELECT state FROM letters")]
    answers = _answers(folder, letters, relay)
    return Toll(
        letters,
        kills,
        lost=letters - len(states),
        set_aside=states.count("set-aside"),
        untold=answers.count(0),
        told_twice=sum(number > 1 for number in answers),
        left=len(working_in(folder)),
    )


@click.command()
@click.option("--kills", default=1000, show_default=True, help="How often the judge is killed.")
@click.option("--seed", default=1, show_default=True, help="What decides on the instants.")
@click.option(
    "--process", type=click.Choice(PROCESSES), default="all", show_default=True, help="Which of its processes."
)
@click.option("--relay", is_flag=True, help="Answers go to a mail server instead of Maildirs.")
def main(kills: int, seed: int, process: str, *, relay: bool) -> None:
    """Kill a judge at random instants, and count the letters that came to harm."""
    tolls = []
    for done in range(0, kills, _KILLS_OF_A_STORM):
        with tempfile.TemporaryDirectory() as folder:
            tolls.append(
                storm(
                    Path(folder), min(_KILLS_OF_A_STORM, kills - done), seed + done, process, Sink() if relay else None
                )
            )
        click.echo(tolls[-1])
    sys.exit(not all(toll.is_clean for toll in tolls))


if __name__ == "__main__":
    main()
