"""Conditions on what stands where when a phase opens."""

from dataclasses import dataclass
from typing import assert_never

from judge.rules.board import Kind, Location, Power
from judge.rules.position import Position


@dataclass(frozen=True)
class Stands:
    """A unit stands there: of any power and either kind where none is named, on any coast where none is.

    Of any ``troop`` where none is named; what troop a unit is of must be known.
    """

    at: Location
    power: Power | None = None
    kind: Kind | None = None
    troop: str = ""


@dataclass(frozen=True)
class Not:
    """The opposite."""

    of: "Condition"


@dataclass(frozen=True)
class AllOf:
    """Every one of them."""

    of: "tuple[Condition, ...]"


@dataclass(frozen=True)
class AnyOf:
    """One of them at least."""

    of: "tuple[Condition, ...]"


Condition = Stands | Not | AllOf | AnyOf


def holds(condition: Condition, position: Position) -> bool:
    """Whether a condition is true of a position; a unit that was dislodged stands nowhere."""
    match condition:
        case Stands():
            return _stands(condition, position)
        case Not(of):
            return not holds(of, position)
        case AllOf(conditions):
            return all(holds(one, position) for one in conditions)
        case AnyOf(conditions):
            return any(holds(one, position) for one in conditions)
        case _:
            assert_never(condition)


def _stands(condition: Stands, position: Position) -> bool:
    unit = position.units.get(condition.at.province)
    return (
        unit is not None
        and condition.power in {None, unit.power}
        and condition.kind in {None, unit.kind}
        and condition.troop in {"", unit.letter}
        and condition.at.coast in {"", unit.at.coast}
    )
