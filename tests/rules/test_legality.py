"""Which rule an order breaks: every reason for a void order, and the examples of legal ones in the rule texts."""

from dataclasses import replace

import pytest

from judge.rules.board import Province
from judge.rules.board_file import load_board
from judge.rules.legality import why_illegal
from judge.rules.position import Dislodged
from judge.rules.verdicts import Illegal
from tests.rules import plain
from tests.shared.each_case import each_case

STANDARD = load_board("standard")

MOVEMENT = [
    # 000 VII.B to VIII.B, in this judge's codes
    ("A CON", "A CON - BUL", None),
    ("A ANK, F CON", "A ANK S F CON", None),
    ("A ANK, F BLA", "A ANK S F BLA", Illegal.ARMY_AT_SEA),
    ("A CON, F BLA", "A CON S F BLA - BUL", None),
    ("F NTH", "F NTH - NWG", None),
    ("F ANK, A CON", "F ANK S A CON", None),
    ("F AEG, A SER", "F AEG S A SER - GRE", None),
    ("F ION, A APU", "F ION C A APU - TUN", None),
    ("F ION, F EAS, A TUN", "F ION C A TUN - SYR", None),
    ("F ION, A TUN", "F ION C A TUN - SYR", Illegal.CONVOY_NO_CHAIN),
    ("F TUS", "F TUS - ROM", None),
    ("F TUS", "F TUS - VEN", Illegal.NO_COAST_ROUTE),
    ("F CON", "F CON - BLA", None),
    ("F CON", "F CON - AEG", None),
    ("F KIE", "F KIE - BAL", None),
    ("F KIE", "F KIE - HEL", None),
    ("F AEG", "F AEG - BLA", Illegal.NOT_ADJACENT),
    ("F STP/SC", "F STP/SC - NWY", Illegal.NO_COAST_ROUTE),
    ("F CON", "F CON - BUL/EC", None),
    ("F CON", "F CON - BUL", Illegal.COAST_NEEDED),
    ("F MAR, F POR", "F MAR S F POR - SPA/NC", None),
    ("F MAR, F SPA/NC", "F MAR S F SPA/NC", None),
    ("F SPA/NC, A MAR", "F SPA/NC S A MAR", Illegal.SUPPORT_OUT_OF_REACH),
    ("A BEL", "A BEL - LON", Illegal.NOT_ADJACENT),
    ("A BER", "A BER - DEN", Illegal.NOT_ADJACENT),
    ("A SPA", "A SPA - NAF", Illegal.NOT_ADJACENT),
    ("A SWE", "A SWE - DEN", None),
    ("F SKA", "F SKA - BAL", Illegal.NOT_ADJACENT),
    ("F SEV, A MOS", "F SEV S A MOS", Illegal.FLEET_INLAND),
    ("A DEN, F NTH", "A DEN S F NTH", Illegal.ARMY_AT_SEA),
    ("F CON, A ANK", "F CON C A ANK - BUL", Illegal.CONVOY_ON_COAST),
    # 001 VII.1 and IX.1
    ("F ROM", "F ROM - NAP", None),
    ("F ROM", "F ROM - VEN", Illegal.NO_COAST_ROUTE),
    ("A SIL, A WAR", "A SIL S A WAR - PRU", None),
    # the rest of the reasons
    ("A PAR", "A PAR - PAR", Illegal.OWN_PROVINCE),
    ("F STP/NC", "F STP/NC - STP/SC", Illegal.OWN_PROVINCE),
    ("F KIE", "F KIE - MUN", Illegal.FLEET_INLAND),
    ("A LVP", "A LVP - IRI", Illegal.ARMY_AT_SEA),
    ("F GAS", "F GAS - SPA/SC", Illegal.WRONG_COAST),
    ("F LYO", "F LYO - MAR/NC", None),
    ("A PAR", "A PAR S A PAR", Illegal.SUPPORT_SELF),
    ("A PAR", "A PAR S A PAR - BUR", Illegal.SUPPORT_SELF),
    ("A PAR", "A PAR S A BUR", Illegal.NOTHING_TO_SUPPORT),
    ("A PAR", "A PAR S A BUR - GAS", Illegal.NOTHING_TO_SUPPORT),
    ("A PAR, A MUN", "A PAR S A MUN", Illegal.SUPPORT_OUT_OF_REACH),
    ("A PAR, A MAR", "A PAR S A MAR - PIC", Illegal.SUPPORTED_CANNOT),
    ("F MAR, F GAS", "F MAR S F GAS - SPA/SC", Illegal.SUPPORTED_CANNOT),
    ("F NTH, A LON", "F NTH S A LON - BEL", Illegal.SUPPORTED_NEEDS_CONVOY),
    ("F NTH, F ENG, A LON", "F NTH S A LON - BEL", None),
    ("A BUL, A CON", "A BUL S A CON - BUL", Illegal.SUPPORT_OUT_OF_REACH),
    ("A PAR, A GAS", "A PAR C A GAS - SPA", Illegal.CONVOY_BY_ARMY),
    ("F NTH", "F NTH C A LON - BEL", Illegal.CONVOY_NO_ARMY),
    ("F NTH, F LON", "F NTH C A LON - BEL", Illegal.CONVOY_NO_ARMY),
    ("F NTH, A LON", "F NTH C A LON - PAR", Illegal.CONVOY_NOT_COASTAL),
    ("F NTH, A LON", "F NTH C A LON - LON", Illegal.OWN_PROVINCE),
    ("F NTH", "F LON H", Illegal.NO_UNIT),
    ("A LON, F NTH", "A LON - BEL", None),
    ("A LON, F HEL", "A LON - BEL", Illegal.NOT_ADJACENT),
    ("A PAR", "A PAR R BUR", Illegal.WRONG_PHASE),
    ("A PAR", "A PAR B", Illegal.WRONG_PHASE),
]


