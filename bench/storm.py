"""How soon a client is told 250 while the deadlines of many games are decided at once, and how long these take.

Run ``python -m bench.storm``. The judge runs as ``serve`` runs it. One client writes to it, a letter every twenty
milliseconds, from the moment the judge is started until the last of the games is on; then as many letters again while
nothing else is done. ``--json FILE`` keeps the figures for comparison.
"""

import smtplib
import sqlite3
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter

import click

from bench.capacity import Size, laid, working
from bench.copied_games import OLD, YOUNG, name_of
from bench.door import TO
from bench.figures import figures_option, keep_figures
from judge.config import Config
from judge.service.timeline import Timeline
from judge.store.rows import format_timestamp
from judge.system.clock import SettableClock, SystemClock
from tests.shared.processes import Processes, processes

_TAKEN = 250
_PAUSE = 0.02
_NEVER = threading.Event()
"""Never set: waited for to let time go by."""

_LETTER = b"Subject: Hello\r\n\r\n" + b"A letter that says nothing in particular.\r\n" * 40 + b".\r\n"


@contextmanager
def storm(size: Size, root: Path) -> Iterator[Processes]:
    """A judge that is started on games all of whose deadlines have passed while it was thought to run."""
    with laid(size, root) as (config, clock):
        with working(config, clock) as timeline:
            _miss_a_deadline(timeline, clock, size.games)
            timeline.services.store.heartbeat(SystemClock().heartbeat())
        folder = config.folders.data.parent
        (folder / "config.toml").write_text(_settings(config), encoding="utf-8")
        with processes(folder / "config.toml") as running:
            yield running


def _settings(config: Config) -> str:
    folders = config.folders
    return (
        f'[smtp]\nport = 0\n[folders]\ndata = "{folders.data}"\narchive = "{folders.archive}"\n'
        f'mailboxes = "{folders.mailboxes}"\n'
    )


def _miss_a_deadline(timeline: Timeline, clock: SettableClock, games: int) -> None:
    """Let the first deadlines pass, which give time to those who have not written; the next ones close the phases."""
    found = [timeline.services.game(name_of(number)) for number in range(games)]
    clock.advance_to(max(game.deadline.at for game in found if game and game.deadline))
    while timeline.step():
        pass


def are_due(database: Path) -> bool:
    """Whether the deadline of any game has passed and nothing has come of it."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        now = format_timestamp(datetime.now(UTC))
        return db.execute("SELECT 1 FROM games WHERE alarm < ? LIMIT 1", [now]).fetchone() is not None


def told_after(port: int) -> float:
    """Milliseconds from the final dot of a letter to its 250."""
    with smtplib.SMTP("127.0.0.1", port, timeout=600) as client:
        client.helo("x")
        client.mail("alice@example.org")
        client.rcpt(TO)
        client.docmd("DATA")
        begun = perf_counter()
        client.send(_LETTER)
        answer = client.getreply()
        wait = (perf_counter() - begun) * 1000
    if answer[0] != _TAKEN:
        raise ConnectionError(str(answer))
    return wait


def closes(database: Path) -> int:
    """How many phases have closed in all games."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        counted = db.execute("SELECT count(*) FROM events WHERE json_extract(event, '$.is') = 'phase-closed'")
        return int(counted.fetchone()[0])


def measured(size: Size, root: Path) -> dict[str, float]:
    """The seconds that the deadlines take, and percentiles of the milliseconds to 250, meanwhile and afterwards."""
    with storm(size, root) as running:
        database = running.folder / "data" / "judge.db"
        before, begun, waits = closes(database), perf_counter(), list[float]()
        while are_due(database):
            waits.append(told_after(running.port))
            _NEVER.wait(_PAUSE)
        seconds, rest = perf_counter() - begun, list[float]()
        if closes(database) != before + size.games:
            message = "the phases of the games did not close"
            raise RuntimeError(message)
        _NEVER.wait(5)  # letters are written no more, pages hardly any
        for _ in waits:
            rest.append(told_after(running.port))
            _NEVER.wait(_PAUSE)
    return {
        "letters": len(waits),
        "seconds": seconds,
        "p50": _percentile(waits, 50),
        "p99": _percentile(waits, 99),
        "p50 at rest": _percentile(rest, 50),
        "p99 at rest": _percentile(rest, 99),
    }


def _percentile(waits: list[float], percent: int) -> float:
    return sorted(waits)[min(len(waits) * percent // 100, len(waits) - 1)]


@click.command()
@click.option("--young", default=1000, show_default=True, help="Young games whose deadlines pass, 0 for none.")
@click.option("--old", default=200, show_default=True, help="Games of 50 phases, 0 for none.")
@figures_option
def main(young: int, old: int, file: Path | None) -> None:
    """Measure a storm of young games, then one of old games."""
    figures = {}
    with tempfile.TemporaryDirectory() as root:
        for size in (size for size in (Size(young, YOUNG), Size(old, OLD)) if size.games):
            one = figures[str(size)] = measured(size, Path(root))
            times = {name: one[name] / one[f"{name} at rest"] for name in ("p50", "p99")}
            click.echo(
                f"{size}: {one['seconds']:.1f} s; {one['letters']:.0f} letters meanwhile, milliseconds to 250: median "
                f"{one['p50']:.1f} ({times['p50']:.1f} of that at rest), p99 {one['p99']:.1f} ({times['p99']:.1f})"
            )
    keep_figures(file, figures)


if __name__ == "__main__":
    main()
