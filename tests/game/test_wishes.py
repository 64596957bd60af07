"""Standing wishes become orders: the first legal ones, as many as are due, never two units to one place."""

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from judge.game.orders.messages import BuildWish, RemovalWish, RetreatWish, Wish, wished_orders
from judge.rules.adjustments import builds_due
from judge.rules.board import Location, Power, Province, Unit, UnitKind
from judge.rules.board_file import load_board
from judge.rules.legality import why_illegal
from judge.rules.orders import Build, Disband, Retreat, Waive
from judge.rules.position import Dislodged, Phase, Position
from tests.shared.each_case import each_case

BOARD = load_board("standard")
FRANCE = Power("FRANCE")


def place(text: str) -> Location:
    province, _, coast = text.partition("/")
    return Location(Province(province), coast)


def places(text: str) -> tuple[Location, ...]:
    return tuple(map(place, text.split()))


def unit(text: str, power: Power = FRANCE) -> Unit:
    kind, _, at = text.partition(" ")
    return Unit(power, UnitKind(kind), place(at))


def driven_out(units: Mapping[str, str]) -> Position:
    """A retreat phase: each unit with the places open to it."""
    dislodged = {
        unit(text).at.province: Dislodged(unit(text), Province("MUN"), places(open_to))
        for text, open_to in units.items()
    }
    return Position(Phase.parse("F1902R"), {}, {}, dislodged)


def to(at: str, target: str) -> Retreat:
    return Retreat(Province(at), place(target))


ONE = driven_out({"A BUR": "GAS PAR PIC"})
TWO = driven_out({"A BUR": "GAS PAR", "A PIC": "BRE PAR"})
FLEET = driven_out({"F MAO": "SPA/NC SPA/SC POR"})
RETREATS = {
    "the first place open": (ONE, [RetreatWish(None, places("MAR PAR GAS"))], [to("BUR", "PAR")]),
    "its own wish before any unit's": (
        ONE,
        [RetreatWish(None, places("PAR")), RetreatWish(Province("BUR"), places("GAS"))],
        [to("BUR", "GAS")],
    ),
    "off the board where the list ends so": (
        ONE,
        [RetreatWish(None, places("MAR"), disband=True)],
        [Disband(Province("BUR"))],
    ),
    "no order where the list ends": (ONE, [RetreatWish(None, places("MAR"))], []),
    "no wish for that unit": (ONE, [RetreatWish(Province("PIC"), places("PAR"))], []),
    "never two units to one place": (
        TWO,
        [RetreatWish(None, places("PAR GAS BRE"))],
        [to("BUR", "PAR"), to("PIC", "BRE")],
    ),
    "the unit with a wish of its own first": (
        TWO,
        [RetreatWish(None, places("PAR GAS")), RetreatWish(Province("PIC"), places("PAR"))],
        [to("PIC", "PAR"), to("BUR", "GAS")],
    ),
    "a coast left open is no place": (FLEET, [RetreatWish(None, places("SPA POR"))], [to("MAO", "POR")]),
    "a coast named is one": (FLEET, [RetreatWish(None, places("SPA/SC POR"))], [to("MAO", "SPA/SC")]),
}


@each_case(("position", "wishes", "expected"), RETREATS.values(), ids=RETREATS)
def test_retreats_are_wished_for(position: Position, wishes: list[Wish], expected: list[object]) -> None:
    assert list(wished_orders(BOARD, position, FRANCE, wishes)) == expected


def winter(units: str, centres: str) -> Position:
    standing = [unit(text) for text in units.split(", ")]
    owners = {Province(code): FRANCE for code in centres.split()}
    return Position(Phase.parse("W1902A"), {one.at.province: one for one in standing}, owners)


TWO_BUILDS = winter("A BUR, F BRE", "PAR MAR BRE SPA")
TWO_REMOVALS = winter("A BUR, F MAO, A GAS", "PAR")
ARMY_PAR, FLEET_BRE, FLEET_MAR = (
    Build(UnitKind.ARMY, place("PAR")),
    Build(UnitKind.FLEET, place("BRE")),
    Build(UnitKind.FLEET, place("MAR")),
)
ADJUSTMENTS = {
    "the first builds possible": (
        TWO_BUILDS,
        [BuildWish((FLEET_BRE, ARMY_PAR, FLEET_MAR))],
        [ARMY_PAR, FLEET_MAR],
    ),
    "no more than are due": (
        winter("A BUR", "PAR MAR"),
        [BuildWish((ARMY_PAR, FLEET_MAR), waive=True)],
        [ARMY_PAR],
    ),
    "the rest left where the list says so": (TWO_BUILDS, [BuildWish((ARMY_PAR,), waive=True)], [ARMY_PAR, Waive()]),
    "all left": (TWO_BUILDS, [BuildWish((), waive=True)], [Waive()]),
    "the rest for the player where it does not": (TWO_BUILDS, [BuildWish((ARMY_PAR,))], [ARMY_PAR]),
    "never two units to one centre": (
        TWO_BUILDS,
        [BuildWish((ARMY_PAR, Build(UnitKind.ARMY, place("PAR")), FLEET_MAR))],
        [ARMY_PAR, FLEET_MAR],
    ),
    "the first units still there": (
        TWO_REMOVALS,
        [RemovalWish((Province("MUN"), Province("MAO"), Province("GAS"), Province("BUR")))],
        [Disband(Province("MAO")), Disband(Province("GAS"))],
    ),
    "builds are no removals": (TWO_REMOVALS, [BuildWish((ARMY_PAR,), waive=True)], []),
    "removals are no builds": (TWO_BUILDS, [RemovalWish((Province("BUR"),))], []),
    "nothing is due": (
        winter("A PAR", "MAR"),
        [BuildWish((FLEET_MAR,), waive=True), RemovalWish((Province("PAR"),))],
        [],
    ),
}


@each_case(("position", "wishes", "expected"), ADJUSTMENTS.values(), ids=ADJUSTMENTS)
def test_adjustments_are_wished_for(position: Position, wishes: list[Wish], expected: list[object]) -> None:
    assert list(wished_orders(BOARD, position, FRANCE, wishes)) == expected


def test_movements_are_never_wished_for() -> None:
    spring = Position(Phase.parse("S1902M"), ONE.units)
    assert wished_orders(BOARD, spring, FRANCE, [RetreatWish(None, places("PAR"))]) == ()


HOMES = [Build(kind, place(home)) for home in ("PAR", "MAR", "BRE") for kind in UnitKind]
SETTINGS = st.tuples(st.sets(st.sampled_from(["A PAR", "A BUR", "F MAO", "A GAS"]), min_size=1), st.integers(0, 4))


@given(SETTINGS, st.lists(st.sampled_from(HOMES), max_size=6), st.booleans())
def test_what_is_wished_for_is_legal_and_never_too_much(
    scene: tuple[set[str], int],
    builds: list[Build],
    waive: bool,
) -> None:
    units, centres = scene
    position = winter(", ".join(sorted(units)), " ".join(["PAR", "MAR", "BRE", "SPA"][:centres]))
    wishes: list[Wish] = [BuildWish(tuple(builds), waive), RemovalWish((Province("MAO"), Province("GAS")))]
    orders = wished_orders(BOARD, position, FRANCE, wishes)
    assert all(why_illegal(BOARD, position, order) is None for order in orders)
    assert len([order for order in orders if order != Waive()]) <= abs(builds_due(BOARD, position, FRANCE))
