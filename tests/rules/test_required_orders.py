"""What a power still has to write, so that a phase may close early or a reminder name what is missing."""

from judge.rules.adjustments import RequiredOrders, required_orders, units_without_orders
from judge.rules.board import Power, Province
from judge.rules.board_file import load_board
from judge.rules.position import Position
from tests.rules import plain
from tests.shared.each_case import each_case

BOARD = load_board("standard")
FRANCE = Power("FRANCE")
BRE, BUR, MAR, PAR = map(Province, ("BRE", "BUR", "MAR", "PAR"))

MOVEMENT = plain.position("S1901M", {"FRANCE": ["A PAR", "F BRE"], "GERMANY": ["A MUN"]})
RETREATS = plain.position(
    "S1901R", {"FRANCE": ["A PAR"], "GERMANY": ["A BUR"]}, {}, [plain.dislodged("FRANCE", "A BUR", "MUN", ["GAS"])]
)
BUILDS = plain.position("W1901A", {"FRANCE": ["A SPA"]}, {"FRANCE": ["BRE", "MAR", "SPA"]})
REMOVALS = plain.position("W1901A", {"FRANCE": ["A SPA", "A BUR", "F MAO"]}, {"FRANCE": ["SPA"]})

DUTIES = {
    "every standing unit moves": (MOVEMENT, RequiredOrders(orders=(BRE, PAR))),
    "only the dislodged retreat": (RETREATS, RequiredOrders(orders=(BUR,))),
    "so many builds on these sites": (BUILDS, RequiredOrders(builds=2, sites=(BRE, MAR))),
    "so many removals": (REMOVALS, RequiredOrders(removals=2)),
    "builds for which there is room": (
        plain.position("W1901A", {"FRANCE": ["F BRE"]}, {"FRANCE": ["BRE", "MAR", "SPA", "POR"]}),
        RequiredOrders(builds=1, sites=(MAR,)),
    ),
    "nothing": (plain.position("W1901A", {"FRANCE": ["F BRE"]}, {"FRANCE": ["BRE"]}), RequiredOrders()),
}


@each_case(("position", "owed"), DUTIES.values(), ids=DUTIES)
def test_duty(position: Position, owed: RequiredOrders) -> None:
    assert required_orders(BOARD, position, FRANCE) == owed
    assert owed.is_required is (owed != RequiredOrders())


LACKING = {
    "all units ordered": (MOVEMENT, ["A PAR H", "F BRE - MAO"], ()),
    "an illegal order is an order": (MOVEMENT, ["A PAR - MOS", "F BRE - MAO"], ()),
    "a unit forgotten": (MOVEMENT, ["A PAR H"], (BRE,)),
    "a retreat": (RETREATS, ["A BUR R GAS"], ()),
    "a removal instead": (RETREATS, ["A BUR D"], ()),
    "no retreat": (RETREATS, [], (BUR,)),
}


@each_case(("position", "orders", "lacking"), LACKING.values(), ids=LACKING)
def test_units_without_orders(position: Position, orders: list[str], lacking: tuple[Province, ...]) -> None:
    written = [plain.order(text) for text in orders]
    assert units_without_orders(BOARD, position, FRANCE, written) == lacking
