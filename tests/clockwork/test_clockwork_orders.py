"""Clockwork players: legal and complete orders under every rule book and on every board, the same for the same seed."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping

import pytest

from judge.clockwork import clockwork_orders
from judge.game.settings import PlayingStrength
from judge.rules.adjustments import required_orders
from judge.rules.board import Board, Power
from judge.rules.board_file import board_names, load_board
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import Order, Waive, province_of
from judge.rules.position import Position, opening_position
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
