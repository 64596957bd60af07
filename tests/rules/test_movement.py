"""What the standard board does not show: units of other strengths, loops that decide themselves, stray orders."""

from collections.abc import Mapping
from dataclasses import replace

from judge.rules.board import Province
from judge.rules.boardfile import load_board
from judge.rules.movement import judge_movement
from judge.rules.rulebooks import load_rulebook
from tests.rules import fights, plain

STANDARD = load_board("standard")


def _said(text: str, strengths: Mapping[str, int]) -> Mapping[str, str]:
    """What is said of each line of a phase in which some units have another strength than 1."""
    fight = fights.fight({"number": "", "title": "", "orders": text}, "2023")
    units = {at: replace(unit, strength=strengths.get(at, 1)) for at, unit in fight.units.items()}
    return fight.said(replace(fight, units=units).fought())


def test_a_unit_fights_with_its_own_strength() -> None:
    said = _said("FRANCE\nA PAR - BUR\nGERMANY\nA BUR H", {"PAR": 2})
    assert said == {"A PAR - BUR": "moved 2:1 against BUR", "A BUR H": "held; dislodged 2:1 from PAR"}


def test_a_support_is_worth_the_strength_of_the_supporter() -> None:
    said = _said("FRANCE\nA PAR - BUR\nA MAR S A PAR - BUR\nGERMANY\nA BUR H", {"MAR": 2, "BUR": 2})
    assert said["A PAR - BUR"] == "moved 3:2 against BUR"


def test_a_unit_that_fails_to_leave_stays_with_its_own_strength() -> None:
    text = "FRANCE\nA PAR - BUR\nA MAR S A PAR - BUR\nGERMANY\nA BUR - MUN\nA MUN H"
    said = _said(text, {"BUR": 2, "MUN": 2})
    assert said["A PAR - BUR"] == "bounced 2:2 by BUR"


def test_a_convoy_broken_either_way_is_no_paradox() -> None:
    """Whether the landing cuts the support or not, somebody drives the fleet out: only one outcome fits."""
    text = """
ENGLAND
F LON S F WAL - ENG
F WAL - ENG
FRANCE
A BRE - LON
F ENG C A BRE - LON
GERMANY
F NTH S F BEL - ENG
F BEL - ENG
"""
    said = _said(text, {"LON": 2})
    assert said["A BRE - LON"] == "disrupted ENG"
    assert said["F WAL - ENG"] == "moved 3:2 against BEL+ENG"


def test_orders_for_regions_without_a_unit_are_passed_over() -> None:
    position = plain.position("S1901M", {"FRANCE": ["A PAR"]})
    orders = {Province("BUR"): fights.movement_order("A BUR - PAR")}
    fought = judge_movement(STANDARD, load_rulebook("2023"), position, orders)
    assert list(fought.verdicts) == ["PAR"]
    assert fought.units == position.units