@each_case(("units", "order", "why"), MOVEMENT, ids=[f"{units}: {order}" for units, order, _ in MOVEMENT])
def test_movement(units: str, order: str, why: Illegal | None) -> None:
    position = plain.position("S1901M", {"FRANCE": units.split(", ")})
    assert why_illegal(STANDARD, position, plain.order(order)) is why


COASTS = [("SPA", None), ("SPA/NC", None), ("SPA/SC", Illegal.SUPPORT_OTHER_COAST)]


@pytest.mark.parametrize(("named", "why"), COASTS)
def test_a_coast_named_in_a_support_is_that_of_the_move(named: str, why: Illegal | None) -> None:
    position = plain.position("S1901M", {"FRANCE": ["F MAO", "F POR"]})
    move, support = plain.order("F MAO - SPA/NC"), plain.order(f"F POR S F MAO - {named}")
    assert why_illegal(STANDARD, position, support) is None
    assert why_illegal(STANDARD, position, support, {Province("MAO"): move}) is why


DRIVEN_OUT = plain.dislodged("FRANCE", "A BUR", "MUN", ["PAR", "PIC"])
FLEET_OUT = plain.dislodged("FRANCE", "F MAO", "NAO", ["SPA/NC", "SPA/SC", "POR"])

RETREATS = [
    (DRIVEN_OUT, "A BUR R PAR", None),
    (DRIVEN_OUT, "A BUR D", None),
    (DRIVEN_OUT, "A BUR R GAS", Illegal.RETREAT_OCCUPIED),
    (DRIVEN_OUT, "A BUR R MUN", Illegal.RETREAT_ATTACKER),
    (DRIVEN_OUT, "A BUR R RUH", Illegal.RETREAT_CONTESTED),
    (replace(DRIVEN_OUT, by=Province("")), "A BUR R RUH", Illegal.RETREAT_CLOSED),
    (DRIVEN_OUT, "A BUR R KIE", Illegal.RETREAT_OUT_OF_REACH),
    (DRIVEN_OUT, "A GAS R PAR", Illegal.NOT_DISLODGED),
    (DRIVEN_OUT, "A GAS D", Illegal.NOT_DISLODGED),
    (DRIVEN_OUT, "A BUR - PAR", Illegal.WRONG_PHASE),
    (FLEET_OUT, "F MAO R SPA/SC", None),
    (FLEET_OUT, "F MAO R SPA", Illegal.COAST_NEEDED),
    (FLEET_OUT, "F MAO R SPA/EC", Illegal.WRONG_COAST),
    (FLEET_OUT, "F MAO R POR", None),
]


