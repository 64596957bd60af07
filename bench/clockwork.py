"""How clockwork players fare: against random legal orders, and strength against strength; how long they think.

Run ``python -m bench.clockwork``. What is counted is the share of all centres after ten years, of ten turns of a war,
with the standard error of its mean. Every run gives the same shares; only the times differ. ``--pairing hard easy``
plays one against six of one pairing alone, for as many games as one has time for; progress goes to stderr.
"""

import statistics
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import product
from multiprocessing import get_context
from random import Random
from time import process_time

import click

from judge.clockwork import clockwork_orders
from judge.game.settings import PlayingStrength
from judge.rules.adjustments import possible_builds, required_orders
from judge.rules.board import Board, Power, Province
from judge.rules.board_file import board_names, load_board
from judge.rules.judge_phase import judge_phase
from judge.rules.legality import why_illegal
from judge.rules.orders import AdjustmentOrder, Disband, Hold, Move, Order, Retreat, SupportHold, SupportMove, Waive
from judge.rules.position import PhaseKind, Position, opening_position
from judge.rules.rulebook import RuleBook, UnitSight, load_rulebook, rulebook_names
from judge.rules.war.fog import view_for
from judge.rules.war.scouts import Scouting

YEARS = 10
YEARS_OF_THOUGHT = 4
WAR = "seuil"

Player = PlayingStrength | None
"""Who plays a power: None for random legal orders."""

EASY, FAIR, HARD = PlayingStrength
STRENGTH_AGAINST_STRENGTH = ((FAIR, EASY), (HARD, EASY), (HARD, FAIR))


# --- random legal orders


def random_orders(board: Board, position: Position, power: Power, lots: Random) -> tuple[Order, ...]:
    """Legal orders of a power, each drawn by lot; every unit has one."""
    owed = required_orders(board, position, power)
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return tuple(lots.choice(_moves(board, position, at)) for at in owed.orders)
        case PhaseKind.RETREAT:
            return tuple(lots.choice(_retreats(board, position, at)) for at in owed.orders)
        case PhaseKind.ADJUSTMENT:
            return tuple(_adjustments(board, position, power, lots))


def _moves(board: Board, position: Position, at: Province) -> list[Order]:
    unit = position.units[at]
    places = sorted(board.neighbours(unit.kind, unit.at))
    orders: list[Order] = [Hold(at), *(Move(at, place) for place in places)]
    for place, other in product(places, sorted(position.units)):
        helped = SupportHold(at, other) if place.province == other else SupportMove(at, other, place)
        orders += [helped] if other != at else []
    return [order for order in orders if why_illegal(board, position, order) is None]


def _retreats(board: Board, position: Position, at: Province) -> list[Order]:
    unit = position.dislodged[at].unit
    ways = (Retreat(at, place) for place in sorted(board.neighbours(unit.kind, unit.at)))
    return [*(way for way in ways if why_illegal(board, position, way) is None)] or [Disband(at)]


def _adjustments(board: Board, position: Position, power: Power, lots: Random) -> Iterator[AdjustmentOrder]:
    owed = required_orders(board, position, power)
    units = [unit.at.province for unit in position.units_of(power)]
    yield from (Disband(at) for at in lots.sample(units, owed.removals))
    builds = list(possible_builds(board, position, power))
    for _ in range(owed.builds):
        if not builds:
            yield Waive()
            return
        build = lots.choice(builds)
        builds = [other for other in builds if other.at.province != build.at.province]
        yield build


# --- games


@dataclass(frozen=True)
class Match:
    """One game: who plays the ``seats`` that are counted, who all others; for how many years."""

    board: str
    book: str
    seats: tuple[Power, ...]
    player: Player
    others: Player
    seed: str
    years: int = YEARS


@dataclass(frozen=True)
class Outcome:
    """The share of all centres that the counted seats have in the end; the seconds of each thought for movements."""

    share: float
    thoughts: Sequence[float]


def played(match: Match) -> Outcome:
    """Play a game to its end."""
    board, book = load_board(match.board), load_rulebook(match.book)
    lots, position, thoughts = Random(match.seed), opening_position(board), list[float]()
    while position.phase.year < board.start_year + match.years:
        now, orders = board.in_year(position.phase.year), dict[Power, tuple[Order, ...]]()
        for power in now.powers:
            who = match.player if power in match.seats else match.others
            known, began = _known(now, book, position, power), process_time()
            orders[power] = (
                clockwork_orders(now, book, known, power, who, match.seed)
                if who
                else random_orders(now, position, power, lots)
            )
            if who and power in match.seats and position.phase.kind is PhaseKind.MOVEMENT:
                thoughts.append(process_time() - began)
        position = judge_phase(now, book, position, orders).after
    owned = Counter(position.owners[centre] for centre in board.centres if centre in position.owners)
    return Outcome(sum(owned[power] for power in match.seats) / len(board.centres), thoughts)


