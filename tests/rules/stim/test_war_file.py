"""A campaign is a board file with a section on war, read whole or refused with the lines that are wrong."""

import pytest

from judge.languages import LANGUAGES
from judge.rules.board import Board, Power, Province, Troop, UnitKind
from judge.rules.board_file import read_board
from judge.rules.board_source import BoardError
from judge.rules.position import opening_position
from judge.rules.rulebook import Damage
from tests.rules.stim.campaigns import SEUIL
from tests.shared.each_case import each_case

KEYS_OF_TROOPS = {
    *LANGUAGES,
    *("attack", "defence", "gifted", "health", "kind", "more", "most", "powers", "support"),
}

FORD = """\
name = "ford"
start_year = 1
victory_centres = 2
rules = "stim"
notation = "stim"

[powers]
EAST = { en = "East", homes = "BBB", start = "A BBB" }
WEST = { en = "West", homes = "AAA", start = "A AAA" }

[regions]
AAA = { terrain = "land", en = "Aaa", centre = true }
BBB = { terrain = "land", en = "Bbb", centre = true }
CCC = { terrain = "land", en = "Ccc" }

[borders.army]
AAA = "BBB"
BBB = "AAA CCC"
CCC = "BBB"

[borders.fleet]

[policies]
damage = "dislodged"

[war]
per_unit = 2
rest = 3
rivers = "AAA-BBB"
capitals = "AAA"

[war.penalties]
WEST = 1

[war.scouts]
WEST = { most = 1, start = "AAA" }

[war.troops]
I = { en = "infantry", kind = "A", attack = 2, defence = 1, health = 3 }

[war.start]
I = "AAA BBB"
"""

WRONG = {
    "a river to nowhere": ("AAA-BBB", "AAA-DDD", 29, "DDD is no region of this board"),
    "a river of one bank": (
        "AAA-BBB",
        "AAA",
        29,
        "AAA is no border of this board: two neighbours are written ABC-DEF",
    ),
    "a river across no border": (
        "AAA-BBB",
        "AAA-CCC",
        29,
        "AAA-CCC is no border of this board: two neighbours are written ABC-DEF",
    ),
    "a capital nowhere": ('capitals = "AAA"', 'capitals = "DDD"', 30, "DDD is no region of this board"),
    "a penalty of nobody": ("WEST = 1", "NORTH = 1", 33, "NORTH is no power of this board"),
    "a penalty in words": ("WEST = 1", 'WEST = "1"', 33, "WEST must be a number"),
    "a penalty that gives": ("WEST = 1", "WEST = -1", 33, "WEST is at least 0"),
    "units for nothing": ("per_unit = 2", "per_unit = 0", 27, "per_unit is at least 1"),
    "scouts of nobody": ("WEST = { most", "NORTH = { most", 36, "NORTH is no power of this board"),
    "scouts without a number": ("{ most = 1, ", "{ ", 36, "most is missing"),
    "a scout nowhere": (
        'start = "AAA" }\n\n[war.troops]',
        'start = "DDD" }\n\n[war.troops]',
        36,
        "DDD is no region of this board",
    ),
    "too many scouts": (
        'start = "AAA" }\n\n[war.troops]',
        'start = "AAA BBB" }\n\n[war.troops]',
        36,
        "WEST has 1 scouts at the most, and begins with 2",
    ),
    "a slip in a line of scouts": (
        "{ most = 1, start",
        "{ most = 1, begin",
        36,
        "there is no key 'begin' here; there are most, start",
    ),
    "a troop of two letters": ("I = { en", "II = { en", 39, "'II' is no letter of a troop: one capital letter"),
    "a troop without a name": ('en = "infantry", ', "", 39, "I has no name"),
    "a troop that flies": (
        'kind = "A"',
        'kind = "X"',
        39,
        "kind 'X' is neither A, which moves as an army, nor F, as a fleet",
    ),
    "a troop without power": ("attack = 2, ", "", 39, "attack is missing"),
    "hit points in words": ("health = 3", 'health = "3"', 39, "health must be a number, at least 0"),
    "no hit points": ("health = 3", "health = 0", 39, "a troop has at least one hit point"),
    "no defence": ("defence = 1", "defence = 0", 39, "a troop has at least 1 in defence"),
    "gifts in words": ("health = 3", 'health = 3, gifted = "yes"', 39, "gifted must be true or false"),
    "a troop of nobody": ("health = 3", 'health = 3, powers = "NORTH"', 39, "NORTH is no power of this board"),
    "a slip in a troop": (
        "defence = 1",
        "defense = 1",
        39,
        (f"there is no key 'defense' here; there are {', '.join(sorted(KEYS_OF_TROOPS))}"),
    ),
    "a unit of no troop": ('"AAA BBB"', '"AAA"', 41, "the unit in BBB needs one troop that moves as it does"),
    "a unit of a fleet's troop": (
        'kind = "A"',
        'kind = "F"',
        41,
        "the unit in BBB needs one troop that moves as it does",
    ),
    "a troop nobody knows": ('I = "AAA BBB"', 'I = "AAA BBB"\nW = ""', 43, "there is no troop 'W' in [war.troops]"),
    "a troop where nobody begins": ('"AAA BBB"', '"AAA BBB CCC"', 42, "no power begins with a unit in CCC"),
    "a closed region that somebody has": (
        'notation = "stim"',
        'notation = "stim"\nclosed = "AAA"',
        6,
        "AAA is WEST's: in a war what is closed is nobody's (004 3)",
    ),
    "a slip in a key": (
        "rest = 3",
        "rests = 3",
        28,
        (
            "there is no key 'rests' here; there are allies, capitals, dispersed_from, large_towns, penalties, "
            "per_unit, rest, rivers, scouts, start, strategists, troops"
        ),
    ),
    "an ally nobody knows": ("rest = 3", 'allies = ["EAST NORTH"]', 28, "NORTH is no power of this board"),
    "allies in one text": (
        "rest = 3",
        'allies = ["EAST"]',
        28,
        'each alliance is a text that names two powers: allies = ["EAST WEST"]',
    ),
    "a choice nobody has": ('"dislodged"', '"everybody"', 24, 'damage is "none" or "dislodged" or "losers"'),
    "a choice in words": (
        'damage = "dislodged"',
        'adjustments_in_last_year = "yes"',
        24,
        "adjustments_in_last_year is false or true",
    ),
    "a policy nobody has": (
        "damage =",
        "damages =",
        24,
        (
            "there is no policy 'damages'; there are adjustments, adjustments_in_last_year, control, convoy_routes, "
            "convoyed_attacker_origin, counted_at_term, damage, disorder_removals, eliminated_take_over, "
            "land_or_sea, paradoxes, press_in_short_phases, sight, tie_at_term"
        ),
    ),
    "no TOML": ("[war.scouts]", "[war.scouts", 35, "Expected ']' at the end of a table declaration"),
}


