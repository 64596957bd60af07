"""A fingerprint is of one set of orders and one salt, however the orders were written and in whatever sequence."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.notation.line import Misread
from judge.notation.read import read_order
from judge.notation.tables import load_notation
from judge.notation.write import fingerprint_of, order_set_lines
from judge.rules.board import Power
from judge.rules.board_file import load_board
from judge.rules.orders import Hold, Order
from judge.rules.position import opening_position

BOARD = load_board("standard")
OPENING = opening_position(BOARD)
FRANCE = Power("FRANCE")
STANDARD = load_notation("standard")
SALTS = st.text("0123456789abcdef", min_size=16, max_size=16)

WRITTEN = {
    "standard": ("A PAR - BUR", "F BRE - MAO", "A MAR S A PAR - BUR"),
    "lower case, in words": ("army paris - burgundy", "fleet brest - mid-atlantic ocean", "a mar s a par - bur"),
    "another sequence": ("A MAR S A PAR - BUR", "F BRE - MAO", "A PAR - BUR"),
    "a line twice": ("A PAR - BUR", "F BRE - MAO", "A MAR S A PAR - BUR", "a par - bur"),
}


def orders(lines: tuple[str, ...]) -> list[Order]:
    read = [read_order(line, OPENING, BOARD, FRANCE, STANDARD) for line in lines]
    assert not any(isinstance(one, Misread) for one in read)
    return [one for one in read if not isinstance(one, Misread)]


def set_of(lines: tuple[str, ...]) -> tuple[str, ...]:
    return order_set_lines("rome", FRANCE, orders(lines), OPENING, BOARD, STANDARD)


@pytest.mark.parametrize("named", WRITTEN)
def test_spelling_and_sequence_do_not_matter(named: str) -> None:
    assert set_of(WRITTEN[named]) == ("rome S1901M FRANCE", "A MAR S A PAR - BUR", "A PAR - BUR", "F BRE - MAO")


def test_it_is_what_sha256sum_says_of_salt_and_lines() -> None:
    text = "0123456789abcdef\nrome S1901M FRANCE\nA PAR - BUR\n"
    digits = sha256(text.encode()).hexdigest()
    assert fingerprint_of(set_of(("A PAR - BUR",)), "0123456789abcdef").replace("-", "") == digits[:28]


def test_a_unit_of_somebody_else_stands_without_its_letter() -> None:
    """Under fog its letter would tell what the giver of the order may not see."""
    assert set_of(("A PAR S A MUN - BUR",)) == ("rome S1901M FRANCE", "A PAR S MUN - BUR")


@given(SALTS, SALTS, st.sets(st.sampled_from(sorted(BOARD.regions))), st.sets(st.sampled_from(sorted(BOARD.regions))))
def test_another_set_or_another_salt_gives_another_fingerprint(
    salt: str, other_salt: str, places: set[str], others: set[str]
) -> None:
    one, other = (
        order_set_lines("rome", FRANCE, [Hold(at) for at in BOARD.regions if at in some], OPENING, BOARD, STANDARD)
        for some in (places, others)
    )
    is_same = (salt, places) == (other_salt, others)
    assert (fingerprint_of(one, salt) == fingerprint_of(other, other_salt)) is is_same


@pytest.mark.parametrize("other", [("milan", FRANCE), ("rome", Power("ITALY"))])
def test_the_same_orders_in_another_game_or_of_another_power_have_another(other: tuple[str, Power]) -> None:
    game, power = other
    lines = order_set_lines(game, power, [Hold(at) for at in BOARD.regions][:1], OPENING, BOARD, STANDARD)
    own = order_set_lines("rome", FRANCE, [Hold(at) for at in BOARD.regions][:1], OPENING, BOARD, STANDARD)
    assert fingerprint_of(lines, "salt") != fingerprint_of(own, "salt")
