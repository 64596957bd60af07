"""A position of troops changed by hand: fresh units, hit points, power; nothing else of a unit changes."""

from dataclasses import replace

from judge.rules.board import Location, Power, Province, UnitKind
from judge.rules.board_file import load_board
from judge.rules.corrections import (
    AddUnit,
    Correction,
    CorrectionError,
    MoveUnit,
    SetHealth,
    SetStrength,
    apply_corrections,
    corrected_provinces,
)
from judge.rules.position import Position, opening_position
from tests.rules.stim.campaigns import SEUIL
from tests.shared.each_case import each_case

WEST = Power("AADLERON")
ORM, PON, HAU, DET = map(Province, ("ORM", "PON", "HAU", "DET"))
OPENING = opening_position(SEUIL)


def corrected(*corrections: Correction) -> Position:
    found = apply_corrections(SEUIL, OPENING, corrections)
    assert isinstance(found, Position), found
    return found


def test_a_unit_that_appears_is_a_fresh_one_of_its_troop() -> None:
    added = AddUnit(WEST, UnitKind.ARMY, Location(ORM), "W")
    assert corrected(added).units[ORM] == SEUIL.war.troops["W"].raised(WEST, Location(ORM))


def test_a_unit_keeps_its_numbers_when_it_is_put_elsewhere() -> None:
    there = corrected(SetHealth(PON, 2), SetStrength(PON, 3, 2, 2), MoveUnit(PON, Location(HAU))).units[HAU]
    before = OPENING.units[PON]
    assert before.corps
    corps = replace(before.corps, health=2, support=2, defence=2)
    assert there == replace(before, at=Location(HAU), strength=3, corps=corps)


WRONG: list[tuple[Correction, CorrectionError]] = [
    (AddUnit(WEST, UnitKind.ARMY, Location(ORM)), CorrectionError.NO_TROOP),
    (AddUnit(WEST, UnitKind.ARMY, Location(ORM), "Z"), CorrectionError.NO_TROOP),
    (AddUnit(WEST, UnitKind.FLEET, Location(ORM), "I"), CorrectionError.NO_TROOP),
    (AddUnit(WEST, UnitKind.ARMY, Location(DET), "I"), CorrectionError.ARMY_AT_SEA),
    (AddUnit(WEST, UnitKind.ARMY, Location(PON), "I"), CorrectionError.OCCUPIED),
    (SetHealth(ORM, 1), CorrectionError.NO_UNIT),
    (SetHealth(PON, 0), CorrectionError.WRONG_HEALTH),
    (SetHealth(PON, 5), CorrectionError.WRONG_HEALTH),
    (SetStrength(ORM, 1, 1, 1), CorrectionError.NO_UNIT),
]


@each_case(("one", "why"), WRONG, ids=str)
def test_what_cannot_be_corrected(one: Correction, why: CorrectionError) -> None:
    assert apply_corrections(SEUIL, OPENING, [one]) == (one, why)


def test_a_board_without_troops_has_no_hit_points_to_change() -> None:
    standard = load_board("standard")
    position, paris = opening_position(standard), Province("PAR")
    for one in (SetHealth(paris, 1), AddUnit(Power("FRANCE"), UnitKind.ARMY, Location(Province("BUR")), "I")):
        assert apply_corrections(standard, position, [one]) == (one, CorrectionError.NO_TROOP)


def test_a_change_of_numbers_is_about_the_unit_that_stands_there() -> None:
    assert [corrected_provinces(one) for one in (SetHealth(PON, 1), SetStrength(PON, 1, 1, 1))] == [(PON,), (PON,)]
