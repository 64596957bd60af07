"""Families of lines as people write them: every form gives its orders and no others, in both languages."""

from judge.notation.line import Misread, Offered
from judge.notation.read import read_order
from judge.notation.several_orders import read_orders
from judge.rules.orders import Order
from tests.notation.scenes import BOARD, FRANCE, Row, others, rows, scene
from tests.rules import plain
from tests.shared.each_case import each_case

FAMILIES = ("sentences", "several", "loosely", "retreats_adjustments")
LINES = tuple(row for name in FAMILIES for row in rows(name))
DENIED = tuple(rows("denied"))


def meant(row: Row) -> list[Order]:
    """The orders that a line gives now; what is only offered is none."""
    read = read_orders(row.text, scene(row.phase, *row.units), BOARD, FRANCE, row.own, others(row.own))
    return [found for _, found in read if not isinstance(found, Misread | Offered)]


def wanted(fact: str) -> list[Order]:
    return [plain.order(text) for text in fact.split("; ") if text]


@each_case("row", LINES, ids=str)
def test_a_line_gives_the_orders_it_says_and_no_others(row: Row) -> None:
    assert meant(row) == wanted(row.facts[-1])


@each_case("row", DENIED, ids=str)
def test_what_a_line_denies_is_neither_followed_nor_proposed(row: Row) -> None:
    position = scene(row.phase, *row.units)
    denied = wanted(row.facts[-1])
    for _, found in read_orders(row.text, position, BOARD, FRANCE, row.own, others(row.own)):
        assert isinstance(found, Misread)
        proposed = [read_order(hint, position, BOARD, FRANCE, row.own) for hint in found.hints]
        assert not [order for order in proposed if order in denied]
