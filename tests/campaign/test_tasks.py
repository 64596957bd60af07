"""Lines ready to copy in the short phases of a war: every one of them works, and none that works is missing."""

import pytest

from judge.game.state import Game
from judge.game.visibility import as_seen_by
from judge.reports.deadlines import example_order, task
from judge.reports.layout import plain_spaces
from judge.reports.line_answers import OrderAccepted
from judge.reports.phrasing import phrasing_for
from judge.rules.adjustments import possible_builds
from judge.rules.board import Power
from tests.campaign.scene import EAST, ISLE, SEATS, WEST, carried_out, game_at, scenes, standing

SHORT = ["retreats", "adjustments", "adjustments, Reinheim"]


def lines(game: Game, power: Power) -> list[list[str]]:
    """The lines offered, those for one unit or one choice together."""
    known = as_seen_by(game, SEATS[power])
    assert known.position
    found = task(power, phrasing_for(known, known.people[SEATS[power]], known.position))
    return [list(map(plain_spaces, block)) for block in found.blocks] if found else []


@pytest.mark.parametrize("scene", SHORT)
def test_every_line_offered_works(scene: str) -> None:
    game, power = scenes()[scene]
    for line in (line for block in lines(game, power) for line in block):
        (answered,) = carried_out(game, line, power).answers
        assert isinstance(answered.answer, OrderAccepted), line
        assert answered.answer.void is None, line


def test_a_power_is_offered_the_troops_it_may_raise_on_their_ground() -> None:
    game, power = scenes()["adjustments"]
    assert lines(game, power) == [["+I POR", "+W POR", "+F POR", "+I VAL", "+W VAL", "+ rien"]]


def test_no_more_of_a_troop_are_offered_than_a_power_may_have() -> None:
    held = "AAD FOR POR VAL ANS GUE HAU LIS MIR ORM PON SAB BRU FUR RAN REI"
    full = standing("W1A", {WEST: "W ANS, W GUE, W HAU, W LIS, W MIR, W ORM, W PON"}, {WEST: held})
    offered = lines(game_at(full), WEST)
    assert offered == [["+I AAD", "+I FOR", "+I POR", "+F POR", "+I VAL", "+ rien"]]


def test_an_ally_is_recruited_for_on_the_land_of_the_principal_alone() -> None:
    game, _ = scenes()["adjustments"]
    assert game.position
    allied = game.position.__class__(
        game.position.phase, game.position.units, game.position.owners, {}, frozenset({(WEST, ISLE)})
    )
    raised = {(build.troop, build.power) for build in possible_builds(game.board, allied, WEST)}
    assert raised == {("I", None), ("W", None), ("F", None), ("I", ISLE), ("F", ISLE)}
    assert {build.power for build in possible_builds(game.board, allied, EAST)} <= {None}


def test_a_unit_with_one_hit_point_is_not_offered_its_dispersal() -> None:
    game, power = scenes()["retreats"]
    assert lines(game, power) == [["I GUE R MIR"], ["W LIS R AAD", "W LIS R ANS", "W LIS D"]]


@pytest.mark.parametrize(
    ("scene", "line"), [("first phase", "I AAD A FOR"), ("retreats", "I GUE R MIR"), ("adjustments", "+I POR")]
)
def test_the_example_of_an_order_is_one_of_the_reader(scene: str, line: str) -> None:
    game, power = scenes()[scene]
    known = as_seen_by(game, SEATS[power])
    assert known.position
    assert (
        plain_spaces(example_order((power,), phrasing_for(known, known.people[SEATS[power]], known.position))) == line
    )
