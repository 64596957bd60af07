"""How fast letters leave the outbox, measured against smtplib, which remembers nothing.

Run ``python -m bench.letters_out``. The same ready-made letters go to a sink on loopback in another process, and to
Maildirs, turn by turn in one run: by smtplib over one connection, by the judge over one connection, each letter marked
in the store, and by the judge to the Maildirs of seven readers.
"""

import multiprocessing
import smtplib
import socketserver
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from pathlib import Path

import click

from bench.figures import figures_option, keep_figures
from judge.config import Config, FolderConfig, JudgeConfig, RelayConfig
from judge.handlers.services import Services
from judge.mail.compose import MessageFields, compose
from judge.paths.deliver import LetterPictures, deliver_due
from judge.paths.painter import draw_letter_picture
from judge.shell.local_game import no_dkim_keys
from judge.store.records import ComposedLetter, Transaction
from judge.store.rows import LetterStatus
from judge.store.store import Store
from judge.system.clock import SettableClock

NOW = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
READERS = [f"reader{number}@example.org" for number in range(7)]
SENDER = "judge+bounce@localhost"
TEXT = "A PAR - BUR: moved, 2 against 1.\n" * 60


def letter(number: int) -> ComposedLetter:
    """A report of two kilobytes."""
    to, message_id = READERS[number % len(READERS)], f"<rome.{number}@localhost>"
    sheet = MessageFields(
        "Judge", "judge@localhost", "judge@localhost", to, "Rome: results", TEXT, message_id, NOW, None, (), "rome",
        "generated",
    )  # fmt: skip
    return ComposedLetter(message_id, None, to, SENDER, compose(sheet), at=NOW)


# --- the sink


class _Sink(socketserver.StreamRequestHandler):
    """A mail server that takes every letter and forgets it; it reads ahead, as any may (RFC 2920)."""

    def handle(self) -> None:
        self.wfile.write(b"220 sink\r\n")
        while line := self.rfile.readline():
            verb = line[:4].upper()
            if verb == b"EHLO":
                self.wfile.write(b"250-sink\r\n250-PIPELINING\r\n250 SIZE 10000000\r\n")
            elif verb == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                while self.rfile.readline() != b".\r\n":
                    pass
                self.wfile.write(b"250 taken\r\n")
            else:
                self.wfile.write(b"221 bye\r\n" if verb == b"QUIT" else b"250 well\r\n")


def _serve(told: Connection) -> None:
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Sink) as server:
        server.daemon_threads = True
        told.send(server.server_address[1])
        server.serve_forever()


@contextmanager
def sink() -> Iterator[int]:
    """The port of a sink in a process of its own."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("forkserver").Process(target=_serve, args=(theirs,), daemon=True)
    process.start()
    try:
        yield ours.recv()
    finally:
        process.terminate()
        process.join()


# --- those who send


def by_smtplib(port: int, letters: list[ComposedLetter], _: Path) -> float:
    """The seconds smtplib takes for the letters, over one connection."""
    begun = time.perf_counter()
    with smtplib.SMTP("127.0.0.1", port, timeout=60) as line:
        for one in letters:
            line.sendmail(one.envelope_from, [one.to], one.raw)
    return time.perf_counter() - begun


def by_the_judge(relay: RelayConfig, letters: list[ComposedLetter], folder: Path) -> float:
    """The seconds the judge takes from its outbox, until every letter is marked as sent."""
    clock = SettableClock(NOW)
    folders = FolderConfig(*(folder / name for name in ("data", "archive", "mailboxes", "tournaments")))
    store = Store(folder / "data" / "judge.db", clock.now)
    store.commit(Transaction(None, LetterStatus.DONE, outgoing=tuple(letters)))
    services = Services(Config(judge=JudgeConfig(), relay=relay, folders=folders), store, clock, no_dkim_keys)
    begun = time.perf_counter()
    while deliver_due(services, LetterPictures(services, draw_letter_picture)):
        pass
    seconds = time.perf_counter() - begun
    store.close()
    return seconds


@click.command()
@click.option("--letters", default=1000, show_default=True, help="Letters in one turn of each.")
@click.option("--turns", default=3, show_default=True, help="Turns of each; the median is shown.")
@figures_option
def main(letters: int, turns: int, file: Path | None) -> None:
    """Measure them turn by turn, so that a machine that slows down slows all of them."""
    ready = [letter(number) for number in range(letters)]
    with sink() as port:
        senders: dict[str, Callable[[Path], float]] = {
            "smtplib": lambda folder: by_smtplib(port, ready, folder),
            "the judge": lambda folder: by_the_judge(RelayConfig("127.0.0.1", port), ready, folder),
            "the judge, to Maildirs": lambda folder: by_the_judge(RelayConfig(), ready, folder),
        }
        rates: dict[str, list[float]] = {name: [] for name in senders}
        with click.progressbar(range(turns * len(senders)), label="letters out") as steps:
            for step in steps:
                name = list(senders)[step % len(senders)]
                with tempfile.TemporaryDirectory() as folder:
                    rates[name].append(letters / senders[name](Path(folder)))
    peer = statistics.median(rates["smtplib"])
    for name, measured in rates.items():
        median = statistics.median(measured)
        click.echo(f"{name:24} {median:7.0f} letters a second, {median / peer:.2f} of smtplib's")
    keep_figures(file, {name: statistics.median(measured) for name, measured in rates.items()})


if __name__ == "__main__":
    main()
