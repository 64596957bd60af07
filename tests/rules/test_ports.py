"""Ports: coasts where fleets convoy as at sea (``PORT`` of DPjudge's maps, jDip's convoyable coasts)."""

import pytest

from judge.notation.read import read_order
from judge.notation.tables import load_notation
from judge.rules.board import Board, Location, Power, Province
from judge.rules.board_file import BoardError, load_board, read_board
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import Move, Order
from judge.rules.rulebook import load_rulebook
from tests.rules import plain

PORTS = read_board(
    """
    name = "ports"
    base = "standard"
    [regions]
    DEN = { port = true }
    SWE = { port = true }
    ROM = { port = true }
    """.replace("    ", ""),
    "ports.toml",
)
ENGLAND, GERMANY, RUSSIA = Power("ENGLAND"), Power("GERMANY"), Power("RUSSIA")
STANDARD, BOOK = load_notation("standard"), load_rulebook("2023")


def outcome(board: Board, lines: dict[str, list[str]]) -> tuple[set[str], dict[str, str]]:
    """The units after a spring in which each line is a unit with its order, and the first word of each result."""
    units = {power: [" ".join(line.split()[:2]) for line in given] for power, given in lines.items()}
    position = plain.position("S1901M", units)
    orders: dict[Power, list[Order]] = {}
    for power, given in lines.items():
        read = [read_order(line, position, board, Power(power), STANDARD) for line in given]
        orders[Power(power)] = [one for one in read if isinstance(one, Order)]
        assert len(orders[Power(power)]) == len(given), read
    judged = judge_phase(board, BOOK, position, orders)
    told = {str(v.unit): type(v.reason).__name__ for verdicts in judged.verdicts.values() for v in verdicts}
    return {f"{unit.power} {unit}" for unit in judged.after.units.values()}, told


def test_a_fleet_in_a_port_carries_an_army() -> None:
    """Kiel to Sweden through Denmark; on the standard board the convoy is void, and the army has no way."""
    lines = {"GERMANY": ["A KIE - SWE", "F DEN C A KIE - SWE"]}
    assert outcome(PORTS, lines)[0] == {"GERMANY A SWE", "GERMANY F DEN"}
    assert outcome(load_board("standard"), lines)[0] == {"GERMANY A KIE", "GERMANY F DEN"}


def test_ports_and_seas_make_one_chain() -> None:
    lines = {"GERMANY": ["A KIE - NWY", "F DEN C A KIE - NWY", "F NTH C A KIE - NWY", "F SKA H"]}
    assert "GERMANY A NWY" in outcome(PORTS, lines)[0]


def test_a_port_whose_fleet_is_dislodged_carries_nobody() -> None:
    """Unlike at sea, an army may do that."""
    lines = {
        "GERMANY": ["A KIE - NWY", "F DEN C A KIE - NWY", "F NTH C A KIE - NWY"],
        "RUSSIA": ["A SWE - DEN", "F BAL S A SWE - DEN"],
    }
    units, told = outcome(PORTS, lines)
    assert {"GERMANY A KIE", "RUSSIA A DEN"} <= units
    assert told["F DEN"] != "Void"


def test_nobody_is_carried_into_the_port_where_the_fleet_stands() -> None:
    lines = {"ENGLAND": ["A KIE - DEN VIA", "F NTH H"], "RUSSIA": ["F DEN C A KIE - DEN"]}
    units, told = outcome(PORTS, lines)
    assert "RUSSIA F DEN" in units
    assert told["F DEN"] == "Void"


def test_a_fleet_carries_only_where_it_could_sail() -> None:
    """Rome borders Apulia by land alone (000 VIII.B); the package ``diplomacy`` lets its fleet convoy there."""
    lines = {"ITALY": ["A APU - TUS", "F ROM C A APU - TUS"]}
    assert outcome(PORTS, lines)[1]["F ROM"] == "Void"


def test_the_way_may_be_written_through_ports() -> None:
    position = plain.position("S1901M", {"GERMANY": ["A KIE", "F DEN"]})
    read = read_order("A KIE - DEN - SWE", position, PORTS, GERMANY, STANDARD)
    assert read == Move(Province("KIE"), Location(Province("SWE")), by_sea=True)


@pytest.mark.parametrize("code", ["BUR", "NTH", "BUL"])
def test_a_port_is_a_coast_that_is_not_one_of_several(code: str) -> None:
    text = f'name = "wrong"\nbase = "standard"\n[regions]\n{code} = {{ port = true }}'
    with pytest.raises(BoardError, match="line 4: only a coastal region without coasts of its own is a port"):
        read_board(text, "wrong.toml")
