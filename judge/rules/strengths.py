"""The strengths that units bring into a fight, as DATC 5.B defines them, between a lowest and a highest value.

The two are equal once everything a strength depends on has been decided.
"""

from functools import cache
from typing import NamedTuple

from judge.rules.battle import Battle
from judge.rules.board import Power, Province, Unit
from judge.rules.rulings import Rulings


class Strength(NamedTuple):
    """A strength that may still turn out anywhere between two values."""

    low: int
    high: int


NONE = Strength(0, 0)


@cache
def exactly(value: int) -> Strength:
    """A strength nothing can change any more."""
    return Strength(value, value)


def strongest(one: Strength, other: Strength) -> Strength:
    """The higher of two strengths, as far as it is known."""
    return Strength(max(one.low, other.low), max(one.high, other.high))


def supported_strength(battle: Battle, rulings: Rulings, at: Province, without: Power | None = None) -> Strength:
    """A unit's own strength with every support for what it does, that of one power left out."""
    low = high = battle.units[at].strength
    if at not in battle.supporters:
        return exactly(low)
    for supporter in battle.supporters[at]:
        unit = battle.units[supporter]
        counts = unit.power != without and rulings.supports(supporter)
        if counts is not False:
            high += unit.strength
            low += unit.strength if counts else 0
    return Strength(low, high)


def hold_strength(battle: Battle, rulings: Rulings, province: Province) -> Strength:
    """What keeps attackers out of a province.

    Nothing if it is empty or its unit leaves; the unit alone if it tries to leave in vain, for it cannot be
    supported to stay; else the unit with its supports.
    """
    unit = battle.units.get(province)
    if unit is None:
        return NONE
    if province not in battle.targets:
        return supported_strength(battle, rulings, province)
    return _unless(exactly(unit.strength), rulings.moves(province))


def defend_strength(battle: Battle, rulings: Rulings, at: Province) -> Strength:
    """What an attacker has against the one that meets it head to head: all of its strength."""
    return supported_strength(battle, rulings, at)


def prevent_strength(battle: Battle, rulings: Rulings, at: Province) -> Strength:
    """What an attacker has to keep others out of the province it attacks.

    Nothing if its convoy fails, or if it is driven out by the unit that meets it head to head (000 X.C, 001 IX.7).
    """
    strength, facing = supported_strength(battle, rulings, at), battle.facing(at)
    if facing:
        strength = _unless(strength, rulings.moves(facing))
    return _if_it_arrives(battle, rulings, at, strength)


def attack_strength(battle: Battle, rulings: Rulings, at: Province) -> Strength:
    """What an attacker has to enter the province it attacks.

    Against a unit that stays, nothing if it is of the same power, and no support of that unit's own power counts
    (000 X.C, 001 IX.3). Nothing if its convoy fails.
    """
    defender = battle.units.get(battle.targets[at])
    leaves = defender is None or leaves_way(battle, rulings, at)
    if defender is None or leaves:
        strength = supported_strength(battle, rulings, at)
    elif leaves is None:
        against_it = _strength_against(defender, battle, rulings, at)
        strength = Strength(against_it.low, supported_strength(battle, rulings, at).high)
    else:
        strength = _strength_against(defender, battle, rulings, at)
    return _if_it_arrives(battle, rulings, at, strength)


def _strength_against(defender: Unit, battle: Battle, rulings: Rulings, at: Province) -> Strength:
    if defender.power == battle.units[at].power:
        return NONE
    return supported_strength(battle, rulings, at, without=defender.power)


def leaves_way(battle: Battle, rulings: Rulings, at: Province) -> bool | None:
    """Whether the unit that an attacker finds before it leaves, otherwise than towards it."""
    target = battle.targets[at]
    return rulings.moves(target) if target in battle.targets and not battle.facing(at) else False


def _if_it_arrives(battle: Battle, rulings: Rulings, at: Province, strength: Strength) -> Strength:
    """The strength of an attack, that of one by sea as far as its convoy holds."""
    if at not in battle.by_sea:
        return strength
    arrives = rulings.arrives(at)
    return _unless(strength, None if arrives is None else not arrives)


def _unless(strength: Strength, absent: bool | None) -> Strength:
    """The strength if nothing takes it away, as far as that is known."""
    if absent is False:
        return strength
    return NONE if absent else Strength(0, strength.high)
