"""A ``.map`` file becomes a board: every word of it is on the board, or in the list of what is not."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.formats.variant import VariantError, board_of_variant
from judge.rules.board import Board, BuildPlaces, Power, UnitKind, Year
from judge.rules.board_file import read_board
from judge.rules.ending import centres_to_win
from judge.rules.position import opening_position
from judge.shell.boards import read_variant

FILES = Path(__file__).parent / "files"
LAGOON = (FILES / "lagoon.map").read_text(encoding="utf-8")
BORDERS = """\
[borders.army]
ALM = "BRN MOR"
BRN = "ALM CRG"
CRG = "BRN DUN"
DUN = "CRG MOR"
MOR = "ALM DUN PEA"
PEA = "MOR"

[borders.fleet]
ALM = "BRN LAG"
BRN = "ALM CRG/SC LAG"
"CRG/NC" = "DUN LAG"
"CRG/SC" = "BRN"
DUN = "CRG/NC LAG"
LAG = "ALM BRN CRG/NC DUN"
"""
ADJECTIVES = "adjectives and letters of powers: a power has a name in each language and nothing else"


def imported(folder: Path, text: str) -> tuple[str, list[str]]:
    """The board file of a map, and the lines of the list, but that of the adjectives."""
    path = folder / "some.map"
    path.write_text(text, encoding="utf-8")
    variant = read_variant(path)
    return board_of_variant(variant, "some"), [
        str(one) for one in variant.left_out if one.what != "adjectives and letters of powers"
    ]


def board_from(text: str) -> Board:
    return read_board(text, "some.toml")


def test_a_map_becomes_a_board_file() -> None:
    variant = read_variant(FILES / "lagoon.map")
    assert board_of_variant(variant, "lagoon") == (
        """\
# From lagoon.map.

name = "lagoon"
start_year = 1500
victory_centres = 3  # more than half of them
closed = "PEA"

[powers]
DOVEREAST = { en = "Dover-East", homes = "ALM BRN", start = "A ALM, F BRN" }
WESTERN = { en = "Western", homes = "CRG", start = "F CRG/NC" }

[regions]
ALM = { terrain = "coast", en = "Almond", centre = true }
BRN = { terrain = "coast", en = "Bron", centre = true }
CRG = { terrain = "coast", en = "Crag", centre = true, coasts = "NC SC" }
DUN = { terrain = "coast", en = "Dune", centre = true }
LAG = { terrain = "sea", en = "Lagoon" }
MOR = { terrain = "land", en = "Moor" }
PEA = { terrain = "land", en = "Peak" }

