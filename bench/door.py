"""How fast letters are kept before the sender is told 250, measured against doors that promise less.

Run ``python -m bench.door``. Three doors on loopback receive the same letters in one run, turn by turn: one that
forgets them, one that commits each by itself, and the judge's own, which commits all that wait together.
"""

import multiprocessing
import smtplib
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import click

from judge.mail.smtp_server import SmtpListener
from judge.mail.smtp_session import ServerLimits
from judge.store.store import Store

LETTER = b"From: alice@example.org\r\nTo: judge@localhost\r\n\r\n" + b"A PAR - BUR is all I have to say.\r\n" * 85
CLIENTS = 8
Keep = Callable[[str, str | None, str, bytes], Future[int]]


def forget(_: Path) -> tuple[Keep, Callable[[], object]]:
    """A door that says 250 and keeps nothing."""
    return lambda *_: _done(0), lambda: None


def one_by_one(folder: Path) -> tuple[Keep, Callable[[], object]]:
    """A door that commits every letter by itself, with a full sync, as simple programs do."""
    db = sqlite3.connect(folder / "letters.db", check_same_thread=False, isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute("CREATE TABLE letters (id INTEGER PRIMARY KEY, raw BLOB)")

    def keep(_: str, __: str | None, ___: str, raw: bytes) -> Future[int]:
        return _done(db.execute("INSERT INTO letters (raw) VALUES (?)", [raw]).lastrowid or 0)

    return keep, db.close


def together(folder: Path) -> tuple[Keep, Callable[[], object]]:
    """The judge's own door."""
    store = Store(folder / "judge.db", lambda: datetime.now(UTC))
    return store.keep, store.close


DOORS = {"forgets": forget, "one commit each": one_by_one, "the judge": together}


def _done(value: int) -> Future[int]:
    future: Future[int] = Future()
    future.set_result(value)
    return future


@contextmanager
def opened(make: Callable[[Path], tuple[Keep, Callable[[], object]]]) -> Iterator[int]:
    """A door of one kind on a free port."""
    with tempfile.TemporaryDirectory() as folder:
        keep, close = make(Path(folder))
        door = SmtpListener(("127.0.0.1", 0), lambda _: True, keep, ServerLimits())
        door.start()
        yield door.port
        door.stop()
        close()


def write(port: int, client: int, letters: int) -> None:
    """One client: so many letters over one connection, each a little different."""
    with smtplib.SMTP("127.0.0.1", port, timeout=60) as line:
        for number in range(letters):
            line.sendmail("alice@example.org", ["judge@localhost"], LETTER + b"%d.%d\r\n" % (client, number))


def letters_a_second(port: int, letters: int) -> float:
    """All clients at once."""
    each = letters // CLIENTS
    start = time.perf_counter()
    with multiprocessing.get_context("forkserver").Pool(CLIENTS) as pool:
        pool.starmap(write, [(port, client, each) for client in range(CLIENTS)])
    return each * CLIENTS / (time.perf_counter() - start)


@click.command()
@click.option("--letters", default=2000, show_default=True, help="Letters in one turn of one door.")
@click.option("--turns", default=3, show_default=True, help="Turns of each door; the median is shown.")
def main(letters: int, turns: int) -> None:
    """Measure the doors turn by turn, so that a machine that slows down slows all of them."""
    rates: dict[str, list[float]] = {name: [] for name in DOORS}
    with click.progressbar(range(turns * len(DOORS)), label="letters") as steps:
        for step in steps:
            name = list(DOORS)[step % len(DOORS)]
            with opened(DOORS[name]) as port:
                rates[name].append(letters_a_second(port, letters))
    own = statistics.median(rates["the judge"])
    for name, measured in rates.items():
        median = statistics.median(measured)
        click.echo(f"{name:16} {median:7.0f} letters a second   the judge is {own / median:.2f} times as fast")


if __name__ == "__main__":
    main()