def ford(text: str = FORD) -> Board:
    return read_board(text, "ford.toml")


def test_a_small_campaign_is_read_whole() -> None:
    board, aaa, bbb, west = ford(), Province("AAA"), Province("BBB"), Power("WEST")
    war, infantry = board.war, Troop("I", {"en": "infantry"}, UnitKind.ARMY, 2, 2, 1, 3)
    assert war.troops == {"I": infantry}
    assert (set(war.rivers), war.worth) == ({frozenset({aaa, bbb})}, {aaa: 2})
    assert (war.per_unit, war.rest, war.dispersed_from, war.penalties) == (2, 3, 0, {west: 1})
    assert (war.scouts, war.posts) == ({west: 1}, {west: (aaa,)})
    assert set(board.start) == {infantry.raised(unit.power, unit.at) for unit in board.start}
    assert (board.rulebook, board.notation, board.policies) == ("stim", "stim", {"damage": Damage.DISLODGED})


def test_allies_from_the_start_fight_for_each_others_account() -> None:
    board = ford(FORD.replace("rest = 3", 'allies = ["WEST EAST"]'))
    east, west = Power("EAST"), Power("WEST")
    assert board.war.allies == ((west, east),)
    assert opening_position(board).allies == {(west, east), (east, west)}
    assert opening_position(SEUIL).allies == frozenset()


@each_case(("right", "wrong", "line", "told"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_told_by_its_line(right: str, wrong: str, line: int, told: str) -> None:
    assert FORD.count(right) == 1
    with pytest.raises(BoardError) as refused:
        ford(FORD.replace(right, wrong))
    assert (refused.value.line, refused.value.message) == (line, told)


def test_a_campaign_over_another_changes_single_keys() -> None:
    over = 'name = "brink"\nbase = "seuil"\n[war.penalties]\nREINHEIM = 3\n[war.troops.I]\nhealth = 2\n'
    brink = read_board(over, "brink.toml")
    assert brink.war.penalties == {"REINHEIM": 3}
    assert (brink.war.troops["I"].health, brink.war.troops["W"]) == (2, SEUIL.war.troops["W"])
    assert brink.war.rivers == SEUIL.war.rivers