"""
        + BORDERS
    )
    assert [str(one) for one in variant.left_out] == [f"lagoon.map, line 4: {ADJECTIVES}"]


def test_a_map_may_build_on_another() -> None:
    """Powers taken away and added, builds in any centre, a beginning with builds, a power nobody plays."""
    board = board_from(board_of_variant(read_variant(FILES / "lagoon-late.map"), "late"))
    opening = opening_position(board)
    assert (str(opening.phase), board.builds, board.victory_centres) == ("W1499A", BuildPlaces.OWNED, 3)
    assert board.standing == {Power("DOVEREAST")}
    assert opening.centres_of(Power("NORTHERN")) == ("CRG", "DUN")
    assert board.homes(Power("NORTHERN")) == {"DUN"}


def test_ports_and_a_number_of_centres_for_each_year_are_taken_over(tmp_path: Path) -> None:
    text, left_out = imported(tmp_path, LAGOON + "PORT DUN\nVICTORY 3 3 2\n")
    board = board_from(text)
    assert left_out == []
    assert [code for code, region in board.regions.items() if region.port] == ["DUN"]
    assert [centres_to_win(board, Year(board.start_year + passed)) for passed in range(5)] == [3, 3, 2, 2, 2]


LEFT_OUT = [
    ("FLOW SPRING:MOVEMENT", "FLOW SPRING:MOVEMENT: every year has a spring, an autumn and a winter"),
    ("IN S1501M: DROP DUN", "IN S1501M: DROP DUN: a board stays as it is all through a game"),
    ("FROM F1501M", "FROM F1501M: a board stays as it is all through a game"),
    ("RULE NO_DRAW", "RULE NO_DRAW: no board has it; the rule book and the terms of a game are its own"),
    ("VICTORY most", "VICTORY most: it takes numbers of centres, one for each year"),
    ("BEGIN SUMMER 1510 MOVEMENT", "BEGIN SUMMER 1510 MOVEMENT: a game begins in spring, autumn or winter; the board begins in spring 1510"),  # noqa: E501
    ("BEGIN", "BEGIN : a game begins in spring, autumn or winter; the board begins in spring 1500"),
    ("W DUN", "W DUN: there are armies and fleets, no wings"),
    ("A DUN CRG", "A DUN CRG: it is no unit"),
    ("WESTERN\nF DUN\nF DUN/NC", "F DUN/NC of WESTERN: it stands on no coast"),
    ("WESTERN\nA LAG", "A LAG of WESTERN: such a unit cannot stand there"),
    ("WESTERN\nF MOR", "F MOR of WESTERN: such a unit cannot stand there"),
    ("WESTERN\nA XYZ", "A XYZ of WESTERN: no line tells of such a region"),
    ("WESTERN\nHOMES XYZ", "XYZ as a home of Western: no line tells of such a region"),
    ("WESTERN ALM", "ALM as a home of Western: it is a home of DOVEREAST, and no two share one"),
    ("WESTERN\nOWNS DUN", "CRG as a home of Western: a power owns its homes at the start"),
    ("WESTERN\nOWNS CRG SC!", "SC!: a power owns the centres that are named"),
    ("WESTERN *DUN", "*DUN: units appear in centres alone, the same all through a game"),
    ("UNOWNED XYZ", "the centre XYZ: no line tells of such a region"),
    ("MILITIA 2", "MILITIA 2: a power has as many units as centres"),
    ("TEAM A-B", "TEAM A-B: powers of one player are written under seats"),
    ("WESTERN DIRECTIVES\nRULE BLIND\nEND DIRECTIVES", "directives: they are for one game of another program"),
    ("SOMETHING QUITE ELSE HERE", "SOMETHING QUITE ELSE HERE: it is neither a power nor anything else that is known"),
    ("DUMMY NOBODY", "NOBODY: no power has that name"),
    ("UNOWNED\nOWNS DUN", "centres: no power is named above them"),
    ("Dune (the) = dun duna", "other spellings of regions: a region has its code and one name in each language"),
    ("Dune = dune", "Dune = dune: a region has a code of three letters"),
    ("Crag = dun", "Crag as the name of DUN: another region or a power has it"),
    ("Western = dun", "Western as the name of DUN: another region or a power has it"),
    ("Hold = dun", "Hold as the name of DUN: it is a word of orders (hold in 18centres)"),
    ("Estuary = est\nLAND EST ABUTS MOR\nAMEND MOR ABUTS EST", "EST as a code, which is ESTU now: it is a word of orders (modal in 18centres)"),  # noqa: E501
    ("LAND DUNE ABUTS MOR", "LAND DUNE: a region has a code of three letters"),
    ("AMEND XYZ ABUTS MOR", "AMEND XYZ: no line before it tells of that place"),
    ("AMEND MOR ABUTS ALM(DUN)", "MOR ABUTS ALM(DUN): a border is one for everybody, or none"),
    ("AMEND MOR ABUTS XYZ", "MOR ABUTS XYZ: no line tells of such a region"),
    ("AMEND MOR ABUTS BRN", "an army from MOR to BRN: the line of BRN does not lead back"),
    ("AMEND CRG/SC ABUTS LAG", "a fleet from CRG/SC to LAG: the line of LAG does not lead back"),
    ("PORT CRG/NC", "CRG as a region where fleets convoy: only a coast that is not one of several in its region is a port here"),  # noqa: E501
    ("COAST MOR ABUTS alm dun PEA", "MOR as a coast: no fleet can go there; the region is land"),
]  # fmt: skip


@pytest.mark.parametrize(("added", "told"), LEFT_OUT, ids=[added.splitlines()[-1] for added, _ in LEFT_OUT])
def test_what_has_no_equal_is_listed_with_its_line(tmp_path: Path, added: str, told: str) -> None:
    """And nothing else is: the rest of the map is taken over."""
    text, left_out = imported(tmp_path, LAGOON + added + "\n")
    first = LAGOON.count("\n") + 1
    assert [re.sub(r"^some.map, lines? ([\d-]+)(, [\d-]+)*: ", "", one) for one in left_out] == [told]
    lines = {int(number) for number in re.findall(r"\d+", left_out[0].partition(":")[0])}
    assert lines <= {*range(1, first + added.count("\n") + 1)}
    assert "[borders.army]" in text


UNFIT = {
    "no places": (re.compile(r"^(COAST|WATER|LAND|SHUT) .*\n", re.MULTILINE), "", "some.map has no line such as “COAST BRE ABUTS ENG MAO PAR”: it is no map"),  # noqa: E501
    "one power": (re.compile(r"WESTERN \(\) CRG\nF CRG/NC\n"), "", "some.map names 1 powers; a board has two or more"),
    "a base that is missing": (re.compile(r"\A"), "MAP atoll.map\n", "some.map, line 1: it builds on atoll.map, which is not in the folder beside it"),  # noqa: E501
    "a coast nobody can name": (re.compile("(?i)crg/nc"), "CRG/NE", "some.map, line 25: CRG/NE: coasts are NC, SC, EC, WC"),  # noqa: E501
    "a long name of a power": (re.compile("WESTERN"), "WESTERNMOSTOFALLPOWERS", "some.map, line 8: 'WESTERNMOSTOFALLPOWERS' is no name of a power in 2 to 20 letters"),  # noqa: E501
    "no centre": (re.compile(r"(?<=\)) (ALM BRN|CRG)|^UNOWNED.*$", re.MULTILINE), "", "some.map names no centre; a line such as “UNOWNED BEL HOL” would"),  # noqa: E501
    "a power with a word of orders for a name": (re.compile("WESTERN"), "WEST", "WEST: 'west' is a word of orders (side in 18centres)"),  # noqa: E501
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "said"), UNFIT.values(), ids=UNFIT)
def test_what_is_no_map_is_refused(tmp_path: Path, old: re.Pattern[str], new: str, said: str) -> None:
    with pytest.raises(VariantError, match=re.escape(said)):
        imported(tmp_path, old.sub(new, LAGOON))


def test_a_map_in_latin_letters_is_read(tmp_path: Path) -> None:
    (tmp_path / "old.map").write_bytes(LAGOON.replace("Dune", "Düne").encode("latin-1"))
    assert 'en = "Düne"' in board_of_variant(read_variant(tmp_path / "old.map"), "old")


CODES = ("QAA", "QBB", "QCC", "QDD", "QEE", "QFF")


@st.composite
def maps(draw: st.DrawFn) -> tuple[str, dict[UnitKind, set[frozenset[str]]]]:
    """A map with its borders for each kind of unit, each written on both sides, in any case that says it."""
    terrains = {code: draw(st.sampled_from(("LAND", "COAST", "COAST", "WATER"))) for code in CODES[2:]}
    terrains |= {CODES[0]: "COAST", CODES[1]: "WATER"}
    neighbours: dict[str, list[str]] = {code: [] for code in CODES}
    borders: dict[UnitKind, set[frozenset[str]]] = {kind: set() for kind in UnitKind}
    for here, one in enumerate(CODES):
        for other in CODES[here + 1 :]:
            ground = {terrains[one], terrains[other]}
            on_foot = "WATER" not in ground and (other == CODES[0] or one == CODES[0] or draw(st.booleans()))
            by_sea = "LAND" not in ground and (CODES[1] in (one, other) or draw(st.booleans()))
            for kind, there in ((UnitKind.ARMY, on_foot), (UnitKind.FLEET, by_sea)):
                if there:
                    borders[kind].add(frozenset((one, other)))
            if on_foot or by_sea:
                cased = str.upper if on_foot and by_sea else str.lower if on_foot else str.title
                plain = (on_foot and ground <= {"LAND"}) or not on_foot
                word = str.upper if plain and "COAST" not in ground and draw(st.booleans()) else cased
                neighbours[one].append(word(other))
                neighbours[other].append(word(one))
    lines = [f"{terrains[code]} {code} ABUTS {' '.join(neighbours[code])}" for code in draw(st.permutations(CODES))]
    head = [
        "BEGIN SPRING 1800 MOVEMENT",
        "EASTERN QAA",
        "WESTERN QBB",
        *(f"N{code} = {code.lower()}" for code in CODES),
    ]
    return "\n".join([*head, *lines]), borders


@given(maps())
def test_the_board_has_the_borders_that_the_map_says(
    tmp_path_factory: pytest.TempPathFactory, drawn: tuple[str, dict[UnitKind, set[frozenset[str]]]]
) -> None:
    text, borders = drawn
    told, left_out = imported(tmp_path_factory.mktemp("maps"), text)
    board = board_from(told)
    found = {
        kind: {frozenset((str(here), str(there))) for here, others in of_kind.items() for there in others}
        for kind, of_kind in board.borders.items()
    }
    assert found == borders
    assert all("as a coast" in one for one in left_out)
