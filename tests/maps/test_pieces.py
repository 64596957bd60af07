"""A picture that is painted piece by piece is the one that is painted whole."""

import re

import pytest
from PIL import Image, ImageChops

from judge.maps.picture import draw_over_ground
from judge.maps.pieces import painted, paste_drawing
from judge.maps.view import MapView
from judge.notation.tables import load_notation
from judge.reports.phrasing import Phrasing
from judge.rules.board import Power, Province
from judge.rules.board_file import load_board
from judge.rules.position import opening_position
from judge.rules.war.fog import view_for
from judge.rules.war.scouts import starting_scouts
from tests.maps.recorded import BOARD, judged_phases
from tests.shared.shares import share_of

TILE, PIXELS = 25, 11

BOARDS = ["1971-two", "duel", "nine", "seuil"]


def tiled(svg: str) -> str:
    """A drawing of whole tiles: as painted whole it would be stretched to whole pixels."""
    found = re.search(r'viewBox="(\S+ \S+) (\d+) (\d+)"', svg)
    assert found
    breadth, height = (-(-int(size) // TILE) * TILE for size in found.groups()[1:])
    return svg.replace(found[0], f'viewBox="{found[1]} {breadth} {height}"', 1)


def far_apart(drawn: str) -> int:
    """How many pixels differ by more than rounding, painted whole or piece by piece on paper."""
    breadth, height = map(float, drawn.partition('viewBox="')[2].partition('"')[0].split()[2:])
    size = round(breadth / TILE * PIXELS), round(height / TILE * PIXELS)
    whole, pieced = Image.new("RGB", size, "#f5eedd"), Image.new("RGB", size, "#f5eedd")
    over = painted(drawn, size[0])
    whole.paste(over, mask=over)
    paste_drawing(pieced, drawn, TILE, PIXELS)
    return sum(ImageChops.difference(whole, pieced).convert("L").histogram()[3:])


@pytest.mark.parametrize("number", share_of(range(len(judged_phases("one"))), 6, "pieces"))
def test_a_phase_is_painted_as_if_whole(number: int) -> None:
    position, judgement = judged_phases("one")[number]
    phrasing = Phrasing("fr", load_notation("18centres"), BOARD, position)
    assert far_apart(tiled(draw_over_ground(MapView(phrasing, "rome", judgement)))) < 100


@pytest.mark.parametrize("name", BOARDS)
def test_so_is_any_board(name: str) -> None:
    board = load_board(name)
    phrasing = Phrasing("en", load_notation(board.notation or "standard"), board, opening_position(board))
    assert far_apart(tiled(draw_over_ground(MapView(phrasing, "rome")))) < 100


def test_so_are_fog_and_scouts() -> None:
    board = load_board("seuil")
    scouting = starting_scouts({Power("AADLERON"): [Province("GUE"), Province("AAD")]})
    seen = view_for(board, opening_position(board), scouting, Power("AADLERON"))
    phrasing = Phrasing("en", load_notation("stim"), board, seen.position)
    assert far_apart(tiled(draw_over_ground(MapView(phrasing, "seuil", None, seen.sight, seen.scouts)))) < 100
