"""The work of reading lines is counted where it is done, and has an end."""

from dataclasses import replace

import pytest

from judge.notation.effort import (
    EffortSpentError,
    bounded_effort,
    effort_aside,
    once_a_letter,
    spend,
    spend_once,
    unless_spent,
)
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
    words = ("xyz", "zrk", "brk", "wqw", "kjk", "qqz", "zzq", "jjw", "xxk", "kqk", "wzw", "qjx")
    told = []
    with bounded_effort(10**6) as effort:
        for word in words:
            read = read_order(f"A PAR {word} BUR", POSITION, BOARD, Power("FRANCE"), load_notation("standard"))
            assert isinstance(read, Misread)
            told.append(bool(read.hints))
    assert not effort.is_spent
    assert told[0]
    assert not told[-1]


def test_what_has_been_found_out_of_a_piece_is_found_out_once_a_letter() -> None:
    asked: list[str] = []

    def find() -> str:
        spend(10)
        asked.append("found")
        return "burgundy"

    for times in (1, 2):  # letters
        with bounded_effort(100) as effort:
            assert [once_a_letter("bur", find) for _ in range(3)] == ["burgundy"] * 3
            with effort_aside(100, "hints"):
                once_a_letter("bur", find)
            assert effort.left == 100 - 10 - 2 * 2
        assert len(asked) == times
    with bounded_effort(5) as effort, pytest.raises(EffortSpentError):
        once_a_letter("bur", find)
    assert not effort.found, "what was not read whole"


def test_without_a_bound_everything_is_found_out_anew() -> None:
    numbers = iter((1, 2))
    assert [once_a_letter("bur", lambda: next(numbers)) for _ in range(2)] == [1, 2]


def test_the_same_piece_in_another_position_is_read_anew() -> None:
    moved = replace(POSITION, units={at: one for at, one in POSITION.units.items() if at != "PAR"})
    own, france = load_notation("standard"), Power("FRANCE")
    with bounded_effort(10**6):
        found = [are_orders("A PAR - BUR", one, BOARD, france, own) for one in (POSITION, moved, POSITION)]
    assert found == [True, False, True]


def test_a_sentence_that_ends_in_no_clause_is_not_read_in_every_way_up_to_there() -> None:
    whole = "F Sev - Bla and A Mos supports it, F Stp - Bot"
    taken = []
    for line in (f"{whole}.", f"{whole}, and finally A War - Ukr to fill the hole."):
        with bounded_effort(10**6) as effort:
            are_orders(line, POSITION, BOARD, Power("RUSSIA"), load_notation("standard"))
        taken.append(10**6 - effort.left)
    assert taken[1] < 4 * taken[0], taken
