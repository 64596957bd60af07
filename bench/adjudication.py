"""How fast a movement phase is judged, measured against the ``diplomacy`` package.

Run ``python -m bench.adjudication`` after ``make bench`` has installed that package. Both get the same texts of units
and orders, turn by turn in one process on one core: the phases of the recorded games, then crowded ones made up from a
seed. Set-up is all that leads from the texts to the call that judges. Then legal orders are listed by both, and
``judge.py adjudicate`` answers lines of JSON on all processors, beside itself on one.
"""

import gc
import json
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from itertools import cycle, islice, product
from os import cpu_count
from pathlib import Path
from random import Random
from subprocess import DEVNULL, run
from typing import NamedTuple

import click
from diplomacy import Game

from bench.figures import figures_option, keep_figures
from bench.skirmish import skirmish
from judge.notation.line import Misread
from judge.notation.read import read_order, read_unit
from judge.notation.tables import load_notation
from judge.notation.write import write_order
from judge.rules.board import Power, Unit
from judge.rules.board_file import load_board
from judge.rules.judge_phase import judge_phase, next_position
from judge.rules.legal_orders import legal_orders
from judge.rules.orders import Order
from judge.rules.position import Phase, PhaseKind, Position
from judge.rules.rulebook import load_rulebook
from judge.shell.play import load_record, recorded_games
from judge.system.files import command_line

BOARD, BOOK, STANDARD = load_board("standard"), load_rulebook("2023"), load_notation("standard")
Texts = Mapping[Power, list[str]]


@dataclass(frozen=True)
class Case:
    """A movement phase as texts."""

    phase: str
    units: Texts
    orders: Texts


class Judged(NamedTuple):
    """The seconds one adjudicator took to set a phase up, then to judge it, with the units that stand afterwards."""

    set_up: float
    call: float
    units: frozenset[tuple[str, str]]


# --- the phases ------------------------------------------------------------------------------------------------


def real() -> Iterator[Case]:
    """Every movement phase of the recorded games."""
    for game in recorded_games():
        units = _texts((unit.power, str(unit)) for unit in BOARD.start)
        for recorded in load_record(game):
            if recorded.phase.kind is PhaseKind.MOVEMENT:
                yield Case(str(recorded.phase), units, {power: [*texts] for power, texts in recorded.orders.items()})
            units = {power: [*texts] for power, texts in recorded.units.items()}


def crowded(seed: int, phases: int) -> Iterator[Case]:
    """Phases full of supports and convoys."""
    random = Random(seed)
    for _ in range(phases):
        position, orders = skirmish(BOARD, random)
        units = _texts((unit.power, str(unit)) for unit in position.units.values())
        lines = _texts(
            (position.units[at].power, write_order(order, position, BOARD, STANDARD)) for at, order in orders.items()
        )
        yield Case(str(position.phase), units, lines)


def _texts(pairs: Iterable[tuple[Power, str]]) -> Texts:
    texts: dict[Power, list[str]] = {}
    for power, text in pairs:
        texts.setdefault(power, []).append(text)
    return texts


# --- the adjudicators ------------------------------------------------------------------------------------------


def ours(case: Case, *, with_reasons: bool) -> Judged:
    """The judge: texts read into a position and orders, then judged with reasons, or without."""
    start = time.perf_counter()
    phase = as_values(case)
    ready = time.perf_counter()
    after = judge_phase(BOARD, BOOK, *phase).after if with_reasons else next_position(BOARD, BOOK, *phase)
    end = time.perf_counter()
    return Judged(ready - start, end - ready, _standing(after.units.values()))


def as_values(case: Case) -> tuple[Position, Mapping[Power, list[Order]]]:
    """The texts of a phase as the judge reads them."""
    units = (read_unit(text, power, BOARD, STANDARD) for power, texts in case.units.items() for text in texts)
    position = Position(Phase.parse(case.phase), {unit.at.province: unit for unit in units if unit})
    return position, {power: _read(position, power, texts) for power, texts in case.orders.items()}


def _read(position: Position, power: Power, texts: list[str]) -> list[Order]:
    read = [read_order(text, position, BOARD, power, STANDARD) for text in texts]
    return [order for order in read if not isinstance(order, Misread)]


def _standing(units: Iterable[Unit]) -> frozenset[tuple[str, str]]:
    return frozenset((unit.power, str(unit)) for unit in units)


def theirs(case: Case, *, expand: bool) -> Judged:
    """The package: a game of its own set up with the texts, then processed; ``expand`` has it read what it is given."""
    start = time.perf_counter()
    game = game_at(case)
    for power, texts in case.orders.items():
        game.set_orders(power, texts, expand=expand)
    ready = time.perf_counter()
    game.process()
    end = time.perf_counter()
    standing = ((power, unit) for power, units in game.get_units().items() for unit in units)
    return Judged(ready - start, end - ready, frozenset(unit for unit in standing if not unit[1].startswith("*")))


