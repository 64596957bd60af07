"""``python -m tests.simulation SEED`` plays one seed again; with ``--seeds N`` as many as that, on all processors."""

import argparse
import os
import sys

from click import echo

from tests.simulation.shrinking import Failure, lived, shrunk
from tests.simulation.sweep import begin, sweep
from tests.simulation.world import STORM, Run, Weather


def main() -> int:
    """Run what is asked for; 1 where anything failed."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("seed", nargs="?", default="1")
    reader.add_argument("--seeds", type=int, help="so many, from the number SEED on")
    reader.add_argument("--games", type=int, default=20)
    reader.add_argument("--days", type=float, default=365)
    reader.add_argument("--steps", type=int, help="end after so many, and look at nothing behind them")
    reader.add_argument("--faults", type=_steps, help="the only steps at which something may fail")
    reader.add_argument("--letters", type=_steps, help="the only steps at which somebody writes")
    reader.add_argument("--storm", action="store_true", help="much goes wrong")
    reader.add_argument("--jobs", type=int, default=os.cpu_count())
    reader.add_argument("--shrink", action="store_true")
    reader.add_argument("--log", action="store_true", help="show what the judge logs")
    wish = reader.parse_args()
    weather = STORM if wish.storm else Weather()
    run = Run(wish.seed, wish.games, wish.days, weather, wish.steps, wish.faults, wish.letters)
    begin(is_quiet=not wish.log)
    if wish.seeds:
        return sweep(run, wish.seeds, wish.jobs)
    found = lived(run)
    if isinstance(found, Failure) and wish.shrink:
        found = shrunk(found)
    echo(found)
    return int(isinstance(found, Failure))


def _steps(text: str) -> frozenset[int]:
    return frozenset(int(one) for one in text.split(",") if one)


if __name__ == "__main__":
    sys.exit(main())
