"""How clockwork players fare: against random legal orders, and strength against strength; how long they think.

Run ``python -m bench.clockwork``. One player has one power, each of the seven in turn, all others are alike; the share
of the 34 centres is counted after ten years. Every run gives the same shares; only the times differ.
"""

import statistics
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from random import Random
from time import process_time

import click

from judge.clockwork.think import clockwork_orders
from judge.game.clockwork.messages import PlayingStrength
from judge.rules.adjustments import possible_builds
from judge.rules.board import Power, Province
from judge.rules.board_file import load_board
from judge.rules.judge_phase import judge_phase
from judge.rules.legality import why_illegal
from judge.rules.orders import AdjustmentOrder, Disband, Hold, Move, Order, Retreat, SupportHold, SupportMove, Waive
from judge.rules.position import PhaseKind, Position, opening_position
from judge.rules.required_orders import required_orders
from judge.rules.rulebook import load_rulebook

YEARS = 10
BOARD, BOOK = load_board("standard"), load_rulebook("2023")

Player = PlayingStrength | None
"""Who plays a power: None for random legal orders."""

AGAINST_OTHERS: Sequence[tuple[Player, Player]] = (
    (PlayingStrength.EASY, None),
    (PlayingStrength.FAIR, None),
    (PlayingStrength.HARD, None),
    (PlayingStrength.FAIR, PlayingStrength.EASY),
    (PlayingStrength.HARD, PlayingStrength.EASY),
    (PlayingStrength.HARD, PlayingStrength.FAIR),
)


def random_orders(position: Position, power: Power, lots: Random) -> tuple[Order, ...]:
    """Legal orders of a power, each drawn by lot; every unit has one."""
    owed = required_orders(BOARD, position, power)
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return tuple(lots.choice(_moves(position, at)) for at in owed.orders)
        case PhaseKind.RETREAT:
            return tuple(lots.choice(_retreats(position, at)) for at in owed.orders)
        case PhaseKind.ADJUSTMENT:
            return tuple(_adjustments(position, power, lots))


def _moves(position: Position, at: Province) -> list[Order]:
    unit = position.units[at]
    places = sorted(BOARD.neighbours(unit.kind, unit.at))
    orders: list[Order] = [Hold(at), *(Move(at, place) for place in places)]
    for place, other in product(places, sorted(position.units)):
        helped = [SupportHold(at, other)] if place.province == other else [SupportMove(at, other, place)]
        orders += [order for order in helped if other != at and why_illegal(BOARD, position, order) is None]
    return orders


def _retreats(position: Position, at: Province) -> list[Order]:
    unit = position.dislodged[at].unit
    ways = (Retreat(at, place) for place in sorted(BOARD.neighbours(unit.kind, unit.at)))
    return [*(way for way in ways if why_illegal(BOARD, position, way) is None)] or [Disband(at)]


def _adjustments(position: Position, power: Power, lots: Random) -> Iterator[AdjustmentOrder]:
    owed = required_orders(BOARD, position, power)
    units = [unit.at.province for unit in position.units_of(power)]
    yield from (Disband(at) for at in lots.sample(units, owed.removals))
    builds = list(possible_builds(BOARD, position, power))
    for _ in range(owed.builds):
        if not builds:
            yield Waive()
            return
        build = lots.choice(builds)
        builds = [other for other in builds if other.at.province != build.at.province]
        yield build


def share_of_centres(power: Power, player: Player, others: Player, seed: str, thoughts: list[float]) -> float:
    """The share of all centres that a power has after ten years; ``thoughts`` gets the seconds its player thought."""
    lots, position = Random(seed), opening_position(BOARD)
    while position.phase.year < BOARD.start_year + YEARS:
        orders: dict[Power, tuple[Order, ...]] = {}
        for one in BOARD.powers:
            who, began = player if one == power else others, process_time()
            orders[one] = (
                clockwork_orders(BOARD, BOOK, position, one, who, seed) if who else random_orders(position, one, lots)
            )
            if one == power and position.phase.kind is PhaseKind.MOVEMENT:
                thoughts.append(process_time() - began)
        position = judge_phase(BOARD, BOOK, position, orders).after
    return len(position.centres_of(power)) / len(BOARD.centres)


@click.command()
@click.option("--games", default=2, show_default=True, help="Games for each power.")
def main(games: int) -> None:
    """Print both tables, as docs/clockwork.md has them."""
    thoughts: Mapping[Player, list[float]] = {strength: [] for strength in PlayingStrength}
    click.echo("| one player | six others | centres after ten years |\n|---|---|---|")
    for player, others in AGAINST_OTHERS:
        told = thoughts[player]
        shares = [
            share_of_centres(power, player, others, f"{power}-{number}", told)
            for power, number in product(BOARD.powers, range(games))
        ]
        click.echo(f"| {_name(player)} | {_name(others)} | {statistics.mean(shares):.0%} |")
    click.echo("\n| strength | thought for a phase: half of them within | the longest |\n|---|---|---|")
    for strength, seconds in thoughts.items():
        click.echo(f"| {_name(strength)} | {1000 * statistics.median(seconds):.1f} ms | {1000 * max(seconds):.1f} ms |")


def _name(player: Player) -> str:
    return player.value if player else "random"


if __name__ == "__main__":
    main()
