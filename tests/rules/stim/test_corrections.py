"""A position of troops changed by hand: fresh units, hit points, power; nothing else of a unit changes."""

from dataclasses import replace

import pytest

from judge.rules.board import Kind, Location, Power, Province
from judge.rules.boardfile import load_board
from judge.rules.corrections import (
    AddUnit,
    Correction,
    MoveUnit,
    SetHealth,
    SetStrength,
    Uncorrectable,
    correct,
    touched,
)
from judge.rules.position import Position
from judge.rules.setup import opening_position
from tests.rules.stim.campaigns import SEUIL

WEST = Power("AADLERON")
ORM, PON, HAU, DET = map(Province, ("ORM", "PON", "HAU", "DET"))
OPENING = opening_position(SEUIL)


def corrected(*corrections: Correction) -> Position:
    found = correct(SEUIL, OPENING, corrections)
    assert isinstance(found, Position), found
    return found


def test_a_unit_that_appears_is_a_fresh_one_of_its_troop() -> None:
    added = AddUnit(WEST, Kind.ARMY, Location(ORM), "W")
    assert corrected(added).units[ORM] == SEUIL.war.troops["W"].raised(WEST, Location(ORM))


def test_a_unit_keeps_its_numbers_when_it_is_put_elsewhere() -> None:
    there = corrected(SetHealth(PON, 2), SetStrength(PON, 3, 2, 2), MoveUnit(PON, Location(HAU))).units[HAU]
    before = OPENING.units[PON]
    assert before.corps
    corps = replace(before.corps, health=2, support=2, defence=2)
    assert there == replace(before, at=Location(HAU), strength=3, corps=corps)


WRONG: list[tuple[Correction, Uncorrectable]] = [
    (AddUnit(WEST, Kind.ARMY, Location(ORM)), Uncorrectable.NO_TROOP),
    (AddUnit(WEST, Kind.ARMY, Location(ORM), "Z"), Uncorrectable.NO_TROOP),
    (AddUnit(WEST, Kind.FLEET, Location(ORM), "I"), Uncorrectable.NO_TROOP),
    (AddUnit(WEST, Kind.ARMY, Location(DET), "I"), Uncorrectable.ARMY_AT_SEA),
    (AddUnit(WEST, Kind.ARMY, Location(PON), "I"), Uncorrectable.OCCUPIED),
    (SetHealth(ORM, 1), Uncorrectable.NO_UNIT),
    (SetHealth(PON, 0), Uncorrectable.WRONG_HEALTH),
    (SetHealth(PON, 5), Uncorrectable.WRONG_HEALTH),
    (SetStrength(ORM, 1, 1, 1), Uncorrectable.NO_UNIT),
]


@pytest.mark.parametrize(("one", "why"), WRONG, ids=str)
def test_what_cannot_be_corrected(one: Correction, why: Uncorrectable) -> None:
    assert correct(SEUIL, OPENING, [one]) == (one, why)


def test_a_board_without_troops_has_no_hit_points_to_change() -> None:
    standard = load_board("standard")
    position, paris = opening_position(standard), Province("PAR")
    for one in (SetHealth(paris, 1), AddUnit(Power("FRANCE"), Kind.ARMY, Location(Province("BUR")), "I")):
        assert correct(standard, position, [one]) == (one, Uncorrectable.NO_TROOP)


def test_a_change_of_numbers_is_about_the_unit_that_stands_there() -> None:
    assert [touched(one) for one in (SetHealth(PON, 1), SetStrength(PON, 1, 1, 1))] == [(PON,), (PON,)]
