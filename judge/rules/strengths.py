"""The strengths that units bring into a fight, as DATC 5.B defines them, between a lowest and a highest value.

The two are equal once everything a strength depends on has been decided.
"""

from judge.rules.battle import Battle
from judge.rules.board import Power, Province, Unit
from judge.rules.fight import NONE, Fight, Strength, exactly
from judge.rules.rulebook import ConvoyedAttackerOrigin
from judge.rules.rulings import Rulings


def fight(battle: Battle, rulings: Rulings, at: Province) -> Fight:
    """An attack with all that opposes it; kept in the rulings once nothing in it can change any more."""
    if kept := rulings.fights.get(at):
        return kept
    target, facing = battle.targets[at], battle.facing.get(at)
    attack = attack_strength(battle, rulings, at)
    stays = defend_strength(battle, rulings, facing) if facing else hold_strength(battle, rulings, target)
    opposed = {target: stays} if stays.high or facing in battle.feeble else {}
    is_known = attack.low == attack.high and stays.low == stays.high
    for rival in battle.attackers[target]:
        if rival != at:
            strength = prevent_strength(battle, rulings, rival)
            is_known = is_known and strength.low == strength.high
            if strength.high or rival in battle.feeble:
                opposed[rival] = strength
    fought = Fight(attack, opposed)
    if is_known:
        rulings.fights[at] = fought
    return fought


def supported_strength(battle: Battle, rulings: Rulings, at: Province, without: Power | None = None) -> Strength:
    """A unit's own strength with every support for what it does, that of one power left out."""
    forces = battle.forces
    low = high = _own_strength(battle, at) if forces else battle.units[at].strength
    if at not in battle.supporters:
        return exactly(low)
    for supporter in battle.supporters[at]:
        unit = battle.units[supporter]
        counts = unit.power != without and rulings.supports(supporter)
        if counts is not False:
            lent = forces[supporter].support if forces else unit.strength
            high += lent
            low += lent if counts else 0
    return exactly(low) if low == high else Strength(low, high)


def _own_strength(battle: Battle, at: Province) -> int:
    """What a unit brings to what it does: to its attack, else to its defence (004 13)."""
    force = battle.forces[at]
    return force.attack if at in battle.targets else force.defence


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
    alone = battle.forces[province].defence if battle.forces else unit.strength
    return _unless(exactly(alone), rulings.moves(province))


def defend_strength(battle: Battle, rulings: Rulings, at: Province) -> Strength:
    """What an attacker has against the one that meets it head to head: all of its strength."""
    return supported_strength(battle, rulings, at)


def prevent_strength(battle: Battle, rulings: Rulings, at: Province) -> Strength:
    """What an attacker has to keep others out of the province it attacks.

    Nothing if its convoy fails, or if it is driven out from there.
    """
    strength = supported_strength(battle, rulings, at)
    if battle.targets.get(battle.targets[at]) == at:
        strength = _unless(strength, _is_driven_out_from_there(battle, rulings, at))
    return _if_it_arrives(rulings, at, strength) if at in battle.by_sea else strength


def _is_driven_out_from_there(battle: Battle, rulings: Rulings, at: Province) -> bool | None:
    """Whether one of two that attack each other is driven out by the other, and has no effect on where that came from.

    It has none however that unit came (000 X.C, 001 IX.7), or only if neither went by sea (DATC 4.A.7).
    """
    if at in battle.facing:
        return rulings.moves(battle.facing[at])
    if battle.book.convoyed_attacker_origin is ConvoyedAttackerOrigin.OPEN:
        return False
    leaves = rulings.moves(at)  # by convoy the two may change places
    return False if leaves else _both(rulings.moves(battle.targets[at]), None if leaves is None else not leaves)


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
    return _if_it_arrives(rulings, at, strength) if at in battle.by_sea else strength


def _strength_against(defender: Unit, battle: Battle, rulings: Rulings, at: Province) -> Strength:
    if defender.power == battle.units[at].power:
        return NONE
    return supported_strength(battle, rulings, at, without=defender.power)


def leaves_way(battle: Battle, rulings: Rulings, at: Province) -> bool | None:
    """Whether the unit that an attacker finds before it leaves, otherwise than towards it."""
    target = battle.targets[at]
    return rulings.moves(target) if target in battle.targets and at not in battle.facing else False


def _if_it_arrives(rulings: Rulings, at: Province, strength: Strength) -> Strength:
    """The strength of an attack by sea, as far as its convoy holds."""
    arrives = rulings.arrives(at)
    return _unless(strength, None if arrives is None else not arrives)


def _both(one: bool | None, other: bool | None) -> bool | None:
    if one is False or other is False:
        return False
    return None if one is None or other is None else True


def _unless(strength: Strength, absent: bool | None) -> Strength:
    """The strength if nothing takes it away, as far as that is known."""
    if absent is False:
        return strength
    return NONE if absent else Strength(0, strength.high)
