"""Every sentence of the reports on dense phases held against position, orders and outcomes: whether what it says is so.

Run ``python -m bench.reasons``. What must hold for a sentence to be true stands in ``tests/rules/claims``. A falsehood
is told with the seed that shows it again; ``--seed`` and ``--first`` begin elsewhere.
"""

import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context
from random import Random

import click

from judge.rules.rulebook import load_rulebook, rulebook_names
from tests.rules.claims.phases import scenes
from tests.rules.claims.telling import said_of

MOST_SHOWN = 3
"""Falsehoods of one kind that are told in words."""


def held(book: str, seed: str, first: int, phases: int) -> tuple[Counter[str], Counter[str], list[str]]:
    """How often each sentence was said, how often it was false, and some of the falsehoods."""
    said, false, shown = Counter[str](), Counter[str](), list[str]()
    for number in range(first, first + phases):
        for scene in scenes(load_rulebook(book), Random(f"{seed}-{number}")):
            said["phases"] += 1
            for one in said_of(scene):
                said[one.key] += 1
                if not one.is_true:
                    false[one.key] += 1
                    if false[one.key] <= MOST_SHOWN:
                        shown.append(
                            f"{book} {seed}-{number} {scene.position.phase} {one.power} {one.key}: {one.words}"
                        )
    return said, false, shown


@click.command()
@click.option("--seed", default="reasons", show_default=True)
@click.option("--first", default=0, show_default=True)
@click.option("--phases", default=3000, show_default=True, help="Movement phases of each book.")
@click.option("--book", default="", help="One book alone.")
def main(seed: str, first: int, phases: int, book: str) -> None:
    """Print how often each sentence was said, and how often it was false."""
    began, all_said, all_false = time.monotonic(), Counter[str](), Counter[str]()
    books = [book] if book else list(rulebook_names())
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        for name, (said, false, shown) in zip(
            books, pool.map(held, books, repeat(seed), repeat(first), repeat(phases)), strict=True
        ):
            counted = sum(said.values()) - said["phases"]
            click.echo(f"{name:10} {said['phases']:7} phases {counted:9} sentences {sum(false.values()):7} false")
            click.echo("\n".join(shown) + "\n" if shown else "", nl=False)
            all_said += said
            all_false += false
    for key, times in sorted(all_said.items()):
        click.echo(f"  {key:32} {times:9} {all_false[key]:7} false")
    click.echo(f"{time.monotonic() - began:.0f} s")
    raise SystemExit(1 if all_false else 0)


if __name__ == "__main__":
    main()
