"""A simulated year of many games: what the judge carries, what grows, whether its memory stays flat.

Run ``make soak``, or ``python -m bench.soak``. Every game is written to by chance: seven players send orders, some of
them press, some nothing; phases close early or at their deadlines; letters leave for Maildirs, which are emptied every
week. No sockets; the clock is set. Each week is told as it ends, and the file of ``--json`` holds the weeks so far.
docs/capacity.md tells what came of it.
"""

import heapq
import json
import multiprocessing
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from time import perf_counter, process_time

import click

from bench.capacity import POWER, config_in, working
from bench.copied_games import name_of
from judge.config import Config
from judge.game.apply import Trail
from judge.game.settings import Settings
from judge.handlers.outgoing import letters_of_news
from judge.handlers.services import SMTP
from judge.handlers.transaction import new_transaction
from judge.notation.tables import load_notation
from judge.notation.write import write_order
from judge.paths.deliver import LetterPictures, deliver_due
from judge.paths.painter import draw_letter_picture
from judge.rules.board import Power
from judge.rules.rulebook import rulebook_names
from judge.service.timeline import Timeline
from judge.system.clock import SettableClock
from tests.long.writing import orders_for
from tests.shared.recorded_logs import OPENED, opened
from tests.shared.stored import faults_of

WRITES, SENDS_PRESS = 0.9, 0.3
"""The chances that a player writes in a phase at all, and that the letter holds press."""

MOST_DRIFT = 0.05
"""By how much memory may differ from its mean, over the last half of the year."""

_WEEK = timedelta(days=7)
_PAGE_BYTES = 4096


@dataclass(frozen=True)
class Week:
    """What had come about by the end of a week: counts since the start, megabytes at its end, seconds it took.

    ``memory`` is resident in all processes, of the worker and of those that decide deadlines for it.
    """

    number: int
    letters: int
    phases: int
    sent: int
    memory: float
    database: float
    archive: float
    seconds: float
    processor_seconds: float


@dataclass(frozen=True, order=True)
class Plan:
    """At a moment a player of a game writes, if the phase is still that one; without a power the game is looked at."""

    at: datetime
    game: int
    phase: str
    power: str = ""


class Year:
    """Games under way, and everything that people have in mind to write."""

    def __init__(self, timeline: Timeline, clock: SettableClock, random: Random) -> None:
        """Nothing is planned before ``look_at``."""
        self.counts: Counter[str] = Counter()
        self._timeline = timeline
        self._clock = clock
        self._random = random
        self._plans: list[Plan] = []
        self._planned: dict[int, str] = {}

    def look_at(self, number: int) -> None:
        """Plan who writes in the open phase of a game, and when the game is looked at again."""
        game = self._timeline.services.game(name_of(number))
        if game is None or game.open_position is None or game.deadline is None:
            return
        now, due, phase = self._clock.now(), game.deadline.at, str(game.open_position.phase)
        self.counts["phases"] += self._planned.get(number, phase) != phase
        self._planned[number] = phase
        for power in game.seats:
            if self._random.random() < WRITES and orders_for(self._random, game.board, game.open_position, power):
                at = now + (due - now) * self._random.random()
                heapq.heappush(self._plans, Plan(at, number, phase, power))
        heapq.heappush(self._plans, Plan(due + timedelta(minutes=1), number, phase))

    def run_until(self, end: datetime) -> None:
        """Let everything happen that is planned or due before a moment."""
        while self._plans and self._plans[0].at < end:
            plan = heapq.heappop(self._plans)
            self._clock.advance_to(max(plan.at, self._clock.now()))
            self._settle()
            if plan.power and self._open_phase(plan.game) == plan.phase:
                self._write(plan.game, Power(plan.power))
                self._settle()
            still = self._open_phase(plan.game)
            if still != self._planned[plan.game] or (still == plan.phase and not plan.power):
                self.look_at(plan.game)
        self._clock.advance_to(end)
        self._settle()

    def _settle(self) -> None:
        while self._timeline.step():
            pass

    def _open_phase(self, number: int) -> str:
        """The phase that is open in a game, "" for none."""
        game = self._timeline.services.game(name_of(number))
        return str(game.open_position.phase) if game and game.open_position else ""

    def _write(self, number: int, power: Power) -> None:
        game = self._timeline.services.game(name_of(number))
        assert game is not None
        position, player = game.open_position, game.seats[power]
        assert position is not None
        notation = load_notation("18centres" if power == POWER else "standard")
        person = next(person for person in game.correspondents.values() if person.address == player)
        orders = orders_for(self._random, game.board, position, power)
        lines = [write_order(order, position, game.board, notation) for order in orders]
        if self._random.random() < SENDS_PRESS:
            reader = self._random.choice([other for other in game.seats if other != power])
            lines += [f"PRESS TO {reader}", "Shall we leave each other alone, this year and the next?", "END PRESS"]
        self.counts["letters"] += 1
        head = (
            f"From: {person.address}\r\nTo: judge@localhost\r\nMessage-ID: <{self.counts['letters']}@example.com>\r\n"
        )
        text = "".join(f"{line}\r\n" for line in lines)
        raw = f"{head}Content-Type: text/plain; charset=utf-8\r\n\r\n{text}".encode()
        to = f"judge+{game.name}.{person.token}@localhost"
        self._timeline.services.store.keep(SMTP, person.address, to, raw).result()


