"""The campaign that comes with the judge is even."""

from collections.abc import Iterable

import pytest

from judge.rules.adjustments import distances_from
from judge.rules.board import Location, Power, Province, UnitKind
from judge.rules.position import opening_position, territory_count, unit_allowance, unit_balance
from tests.rules.stim.campaigns import SEUIL

BOARD = SEUIL
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


@pytest.mark.parametrize("kind", UnitKind)
def test_borders_and_distances_mirror_each_other(kind: UnitKind) -> None:
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
    assert mirrored(SEUIL.war.posts[WEST]) == set(SEUIL.war.posts[EAST])
    for power in (WEST, EAST):
        assert (territory_count(BOARD, position, power), unit_allowance(BOARD, position, power)) == (15, 7)
        assert unit_balance(BOARD, position, power) == 0


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
