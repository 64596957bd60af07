"""The coasts an order may leave unsaid, and those it may say for nothing (DATC 4.B, 000 VIII.B)."""

from judge.rules.board_file import load_board
from judge.rules.orders import with_coast
from tests.rules import plain
from tests.shared.each_case import each_case

STANDARD = load_board("standard")

CASES = [
    ("S1901M", "F GAS", "F GAS - SPA", "F GAS - SPA/NC"),  # the only coast in reach
    ("S1901M", "F POR", "F POR - SPA", "F POR - SPA"),  # two in reach: not for us to choose
    ("S1901M", "F GAS", "F GAS - SPA/SC", "F GAS - SPA/SC"),  # out of reach: not for us to mend
    ("S1901M", "A GAS", "A GAS - SPA/NC", "A GAS - SPA"),  # armies know no coasts
    ("S1901M", "F LYO", "F LYO - MAR/SC", "F LYO - MAR"),  # a region of one coast
    ("S1901M", "F POR", "F GAS - SPA", "F GAS - SPA"),  # no such unit
    ("S1901M", "F POR", "F POR H", "F POR H"),
    ("S1901R", "F GAS", "F GAS R SPA", "F GAS R SPA/NC"),
    ("S1901R", "A GAS", "A GAS R SPA/SC", "A GAS R SPA"),
    ("S1901R", "A GAS", "A MAR R SPA/SC", "A MAR R SPA/SC"),
    ("W1901A", "A UKR", "A STP/NC B", "A STP B"),
    ("W1901A", "A UKR", "F STP/NC B", "F STP/NC B"),
    ("W1901A", "A UKR", "F SEV/NC B", "F SEV B"),
]


@each_case(("phase", "unit", "order", "meant"), CASES)
def test_coast_of_an_order(phase: str, unit: str, order: str, meant: str) -> None:
    driven = [plain.dislodged("FRANCE", unit, "MUN", [])] if phase == "S1901R" else []
    position = plain.position(phase, {} if driven else {"FRANCE": [unit]}, driven_out=driven)
    assert with_coast(plain.order(order), STANDARD, position) == plain.order(meant)
