"""The work of reading lines is counted where it is done, and has an end."""

import pytest

from judge.notation.effort import EffortSpentError, bounded_effort, effort_aside, spend, spend_once, unless_spent
from judge.notation.line import Misread
from judge.notation.read import read_order
from judge.notation.several_orders import are_orders
from judge.notation.tables import load_notation
from judge.rules.board import Power
from judge.rules.board_file import load_board
from judge.rules.position import opening_position

BOARD = load_board("standard")
LINE = "all units hold except paris, and all others hold but brest; " * 6


def read() -> bool:
    return are_orders(LINE, POSITION, BOARD, None, load_notation("standard"))


POSITION = opening_position(BOARD)


def test_without_a_bound_nothing_is_counted() -> None:
    spend(10**9)


def test_once_it_is_spent_it_stays_so() -> None:
    with bounded_effort(5) as effort:
        spend(5)
        assert effort.left == 0
        for _ in range(2):
            with pytest.raises(EffortSpentError):
                spend(1)
        assert effort.is_spent
        assert unless_spent(read, otherwise=True)()


def test_what_has_been_looked_up_takes_less_for_the_same_letter_alone() -> None:
    taken = []
    for _ in range(2):
        with bounded_effort(1000) as effort:
            spend_once("paris", 10)
            before = effort.left
            spend_once("paris", 10)
        taken.append((1000 - before, before - effort.left))
    assert taken == [(10, 2), (10, 2)]


def test_what_was_left_unread_is_not_kept_as_what_the_line_means() -> None:
    with bounded_effort(100), pytest.raises(EffortSpentError):
        read()
    with bounded_effort(10**6) as effort:
        read()
    assert not effort.is_spent
    assert effort.left < 10**6 - 1000


def test_within_another_bound_no_more_is_done_than_that_has_left() -> None:
    with bounded_effort(5), bounded_effort(100) as inner:
        assert inner.left == 5


def test_what_may_be_left_out_has_an_end_of_its_own() -> None:
    for _ in range(2):  # of each letter
        with bounded_effort(10) as effort:
            with effort_aside(20, "hints"):
                spend_once("paris", 15)
            with pytest.raises(EffortSpentError), effort_aside(20, "hints"):
                spend(6)
            assert effort.left == 10
            with effort_aside(20, "something else"):
                spend(20)
            spend_once("paris", 15)
            assert effort.left == 8


def test_a_letter_gets_hints_for_so_much_work_and_is_read_on_all_the_same() -> None:
    words = ("xyz", "zrk", "brk", "wqw", "kjk", "qqz", "zzq", "jjw")
    told = []
    with bounded_effort(10**6) as effort:
        for word in words:
            read = read_order(f"A PAR {word} BUR", POSITION, BOARD, Power("FRANCE"), load_notation("standard"))
            assert isinstance(read, Misread)
            told.append(bool(read.hints))
    assert not effort.is_spent
    assert told[0]
    assert not told[-1]
