"""How strong the sides of a fight are, as far as that is known."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from judge.rules.board import Province
from judge.rules.swift import swift


@swift
@dataclass(frozen=True, slots=True)
class Strength:
    """A strength that may still turn out anywhere between two values."""

    low: int
    high: int


NONE = Strength(0, 0)


@swift
@dataclass(frozen=True, slots=True)
class Side:
    """One unit of a fight that is decided: its strength there, and the units whose supports are part of it."""

    unit: Province
    strength: int
    supporters: tuple[Province, ...] = ()


@cache
def exactly(value: int) -> Strength:
    """A strength nothing can change any more."""
    return Strength(value, value)


class Fight(NamedTuple):
    """An attack, and what each unit has that opposes it: the one that stays where it goes, and the other attackers."""

    attack: Strength
    opposed: Mapping[Province, Strength]
