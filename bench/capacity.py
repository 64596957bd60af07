"""What letters, questions, deadlines and starts cost a judge, by how many games it has and how old they are.

Run ``python -m bench.capacity``. Every row is a ratio to the same work in a young game among ten, measured in the same
run; the letter is also held against what any program must do: read it with the standard library, commit one row.
``--json FILE`` keeps the figures for comparison.
"""

import json
import platform
import shutil
import sqlite3
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from itertools import cycle, islice
from pathlib import Path
from random import Random
from time import perf_counter, process_time

import click

from bench.copied_games import OLD, YOUNG, lay_copies, name_of
from judge.config import ClockConfig, Config, FolderConfig, JudgeConfig, SmtpConfig
from judge.game.settings import Language
from judge.game.state import Game
from judge.handlers.services import SMTP, Services
from judge.paths import gazette
from judge.rules.board import Power
from judge.service.app import Judge
from judge.service.timeline import Timeline
from judge.shell.local_game import no_dkim_keys
from judge.store.records import Publication, Subscription, Transaction
from judge.store.rows import LetterStatus
from judge.store.store import Store
from judge.system.clock import SettableClock

POWER = Power("FRANCE")
"""Whose player writes in French and in another notation than the others."""

WRITERS = (Power("AUSTRIA"), Power("ENGLAND"), POWER, Power("RUSSIA"))
"""Who sends orders: powers that still have units in the old game; another sends none, so that no phase closes."""

ORDERS = 3
"""Lines of a letter."""

_HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class Size:
    """How many games a judge has, and the phases played in each; of ``is_bare`` ones a start alone is measured."""

    games: int
    phases: int
    is_bare: bool = False

    def __str__(self) -> str:
        """The games as the table names them."""
        return f"{self.games} {'young' if self.phases == YOUNG else 'old'}"


BASE = Size(10, YOUNG)


@dataclass(frozen=True)
class Row:
    """The ``cost`` in milliseconds of one letter, question, issue, start or deadline; its ``ratio`` to the base."""

    work: str
    size: str
    cost: float
    ratio: float | None = None


@contextmanager
def laid(size: Size, root: Path) -> Iterator[tuple[Config, SettableClock]]:
    """The folder of a judge with those games, as a configuration and a clock that stands at the hour they were left."""
    folder = Path(tempfile.mkdtemp(dir=root))
    now = lay_copies(folder, size.phases, size.games, is_bare=size.is_bare)
    try:
        yield config_in(folder), SettableClock(now)
    finally:
        shutil.rmtree(folder)


def config_in(folder: Path) -> Config:
    """The configuration of a judge that has all its files below a folder."""
    return Config(
        judge=JudgeConfig(),
        smtp=SmtpConfig(port=0),
        folders=FolderConfig(*(folder / name for name in ("data", "archive", "mailboxes", "tournaments"))),
        clock=ClockConfig(sweep_seconds=3600),
    )


@contextmanager
def working(config: Config, clock: SettableClock) -> Iterator[Timeline]:
    """A worker without sockets."""
    store = Store(config.folders.data / "judge.db", clock.now)
    try:
        yield Timeline(Services(config, store, clock, no_dkim_keys))
    finally:
        store.close()


# --- letters ------------------------------------------------------------------------------------------------------


def orders_letter(timeline: Timeline, number: int, power: Power, key: int) -> tuple[str, str, bytes]:
    """The sender, the recipient and the bytes of a letter with so many orders in such a game.

    A letter is as long in an old game, where powers have more units, as in a young one; whose units are fewer orders
    them more than once.
    """
    game = _game(timeline, number)
    position = game.open_position
    assert position is not None
    (writer,) = game.players_of(power)
    lines = "".join(f"{unit} H\r\n" for unit in islice(cycle(position.units_of(power)), ORDERS))
    head = f"From: {writer}\r\nTo: judge@localhost\r\nSubject: Orders\r\nMessage-ID: <{key}@example.com>\r\n"
    raw = f"{head}Content-Type: text/plain\r\n\r\n{lines}".encode()
    return writer, f"judge+{game.name}.{game.people[writer].token}@localhost", raw


def letters_cost(
    timeline: Timeline, clock: SettableClock, games: int, letters: int, random: Random
) -> tuple[float, float]:
    """The processor time and the time on the wall, in milliseconds, of settling one orders letter, answer included.

    They write in turn, an hour after whatever they wrote before: past thirty letters an hour nobody is answered.
    """
    clock.advance_to(clock.now() + _HOUR)
    written = [
        orders_letter(timeline, random.randrange(games), WRITERS[place % len(WRITERS)], random.getrandbits(64))
        for place in range(letters)
    ]
    kept = [timeline.services.store.keep(SMTP, *one) for one in written]
    for future in kept:
        future.result()
    begun, on_the_wall = process_time(), perf_counter()
    for _ in range(letters):
        assert timeline.step()
    return _milliseconds(process_time() - begun) / letters, _milliseconds(perf_counter() - on_the_wall) / letters


