"""A board in words holds all there is to know to play on it."""

import re
from dataclasses import replace

import pytest

from judge.game.settings import Language
from judge.reports.board_tables import describe_board
from judge.reports.language import NO_BREAK_SPACE
from judge.reports.layout import plain_spaces
from judge.rules.board import Location, Province, UnitKind
from judge.rules.board_file import load_board
from judge.rules.position import Position, opening_position

BOARD = load_board("seuil")
BOTH: tuple[Language, ...] = ("fr", "en")


def described(language: Language, position: Position, sight: frozenset[Province] | None = None) -> str:
    return plain_spaces(describe_board(BOARD, position, language, sight)).replace(NO_BREAK_SPACE, " ")


TEXTS = {language: described(language, opening_position(BOARD)) for language in BOTH}


def test_a_region_in_words() -> None:
    pontcendre = "  PON  Pontcendre : région terrestre. Par terre : AAD, BRU, GUE et LIS.\n       Unité : W PON.\n"
    assert pontcendre in TEXTS["fr"]
    assert "  AAD  Aadlerburg: inland, strategic centre (Aadleron), counts double.\n" in TEXTS["en"]


def paragraphs(text: str) -> dict[str, str]:
    """The text on each region by its code."""
    whole = re.sub(r"\n {7}", " ", text)
    return {line[2:5]: line for line in whole.splitlines() if line.startswith("  ")}


@pytest.mark.parametrize("language", BOTH)
def test_every_border_river_and_unit_can_be_read_back(language: Language) -> None:
    """Each paragraph with its groups of places: the regions by land, by sea and across rivers, in that order."""
    lines = paragraphs(TEXTS[language])
    assert set(lines) == set(BOARD.regions)
    rivers = set()
    for code, line in lines.items():
        _, *sentences = re.split(r"\. ?", line)
        found = [set(re.findall(r"\b[A-Z]{3}\b", sentence)) - {code} for sentence in sentences]
        ways = [{place.province for place in BOARD.neighbours(kind, Location(Province(code)))} for kind in UnitKind]
        expected = [way for way in ways if way]
        banks = {other for river in BOARD.war.rivers if code in river for other in river if other != code}
        assert found[: len(expected)] == expected
        assert not banks or found[len(expected)] == banks
        rivers |= {frozenset({code, bank}) for bank in banks}
    assert rivers == set(BOARD.war.rivers)
    assert {str(unit) for unit in BOARD.start} == set(re.findall(r"\b[IWCF] [A-Z]{3}\b", TEXTS[language]))


@pytest.mark.parametrize("language", BOTH)
def test_of_regions_out_of_sight_nobody_learns_who_holds_them(language: Language) -> None:
    """A nation that sees its island alone reads of the whole land, of the same places, and of no other owner."""
    whole = opening_position(BOARD)
    isle = frozenset({Province("MIL"), Province("DET")})
    known = replace(whole, units={}, owners={at: power for at, power in whole.owners.items() if at in isle})
    told = described(language, known, isle)
    assert set(paragraphs(told)) == set(BOARD.regions)
    assert not re.findall(r"^\S.*(?:Aadleron|Reinheim)$", told, re.MULTILINE)
    hidden = told[told.index({"fr": "Hors de votre vue", "en": "Out of your sight"}[language]) :]
    assert set(paragraphs(hidden)) == BOARD.centres - {"MIL"}
