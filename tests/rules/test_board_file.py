"""A board file is read whole or refused with the line that is wrong."""

import pytest

from judge.rules.board import Location, Power, Province, Terrain, Unit, UnitKind
from judge.rules.board_file import board_names, load_board, read_board
from judge.rules.board_source import BoardError
from tests.shared.each_case import each_case

ISLAND = """\
name = "island"
start_year = 1830
victory_centres = 2

[powers]
NORTH = { en = "North", fr = "Nord", homes = "TOP", start = "A TOP" }
SOUTH = { en = "South", fr = "Sud", homes = "LOW", start = "F LOW/WC" }

[regions]
TOP = { terrain = "coast", en = "Top", fr = "Haut", centre = true }
MID = { terrain = "land", en = "Middle", fr = "Milieu" }
LOW = { terrain = "coast", en = "Low", fr = "Bas", centre = true, coasts = "WC EC" }
SEA = { terrain = "sea", en = "Sea", fr = "mer" }

[borders.army]
TOP = "MID"
MID = "LOW TOP"
LOW = "MID"

[borders.fleet]
TOP = "SEA"
"LOW/WC" = "SEA"
"LOW/EC" = "SEA"
SEA = "LOW/EC LOW/WC TOP"
"""


def test_a_small_board() -> None:
    board = read_board(ISLAND, "island.toml")
    low = board.regions[Province("LOW")]
    assert (low.terrain, low.coasts, low.home_of, low.names["fr"]) == (Terrain.COAST, ("WC", "EC"), "SOUTH", "Bas")
    assert board.start == (
        Unit(Power("NORTH"), UnitKind.ARMY, Location(Province("TOP"))),
        Unit(Power("SOUTH"), UnitKind.FLEET, Location(Province("LOW"), "WC")),
    )
    assert board.neighbours(UnitKind.FLEET, Location(Province("LOW"), "EC")) == {Location(Province("SEA"))}
    assert (board.powers[Power("SOUTH")]["fr"], board.start_year, board.victory_centres) == ("Sud", 1830, 2)


