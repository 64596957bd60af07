"""The strengths that units bring into a fight, as DATC 5.B defines them, between a lowest and a highest value.

The two are equal once everything a strength depends on has been decided.
"""

from typing import NamedTuple

from judge.rules.battle import Battle
from judge.rules.board import Power, Province
from judge.rules.rulings import Rulings


class Strength(NamedTuple):
    """A strength that may still turn out anywhere between two values."""

    low: int
    high: int


NONE = Strength(0, 0)


def supported_strength(battle: Battle, rulings: Rulings, at: Province, without: Power | None = None) -> Strength:
    """A unit's own strength with every support for what it does, that of one power left out."""
    low = high = battle.units[at].strength
    for supporter in battle.supporters.get(at, ()):
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
    leaves = rulings.moves(province)
    return _unless(Strength(unit.strength, unit.strength), leaves)


def defend_strength(battle: Battle, rulings: Rulings, at: Province) -> Strength:
    """What an attacker has against the one that meets it head to head: all of its strength."""
    return supported_strength(battle, rulings, at)


def prevent_strength(battle: Battle, rulings: Rulings, at: Province) -> Strength:
    """What an attacker has to keep others out of the province it attacks.

    Nothing if its convoy fails, or if it is driven out by the unit that meets it head to head (000 X.C, 001 IX.7).
    """
    facing = battle.facing(at)
    driven_out = rulings.moves(facing) if facing else False
    return _unless(supported_strength(battle, rulings, at), driven_out, _fails_to_arrive(battle, rulings, at))


def attack_strength(battle: Battle, rulings: Rulings, at: Province) -> Strength:
    """What an attacker has to enter the province it attacks.

    Against a unit that stays, nothing if it is of the same power, and no support of that unit's own power counts
    (000 X.C, 001 IX.3). Nothing if its convoy fails.
    """
    target = battle.targets[at]
    against_empty = supported_strength(battle, rulings, at)
    defender = battle.units.get(target)
    leaves = leaves_way(battle, rulings, at)
    if defender is None or leaves:
        strength = against_empty
    else:
        same = defender.power == battle.units[at].power
        against_it = NONE if same else supported_strength(battle, rulings, at, without=defender.power)
        strength = against_it if leaves is False else Strength(against_it.low, against_empty.high)
    return _unless(strength, _fails_to_arrive(battle, rulings, at))


def leaves_way(battle: Battle, rulings: Rulings, at: Province) -> bool | None:
    """Whether the unit that an attacker finds before it leaves, otherwise than towards it."""
    target = battle.targets[at]
    if target not in battle.targets or battle.facing(at):
        return False
    return rulings.moves(target)


def _fails_to_arrive(battle: Battle, rulings: Rulings, at: Province) -> bool | None:
    if at not in battle.by_sea:
        return False
    arrives = rulings.arrives(at)
    return None if arrives is None else not arrives


def _unless(strength: Strength, *absent: bool | None) -> Strength:
    """The strength if nothing takes it away, as far as that is known."""
    if any(absent):
        return NONE
    return Strength(0, strength.high) if None in absent else strength
