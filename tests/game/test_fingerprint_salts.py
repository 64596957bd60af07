"""Each set of orders has a salt of its own: that of the set which was judged tells nothing of a set before it."""

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from judge.game.apply import apply
from judge.game.orders.messages import OrderGiven
from judge.game.orders.rules import fingerprint_key, salt_of
from judge.rules.board import Location, Power, Province
from judge.rules.orders import Hold, Move
from tests.reports.parlour import NOW, OPENED, game_at
from tests.rules import plain

FRANCE = Power("FRANCE")
START = plain.position("S1901M", {"FRANCE": ["A PAR", "F BRE", "A MAR"]})
PAR, BUR = Province("PAR"), Province("BUR")


def salts(key: str, letters: Sequence[int]) -> list[str]:
    """The salt after each letter; each changes the order of Paris."""
    game, found = replace(game_at(START), fingerprint_key=key), []
    for turn, letter in enumerate(letters):
        order = Hold(PAR) if turn % 2 else Move(PAR, Location(BUR))
        game = apply(game, OrderGiven(FRANCE, order, letter, OPENED, NOW))
        found.append(salt_of(game, FRANCE))
    return found


@given(st.lists(st.integers(1, 5), min_size=1, max_size=8))
def test_two_sets_have_two_salts_whatever_the_numbers_of_their_letters(letters: list[int]) -> None:
    """A letter that is confirmed late has an older number than one that has counted since."""
    assert len({*salts(fingerprint_key("secret"), letters)}) == len(letters)


def test_a_game_of_an_older_judge_keeps_the_salts_of_its_letters() -> None:
    first, second, third = salts("secret", [3, 5, 4])
    assert first != second
    assert third != second
    assert salts("secret", [9, 9])[0] == salts("secret", [9, 9])[1]