def bare_cost(timeline: Timeline, folder: Path, letters: int) -> float:
    """What the same letters cost a program that reads them with the standard library and commits one row for each."""
    written = [orders_letter(timeline, 0, POWER, key) for key in range(letters)]
    db = sqlite3.connect(folder / "bare.db", isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute("CREATE TABLE read (words TEXT)")
    begun = process_time()
    for *_, raw in written:
        message = message_from_bytes(raw, policy=policy.default)
        db.execute("INSERT INTO read VALUES (?)", [message["From"] + message.get_content()])
    cost = _milliseconds(process_time() - begun) / letters
    db.close()
    return cost


# --- what games that are not written to must not cost --------------------------------------------------------------


def question_cost(timeline: Timeline, question: str, times: int) -> float:
    """The processor time of a stranger's letter, in milliseconds: the median, from the second letter on."""
    store, costs = timeline.services.store, []
    for number in range(times + 1):
        stranger = (
            f"stranger@{question.strip('!').lower()}{number}.example.net"  # of a domain each: limits count domains
        )
        head = f"From: {stranger}\r\nMessage-ID: <{number}@example.net>\r\n\r\n"
        store.keep(SMTP, stranger, "judge@localhost", f"{head}{question}\r\n".encode()).result()
        begun = process_time()
        assert timeline.step()
        costs.append(_milliseconds(process_time() - begun))
    return statistics.median(costs[1:])


def gazette_cost(timeline: Timeline, readers: int) -> float:
    """The processor time of an issue of the gazette, in milliseconds."""
    store = timeline.services.store
    for number in range(readers):
        language: Language = "fr" if number % 2 else "en"
        wanted = Subscription(Publication.GAZETTE, f"reader{number}@example.net", True, language)
        store.commit(Transaction(None, LetterStatus.DONE, subscriptions=(wanted,)))
    begun = process_time()
    gazette.publish_issue(timeline.services)
    return _milliseconds(process_time() - begun)


def start_cost(config: Config, clock: SettableClock) -> float:
    """The milliseconds from nothing to a judge that receives letters and has caught up."""
    begun = perf_counter()
    judge = Judge(config, clock, no_dkim_keys)
    judge.start()
    cost = _milliseconds(perf_counter() - begun)
    judge.stop()
    return cost


def storm_cost(timeline: Timeline, clock: SettableClock, games: int) -> float:
    """The milliseconds on the wall per game when the phases of all games close in one second."""
    phases = [_game(timeline, number).phases_closed for number in range(games)]
    while True:  # a first deadline that is missed gives time once
        deadline = max(_deadline(timeline, number) for number in range(games))
        clock.advance_to(deadline - timedelta(seconds=1))
        _settle_all(timeline)  # reminders
        clock.advance_to(deadline)
        begun = perf_counter()
        _settle_all(timeline)
        cost = _milliseconds(perf_counter() - begun) / games
        if all(_game(timeline, number).phases_closed > phases[number] for number in range(games)):
            return cost


def _settle_all(timeline: Timeline) -> None:
    while timeline.step():
        pass


def _deadline(timeline: Timeline, number: int) -> datetime:
    deadline = _game(timeline, number).deadline
    assert deadline is not None
    return deadline.at


def _game(timeline: Timeline, number: int) -> Game:
    game = timeline.services.game(name_of(number))
    assert game is not None
    return game


# --- all of it -----------------------------------------------------------------------------------------------------


def measure(size: Size, root: Path, letters: int, storm: int) -> Iterator[Row]:
    """Every row of a judge of one size."""
    with laid(size, root) as (config, clock):
        yield Row("start", str(size), start_cost(config, clock))
        if size.is_bare:
            return
        with working(config, clock) as timeline:
            letters_cost(timeline, clock, size.games, letters // 4, Random(1))
            settled = letters_cost(timeline, clock, size.games, letters, Random(2))
            yield Row("orders letter, CPU", str(size), settled[0])
            yield Row("orders letter, wall", str(size), settled[1])
            if size == BASE:
                yield Row("the same letter read and committed", str(size), bare_cost(timeline, root, letters))
            for question in ("Hello!", "LIST", "RECORD"):
                yield Row(question, str(size), question_cost(timeline, question, 5))
            yield Row("issue of the gazette, 10 readers", str(size), gazette_cost(timeline, 10))
            if size.games <= storm:
                yield Row("a phase closed at its deadline, wall", str(size), storm_cost(timeline, clock, size.games))


def compared(rows: list[Row]) -> list[Row]:
    """The rows, each with its ratio to the same work at the base size."""
    base = {row.work: row.cost for row in rows if row.size == str(BASE)}
    return [replace(row, ratio=row.cost / base[row.work]) for row in rows if row.work in base]


@click.command()
@click.option("--young", default=(1000, 10_000), multiple=True, show_default=True, help="Sizes: so many young games.")
@click.option("--old", default=(1, 200), multiple=True, show_default=True, help="Sizes: so many games of 50 phases.")
@click.option("--started", default=10_000, show_default=True, help="So many old games for a start alone; 0 for none.")
@click.option("--letters", default=120, show_default=True, help="Letters settled at each size.")
@click.option("--storm", default=1000, show_default=True, help="The most games whose deadlines are run.")
@click.option("--json", "file", type=click.Path(path_type=Path), help="Where the figures are written.")
def main(
    young: tuple[int, ...], old: tuple[int, ...], started: int, letters: int, storm: int, file: Path | None
) -> None:
    """Measure every size, then print the figures with their ratios to ten young games."""
    rows: list[Row] = []
    sizes = (BASE, *(Size(games, YOUNG) for games in young), *(Size(games, OLD) for games in old))
    sizes += (Size(started, OLD, is_bare=True),) if started else ()
    with tempfile.TemporaryDirectory() as root:
        for size in dict.fromkeys(sizes):
            for row in measure(size, Path(root), letters, storm):
                rows.append(row)
                click.echo(f"{row.work:36} {row.size:>12} {row.cost:10.2f} ms")
    click.echo(f"\n{'':36} {'':>12} {'ms':>10} {'of the base':>12}")
    rows = compared(rows)
    for row in sorted(rows, key=lambda row: row.work):
        click.echo(f"{row.work:36} {row.size:>12} {row.cost:10.2f} {row.ratio:12.2f}")
    if file:
        told = {"machine": platform.processor() or platform.machine(), "rows": [asdict(row) for row in rows]}
        file.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def _milliseconds(seconds: float) -> float:
    return seconds * 1000


if __name__ == "__main__":
    main()
