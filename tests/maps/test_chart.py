"""Charts of centres by years: lines that are never on each other, labels apart, the whole table in words."""

from dataclasses import replace
from io import BytesIO
from itertools import combinations, pairwise
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from judge.game.figures import CentreHistory
from judge.game.settings import Language
from judge.maps.of_game import ChartView, Plot, chart_png, draw_chart, lanes, spread
from judge.notation.tables import load_notation
from judge.reports.phrasing import Phrasing
from judge.rules.board import Board, Power, Year
from judge.rules.position import opening_position
from judge.shell.play import recorded_games
from tests.maps.recorded import BOARD, history_of
from tests.shared.each_case import each_case

SVG = "{http://www.w3.org/2000/svg}"


def view(history: CentreHistory, language: Language = "en", board: Board = BOARD) -> ChartView:
    return ChartView(Phrasing(language, load_notation("standard"), board, opening_position(BOARD)), history, "rome")


def large_board(number: int) -> Board:
    """A board of so many powers, which begin alike in many letters."""
    names = [f"Power {chr(65 + place % 26)}{chr(65 + place // 26)}" for place in range(number)]
    return replace(BOARD, powers={Power(name.upper()): {"en": name, "fr": name} for name in names})


def large_history(board: Board, years: int) -> CentreHistory:
    """Some powers grow, some shrink to nothing."""
    counts = {
        power: tuple(max(0, 3 + year * (place % 5 - 2) // 2) for year in range(years + 1))
        for place, power in enumerate(board.powers)
    }
    return CentreHistory(tuple(Year(1901 + year) for year in range(years)), counts)


def test_lines_of_the_same_number_run_side_by_side() -> None:
    plot = Plot(left=0, right=100, ceiling=0, height=190, years=2, top=19)
    lines = lanes({"a": (3, 3, 2), "b": (4, 3, 0), "c": (3, 3, 1)}, plot)
    middle = sorted((line[1][1], name) for name, line in lines.items())
    assert [name for _, name in middle] == ["b", "a", "c"]
    assert all(one[0] < other[0] for one, other in combinations(middle, 2))
    assert all(abs(y - plot.y(3)) < plot.unit / 2 for y, _ in middle)


def test_a_line_ends_where_it_comes_down_to_nothing_for_good() -> None:
    plot = Plot(left=0, right=90, ceiling=0, height=190, years=3, top=19)
    lines = lanes({"gone": (3, 0, 0, 0), "back": (3, 0, 1, 0), "there": (3, 4, 5, 6)}, plot)
    assert {name: len(line) for name, line in lines.items()} == {"gone": 2, "back": 4, "there": 4}


@pytest.mark.parametrize("wanted", [[5.0, 5.0, 5.0], [90.0, 95.0, 100.0], [10.0, 50.0, 90.0], [0.0, 99.0, 99.0]])
def test_labels_are_apart_and_above_the_lowest(wanted: list[float]) -> None:
    found = spread(wanted, 20, 100)
    assert all(below - above >= 20 for above, below in pairwise(found))
    assert found[-1] <= 100
    assert spread([10.0, 50.0, 90.0], 20, 100) == [10.0, 50.0, 90.0]


@each_case("game", recorded_games())
def test_a_chart_has_a_line_for_each_power_and_says_its_numbers(game: str) -> None:
    history = history_of(game)
    text = draw_chart(view(history, "fr"))
    drawn = ET.fromstring(text)
    told = {str(found.get("id")): found.findtext(f"{SVG}title") for found in drawn.iter(f"{SVG}g") if found.get("id")}
    assert {f"l-{power}" for power in BOARD.powers} == told.keys()
    for power, counts in history.counts.items():
        assert told[f"l-{power}"] == f"{BOARD.powers[power]['fr']}: {', '.join(map(str, counts))}"
    assert drawn.findtext(f"{SVG}title", "").replace("\u00a0", " ") == "rome : centres par année"
    assert len(text.encode()) <= 60_000
    assert len(chart_png(view(history, "fr"))) <= 150_000


def test_the_table_stands_in_words() -> None:
    history = CentreHistory((Year(1901),), dict.fromkeys((Power("FRANCE"), Power("TURKEY")), (3, 5)))
    said = ET.fromstring(draw_chart(view(history))).findtext(f"{SVG}desc", "")
    assert said == (
        "How many centres each power had, at the start and at the end of each year."
        " start: France 3, Turkey 3. 1901: France 5, Turkey 5. Victory: 18 centres."
    )


def test_what_a_reader_may_not_know_is_not_in_the_file() -> None:
    """In a fog, a reader has the history of their own powers alone."""
    history = history_of("one")
    text = draw_chart(view(history.of([Power("FRANCE")])))
    assert "l-FRANCE" in text
    assert not [power for power in BOARD.powers if power != "FRANCE" and BOARD.powers[power]["en"] in text]
    assert "Austria" not in draw_chart(view(CentreHistory()))


def test_thirty_four_powers_have_room() -> None:
    board = large_board(34)
    large = view(large_history(board, 20), board=board)
    text = draw_chart(large)
    assert len(text.encode()) <= 60_000
    png = chart_png(large)
    assert len(png) <= 150_000
    assert Image.open(BytesIO(png)).size[0] == 1200
    _, _, width, height = map(float, str(ET.fromstring(text).get("viewBox")).split())
    for found in ET.fromstring(text).iter(f"{SVG}text"):
        assert 0 <= float(found.get("x", -1)) <= width
        assert 0 <= float(found.get("y", -1)) <= height
