"""Lots: wishes first, the rest by a draw that anyone can repeat from the recorded seed."""

from hypothesis import given
from hypothesis import strategies as st

from judge.game.seats.allotment import draw_lots
from judge.game.settings import Address
from judge.rules.board import Power
from tests.game.tables import POWERS

POWER_LIST = tuple(map(Power, POWERS))


def test_a_wish_is_met_and_the_rest_drawn() -> None:
    wishes = {Address("a@example.org"): (Power("TURKEY"),), Address("b@example.org"): (), Address("c@example.org"): ()}
    seats = draw_lots("seed", POWER_LIST, wishes)
    assert seats[Power("TURKEY")] == "a@example.org"
    assert list(seats) == ["AUSTRIA", "ENGLAND", "TURKEY"], "lots fill the free powers in board order"


def test_the_lots_are_the_order_of_the_hashes_so_the_record_can_be_checked_by_hand() -> None:
    # printf 1914:a@example.org | sha256sum begins 48fe64, b 207240, c 4c0c10
    wishes = {Address(f"{name}@example.org"): () for name in "abc"}
    seats = draw_lots("1914", POWER_LIST, wishes)
    assert list(seats.values()) == ["b@example.org", "a@example.org", "c@example.org"]


@given(seed=st.text(), order=st.permutations(range(7)))
def test_everyone_has_one_power_and_the_order_of_joining_does_not_matter(seed: str, order: list[int]) -> None:
    addresses = [Address(f"player{n}@example.org") for n in range(7)]
    seats = draw_lots(seed, POWER_LIST, {addresses[n]: () for n in order})
    assert sorted(seats.values()) == addresses
    assert seats == draw_lots(seed, POWER_LIST, dict.fromkeys(addresses, ()))
