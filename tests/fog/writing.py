"""What people write in a war: orders by chance, errands of scouts, every question there is, what spies would ask."""

from collections.abc import Iterator, Sequence
from random import Random

from judge.game.state import Game
from judge.notation.errands import write_errand
from judge.notation.tables import load_notation
from judge.notation.write import write_order
from judge.rules.adjustments import required_orders
from judge.rules.board import Board, Power, Province
from judge.rules.orders import Order
from judge.rules.position import PhaseKind
from judge.rules.war.scouts import Errand, Investigate, Sabotage, SpyQuickly, SpySlowly, Travel
from tests.fog.witness import around
from tests.long.writing import orders_for

STIM = load_notation("stim")


def ordered(random: Random, game: Game, power: Power) -> Iterator[str]:
    """A letter of orders as somebody writes it who sees the whole board, so that units meet."""
    position = game.open_position
    if position is None:
        return
    if position.phase.kind is PhaseKind.ADJUSTMENT:
        yield from _adjusted(random, game, power)
        return
    for order in orders_for(random, game.board, position, power):
        yield _written(order, game)
    if position.phase.kind is PhaseKind.MOVEMENT:
        for scout in game.scouting.of(power):
            yield write_errand(_errand(random, game.board, scout.at))


def _adjusted(random: Random, game: Game, power: Power) -> Iterator[str]:
    position = game.position
    assert position is not None
    due = required_orders(game.board, position, power)
    troops = [troop for troop in game.board.war.troops.values() if not troop.powers or power in troop.powers]
    for site in due.sites[: due.builds]:
        yield f"+{random.choice(troops).letter} {site}"
    for unit in random.sample(position.units_of(power), due.removals):
        yield f"-{unit}"
    for centre in sorted(game.board.homes(power))[:1]:
        yield f"+E {centre}"


def _written(order: Order, game: Game) -> str:
    assert game.position is not None
    return write_order(order, game.position, game.board, STIM)


def _errand(random: Random, board: Board, at: str) -> Errand:
    here = next(region for region in board.regions if region == at)
    near = sorted(around(board, here))
    target = random.choice([here, *near])
    far = random.choice(sorted({there for one in near for there in around(board, one)}))
    return random.choice(
        (
            Travel(here, random.choice((target, far))),
            Travel(here, far),
            SpySlowly(here, target),
            SpyQuickly(here, target),
            Sabotage(here),
            Investigate(here, "who lives here"),
        )
    )


def probing(random: Random, game: Game, powers: Sequence[Power], hints: Sequence[Province]) -> Iterator[str]:
    """Orders for every own unit that lean on units far away, as somebody writes them who hopes to learn of those.

    ``hints`` are regions where there is something to find out.
    """
    position, regions = game.open_position, _regions(game.board, hints)
    if position is None:
        return
    for power in powers:
        if position.phase.kind is not PhaseKind.MOVEMENT:
            yield from ordered(random, game, power)
            continue
        for unit in position.units_of(power):
            one, other = random.choice(regions), random.choice(regions)
            near = random.choice(sorted(around(game.board, unit.at.province)))
            troop = random.choice([*game.board.war.troops, "?"])
            yield random.choice(
                (
                    f"{unit} A {near}",
                    f"{unit} A {near}",
                    f"{unit} A {one}",
                    f"{unit} S {troop} {one} T",
                    f"{unit} S {troop} {one} A {near}",
                    f"{unit} S {troop} {near} A {one}",
                    f"{unit} C {troop} {one} A {other}",
                    f"{unit} T",
                )
            )
        for scout in game.scouting.of(power):
            yield f"E {scout.at} {random.choice(('A', 'E L', 'E R'))} {random.choice(regions)}"


def _regions(board: Board, hints: Sequence[Province]) -> Sequence[Province]:
    """All regions, but two lots in three fall on those that matter."""
    often = 2 * len(board.regions) // max(len(hints), 1)
    return (*sorted(board.regions), *(sorted(hints) * often))


def prying(random: Random, game: Game, hints: Sequence[Province]) -> list[str]:
    """Every question, every command, about regions and units that need not concern the writer."""
    board, some = game.board, random.choice
    regions, powers = _regions(board, hints), sorted(board.powers)
    troops = [*board.war.troops, "A", "?"]
    year = game.position.phase.year if game.position else 1

    def unit() -> str:
        return f"{some(troops)} {some(regions)}"

    phases = [f"{season}{year}{kind}" for season in "SF" for kind in "MR"] + [f"W{year}A"]
    whatif = "\n".join(
        (
            "WHATIF",
            *(f"{power}: {unit()} A {some(regions)}" for power in powers),
            f"{unit()} S {unit()} A {some(regions)}",
            f"{unit()} T",
            "ENDWHATIF",
        )
    )
    return [
        "STATUS",
        "BOARD",
        "MAP",
        "MAP A5",
        f"MAP {some(phases)} SVG",
        "THREATS",
        "SUMMARY",
        "HISTORY",
        f"HISTORY {some(phases)}",
        "HISTORY PRESS",
        "EXPORT UNITS",
        "ARCHIVE",
        "LIST",
        "RECORD",
        "RECORD rome",
        "MASTER",
        "REPORT",
        *(f"WHY {game.name} {some(phases)} {unit()}" for _ in range(3)),
        *(f"WHY {unit()}" for _ in range(3)),
        f"POURQUOI {unit()} A {some(regions)}",
        f"{whatif}",
        f"WHATIF {some(phases)}\n{unit()} A {some(regions)}\nENDWHATIF",
        *(f"{unit()} A {some(regions)}" for _ in range(4)),
        *(f"{some(regions)} A {some(regions)}" for _ in range(3)),
        *(f"E {some(regions)} A {some(regions)}" for _ in range(3)),
        f"IF {some(powers)} {unit()} AND NOT {some(regions)}\n{unit()} A {some(regions)}\nENDIF",
        f"{unit()} S {unit()} A {some(regions)}",
        f"+{some(troops)} {some(regions)}",
        f"+E {some(regions)}",
        f"- {unit()}",
        f"{unit()} R {some(regions)}",
        f"PREFER RETREATS {some(regions)}: {some(regions)}, {some(regions)}",
        f"PREFER REMOVALS {unit()}",
        "WAIT",
        "UNWAIT",
        "VOTE DRAW",
        f"VOTE DRAW {' '.join(powers[:2])}",
        f"VOTE CONCESSION {some(powers)}",
        "VOTE EXTEND 2d",
        "TAKE 1d",
        "UNVOTE",
        "TAKEOVER rome",
        f"TAKEOVER {some(powers)}",
        "STANDBY rome",
        "RETURN",
        "CLOSE",
        f"CLOSE {some(phases)}",
        f"ROLLBACK {some(phases)}",
        f"CORRECT\nREMOVE {unit()}\nREASON I want to know\nENDCORRECT",
        f"CORRECT\nMOVE {unit()} - {some(regions)}\nREASON I want to know\nENDCORRECT",
        f"ALLIANCE {some(powers)}",
        f"BREAK {some(powers)}",
        f"ENTER {some(powers)}",
        f"BARRACKS {unit()}",
        f"FACTORY {some(powers)}",
        f"REPAIR {unit()}",
        "RESEND 1-3",
        f"PHASE F{year}M\n{unit()} A {some(regions)}",
        f"WITHDRAW F{year}M",
    ]
