"""Boards with points are drawn as cells: what the shapes do not say of borders is marked; fog hides what it hides."""

from xml.etree import ElementTree as ET

import pytest

from judge.maps.geometry import is_inside
from judge.maps.ground import unlike_shapes
from judge.maps.picture import UndrawableError, draw_map, geometry_of
from judge.maps.view import MapView
from judge.notation.tables import load_notation
from judge.reports.phrasing import Phrasing
from judge.rules.board import Board, Power, Province, UnitKind
from judge.rules.board_file import load_board, own_board
from judge.rules.position import Position, opening_position
from judge.rules.war.fog import view_for
from judge.rules.war.scouts import Scouting, starting_scouts


def passed(board: Board) -> set[frozenset[str]]:
    pairs = ((at, to) for borders in board.borders.values() for at, others in borders.items() for to in others)
    return {frozenset((at.province, to.province)) for at, to in pairs}


def picture(board: Board, position: Position, sight: frozenset[Province] | None = None) -> str:
    phrasing = Phrasing("en", load_notation(board.notation or "standard"), board, position)
    return draw_map(MapView(phrasing, "war", None, sight))


@pytest.mark.parametrize("name", ["duel", "seuil"])
def test_regions_touch_or_are_joined_exactly_where_units_pass(name: str) -> None:
    board = load_board(name)
    geometry = geometry_of(board)
    walls, ways = unlike_shapes(board, geometry)
    assert (set(geometry.touching) - walls) | ways == passed(board)


@pytest.mark.parametrize("name", ["standard", "nine", "1971-four"])
def test_nothing_is_marked_on_the_standard_board(name: str) -> None:
    board = load_board(name)
    assert unlike_shapes(board, geometry_of(board)) == (frozenset(), frozenset())


@pytest.mark.parametrize("name", ["duel", "seuil"])
def test_units_stand_in_their_cells(name: str) -> None:
    geometry = geometry_of(load_board(name))
    for code, spots in geometry.spots.items():
        for at in (spots.unit, *spots.coasts.values()):
            assert is_inside(geometry.rings(code), at)


def test_rivers_towns_and_troops_are_drawn() -> None:
    board = load_board("seuil")
    drawn = ET.fromstring(picture(board, opening_position(board)))
    assert len([one for one in drawn.iter() if one.get("class") == "river"]) == len(board.war.rivers)
    letters = {one.text for one in drawn.iter("{http://www.w3.org/2000/svg}text")}
    assert {"I", "W", "C", "F", "A", "R"} <= letters


def test_what_a_power_does_not_see_is_not_in_the_file() -> None:
    """Two positions that look alike to Aadleron make one file."""
    board, power = load_board("seuil"), Power("AADLERON")
    whole = opening_position(board)
    hidden = {at: unit for at, unit in whole.units.items() if unit.power == "REINHEIM" and at in {"REI", "SCH", "WOL"}}
    assert hidden
    other = Position(whole.phase, {at: unit for at, unit in whole.units.items() if at not in hidden}, whole.owners)
    seen = [view_for(board, position, Scouting(), power) for position in (whole, other)]
    one, twin = (picture(board, view.position, view.sight) for view in seen)
    assert one == twin
    assert not [at for at in hidden if f"u-{at}" in one]
    assert one.count("url(#fog)") == len(board.regions.keys() - seen[0].sight)
    assert [each.kind for each in seen[0].own if each.kind is UnitKind.FLEET]


def test_a_unit_that_may_be_army_or_fleet_has_a_sign_of_its_own() -> None:
    """What stands on a coast and has not been scouted may be either; inland it is an army whatever it is."""
    board, power = load_board("seuil"), Power("AADLERON")
    view = view_for(board, opening_position(board), Scouting(), power)
    text = picture(board, view.position, view.sight)
    shown = {
        found.get("id"): [use.get("href") for use in found] for found in ET.fromstring(text).iter() if found.get("id")
    }
    assert "#U-REINHEIM" in shown["u-BUC"]
    assert "#A-REINHEIM" in shown["u-FUR"]
    assert "army or fleet" in text
    assert "army or fleet" not in picture(board, opening_position(board))


def test_scouts_are_drawn_for_who_sent_them() -> None:
    board = load_board("seuil")
    scouting = starting_scouts({Power("AADLERON"): [Province("GUE")] * 2, Power("REINHEIM"): [Province("GUE")]})
    view = view_for(board, opening_position(board), scouting, Power("AADLERON"))
    phrasing = Phrasing("en", load_notation("standard"), board, view.position)
    text = draw_map(MapView(phrasing, "war", None, view.sight, view.scouts))
    titles = [found.text for found in ET.fromstring(text).iter("{http://www.w3.org/2000/svg}title")]
    assert [title for title in titles if title and title.startswith("scout")] == ["scout GUE (Aadleron)"] * 2
    assert "Scouts of Aadleron: GUE, GUE." in text


def test_a_board_without_points_is_named_with_the_regions_that_lack_one() -> None:
    text = """
name = "tarn"
base = "duel"
[regions]
CRA = { terrain = "land", en = "Crag", centre = true, point = false }
"""
    with pytest.raises(UndrawableError, match="no point for CRA"):
        geometry_of(own_board("tarn", text))