def lived(year: Year, timeline: Timeline, config: Config, games: int, weeks: int) -> Iterator[Week]:
    """Let the weeks pass; what each has left behind."""
    clock = timeline.services.clock
    for number in range(games):
        year.look_at(number)
    for week in range(1, weeks + 1):
        begun, used = perf_counter(), process_time()
        year.run_until(clock.now() + _WEEK)
        while deliver_due(timeline.services, LetterPictures(timeline.services, draw_letter_picture)):
            year.run_until(clock.now())
        year.counts["sent"] += sum(1 for _ in config.folders.mailboxes.glob("*/new/*"))
        shutil.rmtree(config.folders.mailboxes, ignore_errors=True)
        yield Week(
            week,
            letters=year.counts["letters"],
            phases=year.counts["phases"],
            sent=year.counts["sent"],
            memory=_memory(),
            database=_megabytes(config.folders.data),
            archive=_megabytes(config.folders.archive),
            seconds=perf_counter() - begun,
            processor_seconds=process_time() - used,
        )


def begin_games(timeline: Timeline, games: int) -> None:
    """Begin so many games, of each rule book in turn, with the same seven players."""
    services, books = timeline.services, rulebook_names()
    with click.progressbar(range(games), label=f"{games} games begin") as numbers:
        for number in numbers:
            settings = Settings(rulebook=books[number % len(books)])
            trail = Trail(None).on(opened(settings, name=name_of(number)))
            assert services.store.commit(new_transaction(services, trail, letters_of_news(services, trail)))


def _show(week: Week, weeks: int) -> None:
    click.echo(
        f"week {week.number:2} of {weeks}: {week.letters:10,} letters {week.phases:8,} phases {week.sent:10,} sent"
        f" {week.memory:6.0f} MB of memory {week.database:8.0f} MB of database {week.archive:7.1f} MB of archive"
        f" {week.seconds:7.1f} s ({week.processor_seconds:.1f} s of processor)"
    )


def _memory() -> float:
    """Resident megabytes of this process and those that it has begun."""
    processes = [os.getpid(), *(child.pid for child in multiprocessing.active_children())]
    statements = [Path(f"/proc/{process}/statm").read_text(encoding="ascii") for process in processes]
    return sum(int(text.split()[1]) for text in statements) * _PAGE_BYTES / 1e6


def _megabytes(folder: Path) -> float:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


@click.command()
@click.option("--games", default=10_000, show_default=True)
@click.option("--weeks", default=52, show_default=True)
@click.option("--seed", default="a year", show_default=True)
@click.option("--json", "file", type=click.Path(path_type=Path), help="Where the figures are written.")
def main(games: int, weeks: int, seed: str, file: Path | None) -> None:
    """Play the weeks and say what grew; 1 where memory moved in the last half, or something does not agree."""
    told: list[Week] = []
    with ExitStack() as stack:
        root = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        config, clock = config_in(root), SettableClock(OPENED)
        timeline = stack.enter_context(working(config, clock))
        begin_games(timeline, games)
        before = _megabytes(config.folders.data)
        for week in lived(Year(timeline, clock, Random(seed)), timeline, config, games, weeks):
            told.append(week)
            _show(week, weeks)
            if file:
                file.write_text(json.dumps([asdict(week) for week in told], indent=1) + "\n", encoding="utf-8")
        faults = faults_of(config)
    click.echo("\n".join(faults) or "all that is stored agrees, every record verifies")
    raise SystemExit(not _is_flat(told, games, before) or bool(faults))


def _is_flat(told: list[Week], games: int, before: float) -> bool:
    """Whether memory stayed where it was over the last half; what the weeks come to is printed."""
    last, half = told[-1], [week.memory for week in told[len(told) // 2 :]]
    years = games * len(told) / 52
    drift = (max(half) - min(half)) / 2 / (sum(half) / len(half))
    used = sum(week.processor_seconds for week in told)
    of_a_game = f"{last.letters / games:.1f} letters in, {last.sent / games:.1f} out, {last.phases / games:.1f} phases"
    click.echo(f"\na game: {of_a_game}")
    click.echo(f"{used / last.letters * 1000:.1f} ms of processor a letter, closes and letters out included")
    click.echo(f"{(last.database - before) / last.phases * 1000:.0f} kB of database a phase")
    click.echo(f"{(last.database - before) / years:.2f} MB of database a game-year")
    click.echo(f"{last.archive / years * 1000:.0f} kB of archive a game-year")
    click.echo(f"memory over the last half: {min(half):.0f} to {max(half):.0f} MB (± {drift:.1%})")
    return drift <= MOST_DRIFT


if __name__ == "__main__":
    main()
