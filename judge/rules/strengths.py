"""The strengths of units in fights as DATC 5.B defines them, each between a lowest and a highest value.

The two are equal once everything a strength depends on has been decided.
"""

from judge.rules.battle import Battle
from judge.rules.board import Power, Province, Unit
from judge.rules.rulebook import ConvoyedAttackerOrigin
from judge.rules.rulings import NO_STRENGTH, Fight, Rulings, Strength, exact_strength


def fight(battle: Battle, rulings: Rulings, at: Province) -> Fight:
    """Return an attack with all that opposes it; it is kept in the rulings once all its strengths are known."""
    if kept := rulings.fights.get(at):
        return kept
    target, head_to_head = battle.targets[at], battle.head_to_head.get(at)
    attack = attack_strength(battle, rulings, at)
    stays = defend_strength(battle, rulings, head_to_head) if head_to_head else hold_strength(battle, rulings, target)
    opposed = {target: stays} if stays.high or head_to_head in battle.without_strength else {}
    is_known = attack.low == attack.high and stays.low == stays.high
    for rival in battle.attackers[target]:
        if rival != at:
            strength = prevent_strength(battle, rulings, rival)
            is_known = is_known and strength.low == strength.high
            if strength.high or rival in battle.without_strength:
                opposed[rival] = strength
    fought = Fight(attack, opposed)
    if is_known:
        rulings.fights[at] = fought
    return fought


def supported_strength(battle: Battle, rulings: Rulings, at: Province, without: Power | None = None) -> Strength:
    """Return a unit's own strength with all supports that count, except those of one power."""
    forces = battle.forces
    low = high = _own_strength(battle, at) if forces else battle.units[at].strength
    if at not in battle.supporters:
        return exact_strength(low)
    for supporter in battle.supporters[at]:
        unit = battle.units[supporter]
        counts = unit.power != without and rulings.supports(supporter)
        if counts is not False:
            lent = forces[supporter].support if forces else unit.strength
            high += lent
            low += lent if counts else 0
    return exact_strength(low) if low == high else Strength(low, high)


def _own_strength(battle: Battle, at: Province) -> int:
    """Return a unit's strength in what it does: in attack if it attacks, else in defence (004 13)."""
    force = battle.forces[at]
    return force.attack if at in battle.targets else force.defence


def hold_strength(battle: Battle, rulings: Rulings, province: Province) -> Strength:
    """Return the strength that keeps attackers out of a province.

    It is 0 if the province is empty or its unit leaves; the unit's own if it fails to leave, for it cannot be supported
    to hold; else that of the unit with its supports.
    """
    unit = battle.units.get(province)
    if unit is None:
        return NO_STRENGTH
    # 6.D.1, Supported hold can prevent dislodgement
    if province not in battle.targets:
        return supported_strength(battle, rulings, province)
    # 6.E.5: supports of an attack do not help whoever fails to leave
    alone = battle.forces[province].defence if battle.forces else unit.strength
    return _strength_unless(exact_strength(alone), rulings.moves(province))


def defend_strength(battle: Battle, rulings: Rulings, at: Province) -> Strength:
    """Return an attacker's strength against the unit it meets head to head: all of it."""
    return supported_strength(battle, rulings, at)


def prevent_strength(battle: Battle, rulings: Rulings, at: Province) -> Strength:
    """Return an attacker's strength to keep others out of the province it attacks.

    It is 0 if its convoy fails, or if it is dislodged by an attack from there.
    """
    strength = supported_strength(battle, rulings, at)
    # 6.E.1, Dislodged unit has no effect on attacker's area; by another it has: 6.E.5, and undislodged: 6.E.4
    if battle.targets.get(battle.targets[at]) == at:
        strength = _strength_unless(strength, _is_driven_out_from_there(battle, rulings, at))
    # 6.F.8, Dislodged convoy does not cause a bounce
    return _if_arrived(rulings, at, strength) if at in battle.by_sea else strength


def _is_driven_out_from_there(battle: Battle, rulings: Rulings, at: Province) -> bool | None:
    """Return whether a unit is dislodged by the one it attacks, and so has no effect on that one's origin.

    That holds however the other came (000 X.C, 001 IX.7), or only if neither went by sea (DATC 4.A.7).
    """
    if at in battle.head_to_head:
        return rulings.moves(battle.head_to_head[at])
    if battle.book.convoyed_attacker_origin is ConvoyedAttackerOrigin.OPEN:
        return False
    leaves = rulings.moves(at)  # by convoy the two may change places: 6.G.16
    return False if leaves else _both(rulings.moves(battle.targets[at]), None if leaves is None else not leaves)


def attack_strength(battle: Battle, rulings: Rulings, at: Province) -> Strength:
    """Return an attacker's strength to enter the province it attacks.

    Against a unit that stays it is 0 if that is of the same power, and supports of that unit's own power do not count
    (000 X.C, 001 IX.3). It is 0 if its convoy fails.
    """
    defender = battle.units.get(battle.targets[at])
    leaves = defender is None or leaves_target(battle, rulings, at)
    if defender is None or leaves:
        strength = supported_strength(battle, rulings, at)
    elif leaves is None:  # 6.E.10: a unit of one's own may leave, or stay
        against_it = _strength_against(defender, battle, rulings, at)
        strength = Strength(against_it.low, supported_strength(battle, rulings, at).high)
    else:
        strength = _strength_against(defender, battle, rulings, at)
    return _if_arrived(rulings, at, strength) if at in battle.by_sea else strength


def _strength_against(defender: Unit, battle: Battle, rulings: Rulings, at: Province) -> Strength:
    # 6.D.10, Self dislodgement prohibited, whoever supports it; nor of a unit that comes back: 6.D.11
    if defender.power == battle.units[at].power:
        return NO_STRENGTH
    # 6.D.12, Supporting a foreign unit to dislodge own unit prohibited; the attack keeps the rest: 6.E.12
    return supported_strength(battle, rulings, at, without=defender.power)


def leaves_target(battle: Battle, rulings: Rulings, at: Province) -> bool | None:
    """Return whether the unit in an attacker's target leaves it, other than towards the attacker."""
    target = battle.targets[at]
    return rulings.moves(target) if target in battle.targets and at not in battle.head_to_head else False


def _if_arrived(rulings: Rulings, at: Province, strength: Strength) -> Strength:
    """Return the strength of an attack by sea, as far as its convoy holds."""
    arrives = rulings.arrives(at)
    return _strength_unless(strength, None if arrives is None else not arrives)


def _both(one: bool | None, other: bool | None) -> bool | None:
    if one is False or other is False:
        return False
    return None if one is None or other is None else True


def _strength_unless(strength: Strength, absent: bool | None) -> Strength:
    """Return the strength unless something takes it away, as far as that is known."""
    if absent is False:
        return strength
    return NO_STRENGTH if absent else Strength(0, strength.high)
