"""Wars in the fog, each with a twin that its reader must not be able to tell from it.

Run ``python -m bench.twin_worlds``; docs/decisions tells why twins. A difference is told with the seed that shows it
again.
"""

import tempfile
import time
from collections import Counter
from pathlib import Path

import click

from tests.fog.twins import telling
from tests.fog.wars import PLAYERS, STANDBY, STRANGER, WATCHER

READERS = (*PLAYERS, WATCHER, STANDBY, STRANGER)
MOST_PHASES = 10


@click.command()
@click.option("--seed", default="twins", show_default=True)
@click.option("--worlds", default=300, show_default=True)
def main(seed: str, worlds: int) -> None:
    """Part so many worlds, and print what told them apart."""
    began, counted = time.monotonic(), Counter[str]()
    for number in range(worlds):
        reader, phases = READERS[number % len(READERS)], 1 + number // len(READERS) % MOST_PHASES
        with tempfile.TemporaryDirectory() as folder:
            found = telling(Path(folder), f"{seed}-{number}", reader, phases)
        counted["without a twin" if found is None else "told apart" if found else "the same"] += 1
        if found:
            click.echo(f"{seed}-{number}, {reader} after {phases} phases:\n{found}\n")
    for name, times in counted.items():
        click.echo(f"{name:16}{times:6}")
    click.echo(f"{time.monotonic() - began:.0f} s")
    raise SystemExit(1 if counted["told apart"] else 0)


if __name__ == "__main__":
    main()