def game_at(case: Case) -> Game:
    """The package's game set up with the units of a phase."""
    game = Game()
    game.clear_units()
    game.clear_centers()
    game.set_current_phase(case.phase)
    for power, texts in case.units.items():
        game.set_units(power, texts)
    return game


OURS, ALONE = "the judge", "the judge, position alone"
THEIRS, TRUSTING = "the package", "the package, texts unread"
ADJUDICATORS: Mapping[str, Callable[[Case], Judged]] = {
    OURS: partial(ours, with_reasons=True),
    ALONE: partial(ours, with_reasons=False),
    THEIRS: partial(theirs, expand=True),
    TRUSTING: partial(theirs, expand=False),
}


# --- the race --------------------------------------------------------------------------------------------------


def race(label: str, cases: list[Case], turns: int) -> Mapping[str, list[Judged]]:
    """Every phase turn by turn by each adjudicator, so that a machine that slows down slows all of them."""
    judged: dict[str, list[Judged]] = {name: [] for name in ADJUDICATORS}
    with click.progressbar(list(product(range(turns), ADJUDICATORS)), label=label) as steps:
        for _, name in steps:
            gc.collect()  # nobody sweeps up after the one before
            judged[name] += map(ADJUDICATORS[name], cases)
    return judged


def report(label: str, judged: Mapping[str, list[Judged]], cases: int) -> tuple[int, Mapping[str, Mapping[str, float]]]:
    """Print the medians with the ratios; the number of phases on which judge and package agree, and the medians."""
    agreed = sum(our.units == their.units for our, their in zip(judged[OURS][:cases], judged[THEIRS], strict=False))
    click.echo(f"{label}: {cases} phases, the units stand in the same places after {agreed}")
    whole, alone = (_medians(judged, of) for of in (lambda one: one.set_up + one.call, lambda one: one.call))
    for name in judged:
        click.echo(
            f"  {name:26} set-up included {whole[name]:6.0f} µs, {whole[name] / whole[OURS]:5.2f} times the judge's;"
            f"   the call alone {alone[name]:6.0f} µs, {alone[name] / alone[OURS]:5.2f} times"
        )
    return agreed, {name: {"set-up included": whole[name], "the call alone": alone[name]} for name in judged}


def _medians(judged: Mapping[str, list[Judged]], of: Callable[[Judged], float]) -> Mapping[str, float]:
    return {name: statistics.median(map(of, times)) * 1e6 for name, times in judged.items()}


# --- the library ---------------------------------------------------------------------------------------------------


def listing(cases: list[Case], turns: int) -> float:
    """Print how long both take to list all legal orders of all powers; return the ratio."""
    positions, games = [as_values(case)[0] for case in cases], list(map(game_at, cases))
    own = _shortest(turns, lambda: [legal_orders(BOARD, one, power) for one in positions for power in BOARD.powers])
    others = _shortest(turns, lambda: [game.get_all_possible_orders() for game in games])
    click.echo(f"legal orders: {own / len(cases) * 1e6:.0f} µs a position, the package {others / own:.2f} times that")
    return others / own


def batches(cases: list[Case], turns: int, most: int = 2000) -> float:
    """Print how many lines of JSON a second one process answers, and as many as there are processors; the ratio."""
    lines = "\n".join(json.dumps(asdict(case)) for case in islice(cycle(cases), most))
    command = [*command_line(), "adjudicate", "--processes"]
    alone, together = (
        _shortest(turns, partial(run, [*command, str(number)], input=lines, text=True, stdout=DEVNULL, check=True))
        for number in (1, cpu_count())
    )
    click.echo(
        f"{most} lines of JSON: {most / alone:.0f} a second by one process, {alone / together:.2f} times as many "
        f"by {cpu_count()}"
    )
    return alone / together


def _shortest(turns: int, work: Callable[[], object]) -> float:
    """The seconds on the wall of the fastest of so many turns."""
    taken = []
    for _ in range(turns):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return min(taken)


@click.command()
@click.option("--turns", default=5, show_default=True, help="Turns of each adjudicator on each phase.")
@click.option("--seed", default=1901, show_default=True, help="The seed of the crowded phases.")
@click.option("--phases", default=100, show_default=True, help="How many crowded phases.")
@figures_option
def main(turns: int, seed: int, phases: int, file: Path | None) -> None:
    """Race the adjudicators; fails if they disagree about a phase that was really played."""
    played, made_up = list(real()), list(crowded(seed, phases))
    gc.freeze()
    agreed, medians = report("recorded games", race("recorded games", played, turns), len(played))
    _, of_crowded = report("crowded phases", race("crowded phases", made_up, turns), len(made_up))
    ratios = {"legal orders": listing(played, turns), "lines of JSON, processes": batches(played, turns)}
    keep_figures(file, {"recorded games": medians, "crowded phases": of_crowded, "library, ratios": ratios})
    if agreed < len(played):
        raise click.ClickException(f"the positions differ after {len(played) - agreed} recorded phases")


if __name__ == "__main__":
    main()