def _known(board: Board, book: RuleBook, position: Position, power: Power) -> Position:
    """What a power knows of a position, without scouts."""
    return position if book.sight is UnitSight.ALL else view_for(board, position, Scouting(), power).position


def _matches(board: str, seats: int, player: Player, others: Player, games: int) -> list[Match]:
    """Games in which every power is counted equally often: as many next to each other in board order are.

    Powers without a unit at the start are not counted, for nothing they might order could come of it.
    """
    loaded = load_board(board)
    opening = opening_position(loaded)
    powers, book = [power for power in loaded.powers if opening.units_of(power)], loaded.rulebook or "2023"
    turns = [tuple((powers * 2)[at : at + seats]) for at in range(len(powers))]
    return [
        Match(board, book, turn, player, others, f"{' '.join(turn)}-{number}")
        for turn, number in product(turns, range(games))
    ]


# --- tables


_STRENGTH = click.Choice([*PlayingStrength], case_sensitive=False)


@click.command()
@click.option("--games", default=4, show_default=True, help="Games for each power.")
@click.option("--processes", type=int, help="How many games at once; as many as there are processors.")
@click.option("--pairing", type=(_STRENGTH, _STRENGTH), help="One player against six others, instead of all tables.")
def main(games: int, processes: int | None, pairing: tuple[PlayingStrength, PlayingStrength] | None) -> None:
    """Print all tables, as docs/clockwork.md has them."""
    against_random: list[tuple[Player, Player]] = [(strength, None) for strength in PlayingStrength]
    one = [*against_random, *STRENGTH_AGAINST_STRENGTH]
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        _print_shares(pool, "one player | six others", "standard", 1, games, [pairing] if pairing else one)
        if not pairing:
            _print_shares(pool, "three players | four others", "standard", 3, games, against_random)
            _print_shares(pool, "one player | two others", WAR, 1, 3 * games, one)
            _print_thoughts(pool)


def _print_shares(
    pool: ProcessPoolExecutor, who: str, board: str, seats: int, games: int, pairs: Sequence[tuple[Player, Player]]
) -> None:
    click.echo(f"| {who} | share of the centres | games |\n|---|---|---|---|")
    for player, others in pairs:
        matches = _matches(board, seats, player, others, games)
        shares = []
        for outcome in pool.map(played, matches):
            shares.append(outcome.share)
            click.echo(f"\r{len(shares)} of {len(matches)}: {statistics.mean(shares):.1%} ", nl=False, err=True)
        error = statistics.stdev(shares) / len(shares) ** 0.5
        click.echo("\r", nl=False, err=True)
        click.echo(
            f"| {_name(player)} | {_name(others)} | {statistics.mean(shares):.1%} ± {error:.1%} | {len(shares)} |"
        )
    click.echo()


def _print_thoughts(pool: ProcessPoolExecutor) -> None:
    """The time of thoughts on every board under its own book, on the standard board under every book."""
    own = [(board, load_board(board).rulebook or "2023") for board in board_names()]
    places = dict.fromkeys([*own, *(("standard", book) for book in rulebook_names())])
    thoughts: Mapping[PlayingStrength, list[float]] = defaultdict(list)
    longest: dict[PlayingStrength, str] = {}
    for (board, book), strength in product(places, PlayingStrength):
        match = Match(board, book, tuple(load_board(board).powers), strength, strength, "thoughts", YEARS_OF_THOUGHT)
        (outcome,) = pool.map(played, [match])
        if max(outcome.thoughts) > max(thoughts[strength], default=0):
            longest[strength] = f"{board}, {book}"
        thoughts[strength] += outcome.thoughts
    click.echo("| strength | thoughts | half of them within | 99 of 100 within | the longest |\n|---|---|---|---|---|")
    for strength, seconds in thoughts.items():
        half, most, last = statistics.median(seconds), statistics.quantiles(seconds, n=100)[98], max(seconds)
        times = " | ".join(f"{1000 * one:.1f} ms" for one in (half, most, last))
        click.echo(f"| {_name(strength)} | {len(seconds)} | {times} ({longest[strength]}) |")


def _name(player: Player) -> str:
    return player.value if player else "random"


if __name__ == "__main__":
    main()
