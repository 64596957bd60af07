"""The tables themselves: complete, without double meanings, with no words left in the code."""

import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

import judge.notation
from judge.notation.lexer import folded_words
from judge.notation.read import read_order
from judge.notation.tables import Notation, OrderPart, load_notation, notation_names
from judge.notation.write import write_order, write_place, write_unit
from judge.rules.board import Location, Province
from judge.rules.orders import Hold, Move
from tests.notation.scenes import BOARD, FRANCE, NOTATIONS, scene
from tests.rules import plain
from tests.shared.each_case import each_case

ROOM = Path(judge.notation.__file__).parent
NAMES = tomllib.loads((ROOM / "tables" / "places.toml").read_text(encoding="utf-8"))["names"]
every_convention = pytest.mark.parametrize("own", NOTATIONS, ids=lambda own: own.name)


def test_the_five_conventions_are_here() -> None:
    assert notation_names() == ("18centres", "1971", "faf", "soop", "standard")


def test_an_unknown_convention_is_refused_by_name() -> None:
    with pytest.raises(LookupError, match="klingon"):
        load_notation("klingon")


@every_convention
def test_every_region_has_an_abbreviation_of_its_own(own: Notation) -> None:
    assert set(own.places) == set(BOARD.regions)
    assert len({folded_words(text) for text in own.places.values()}) == len(BOARD.regions)


@every_convention
def test_no_word_of_a_convention_names_two_regions(own: Notation) -> None:
    """But for Nor, of which the 1971 rules themselves warn (001 VII.7)."""
    places = {key: [one for one in found if one.part is OrderPart.PLACE] for key, found in own.phrases.items()}
    doubled = {key for key, found in places.items() if len(found) > 1}
    assert doubled == ({("nor",)} if own.name == "1971" else set())


@every_convention
def test_every_name_and_alias_is_read(own: Notation) -> None:
    for code, names in NAMES.items():
        kind = "F" if BOARD.regions[Province(code)].terrain.value == "sea" else "A"
        for name in names:
            position = scene("S1901M", f"{kind} {code}")
            assert read_order(f"{name} hold", position, BOARD, FRANCE, own) == Hold(Province(code)), name


@every_convention
def test_every_coast_of_the_board_has_a_word(own: Notation) -> None:
    assert {coast for region in BOARD.regions.values() for coast in region.coasts} <= set(own.coasts)


@every_convention
def test_every_convention_writes_every_kind_of_order_and_every_mark(own: Notation) -> None:
    standard = load_notation("standard")
    assert set(own.templates) == set(standard.templates)
    assert set(own.marks["en"]) == set(own.marks["fr"]) == set(standard.marks["en"])


WRITTEN = [
    ("standard", "F STP/SC", "F STP/SC", "A PAR S F BRE - MAO", "A PAR S F BRE - MAO"),
    ("18centres", "F STP/SC", "F STPcs", "A PAR S F BRE - MAO", "A PAR S F BRE - ATL"),
    ("1971", "F STP/SC", "F StP cs", "A PAR S F BRE - MAO", "A Par (S) F Bre-MAO"),
    ("faf", "F STP/SC", "STPCS", "A PAR S F BRE - MAO", "PAR s BRE - ATL"),
    ("soop", "F STP/SC", "F StP CS", "A PAR S F BRE - MAO", "A Par S F Bre – Atm"),
    ("standard", "F BUL/EC", "F BUL/EC", "A LON - NWY VIA", "A LON - NWY VIA"),
    ("18centres", "F BUL/EC", "F BULcn", "A LON - NWY VIA", "A LON - NOR par convoi"),
    ("1971", "F BUL/EC", "F Bul ce", "A LON - NWY VIA", "A Lon-Nwy (par convoi)"),
    ("faf", "F BUL/EC", "BULCN", "A LON - NWY VIA", "LON c NOR"),
    ("soop", "F BUL/EC", "F Bul CE", "A LON - NWY VIA", "A Lon – Nge par convoi"),
]


@each_case(("notation", "unit", "unit_written", "order", "order_written"), WRITTEN)
def test_a_convention_writes_as_its_readers_do(
    notation: str, unit: str, unit_written: str, order: str, order_written: str
) -> None:
    own = load_notation(notation)
    position = scene("S1901M", "A PAR", "F BRE", "A LON")
    assert write_unit(plain.unit("RUSSIA", unit), own, BOARD) == unit_written
    assert write_order(plain.order(order), position, BOARD, own) == order_written


def test_a_board_that_no_table_is_for_is_written_and_read_in_its_own_codes_and_names() -> None:
    own, other = load_notation("18centres"), replace(BOARD, name="other", map="other")
    position = scene("S1901M", "A PAR", "A MAR")
    assert write_place(Location(Province("MAR")), own, other) == "MAR"
    assert read_order("A MAR - BUR", position, other, FRANCE, own) == plain.order("A MAR - BUR")
    assert read_order("A Toulon - Bourgogne", position, other, FRANCE, own) == Move(
        Province("MAR"), Location(Province("BUR"))
    )


def test_the_code_of_the_room_holds_no_french() -> None:
    french = re.compile(r"\b(tient|soutien|convoie|retraite|sinon|vers|armée|flotte)\b", re.IGNORECASE)
    for file in ROOM.glob("*.py"):
        code = re.sub(r'""".*?"""|#.*', "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not french.search(code), file.name
