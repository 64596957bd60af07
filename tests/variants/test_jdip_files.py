"""A variant of jDip becomes a board, from its ``variants.xml`` and the adjacency file that this names."""

import re
from pathlib import Path

import pytest

from judge.formats.variant import VariantError, board_of_variant
from judge.shell.boards import read_variant

FILES = Path(__file__).parent / "files"
VARIANTS, REEF = (FILES / name for name in ("variants.xml", "reef_adjacency.xml"))

BOARD = """\
# From variants.xml, Reef.

name = "reef"
start_year = 1700
starts_in_autumn = true
victory_centres = 3
builds = "owned_with_home"
standing = "NORTHER"

[powers]
EASTLAND = { en = "East Land", homes = "ALM", start = "A ALM", owns = "BRN" }
WESTER = { en = "Wester", homes = "CRG", start = "F CRG/NC" }
NORTHER = { en = "Norther", homes = "", start = "" }

[regions]
ALM = { terrain = "coast", en = "Almond", centre = true }
BRN = { terrain = "coast", en = "Bron", centre = true }
CRG = { terrain = "coast", en = "Crag", centre = true, coasts = "NC SC" }
ISL = { terrain = "coast", en = "Islet", centre = true }
REE = { terrain = "sea", en = "Reef" }

[borders.army]
ALM = "BRN"
BRN = "ALM CRG"
CRG = "BRN"

[borders.fleet]
ALM = "BRN REE"
BRN = "ALM CRG/SC REE"
"CRG/NC" = "REE"
"CRG/SC" = "BRN"
ISL = "REE"
REE = "ALM BRN CRG/NC ISL"
"""
USUAL = [
    "reef_adjacency.xml, line 14: other spellings of regions: a region has its code and one name in each language",
    "variants.xml, line 10: adjectives and other names of powers: a power has a name in each language and nothing else",
    "variants.xml, line 8: OPTION_WINGS VALUE_WINGS_ENABLED: no board has it; the rule book and the terms of a game are its own",  # noqa: E501
    "variants.xml, line 16: GAME_LENGTH 35: the last year is a term of a game: LAST, when one is opened",
    "variants.xml, line 24: wing REE of norther: there are armies and fleets, of powers that are named",
]  # fmt: skip


def imported(folder: Path, *changes: tuple[str, str]) -> tuple[str, list[str]]:
    """The board file of the variant Reef once its files say something else, and the list."""
    for path in (VARIANTS, REEF):
        text = path.read_text(encoding="utf-8")
        for old, new in changes:
            text = text.replace(old, new)
        (folder / path.name).write_text(text, encoding="utf-8")
    variant = read_variant(folder / VARIANTS.name, "reef")
    return board_of_variant(variant, "reef"), [str(one) for one in variant.left_out]


def test_a_variant_becomes_a_board_file(tmp_path: Path) -> None:
    text, left_out = imported(tmp_path)
    assert text == BOARD
    assert sorted(left_out) == sorted(USUAL)


def test_a_convoyable_coast_is_a_port(tmp_path: Path) -> None:
    text, left_out = imported(tmp_path, ('fullname="Islet"', 'fullname="Islet" isConvoyableCoast="true"'))
    assert sorted(left_out) == sorted(USUAL)
    assert re.search(r"^ISL = .*port = true", text, re.MULTILINE)


LEFT_OUT = [
    ('turn="Fall, 1700, Movement"', 'turn="Summer, 1700, Movement"', "variants.xml, line 13: the beginning 'Summer, 1700, Movement': a game begins in spring, autumn or winter; the board begins in spring 1700"),  # noqa: E501
    ('province="brn" owner="easting"', 'province="brn" owner="nobody at all"', "variants.xml, line 19: nobody at all of BRN: no power has that name"),  # noqa: E501
    ('province="isl"', 'province="xyz"', "variants.xml, line 21: SUPPLYCENTER xyz: no element tells of such a region"),
    ('<ADJACENCY refs="brn"/', '<ADJACENCY refs="brn xyz"/', "reef_adjacency.xml, line 7: ALM next to xyz: no element tells of such a region"),  # noqa: E501
    ('<ADJACENCY refs="brn"/', '<ADJACENCY refs="brn isl"/', "reef_adjacency.xml, line 6: an army from ALM to ISL: the line of ISL does not lead back"),  # noqa: E501
    ('fullname="Islet"', 'fullname="Islet" borders="ice"', "reef_adjacency.xml, line 20: special borders of ISL: a border is the same in every phase"),  # noqa: E501
    ("<PROVINCES>", '<PROVINCES><BORDER id="ice" season="winter"/>', "reef_adjacency.xml, line 5: the border ice: a border is the same in every phase, for every unit"),  # noqa: E501
    ("<GAME_LENGTH", '<YEARS_WITHOUT_SC_CAPTURE value="7"/><GAME_LENGTH', "variants.xml, line 16: YEARS_WITHOUT_SC_CAPTURE 7: it is a term of a game, agreed when one is opened"),  # noqa: E501
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "told"), LEFT_OUT, ids=[new for _, new, _ in LEFT_OUT])
def test_what_has_no_equal_is_listed_with_its_line(tmp_path: Path, old: str, new: str, told: str) -> None:
    _, left_out = imported(tmp_path, (old, new))
    assert {*left_out} - {*USUAL} == {told}


UNFIT = [
    ("<VARIANTS>", "<VARIANTS", "variants.xml, line 3: it is not XML (not well-formed (invalid token))"),
    ("<VARIANTS>", "<!DOCTYPE V [<!ENTITY lol 'lol'>]><VARIANTS>", "variants.xml, line 2: entities are not read; write out what they stand for"),  # noqa: E501
    ("reef_adjacency.xml", "atoll.xml", "variants.xml, line 4: its borders stand in atoll.xml, which is not in the folder beside it"),  # noqa: E501
    ("PROVINCE ", "ISLAND ", "reef_adjacency.xml"),
    ('shortname="alm"', 'shortname="a1"', "reef_adjacency.xml, line 6: 'A1' is no code in 2 to 6 letters"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "said"), UNFIT, ids=[new for _, new, _ in UNFIT])
def test_what_is_no_variant_is_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(VariantError, match=re.escape(said)):
        imported(tmp_path, (old, new))


def test_one_variant_of_several_is_named() -> None:
    with pytest.raises(VariantError, match=r"has the variants 'Reef', 'Shoal'; name one: --variant 'Reef'"):
        read_variant(VARIANTS)
    with pytest.raises(VariantError, match=r"has the variants 'Reef', 'Shoal'; name one"):
        read_variant(VARIANTS, "Atoll")
    with pytest.raises(VariantError, match=r"has no VARIANT element; give the variants.xml that stands beside it"):
        read_variant(REEF)
    with pytest.raises(VariantError, match=r"lagoon.map is one variant; --variant is for jDip's variants.xml"):
        read_variant(FILES / "lagoon.map", "Reef")
