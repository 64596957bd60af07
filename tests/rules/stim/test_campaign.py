"""The campaign that comes with the judge is even; what is wrong with one is told by its line."""

from collections.abc import Iterable

import pytest

from judge.rules.board import Kind, Location, Power, Province
from judge.rules.boardpage import BoardError
from judge.rules.campaign import campaign_names, load_campaign, read_campaign
from judge.rules.disorder import distances_from
from judge.rules.setup import opening_position
from judge.rules.territory import allowance, balance, territories
from tests.rules.stim.campaigns import SEUIL

BOARD = SEUIL.board
WEST, EAST = Power("AADLERON"), Power("REINHEIM")
ROWS = [
    ("HAU MIR GUE", "KAL EIS FUR"),
    ("VAL AAD PON", "WOL REI BRU"),
    ("ORM FOR LIS", "ULM SCH RAN"),
    ("SAB POR ANS", "DUN HAF BUC"),
    ("AIG DET MIL", "REN DET MIL"),
]
HALF = {one: other for west, east in ROWS for one, other in zip(west.split(), east.split(), strict=True)}
ACROSS = {Province(one): Province(other) for one, other in [*HALF.items(), *((b, a) for a, b in HALF.items())]}
ENEMY = {WEST: EAST, EAST: WEST}


def mirrored(regions: Iterable[Province]) -> set[Province]:
    return {ACROSS[region] for region in regions}


def test_every_region_has_its_counterpart() -> None:
    assert set(ACROSS) == set(BOARD.regions)
    assert 24 <= len(BOARD.regions) <= 40
    for code, region in BOARD.regions.items():
        other = BOARD.regions[ACROSS[code]]
        home = region.home_of
        assert (region.terrain, region.is_centre) == (other.terrain, other.is_centre)
        assert other.home_of == ENEMY.get(home, home) if home else other.home_of is None


@pytest.mark.parametrize("kind", Kind)
def test_borders_and_distances_mirror_each_other(kind: Kind) -> None:
    for code in BOARD.regions:
        here = {place.province for place in BOARD.neighbours(kind, Location(code))}
        there = {place.province for place in BOARD.neighbours(kind, Location(ACROSS[code]))}
        assert mirrored(here) == there
        away = distances_from(BOARD, [code])
        assert {ACROSS[region]: steps for region, steps in away.items()} == distances_from(BOARD, [ACROSS[code]])


def test_rivers_and_towns_mirror_each_other() -> None:
    war = BOARD.war
    assert {frozenset(mirrored(river)) for river in war.rivers} == set(war.rivers)
    assert {ACROSS[town]: worth for town, worth in war.worth.items()} == war.worth


def test_both_sides_begin_alike() -> None:
    position = opening_position(BOARD)
    for region, owner in position.owners.items():
        assert position.owners[ACROSS[region]] == ENEMY.get(owner, owner)
    stands = {(unit.power, unit.kind, at) for at, unit in position.units.items()}
    assert {(ENEMY[power], kind, ACROSS[at]) for power, kind, at in stands} == stands
    assert mirrored(SEUIL.scouts[WEST]) == set(SEUIL.scouts[EAST])
    for power in (WEST, EAST):
        assert (territories(BOARD, position, power), allowance(BOARD, position, power)) == (15, 7)
        assert balance(BOARD, position, power) == 0


def test_every_region_has_a_point_of_its_own() -> None:
    assert set(BOARD.points) == set(BOARD.regions)
    assert len(set(BOARD.points.values())) == len(BOARD.regions)
    width = 560
    for code, (x, y) in BOARD.points.items():
        assert BOARD.points[ACROSS[code]] == (width - x, y)


def test_each_unit_of_the_start_is_of_a_troop_its_power_raises() -> None:
    for unit in BOARD.start:
        assert unit.corps
        troop = BOARD.war.troops[unit.corps.troop]
        assert not troop.powers or unit.power in troop.powers


def test_an_unknown_campaign_is_no_file() -> None:
    assert campaign_names() == ("seuil",)
    with pytest.raises(FileNotFoundError):
        load_campaign("waterloo")


BOARD_TEXT = """
name = "ford"
start_year = 1
victory_centres = 2

[powers]
EAST = { en = "East", homes = "BBB", start = "A BBB" }
WEST = { en = "West", homes = "AAA", start = "A AAA" }

[regions]
AAA = { terrain = "land", en = "Aaa", centre = true }
BBB = { terrain = "land", en = "Bbb", centre = true }

[borders.army]
AAA = "BBB"
BBB = "AAA"

[borders.fleet]
"""

WAR_TEXT = """
rivers = "AAA-BBB"
capitals = "AAA"

[penalties]
WEST = 1

[scouts]
WEST = { most = 1, start = "AAA" }

[troops]
I = { en = "infantry", fr = "infanterie", kind = "A", attack = 1, health = 3 }

[start]
I = "AAA BBB"

[rules]
convoy_routes = "any"
land_or_sea = "both"
paradoxes = "sea_first"
convoyed_attacker_origin = "closed"
disorder_removals = "2003"
tie_at_term = "shared"
counted_at_term = "centres"
adjustments_in_last_year = true
press_in_short_phases = true
"""

WRONG = [
    ("AAA-BBB", "AAA-CCC", "line 2: CCC is no region of this board"),
    ("AAA-BBB", "AAA", "line 2: AAA is no border of this board: two neighbours are written ABC-DEF"),
    ("WEST = 1", "NORTH = 1", "line 6: NORTH is no power of this board"),
    ('kind = "A"', 'kind = "X"', "line 12: kind 'X' is neither A, which moves as an army, nor F, as a fleet"),
    ("health = 3", 'health = "3"', "line 11: health must be a number"),
    ('"AAA BBB"', '"AAA"', "line 14: the unit in BBB needs one troop that moves as it does"),
    ('"sea_first"', '"sea_last"', "line 17: 'sea_last' is not a valid Paradoxes"),
    ('convoy_routes = "any"\n', "", "line 17: convoy_routes is missing"),
    ("[scouts]", "[scouts", "line 8: Expected ']' at the end of a table declaration"),
]


def test_a_small_campaign_is_read_whole() -> None:
    war = read_campaign(BOARD_TEXT, WAR_TEXT).board.war
    assert war.rivers == {frozenset({Province("AAA"), Province("BBB")})}
    assert war.troops["I"].support == 1


@pytest.mark.parametrize(("right", "wrong", "told"), WRONG, ids=[told for *_, told in WRONG])
def test_what_is_wrong_is_told_by_its_line(right: str, wrong: str, told: str) -> None:
    with pytest.raises(BoardError, match=r"war\.toml") as error:
        read_campaign(BOARD_TEXT, WAR_TEXT.replace(right, wrong))
    assert f"war.toml, {told}" in str(error.value)
