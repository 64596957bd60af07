"""A phase as a whole: which orders are in force, which phase follows, who gained what."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.rules.board import Board, Location, Power, Province, UnitKind
from judge.rules.board_file import load_board
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import AdjustmentOrder, Build, Disband, Waive
from judge.rules.position import Phase, Position, opening_position
from judge.rules.rulebook import load_rulebook, rulebook_names
from judge.rules.verdicts import Judgement, Verdict
from tests.rules import plain
from tests.rules.sayings import said
from tests.shared.shares import drawn

BOARD = load_board("standard")
FRANCE, GERMANY = Power("FRANCE"), Power("GERMANY")


def _judged(position: Position, **orders: list[str]) -> Judgement:
    return judge_phase(BOARD, load_rulebook("2023"), position, plain.orders(orders))


def _told(verdicts: tuple[Verdict, ...]) -> list[str]:
    return [said(verdict, str) for verdict in verdicts]


# --- orders in force -------------------------------------------------------------------------------------------

TWO_POWERS = plain.position("S1901M", {"FRANCE": ["A PAR", "F BRE"], "GERMANY": ["A MUN"]})


def test_every_unit_has_a_verdict_by_place_and_every_power_a_list() -> None:
    judgement = _judged(TWO_POWERS, FRANCE=["A PAR - BUR"])
    assert [str(verdict.unit) for verdict in judgement.verdicts[FRANCE]] == ["F BRE", "A PAR"]
    assert _told(judgement.verdicts[FRANCE]) == ["no order", "moved 1"]
    assert _told(judgement.verdicts[GERMANY]) == ["no order"]
    assert list(judgement.verdicts) == list(BOARD.powers)


def test_the_last_order_for_a_unit_counts() -> None:
    judgement = _judged(TWO_POWERS, FRANCE=["A PAR - BUR", "A PAR - GAS"])
    assert _told(judgement.verdicts[FRANCE]) == ["no order", "moved 1"]
    assert Province("GAS") in judgement.after.units


@pytest.mark.parametrize(
    ("order", "ruling"),
    [("A MUN - BUR", "void no_unit"), ("A MAR - BUR", "void no_unit"), ("WAIVE", "void wrong_phase")],
)
def test_an_order_to_no_unit_of_ones_own_is_void(order: str, ruling: str) -> None:
    judgement = _judged(TWO_POWERS, FRANCE=[order])
    assert sorted(_told(judgement.verdicts[FRANCE])) == sorted([ruling, "no order", "no order"])
    assert judgement.after.units == TWO_POWERS.units


@pytest.mark.parametrize("order", ["A PAR R BUR", "A PAR B", "A PAR D"])
def test_an_order_of_another_phase_leaves_the_unit_standing(order: str) -> None:
    judgement = _judged(TWO_POWERS, FRANCE=[order])
    assert _told(judgement.verdicts[FRANCE]) == ["no order", "void wrong_phase"]


RETREATING = plain.position(
    "F1901R",
    {"FRANCE": ["A BUR", "A PAR"], "GERMANY": ["A RUH"]},
    {"FRANCE": ["PAR"], "GERMANY": ["MUN"]},
    [plain.dislodged("GERMANY", "A BUR", "PAR", ["MUN", "BEL"])],
)


@pytest.mark.parametrize(
    ("order", "ruling"),
    [
        ("A RUH R MUN", "void not_dislodged"),
        ("A PAR R GAS", "void no_unit"),
        ("A BUR - MUN", "void wrong_phase"),
        ("WAIVE", "void wrong_phase"),
    ],
)
def test_only_a_dislodged_unit_retreats(order: str, ruling: str) -> None:
    judgement = _judged(RETREATING, GERMANY=[order])
    assert ruling in _told(judgement.verdicts[GERMANY])
    assert judgement.after.units == RETREATING.units


def test_the_unit_that_drove_another_out_is_not_the_one_that_retreats() -> None:
    judgement = _judged(RETREATING, FRANCE=["A BUR R GAS"], GERMANY=["A BUR R MUN"])
    assert _told(judgement.verdicts[FRANCE]) == ["void not_dislodged"]
    assert _told(judgement.verdicts[GERMANY]) == ["retreated"]
    assert judgement.after.units[Province("MUN")].power == GERMANY


def test_a_dislodged_unit_with_nowhere_to_go_is_told_so() -> None:
    cornered = plain.position("S1901R", {}, {}, [plain.dislodged("GERMANY", "A BUR", "PAR", [])])
    judgement = _judged(cornered, GERMANY=["A BUR R PAR"])
    assert _told(judgement.verdicts[GERMANY]) == ["nowhere to go"]


def test_adjustments_are_told_in_the_order_given_with_defaults_last() -> None:
    winter = plain.position("W1901A", {"FRANCE": ["A SPA"]}, {"FRANCE": ["BRE", "MAR", "PAR", "SPA"]})
    judgement = _judged(winter, FRANCE=["A PAR B", "F PAR B", "A BRE - PIC", "A BRE B"])
    assert _told(judgement.verdicts[FRANCE]) == [
        "built",
        "void build_twice",
        "void wrong_phase",
        "built",
        "not built 1",
    ]


def test_an_army_raised_on_a_coast_stands_in_the_region() -> None:
    winter = plain.position("W1901A", {}, {"RUSSIA": ["STP"]})
    judgement = _judged(winter, RUSSIA=["A STP/NC B"])
    assert judgement.after.units == plain.units({"RUSSIA": ["A STP"]})


# --- the calendar ----------------------------------------------------------------------------------------------


def test_the_first_year_when_nothing_happens() -> None:
    position = opening_position(BOARD)
    phases = []
    for _ in range(3):
        position = _judged(position).after
        phases.append(str(position.phase))
    assert phases == ["F1901M", "S1902M", "F1902M"]


def test_a_retreat_phase_only_where_a_unit_can_go_somewhere() -> None:
    standing = {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A BUR"]}
    judgement = _judged(plain.position("S1901M", standing), FRANCE=["A PAR - BUR", "A MAR S A PAR - BUR"])
    assert str(judgement.after.phase) == "S1901R"
    retreats = judgement.after.dislodged[Province("BUR")].retreats
    assert [str(place) for place in retreats] == ["BEL", "GAS", "MUN", "PIC", "RUH"]


def test_autumn_retreats_come_before_centres_change_hands() -> None:
    judgement = _judged(RETREATING, GERMANY=["A BUR R BEL"])
    assert judgement.gained == {"BEL": "GERMANY"}
    assert judgement.after.owners == {"PAR": "FRANCE", "MUN": "GERMANY", "BEL": "GERMANY"}
    assert str(judgement.after.phase) == "W1901A"


def test_a_spring_changes_no_owner() -> None:
    judgement = _judged(plain.position("S1901M", {"FRANCE": ["A BUR"]}), FRANCE=["A BUR - BEL"])
    assert (judgement.gained, judgement.after.owners) == ({}, {})


def test_a_standoff_is_kept_for_the_report() -> None:
    judgement = _judged(TWO_POWERS, FRANCE=["A PAR - BUR"], GERMANY=["A MUN - BUR"])
    assert judgement.contested == {"BUR"}


# --- what always holds of adjustments --------------------------------------------------------------------------


@st.composite
def _winters(draw: st.DrawFn) -> Position:
    """Any position after an autumn: whoever stands on a centre owns it."""
    powers = st.sampled_from(list(BOARD.powers))
    places = st.sampled_from([Location(code) for code in BOARD.regions])
    kinds = {
        place: UnitKind.ARMY if place in BOARD.borders[UnitKind.ARMY] else UnitKind.FLEET
        for place in map(Location, BOARD.regions)
    }
    drawn = draw(st.dictionaries(places, powers, max_size=34))
    units = {place.province: plain.unit(power, f"{kinds[place].value} {place}") for place, power in drawn.items()}
    owners = draw(st.dictionaries(st.sampled_from(sorted(BOARD.centres)), powers))
    standing = {place: unit.power for place, unit in units.items() if place in BOARD.centres}
    return Position(Phase.parse("W1901A"), units, {**owners, **standing})


def _adjustment_orders(board: Board) -> st.SearchStrategy[AdjustmentOrder]:
    provinces = st.sampled_from(list(board.regions))
    builds = st.builds(
        Build, st.sampled_from(UnitKind), st.builds(Location, provinces, st.sampled_from(["", "NC", "SC"]))
    )
    return st.one_of(builds, st.builds(Disband, provinces), st.builds(Waive))


@drawn(60)
@given(
    _winters(),
    st.dictionaries(st.sampled_from(list(BOARD.powers)), st.lists(_adjustment_orders(BOARD), max_size=8)),
    st.sampled_from(rulebook_names()),
)
def test_no_power_keeps_more_units_than_centres(
    position: Position, orders: dict[Power, list[AdjustmentOrder]], book: str
) -> None:
    after = judge_phase(BOARD, load_rulebook(book), position, orders).after
    for power in BOARD.powers:
        had, has, centres = (
            len(one) for one in (position.units_of(power), after.units_of(power), after.centres_of(power))
        )
        assert min(had, centres) <= has <= centres
        raised = [unit for unit in after.units_of(power) if unit not in position.units_of(power)]
        assert all(unit.at.province in BOARD.homes(power) for unit in raised)
        assert all(BOARD.neighbours(unit.kind, unit.at) for unit in raised)