@each_case(("driven", "order", "why"), RETREATS, ids=[order for _, order, _ in RETREATS])
def test_retreat(driven: Dislodged, order: str, why: Illegal | None) -> None:
    position = plain.position("S1901R", {"FRANCE": ["A GAS"]}, driven_out=[driven])
    assert why_illegal(STANDARD, position, plain.order(order)) is why


CENTRES = {"RUSSIA": ["STP", "WAR", "SEV", "RUM"], "GERMANY": ["MOS"], "TURKEY": []}

ADJUSTMENTS = [
    (["A UKR"], "F STP/NC B", None),
    (["A UKR"], "A STP B", None),
    (["A UKR"], "F SEV B", None),
    (["A UKR"], "WAIVE", None),
    (["A UKR"], "F STP B", Illegal.COAST_NEEDED),  # DATC 6.B.14
    (["A UKR"], "F STP/EC B", Illegal.WRONG_COAST),
    (["A UKR"], "F WAR B", Illegal.FLEET_INLAND),
    (["A UKR"], "A RUM B", Illegal.BUILD_NOT_HOME),
    (["A UKR"], "A MOS B", Illegal.BUILD_NOT_OWNED),
    (["A WAR"], "A WAR B", Illegal.BUILD_OCCUPIED),
    (["A UKR", "A GAL", "A BUD", "A VIE"], "A WAR B", Illegal.BUILD_NOT_DUE),
    (["A UKR"], "A UKR D", Illegal.REMOVAL_NOT_DUE),
    (["A UKR"], "A GAL D", Illegal.NO_UNIT),
    (["A UKR", "A GAL", "A BUD", "A VIE", "A TRI"], "A UKR D", None),
    (["A UKR"], "A UKR H", Illegal.WRONG_PHASE),
]


@each_case(("units", "order", "why"), ADJUSTMENTS, ids=[order for _, order, _ in ADJUSTMENTS])
def test_adjustment(units: list[str], order: str, why: Illegal | None) -> None:
    position = plain.position("W1901A", {"RUSSIA": units}, CENTRES)
    assert why_illegal(STANDARD, position, plain.order(order)) is why


def test_no_reason_goes_untold() -> None:
    """BUILD_TWICE and REMOVAL_TWICE depend on the rest of a letter and are told by the judge of adjustments.

    BUILD_HOMELESS is told on boards that let powers build elsewhere: see ``test_build_places.py``; CLOSED and SHUT_IN
    on boards that close something: see ``test_small_tables.py``, ``stim/``; what concerns troops, on boards that have a
    table of them: see ``stim/``.
    """
    told = {why for _, _, why in (*MOVEMENT, *RETREATS, *ADJUSTMENTS)} | {why for _, why in COASTS}
    of_troops = {
        Illegal.NO_POWER,
        Illegal.POWER_RESTS,
        Illegal.TOO_WEAK_TO_DISPERSE,
        Illegal.TROOP_UNKNOWN,
        Illegal.TROOP_OF_OTHERS,
        Illegal.TROOP_FULL,
        Illegal.NO_ALLY,
    }
    assert set(Illegal) - told == {
        Illegal.BUILD_TWICE,
        Illegal.BUILD_HOMELESS,
        Illegal.REMOVAL_TWICE,
        Illegal.CLOSED,
        Illegal.SHUT_IN,
        *of_troops,
    }
