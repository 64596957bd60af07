"""Many seeds, on as many processors as are wanted."""

import gc
import logging
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from multiprocessing import get_context

from click import echo

from tests.conftest import lay_folders_in_memory
from tests.shared.tables_once import make_tables_once
from tests.simulation.shrinking import Failure, Lived, lived
from tests.simulation.world import Run


def begin(*, is_quiet: bool = True) -> None:
    """Have a process simulate."""
    lay_folders_in_memory()
    make_tables_once()
    gc.freeze()  # as a test run does: what is loaded is not looked through again and again
    gc.set_threshold(50_000, 20, 50)
    if not is_quiet:
        logging.basicConfig(level=logging.INFO)
        logging.getLogger("judge").addHandler(logging.NullHandler())


def sweep(run: Run, seeds: int, jobs: int) -> int:
    """Run so many seeds, tell how it goes on, then what came of all."""
    began, counts, failures = time.monotonic(), Counter[str](), list[Failure]()
    with ProcessPoolExecutor(jobs, get_context("spawn"), begin) as pool:
        runs = [replace(run, seed=str(int(run.seed) + number)) for number in range(seeds)]
        for number, done in enumerate(as_completed([pool.submit(lived, one) for one in runs]), 1):
            match done.result():
                case Failure() as failure:
                    failures.append(failure)
                    echo(failure)
                case Lived(steps=steps, tallies=tallies):
                    counts.update({"steps": steps, **tallies})
            minutes = (time.monotonic() - began) / 60
            echo(f"{number} of {seeds}, {len(failures)} failed, {minutes:.1f} minutes: {_told(counts)}", err=True)
    echo(f"{seeds} seeds of {run.games} games for {run.days:g} days: {len(failures)} failed; {_told(counts)}")
    return int(bool(failures))


def _told(counts: Counter[str]) -> str:
    return ", ".join(f"{number:,} {what}" for what, number in counts.items())
