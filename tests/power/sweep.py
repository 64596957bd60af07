"""``make power``: ten thousand states that power cuts leave, of every scenario, and a judge started on each."""

import argparse
import logging
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from random import Random
from shutil import rmtree
from tempfile import mkdtemp

from click import echo

from tests.conftest import lay_folders_in_memory
from tests.power.recovery import Failure, draw, states
from tests.power.scenarios import SCENARIOS, Recording, read_recording, record

_AT_ONCE = 4
"""Cuts that a process tries at once."""


def try_cuts(base: Path, cuts: Sequence[int], seed: int) -> tuple[int, int, list[Failure]]:
    """How many states these cuts leave, how many of them are not the same, and what failed."""
    found = [*states(read_recording(base), cuts, seed)]
    return len(found), sum(is_new for is_new, _ in found), [failure for _, failure in found if failure]


def main() -> int:
    """Record, try, tell; 1 where anything failed."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--states", type=int, default=10_000)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--seconds", type=float, default=540, help="after which no more states are tried")
    reader.add_argument("--scenario", choices=[*SCENARIOS], action="append")
    wish = reader.parse_args()
    lay_folders_in_memory()
    base, end = Path(mkdtemp(prefix="power-")), time.monotonic() + wish.seconds
    recordings = [record(base / name) for name in wish.scenario or SCENARIOS]
    echo(", ".join(f"{one.name}: {len(one.calls)} calls" for one in recordings))
    jobs = [*_jobs(recordings, wish.states, wish.seed)]
    tried, failures = Counter[str](), []
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn"), _begin) as pool:
        found = {pool.submit(try_cuts, *job): job[0].name for job in jobs}
        try:
            for number, done in enumerate(as_completed(found, max(0, end - time.monotonic())), 1):
                one, new, failed = done.result()
                tried.update({found[done]: one, "all": one, "new": new})
                failures += failed
                echo(f"\r{number} of {len(jobs)}: {tried['all']} states, {len(failures)} failed", nl=False)
        except TimeoutError:
            pool.shutdown(cancel_futures=True)
    echo("\n".join(("", ", ".join(f"{name}: {tried[name]}" for name in tried), *map(str, failures))))
    if not failures:
        rmtree(base)
    return bool(failures)


def _jobs(recordings: Sequence[Recording], number: int, seed: int) -> Sequence[tuple[Path, list[int], int]]:
    """What the processes do, in an order in which each scenario gets its share at any time."""
    calls, jobs = sum(len(one.calls) for one in recordings), []
    for one in recordings:
        drawn = draw(one, number * len(one.calls) // calls, seed)
        jobs += [(one.base, drawn[at : at + _AT_ONCE], seed) for at in range(0, len(drawn), _AT_ONCE)]
    Random(seed).shuffle(jobs)
    return jobs


def _begin() -> None:
    logging.disable()
    lay_folders_in_memory()


if __name__ == "__main__":
    sys.exit(main())
