"""Boards whose powers build elsewhere than in their homes, and those that begin with the builds of a winter."""

import pytest

from judge.rules.adjustments import builds_due, judge_ordered_adjustments, required_orders
from judge.rules.board import Board, Location, Power, Province, Unit, UnitKind, Year
from judge.rules.board_file import read_board
from judge.rules.board_source import BoardError
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import Build
from judge.rules.position import Phase, PhaseKind, Position, Season, opening_position
from judge.rules.rulebook import load_rulebook
from judge.rules.verdicts import Built, Illegal, Void
from tests.shared.each_case import each_case

NORTH, SOUTH = Power("NORTH"), Power("SOUTH")
RING = """\
name = "ring"
start_year = 1900
victory_centres = 3
{keys}
[powers]
NORTH = {{ en = "Northern", homes = "AAA", start = "{north}", owns = "CCC" }}
SOUTH = {{ en = "Southern", homes = "BBB", start = "{south}" }}
[regions]
AAA = {{ terrain = "land", en = "Ay", centre = true }}
BBB = {{ terrain = "land", en = "Bee", centre = true }}
CCC = {{ terrain = "land", en = "Cee", centre = true }}
DDD = {{ terrain = "land", en = "Dee", centre = true }}
[borders.army]
AAA = "BBB CCC DDD"
BBB = "AAA CCC DDD"
CCC = "AAA BBB DDD"
DDD = "AAA BBB CCC"
[borders.fleet]
"""


def ring(keys: str, north: str = "", south: str = "") -> Board:
    return read_board(RING.format(keys=keys, north=north, south=south), "ring.toml")


def winter(*units: Unit, **owners: str) -> Position:
    phase = Phase(Season.WINTER, Year(1900), PhaseKind.ADJUSTMENT)
    owned = {Province(centre): Power(owner) for centre, owner in owners.items()}
    return Position(phase, {unit.at.province: unit for unit in units}, owned)


def army(place: str) -> Build:
    return Build(UnitKind.ARMY, Location(Province(place)))


HOMES, OWNED, WITH_HOME = "", 'builds = "owned"', 'builds = "owned_with_home"'
ALL_NORTHS = {"AAA": "NORTH", "CCC": "NORTH", "DDD": "NORTH"}
NO_HOME = {"CCC": "NORTH", "DDD": "NORTH", "AAA": "SOUTH"}
BUILDS: list[tuple[str, dict[str, str], str, Illegal | None]] = [
    (HOMES, ALL_NORTHS, "AAA", None),
    (HOMES, ALL_NORTHS, "CCC", Illegal.BUILD_NOT_HOME),
    (OWNED, ALL_NORTHS, "AAA", None),
    (OWNED, ALL_NORTHS, "CCC", None),
    (OWNED, ALL_NORTHS, "BBB", Illegal.BUILD_NOT_OWNED),
    (OWNED, NO_HOME, "CCC", None),
    (OWNED, NO_HOME, "AAA", Illegal.BUILD_NOT_OWNED),
    (WITH_HOME, ALL_NORTHS, "CCC", None),
    (WITH_HOME, NO_HOME, "CCC", Illegal.BUILD_HOMELESS),
]


@each_case(("keys", "owners", "place", "why"), BUILDS)
def test_where_a_board_lets_powers_build(keys: str, owners: dict[str, str], place: str, why: Illegal | None) -> None:
    board = ring(keys)
    (verdict,) = judge_ordered_adjustments(board, winter(**owners), NORTH, (army(place),))
    assert verdict.reason == (Built() if why is None else Void(why))


@pytest.mark.parametrize(("keys", "due"), [(HOMES, 0), (OWNED, 1), (WITH_HOME, 1)])
def test_no_more_builds_are_due_than_there_are_places(keys: str, due: int) -> None:
    """North has three centres, a unit in its home and another in one of them."""
    board = ring(keys)
    units = (Unit(NORTH, UnitKind.ARMY, Location(Province(place))) for place in ("AAA", "CCC"))
    position = winter(*units, **ALL_NORTHS)
    assert builds_due(board, position, NORTH) == due
    assert required_orders(board, position, NORTH).sites == (("DDD",) if due else ())


def test_a_game_may_begin_with_the_builds_of_a_winter() -> None:
    board = ring('starts_in_winter = true\nbuilds = "owned"')
    opening = opening_position(board)
    assert (str(opening.phase), dict(opening.units)) == ("W1900A", {})
    assert required_orders(board, opening, NORTH).builds == 2
    orders = {NORTH: (army("AAA"), army("CCC")), SOUTH: (army("BBB"),)}
    after = judge_phase(board, load_rulebook("2023"), opening, orders).after
    assert str(after.phase) == "S1901M"
    assert sorted(str(unit) for unit in after.units.values()) == ["A AAA", "A BBB", "A CCC"]


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ('builds = "anywhere"', "there is no choice 'anywhere'; there are homes, owned, owned_with_home"),
        (
            "starts_in_winter = true\nstarts_in_autumn = true",
            "a game begins in autumn or in winter, not in both",
        ),
    ],
)
def test_a_wrong_choice_is_a_fault_of_the_file(keys: str, said: str) -> None:
    with pytest.raises(BoardError) as refused:
        ring(keys)
    assert (refused.value.line, refused.value.message) == (4, said)
