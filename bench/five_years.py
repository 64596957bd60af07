"""Five years of forty games that nobody plays but chance, every promise of the judge checked after every event.

Run ``python -m bench.five_years``; docs/five-years.md tells what is simulated, what is checked. A table at which a game
has ended opens the next one. What is broken is told with the seed that breaks it again.
"""

import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

import click

from tests.long.by_letters import a_game_by_letters
from tests.long.life import BrokenError, Life

ROWS = ("games", "letters", "hours", "events", "phases", "notices", "press delivered", "outages", "lines misread")

TWO_YEARS = 10
"""Phases, as many as two years of the board have at most."""


def at_one_table(seed: str, table: int, years: float) -> tuple[Counter[str], list[str]]:
    """What happened at a table, game after game until the years are over; what was broken."""
    tallies: Counter[str] = Counter()
    broken: list[str] = []
    left, game = 365 * years, 0
    while left > 0:
        game += 1
        life = Life(f"{seed}-{table}", game, left / 365)
        try:
            life.live()
        except BrokenError as error:
            broken.append(str(error))
        tallies += life.tallies
        tallies["games"] += 1
        left -= (life.now - life.began).days + 1
    return tallies, broken


@click.command()
@click.option("--seed", default="five years", show_default=True)
@click.option("--tables", default=40, show_default=True, help="Games that are played side by side.")
@click.option("--years", default=5.0, show_default=True)
@click.option("--by-letters", default=4, show_default=True, help="Games of two years through the whole judge.")
def main(seed: str, tables: int, years: float, by_letters: int) -> None:
    """Let all tables play, and print what came of it."""
    began, tallies, broken = time.monotonic(), Counter[str](), list[str]()
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        waited = [pool.submit(at_one_table, seed, number, years) for number in range(1, tables + 1)]
        for done, table in enumerate(as_completed(waited), start=1):
            counted, wrong = table.result()
            tallies += counted
            broken += wrong
            seconds = time.monotonic() - began
            click.echo(f"{done:3} of {tables} tables, {tallies['events']:9,} events, {seconds:5.0f} s", err=True)
    for name in ROWS:
        click.echo(f"{name:32}{tallies[name]:12,}")
    for prefix in ("ending", "did", "refused"):
        click.echo(f"\n{prefix}")
        for name, number in sorted(tallies.items()):
            if name.startswith(f"{prefix} "):
                click.echo(f"  {name.removeprefix(prefix + ' '):30}{number:12,}")
    for number in range(1, by_letters + 1):
        with tempfile.TemporaryDirectory() as folder:
            closed, letters = a_game_by_letters(Path(folder), f"{seed} {number}", TWO_YEARS)
        click.echo(f"by letters: game {number}, {closed} phases, {letters} letters of the judge, nothing told amiss")
    click.echo(f"\n{len(broken)} promises broken in {time.monotonic() - began:.0f} seconds")
    for one in broken:
        click.echo(f"\n{one}")
    raise SystemExit(bool(broken))


if __name__ == "__main__":
    main()
