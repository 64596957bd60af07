"""When a condition holds: units, powers, kinds and coasts, and how NOT, AND and OR join them."""

from hypothesis import given
from hypothesis import strategies as st

from judge.game.orders.messages import AllOf, AnyOf, Condition, Not, Stands, is_condition_true
from judge.rules.board import Location, Power, Province, Unit, UnitKind
from judge.rules.position import Dislodged, Phase, Position
from tests.shared.each_case import each_case

FRANCE, GERMANY, RUSSIA = Power("FRANCE"), Power("GERMANY"), Power("RUSSIA")
UNITS = (
    Unit(FRANCE, UnitKind.ARMY, Location(Province("PAR"))),
    Unit(GERMANY, UnitKind.ARMY, Location(Province("MUN"))),
    Unit(RUSSIA, UnitKind.FLEET, Location(Province("STP"), "SC")),
)
DRIVEN_OUT = Unit(FRANCE, UnitKind.ARMY, Location(Province("BUR")))
RETREATS = Position(
    Phase.parse("F1902R"),
    {unit.at.province: unit for unit in UNITS},
    {},
    {Province("BUR"): Dislodged(DRIVEN_OUT, Province("MUN"), ())},
)


def stands(at: str, power: Power | None = None, kind: UnitKind | None = None) -> Stands:
    province, _, coast = at.partition("/")
    return Stands(Location(Province(province), coast), power, kind)


CASES: dict[str, tuple[Condition, bool]] = {
    "any unit": (stands("MUN"), True),
    "no unit": (stands("BER"), False),
    "of that power": (stands("MUN", GERMANY), True),
    "of another power": (stands("MUN", FRANCE), False),
    "of that kind": (stands("MUN", None, UnitKind.ARMY), True),
    "of the other kind": (stands("MUN", None, UnitKind.FLEET), False),
    "of that power and kind": (stands("STP", RUSSIA, UnitKind.FLEET), True),
    "of that power, of the other kind": (stands("STP", RUSSIA, UnitKind.ARMY), False),
    "on that coast": (stands("STP/SC"), True),
    "on the other coast": (stands("STP/NC"), False),
    "a unit driven out stands nowhere": (stands("BUR"), False),
    "not": (Not(stands("BER")), True),
    "not not": (Not(Not(stands("BER"))), False),
    "both": (AllOf((stands("MUN"), stands("PAR"))), True),
    "both, but one is not so": (AllOf((stands("MUN"), stands("BER"))), False),
    "one of them": (AnyOf((stands("BER"), stands("PAR"))), True),
    "none of them": (AnyOf((stands("BER"), stands("KIE"))), False),
    "brackets": (AllOf((AnyOf((stands("BER"), stands("PAR"))), Not(stands("KIE")))), True),
}


@each_case(("condition", "expected"), CASES.values(), ids=CASES)
def test_a_condition_asks_what_stands_where(condition: Condition, expected: bool) -> None:
    assert is_condition_true(condition, RETREATS) is expected


TRUE, FALSE = stands("MUN"), stands("BER")
CONDITIONS = st.recursive(
    st.sampled_from([TRUE, FALSE]),
    lambda inner: st.one_of(
        inner.map(Not),
        st.lists(inner, min_size=1, max_size=3).map(lambda of: AllOf(tuple(of))),
        st.lists(inner, min_size=1, max_size=3).map(lambda of: AnyOf(tuple(of))),
    ),
    max_leaves=8,
)


@given(st.lists(CONDITIONS, min_size=1, max_size=3))
def test_not_turns_all_into_any(conditions: list[Condition]) -> None:
    none_of = AllOf(tuple(map(Not, conditions)))
    assert is_condition_true(none_of, RETREATS) is not is_condition_true(AnyOf(tuple(conditions)), RETREATS)


@given(CONDITIONS, CONDITIONS)
def test_all_and_any_are_and_and_or(one: Condition, other: Condition) -> None:
    both, first, second = (one, other), is_condition_true(one, RETREATS), is_condition_true(other, RETREATS)
    assert is_condition_true(AllOf(both), RETREATS) is (first and second)
    assert is_condition_true(AnyOf(both), RETREATS) is (first or second)
    assert is_condition_true(Not(one), RETREATS) is not first