BROKEN = {
    "not TOML": ("name = ", "name ", 1, "Expected '=' after a key in a key/value pair"),
    "torn off": ('SEA = "LOW/EC LOW/WC TOP"\n', "SEA = [", 24, "Invalid value"),
    "no name": ('name = "island"\n', "", 1, "name is missing"),
    "no powers": ("[powers]", "[people]", 1, "powers is missing"),
    "no borders": ("[borders.fleet]", "[fleet]", 1, "fleet is missing"),
    "year in words": ("start_year = 1830", 'start_year = "1830"', 2, "start_year must be a number"),
    "year as a truth": ("start_year = 1830", "start_year = true", 2, "start_year must be a number"),
    "unknown calendar": (
        "start_year = 1830",
        'start_year = 1830\ncalendar = "moons"',
        3,
        "there is no calendar 'moons'; there are years, turns",
    ),
    "too few centres": ("victory_centres = 2", "victory_centres = 3", 3, "the board has 2 centres"),
    "no centres": (
        "victory_centres = 2",
        "victory_centres = []",
        3,
        "victory_centres must be a whole number, or a list of one for each year such as [18, 17, 16]",
    ),
    "too few centres in the second year": (
        "victory_centres = 2",
        "victory_centres = [2, 3]",
        3,
        "the board has 2 centres",
    ),
    "a power of too many centres": (
        'homes = "TOP"',
        'homes = "TOP", victory = 3',
        6,
        "victory is 3, and the board has 2 centres",
    ),
    "a power of a number in words": (
        'homes = "TOP"',
        'homes = "TOP", victory = "2"',
        6,
        "victory must be a whole number above 0",
    ),
    "no homes": (', homes = "TOP"', "", 6, "homes is missing"),
    "homes not a text": ('homes = "TOP"', "homes = 3", 6, "homes must be a text"),
    "home of two": ('homes = "LOW"', 'homes = "TOP LOW"', 7, "TOP is a home of NORTH already"),
    "home nowhere": ('homes = "LOW"', 'homes = "LOO"', 7, "LOO is no region of this board"),
    "home without a centre": ('homes = "LOW"', 'homes = "MID"', 7, "MID is no centre"),
    "start is no unit": ('start = "A TOP"', 'start = "TOP"', 6, "'TOP' is no unit"),
    "start nowhere": ('start = "A TOP"', 'start = "A TIP"', 6, "TIP is no region of this board"),
    "start at sea": ('start = "A TOP"', 'start = "A SEA"', 6, "an army cannot be in SEA"),
    "start inland": ("F LOW/WC", "F MID", 7, "a fleet cannot be in MID"),
    "start on no coast": ("F LOW/WC", "F LOW", 7, "a fleet in LOW is on WC or EC, not LOW"),
    "start on two units": ("A TOP", "A TOP, F TOP", 6, "TOP has a unit already"),
    "unknown terrain": (
        'MID = { terrain = "land"',
        'MID = { terrain = "hill"',
        11,
        "terrain 'hill' is neither land, coast nor sea",
    ),
    "no terrain": ('MID = { terrain = "land", ', "MID = { ", 11, "terrain is missing"),
    "centre in words": ('fr = "Bas", centre = true', 'fr = "Bas", centre = "yes"', 12, "centre must be true or false"),
    "one coast": ('coasts = "WC EC"', 'coasts = "WC"', 12, "only a coastal region has coasts, at least two of them"),
    "coasts at sea": (
        'en = "Sea"',
        'coasts = "A B", en = "Sea"',
        13,
        "only a coastal region has coasts, at least two of them",
    ),
    "no name in any language": (', en = "Middle", fr = "Milieu"', "", 11, "MID has no name"),
    "a name twice": ('en = "Sea"', 'en = "Low"', 13, "LOW is called 'Low' already"),
    "a slip in a key": (
        'MID = { terrain = "land",',
        'MID = { terrain = "land", center = "no",',
        11,
        "'center' is neither a language nor a known key",
    ),
    "a region that is no table": (
        'MID = { terrain = "land", en = "Middle", fr = "Milieu" }',
        "MID = 3",
        11,
        "MID must be a table",
    ),
    "border to nowhere": ('MID = "LOW TOP"', 'MID = "LOW TIP"', 17, "TIP is no region of this board"),
    "border on one side": ('MID = "LOW TOP"', 'MID = "LOW"', 16, "TOP borders MID, but MID not TOP"),
    "border with itself": ('MID = "LOW TOP"', 'MID = "LOW MID TOP"', 17, "MID borders itself"),
    "army at sea": ('LOW = "MID"', 'LOW = "MID SEA"', 18, "an army cannot be in SEA"),
    "army on a coast": (
        'MID = "LOW TOP"',
        'MID = "LOW/WC TOP"',
        17,
        "an army in LOW is on no coast of its own, not LOW/WC",
    ),
    "fleet without a coast": ('SEA = "LOW/EC', 'SEA = "LOW LOW/EC', 24, "a fleet in LOW is on WC or EC, not LOW"),
    "fleet inland": ('TOP = "SEA"', 'TOP = "MID SEA"', 21, "a fleet cannot be in MID"),
    "coast out of reach": ('"LOW/EC" = "SEA"\nSEA = "LOW/EC ', 'SEA = "', 12, "no fleet can reach LOW/EC"),
    "cut off": (
        '\n[borders.army]\nTOP = "MID"\nMID = "LOW TOP"\nLOW = "MID"\n',
        'FAR = { terrain = "land", en = "Far" }\n[borders.army]\n',
        11,
        "MID cannot be reached from the rest of the board",
    ),
}


@each_case(("old", "new", "line", "message"), BROKEN.values(), ids=BROKEN)
def test_a_broken_board_says_where(old: str, new: str, line: int, message: str) -> None:
    assert ISLAND.count(old) == 1
    with pytest.raises(BoardError) as refused:
        read_board(ISLAND.replace(old, new), "island.toml")
    assert (refused.value.line, refused.value.message) == (line, message)
    assert str(refused.value).startswith(f"island.toml, line {line}: {message}")


def test_the_standard_board() -> None:
    board = load_board("standard")
    kinds = [region.terrain for region in board.regions.values()]
    assert [kinds.count(terrain) for terrain in (Terrain.LAND, Terrain.COAST, Terrain.SEA)] == [14, 42, 19]
    assert (len(board.centres), len(board.start), board.victory_centres) == (34, 22, 18)
    assert [len(board.homes(power)) for power in board.powers] == [3, 3, 3, 3, 3, 4, 3]
    assert load_board("standard") is board


def test_every_packaged_board_can_be_played_on() -> None:
    assert [load_board(name).name for name in board_names()] == list(board_names())


@pytest.mark.parametrize("name", ["atlantis", "", "../books/2023"])
def test_a_board_nobody_knows(name: str) -> None:
    with pytest.raises(FileNotFoundError):
        load_board(name)


def test_regions_with_special_rules_are_those_of_the_column_of_the_list_of_1971() -> None:
    """001 annex 2, column RS: two coasts, or a waterway."""
    board = load_board("standard")
    special = {at for at, region in board.regions.items() if region.coasts or len(board.waters_off(at)) > 1}
    assert special == {"KIE", "STP", "CON", "DEN", "SWE", "SPA", "BUL"}
    assert board.waters_off(Province("KIE")) == (frozenset({"BAL"}), frozenset({"HEL"}))
