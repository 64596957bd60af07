"""Frozen values that are quickly made stay frozen, and are what any frozen value is."""

import copy
import pickle
from dataclasses import FrozenInstanceError, is_dataclass, replace

import pytest

from judge.rules import orders, verdicts
from judge.rules.board import Location, Power, Province, Unit, UnitKind
from judge.rules.orders import Convoy, Hold, Move, Retreat
from judge.rules.verdicts import Dislodgement, Moved, Stood, Verdict

PAR, BUR = Province("PAR"), Province("BUR")
PARIS = Unit(Power("FRANCE"), UnitKind.ARMY, Location(PAR))
VALUES = [
    PARIS,
    Hold(PAR),
    Move(PAR, Location(BUR), by_sea=True),
    Stood(unordered=True),
    Moved(2, 1, (BUR,)),
    Verdict(PARIS, Hold(PAR), Stood(), Dislodgement(BUR, 2, 1)),
]
each_value = pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)


@each_value
def test_no_field_can_be_set_anew(value: object) -> None:
    for name in type(value).__match_args__:  # type: ignore[attr-defined]
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, None)
        with pytest.raises(FrozenInstanceError):
            delattr(value, name)


@each_value
def test_no_field_can_be_added(value: object) -> None:
    with pytest.raises((FrozenInstanceError, TypeError)):
        value.other = 1  # type: ignore[attr-defined]
    assert not hasattr(value, "__dict__")


@each_value
def test_a_copy_is_equal(value: object) -> None:
    assert copy.deepcopy(value) == pickle.loads(pickle.dumps(value)) == value
    assert hash(copy.copy(value)) == hash(value)


def test_fields_are_given_by_position_or_by_name_or_left_out() -> None:
    assert Move(at=PAR, to=Location(BUR)) == Move(PAR, Location(BUR), False)
    assert replace(PARIS, strength=2) == Unit(Power("FRANCE"), UnitKind.ARMY, Location(PAR), 2)
    assert Moved(1) == Moved(1, 0, (), ())


def test_a_field_without_a_default_must_be_given() -> None:
    with pytest.raises(TypeError, match="to"):
        Convoy(PAR, BUR)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="from_"):
        Retreat(PAR, from_=BUR)  # type: ignore[call-arg]


def test_values_of_two_kinds_are_never_equal() -> None:
    one, other = vars(orders)["Hold"](PAR), vars(orders)["Disband"](PAR)
    assert one != other
    assert len({one, other}) == 2


@pytest.mark.parametrize("room", [orders, verdicts], ids=lambda room: room.__name__)
def test_every_value_is_frozen(room: object) -> None:
    """Rulings alone are filled while a battle is resolved."""
    kinds = [kind for kind in vars(room).values() if isinstance(kind, type) and is_dataclass(kind)]
    assert all(vars(kind)["__dataclass_params__"].frozen for kind in kinds if kind is not verdicts.Rulings)
