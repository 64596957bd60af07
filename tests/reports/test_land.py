"""A board in words holds all there is to know to play on it."""

import re

import pytest

from judge.game.settings import Language
from judge.reports.land import describe
from judge.reports.language import NO_BREAK_SPACE
from judge.rules.board import Kind, Location, Province
from judge.rules.boardfile import load_board
from judge.rules.setup import opening_position

BOARD = load_board("seuil")
BOTH: tuple[Language, ...] = ("fr", "en")
TEXTS = {language: describe(BOARD, opening_position(BOARD), language).replace(NO_BREAK_SPACE, " ") for language in BOTH}


def test_a_region_in_words() -> None:
    assert "  PON, Pontcendre : région terrestre. Par terre : AAD, BRU, GUE et LIS. Au début : W PON.\n" in TEXTS["fr"]
    assert "  AAD, Aadlerburg: inland, strategic centre, counts double. " in TEXTS["en"]
    assert "Across a river: FOR. At the start: I AAD.\n" in TEXTS["en"]


@pytest.mark.parametrize("language", BOTH)
def test_every_border_river_and_unit_can_be_read_back(language: Language) -> None:
    """Each line with its groups of places: the regions by land, by sea and across rivers, in that order."""
    lines = {line[2:5]: line for line in TEXTS[language].splitlines() if line.startswith("  ")}
    assert set(lines) == set(BOARD.regions)
    rivers = set()
    for code, line in lines.items():
        _, *sentences = re.split(r"\. ?", line)
        found = [set(re.findall(r"\b[A-Z]{3}\b", sentence)) - {code} for sentence in sentences]
        ways = [{place.province for place in BOARD.neighbours(kind, Location(Province(code)))} for kind in Kind]
        expected = [way for way in ways if way]
        banks = {other for river in BOARD.war.rivers if code in river for other in river if other != code}
        assert found[: len(expected)] == expected
        assert not banks or found[len(expected)] == banks
        rivers |= {frozenset({code, bank}) for bank in banks}
    assert rivers == set(BOARD.war.rivers)
    assert {str(unit) for unit in BOARD.start} == set(re.findall(r"\b[IWCF] [A-Z]{3}\b", TEXTS[language]))
