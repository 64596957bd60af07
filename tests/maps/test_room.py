"""There is room for everything on the picture of the standard board: no name and no sign covers another."""

from itertools import combinations

import pytest

from judge.game.settings import Language
from judge.maps.labels import LABEL_SIZE, NAME_SIZE, label_breadth, written_names
from judge.maps.spots import SIGN, SMALL_SIGN, Box
from judge.maps.standard import standard_geometry
from judge.maps.text import text_breadth
from judge.maps.view import MapView
from judge.notation.tables import load_notation, notation_names
from judge.reports.phrasing import Phrasing
from judge.rules.board import Province
from judge.rules.board_file import load_board
from judge.rules.position import opening_position

BOARD = load_board("standard")
SHAPES = standard_geometry()
BARELY = 1.0
"""Square units of the picture, of which a pixel has four."""


def view(language: Language, notation: str) -> MapView:
    return MapView(Phrasing(language, load_notation(notation), BOARD, opening_position(BOARD)))


def sign_boxes() -> dict[str, Box]:
    """Every sign that any position may have: a unit, on each coast, one driven out."""
    boxes: dict[str, Box] = {}
    for code, spots in SHAPES.spots.items():
        boxes[str(code)] = Box.around(spots.unit, *SIGN)
        boxes[f"{code}, driven out"] = Box.around(spots.aside, *SMALL_SIGN)
        boxes |= {f"{code}/{coast}": Box.around(at, *SIGN) for coast, at in spots.coasts.items()}
    return boxes


def covering(some: dict[str, Box], others: dict[str, Box]) -> list[tuple[str, str]]:
    return [(one, other) for one, box in some.items() for other, there in others.items() if box.overlap(there) > BARELY]


@pytest.mark.parametrize("notation", notation_names())
def test_no_abbreviation_covers_a_sign_or_another(notation: str) -> None:
    looked = view("fr", notation)
    labels = {
        str(code): Box.around(spots.label, label_breadth(looked.place(code)), LABEL_SIZE * 0.66)
        for code, spots in SHAPES.spots.items()
    }
    assert covering(labels, sign_boxes()) == []
    assert [pair for pair in combinations(labels, 2) if labels[pair[0]].overlap(labels[pair[1]]) > BARELY] == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_name_covers_a_sign_or_an_abbreviation(language: Language) -> None:
    looked = view(language, "standard")
    names = {
        line: Box.around(at, text_breadth(line, "italic", NAME_SIZE), NAME_SIZE * 0.66)
        for code, spots in SHAPES.spots.items()
        for at, line in written_names(looked, code, spots.names)
    }
    labels = {
        str(code): Box.around(spots.label, label_breadth(looked.place(code)), LABEL_SIZE * 0.66)
        for code, spots in SHAPES.spots.items()
    }
    signs = {name: box for name, box in sign_boxes().items() if "driven out" not in name}
    assert covering(names, signs | labels) == []
    assert [pair for pair in combinations(names, 2) if names[pair[0]].overlap(names[pair[1]]) > BARELY] == []
    assert len(names) >= 60


def test_no_sign_covers_another() -> None:
    boxes = sign_boxes()
    covered = [
        pair
        for pair in combinations(boxes, 2)
        if pair[0][:3] != pair[1][:3] and boxes[pair[0]].overlap(boxes[pair[1]]) > BARELY
    ]
    assert covered == []


@pytest.mark.parametrize("code", sorted(BOARD.regions))
def test_a_unit_driven_out_stands_beside_the_one_that_came(code: Province) -> None:
    spots = SHAPES.spots[code]
    assert Box.around(spots.aside, *SMALL_SIGN).overlap(Box.around(spots.unit, *SIGN)) <= BARELY
