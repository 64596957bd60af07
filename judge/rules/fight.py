"""The strengths of the sides of a fight, as ranges while they are not fully decided."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from judge.rules.board import Province
from judge.rules.fast_init import fast_init


@fast_init
@dataclass(frozen=True, slots=True)
class Strength:
    """A strength between a lowest and a highest possible value."""

    low: int
    high: int


NO_STRENGTH = Strength(0, 0)


@fast_init
@dataclass(frozen=True, slots=True)
class Side:
    """One unit of a fight that is decided: its strength there, and the units whose supports are part of it."""

    unit: Province
    strength: int
    supporters: tuple[Province, ...] = ()


@cache
def exact_strength(value: int) -> Strength:
    """Return a strength that is fully decided."""
    return Strength(value, value)


class Fight(NamedTuple):
    """An attack and its opponents.

    ``opposed`` has the strength of each: the unit that stays in the target, and the other attackers.
    """

    attack: Strength
    opposed: Mapping[Province, Strength]
