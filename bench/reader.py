"""What it costs to read a letter in a process apart: the same orders letters settled here and there, turn by turn.

Run ``python -m bench.reader``. Two judges have the same games; one settles its letters itself, the other in the reader
that ``serve`` has. They take turns letter by letter, so that whatever else the machine does meets both alike. Beside
the difference stands its floor, as many bytes through a pipe to a process that does nothing and back, and the round
trip of a letter of which nothing is decided. ``--json FILE`` keeps the figures for comparison.
"""

import multiprocessing
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from pickle import dumps
from random import Random
from statistics import median
from time import clock_gettime, perf_counter, process_time

import click

from bench.capacity import BASE, WRITERS, laid, orders_letter, working
from bench.figures import figures_option, keep_figures
from judge.handlers.services import SMTP, Services
from judge.paths.receive import settle_letter
from judge.service.pools import FIRST_READING, LetterReader
from judge.service.timeline import Timeline
from judge.store.records import Transaction
from judge.store.rows import KeptLetter, LetterStatus
from judge.system.clock import SettableClock

HERE, APART = "settled in the process itself", "settled in the reader"
NOTHING, FLOOR = "nothing decided, in the reader", "as many bytes through a pipe and back"

_PROCESSES = multiprocessing.get_context("spawn")
_WARM = 40
"""Letters that are settled on each side before any is measured."""

_AN_HOUR = 25
"""Letters in one hour; past thirty nobody is answered."""


class Stopwatch:
    """Milliseconds on the wall, and of the processor in all processes of it, that each kind of work has taken."""

    def __init__(self) -> None:
        """Nothing is measured yet."""
        self.taken: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)

    @contextmanager
    def running(self, work: str, other: int | None = None) -> Iterator[None]:
        """Measure what is done within; ``other`` is the id of the process that does a part of it."""
        begun, processor = perf_counter(), _processor_seconds(other)
        yield
        taken = perf_counter() - begun, _processor_seconds(other) - processor
        self.taken[work].append((taken[0] * 1000, taken[1] * 1000))


def _processor_seconds(other: int | None) -> float:
    """The processor time of this process and another, whose clock is named as by clock_getcpuclockid(3)."""
    return process_time() + (clock_gettime(~other << 3 | 2) if other else 0.0)


class Side:
    """A judge with its own copy of the games, its letters written by chance, the same on every side."""

    def __init__(self, timeline: Timeline, clock: SettableClock) -> None:
        """Letters come from the hour of the ``clock`` on."""
        self.services, self._timeline, self._clock = timeline.services, timeline, clock
        self._random, self._number = Random(1), 0

    def next_letter(self) -> KeptLetter:
        """The next letter, kept and not yet read."""
        if self._number % _AN_HOUR == 0:
            self._clock.advance_to(self._clock.now() + timedelta(hours=1))
        game, key = self._random.randrange(BASE.games), self._random.getrandbits(64)
        letter = orders_letter(self._timeline, game, WRITERS[self._number % len(WRITERS)], key)
        self._number += 1
        return self.services.store.letter(self.services.store.keep(SMTP, *letter).result())


def nothing(_: Services, kept: KeptLetter) -> Transaction:
    """Decide nothing of a letter."""
    return Transaction(kept.id, LetterStatus.ROBOT)


@contextmanager
def echo(answer: bytes) -> Iterator[tuple[Connection, int | None]]:
    """The way to a process that sends ``answer`` for whatever it is sent, and its id."""
    pipe, theirs = _PROCESSES.Pipe()
    process = _PROCESSES.Process(target=_answer, args=(theirs, answer), daemon=True)
    process.start()
    try:
        yield pipe, process.pid
    finally:
        process.kill()
        process.join()


def _answer(pipe: Connection, answer: bytes) -> None:
    while True:
        pipe.recv_bytes()
        pipe.send_bytes(answer)


def settle_in_turn(
    here: Side, apart: Side, reader: LetterReader, idle: LetterReader, watch: Stopwatch
) -> tuple[bytes, bytes]:
    """Settle a letter on each side; what went to the reader of it, and what came back.

    ``idle`` is a reader that decides nothing: one that does now this, now that, must be told each time.
    """
    letter = here.next_letter()
    with watch.running(HERE):
        decided = settle_letter(here.services, letter)
    here.services.store.commit(decided)
    letter = apart.next_letter()
    with watch.running(NOTHING, idle.pid):
        idle.settle(apart.services, letter, nothing)
    with watch.running(APART, reader.pid):
        decided = reader.settle(apart.services, letter, settle_letter)
    apart.services.store.commit(decided)
    return dumps(letter), dumps(decided)


def measured(letters: int, root: Path) -> Stopwatch:
    """Settle so many letters on each side, turn by turn."""
    watch = Stopwatch()
    with ExitStack() as stack:
        folders = [stack.enter_context(laid(BASE, root)) for _ in range(2)]
        here, apart = (Side(stack.enter_context(working(*one)), one[1]) for one in folders)
        reader, idle = (stack.enter_context(closing(LetterReader(FIRST_READING))) for _ in range(2))
        sent, came = [settle_in_turn(here, apart, reader, idle, watch) for _ in range(_WARM)][-1]
        pipe, other = stack.enter_context(echo(came))
        watch.taken.clear()
        for _ in range(letters):
            settle_in_turn(here, apart, reader, idle, watch)
            with watch.running(FLOOR, other):
                pipe.send_bytes(sent)
                pipe.recv_bytes()
    return watch


@click.command()
@click.option("--letters", default=400, show_default=True, help="Letters settled on each side.")
@figures_option
def main(letters: int, file: Path | None) -> None:
    """Print the medians in milliseconds, on the wall and of the processor, and what the reader costs a letter."""
    with tempfile.TemporaryDirectory() as root:
        taken = measured(letters, Path(root)).taken
    figures = {work: tuple(map(median, zip(*taken[work], strict=True))) for work in (HERE, APART, NOTHING, FLOOR)}
    figures["the reader costs a letter"] = tuple(
        median(there - here for here, there in zip(*both, strict=True))
        for both in zip(*(zip(*taken[work], strict=True) for work in (HERE, APART)), strict=True)
    )
    click.echo(f"{'':40} {'wall':>8} {'processor':>10}")
    for work, (wall, processor) in figures.items():
        click.echo(f"{work:40} {wall:8.2f} {processor:10.2f}")
    keep_figures(file, figures)


if __name__ == "__main__":
    main()
