"""Orders that speak to no unit do not trouble a movement phase."""

from judge.rules.board import Location, Province
from judge.rules.board_file import load_board
from judge.rules.judge_phase import judge_movement
from judge.rules.orders import Move
from judge.rules.rulebook import load_rulebook
from tests.rules import plain


def test_orders_for_regions_without_a_unit_are_passed_over() -> None:
    position = plain.position("S1901M", {"FRANCE": ["A PAR"]})
    orders = {Province("BUR"): Move(Province("BUR"), Location(Province("PAR")))}
    fought = judge_movement(load_board("standard"), load_rulebook("2023"), position, orders)
    assert list(fought.verdicts) == ["PAR"]
    assert fought.units == position.units
