"""Clockwork players: legal and complete orders under every rule book and on every board, the same for the same seed."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest

from judge.clockwork import clockwork_orders
from judge.game.settings import PlayingStrength
from judge.rules.adjustments import required_orders
from judge.rules.board import Board, Location, Power, Province, Unit, UnitKind, Year
from judge.rules.board_file import board_names, load_board
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import Move, Order, SupportMove, Waive, province_of
from judge.rules.position import Phase, PhaseKind, Position, Season, opening_position
from judge.rules.rulebook import RuleBook, load_rulebook, rulebook_names
from judge.rules.verdicts import Void
from tests.shared.shares import share_of

YEARS = 3

OWN_BOOKS = [(board, load_board(board).rulebook or "2023") for board in board_names()]
ALL_BOOKS = [("standard", book) for book in rulebook_names()]
GAMES = [(*game, tuple(PlayingStrength)[number % 3]) for number, game in enumerate([*OWN_BOOKS, *ALL_BOOKS])]
"""Every board under its own rule book, the standard board under all of them, the strengths in turn."""


def played(
    board: Board, book: RuleBook, strength: PlayingStrength
) -> Iterator[tuple[Board, Position, Mapping[Power, tuple[Order, ...]]]]:
    """Each phase of a game among clockwork players of one strength, with the orders of all."""
    position = opening_position(board)
    while position.phase.year < board.start_year + YEARS:
        now = board.in_year(position.phase.year)
        orders = {power: clockwork_orders(now, book, position, power, strength, "seed") for power in now.powers}
        yield now, position, orders
        position = judge_phase(now, book, position, orders).after


@pytest.mark.parametrize(("board", "book", "strength"), share_of(GAMES, 8, "clockwork"))
def test_every_order_owed_is_given_once_and_none_is_void(board: str, book: str, strength: PlayingStrength) -> None:
    rules = load_rulebook(book)
    for now, position, orders in played(load_board(board), rules, strength):
        verdicts = judge_phase(now, rules, position, orders).verdicts
        void = [one for verdicts_of in verdicts.values() for one in verdicts_of if isinstance(one.reason, Void)]
        assert void == [], position.phase
        for power, given in orders.items():
            owed = required_orders(now, position, power)
            units = Counter(province_of(order) for order in given)
            ordered = len([order for order in given if not isinstance(order, Waive)])
            assert max(units.values(), default=1) == 1
            assert owed.orders == () or units.keys() == set(owed.orders)
            assert owed.removals <= ordered <= len(owed.orders) + owed.builds + owed.removals


WRITTEN_BY_ANOTHER_PROCESS = """
from judge.clockwork import clockwork_orders
from judge.game.settings import PlayingStrength
from judge.rules.board_file import load_board
from judge.rules.position import opening_position
from judge.rules.rulebook import load_rulebook
board = load_board("standard")
for strength in PlayingStrength:
    print(clockwork_orders(board, load_rulebook("2023"), opening_position(board), "ITALY", strength, "seed"))
"""


def test_the_same_seed_gives_the_same_orders_in_every_process() -> None:
    command = [sys.executable, "-c", WRITTEN_BY_ANOTHER_PROCESS]
    printed = {
        subprocess.run(command, check=True, capture_output=True, text=True, env={"PYTHONHASHSEED": hashes}).stdout
        for hashes in ("1", "2")
    }
    assert len(printed) == 1


def test_another_seed_gives_other_orders_in_time() -> None:
    board, book = load_board("standard"), load_rulebook("2023")
    opening = opening_position(board)
    for strength in PlayingStrength:
        plans = {
            clockwork_orders(board, book, opening, power, strength, seed)
            for power in board.powers
            for seed in map(str, range(10))
        }
        assert len(plans) > len(board.powers)


# --- fair and hard players play better than a plan that nobody weighed: an autumn of a few armies

WEIGHING = (PlayingStrength.FAIR, PlayingStrength.HARD)
SEEDS = tuple(map(str, range(4)))


def autumn(**armies: str) -> Position:
    """An autumn in which powers have armies in provinces, and own their home centres."""
    board = load_board("standard")
    units = {
        Province(at): Unit(Power(power), UnitKind.ARMY, Location(Province(at)))
        for power, places in armies.items()
        for at in places.split()
    }
    owners = {centre: home for centre, region in board.regions.items() if (home := region.home_of) in armies}
    return Position(Phase(Season.FALL, Year(1905), PhaseKind.MOVEMENT), units, owners)


def orders_in(position: Position, power: str, strength: PlayingStrength, seed: str) -> tuple[Order, ...]:
    return clockwork_orders(load_board("standard"), load_rulebook("2023"), position, Power(power), strength, seed)


@pytest.mark.parametrize("strength", WEIGHING)
def test_a_centre_that_one_army_holds_is_attacked_with_support(strength: PlayingStrength) -> None:
    """The French own all else, so there is nothing but Munich to take."""
    position = autumn(FRANCE="BUR RUH", GERMANY="MUN")
    french = dict.fromkeys(sorted(load_board("standard").centres), Power("FRANCE"))
    position = replace(position, owners={**french, Province("MUN"): Power("GERMANY")})
    for seed in SEEDS:
        orders = orders_in(position, "FRANCE", strength, seed)
        (attack,) = (order for order in orders if isinstance(order, Move))
        (helper,) = (order for order in orders if order != attack)
        assert attack.to.province == "MUN"
        assert isinstance(helper, SupportMove)
        assert (helper.origin, helper.to) == (attack.at, attack.to)


@pytest.mark.parametrize("strength", WEIGHING)
def test_own_armies_never_attack_the_same_province(strength: PlayingStrength) -> None:
    position = autumn(AUSTRIA="BUD TRI VIE GAL", RUSSIA="RUM WAR", ITALY="VEN")
    for seed in SEEDS:
        targets = [
            order.to.province for order in orders_in(position, "AUSTRIA", strength, seed) if isinstance(order, Move)
        ]
        assert len(targets) == len(set(targets))


@pytest.mark.parametrize("strength", WEIGHING)
def test_a_centre_without_a_unit_beside_an_army_is_taken_in_autumn(strength: PlayingStrength) -> None:
    """Nobody can come into Denmark or Holland but the army in Kiel, and nobody into Kiel."""
    position = autumn(GERMANY="KIE", TURKEY="SMY")
    for seed in SEEDS:
        (order,) = orders_in(position, "GERMANY", strength, seed)
        assert isinstance(order, Move)
        assert order.to.province in {"DEN", "HOL"}
