"""A line without a single meaning changes nothing: it says where it broke off, why, what would work."""

from judge.notation.line import Misread, MisreadReason
from judge.notation.read import read_order
from tests.notation.scenes import BOARD, FRANCE, Row, others, rows, scene
from tests.shared.each_case import each_case

LINES = tuple(rows("misread"))


@each_case("row", LINES, ids=str)
def test_a_misread_line_says_where_and_why_and_what_would_work(row: Row) -> None:
    units, why, marked, hints = row.facts
    position = scene(row.phase, *units.split(", "))
    found = read_order(row.text, position, BOARD, FRANCE, row.own, others(row.own))
    assert isinstance(found, Misread)
    assert found.line == row.text
    assert (found.why.value, found.line[found.start : found.end]) == (why, marked)
    assert "; ".join(found.hints) == hints


@each_case("row", LINES, ids=str)
def test_a_hint_is_an_order_its_reader_can_send_back(row: Row) -> None:
    position = scene(row.phase, *row.facts[0].split(", "))
    for hint in row.facts[3].split("; "):
        if hint and row.facts[1] != MisreadReason.AMBIGUOUS.value:
            assert not isinstance(read_order(hint, position, BOARD, FRANCE, row.own), Misread)


def test_every_reason_has_a_line() -> None:
    of_scouts = {MisreadReason.NO_SCOUT_THERE.value, MisreadReason.SABOTAGE_ELSEWHERE.value}
    assert {row.facts[1] for row in LINES} == {why.value for why in MisreadReason} - of_scouts
