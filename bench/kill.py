"""Kills: a judge that is killed at random instants, hundreds of times, while it reads letters that harm nobody.

``make kill`` prints for every forty kills how many letters there were, and of them how many are lost, set aside, not
answered, answered twice: four times nothing, or a promise is broken.
"""

import mailbox
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

import click

from judge.app import Judge
from judge.clock import SystemClock
from judge.config import read_config
from judge.mail.maildir import make_maildir

_PROGRAM = Path(__file__).parent.parent / "judge.py"
_LIFE = 4.0
"""Seconds that a judge lives at most: it needs about one to start, another to start the process of a suspect letter."""

_PATIENCE = 600.0
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

    @property
    def is_clean(self) -> bool:
        """Whether the kills did no letter any harm."""
        return not (self.lost or self.set_aside or self.untold or self.told_twice)

    def __str__(self) -> str:
        return (
            f"{self.letters} letters, {self.kills} kills: {self.lost} lost, {self.set_aside} set aside, "
            f"{self.untold} writers not told, {self.told_twice} told twice"
        )


def storm(folder: Path, kills: int, seed: int) -> Toll:
    """Kill a judge so many times at instants that ``seed`` decides, leave it in peace at last, and count."""
    dice = random.Random(seed)
    (folder / "config.toml").write_text("[smtp]\nport = 0\n[clock]\nsweep_seconds = 1\n", encoding="utf-8")
    letters = 0
    for _ in range(kills):
        for _ in range(dice.randint(1, _FEW)):
            _drop(folder, letters, slow=bool(dice.getrandbits(1)))
            letters += 1
        with _Life(folder) as process, suppress(subprocess.TimeoutExpired):
            status = process.wait(dice.uniform(0, _LIFE))
            message = f"the judge ended by itself with {status}"
            raise RuntimeError(message)
    judge = Judge(read_config(folder / "config.toml"), SystemClock())
    judge.start()
    try:
        if not judge.settle(_PATIENCE):
            message = "the judge did not finish"
            raise RuntimeError(message)
    finally:
        judge.stop()
    return _count(folder, letters, kills)


class _Life:
    """A judge in a process group of its own, all of which is killed at the end."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, str(_PROGRAM), "--config", str(folder / "config.toml"), "serve"]
        with (folder / "log.txt").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)

    def __enter__(self) -> subprocess.Popen[bytes]:
        return self._process

    def __exit__(self, *_: object) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


def _drop(folder: Path, number: int, *, slow: bool) -> None:
    """Put a letter of a new writer into the folder that is read as mail."""
    inbox = folder / "mailboxes" / "in"
    make_maildir(inbox)
    head = f"From: {_writer(number)}\r\nTo: judge@localhost\r\nMessage-ID: <{number}@example.org>\r\n\r\n".encode()
    unfinished = inbox / "tmp" / str(number)
    unfinished.write_bytes(head + _LINES[number % 2] + b"\r\n" + (_SLOW if slow else b""))
    unfinished.rename(inbox / "new" / str(number))


def _writer(number: int) -> str:
    """Each of a domain of its own: how many strangers of one domain are answered within an hour is limited."""
    return f"writer@n{number}.example.org"


def _count(folder: Path, letters: int, kills: int) -> Toll:
    with closing(sqlite3.connect(f"file:{folder}/data/judge.db?mode=ro", uri=True)) as db:
        states = [state for (state,) in db.execute("SELECT state FROM letters")]
    boxes = [folder / "mailboxes" / _writer(number) for number in range(letters)]
    answers = [len(mailbox.Maildir(box, create=False)) if box.exists() else 0 for box in boxes]
    return Toll(
        letters,
        kills,
        lost=letters - len(states),
        set_aside=states.count("set-aside"),
        untold=answers.count(0),
        told_twice=sum(number > 1 for number in answers),
    )


@click.command()
@click.option("--kills", default=1000, show_default=True, help="How often the judge is killed.")
@click.option("--seed", default=1, show_default=True, help="What decides on the instants.")
def main(kills: int, seed: int) -> None:
    """Kill a judge at random instants, and count the letters that came to harm."""
    tolls = []
    for done in range(0, kills, _KILLS_OF_A_STORM):
        with tempfile.TemporaryDirectory() as folder:
            tolls.append(storm(Path(folder), min(_KILLS_OF_A_STORM, kills - done), seed + done))
        click.echo(tolls[-1])
    sys.exit(not all(toll.is_clean for toll in tolls))


if __name__ == "__main__":
    main()
