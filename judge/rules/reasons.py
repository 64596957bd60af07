"""Tells why each order of a battle came out as it did, once everything is decided."""

from collections.abc import Mapping
from typing import assert_never

from judge.rules.battle import Battle
from judge.rules.board import Power, Province
from judge.rules.convoys import first_chain
from judge.rules.decisions import cuts_support, is_dislodged
from judge.rules.orders import Convoy, Hold, Move, SupportHold, SupportMove
from judge.rules.rulings import Rulings
from judge.rules.strengths import (
    attack_strength,
    defend_strength,
    hold_strength,
    leaves_way,
    prevent_strength,
    supported_strength,
)
from judge.rules.verdicts import (
    Bounced,
    Carried,
    Cut,
    Dislodgement,
    Disrupted,
    HeadToHead,
    Moved,
    NoConvoy,
    OwnSupport,
    OwnUnit,
    Paradox,
    Reason,
    Stood,
    Supported,
    Unmatched,
    Verdict,
    Void,
)


def verdict_on(battle: Battle, rulings: Rulings, at: Province) -> Verdict:
    """What became of the unit of one province and of its order."""
    driven_out = _dislodgement(battle, rulings, at) if at in battle.attackers else None
    return Verdict(battle.units[at], battle.given.get(at), _why(battle, rulings, at), driven_out)


def _why(battle: Battle, rulings: Rulings, at: Province) -> Reason:
    order = battle.orders[at]
    match order:
        case Move():
            return _why_move(battle, rulings, at)
        case Hold():
            return Void(battle.void[at]) if at in battle.void else Stood(unordered=at not in battle.given)
        case SupportMove():
            return _why_support(battle, rulings, at, order.origin)
        case SupportHold():
            return _why_support(battle, rulings, at, order.target)
        case Convoy():
            return _why_convoy(battle, rulings, order)
        case _:
            assert_never(order)


def _why_support(battle: Battle, rulings: Rulings, at: Province, other: Province) -> Reason:
    if at not in battle.supporters.get(other, ()):
        return Unmatched(battle.given.get(other))
    if rulings.supports(at):
        return Supported()
    cutters = [attacker for attacker in battle.attackers_of(at) if cuts_support(battle, rulings, attacker, at)]
    elsewhere = tuple(attacker for attacker in cutters if attacker != battle.fought_over(at))
    return Cut(elsewhere or tuple(cutters), dislodged=not elsewhere)


def _why_convoy(battle: Battle, rulings: Rulings, order: Convoy) -> Reason:
    if battle.targets.get(order.origin) != order.to:
        return Unmatched(battle.given.get(order.origin))
    if is_dislodged(battle, rulings, order.at):
        return Disrupted((order.at,))
    return Carried(used=order.origin in battle.by_sea and order.at in battle.carriers.get(order.origin, ()))


def _why_move(battle: Battle, rulings: Rulings, at: Province) -> Reason:
    if at in battle.unopposed:
        return Moved(supported_strength(battle, rulings, at).low)
    if at in battle.by_sea and not rulings.arrives(at):
        return _why_no_arrival(battle, rulings, at)
    opposed = _opposition(battle, rulings, at)
    if rulings.moves(at):
        strength, against = attack_strength(battle, rulings, at).low, max(opposed.values(), default=0)
        return Moved(strength, against, tuple(sorted(opposed)), _route(battle, rulings, at))
    return _why_no_entry(battle, rulings, at, opposed)


def _why_no_arrival(battle: Battle, rulings: Rulings, army: Province) -> Reason:
    fleets = tuple(sorted(battle.carriers.get(army, ())))
    if not fleets:
        return NoConvoy()
    if army in rulings.paradoxical:
        return Paradox(fleets)
    return Disrupted(tuple(fleet for fleet in fleets if is_dislodged(battle, rulings, fleet)))


def _why_no_entry(battle: Battle, rulings: Rulings, at: Province, opposed: Mapping[Province, int]) -> Reason:
    """The strongest opponents, unless the rules on a power's own units alone kept the attack out."""
    attack = full = supported_strength(battle, rulings, at).low
    strongest = max(opposed.values())
    if battle.units[at].power == _stander(battle, rulings, at):
        if full > strongest:
            return OwnUnit(battle.targets[at])
    elif at in battle.supporters:
        target, attack = battle.targets[at], attack_strength(battle, rulings, at).low
        if full > strongest and attack > max((opposed[by] for by in opposed if by != target), default=0):
            return OwnSupport(target, _discounted(battle, rulings, at), attack, opposed[target])
    by = tuple(sorted(unit for unit, strength in opposed.items() if strength == strongest))
    facing = battle.facing(at)
    return HeadToHead(facing, attack, strongest) if facing in by else Bounced(by, attack, strongest)


def _opposition(battle: Battle, rulings: Rulings, at: Province) -> Mapping[Province, int]:
    """Who opposes an attack, and how strongly: the unit that stays where it goes, and the other attackers."""
    target, facing = battle.targets[at], battle.facing(at)
    stays = defend_strength(battle, rulings, facing) if facing else hold_strength(battle, rulings, target)
    opposed = {target: stays.low} if stays.low else {}
    for rival in battle.attackers_of(target):
        if rival != at and (strength := prevent_strength(battle, rulings, rival).low):
            opposed[rival] = strength
    return opposed


def _stander(battle: Battle, rulings: Rulings, at: Province) -> Power | None:
    """The power whose unit stays where an attack goes."""
    unit = battle.units.get(battle.targets[at])
    return None if unit is None or leaves_way(battle, rulings, at) else unit.power


def _discounted(battle: Battle, rulings: Rulings, at: Province) -> tuple[Province, ...]:
    stander = _stander(battle, rulings, at)
    supporters = battle.supporters.get(at, ())
    return tuple(by for by in supporters if battle.units[by].power == stander and rulings.supports(by))


def _route(battle: Battle, rulings: Rulings, at: Province) -> tuple[Province, ...]:
    """The fleets of one route that carried an army."""
    if at not in battle.by_sea:
        return ()
    afloat = {fleet for fleet in battle.carriers[at] if not is_dislodged(battle, rulings, fleet)}
    return first_chain(battle.board, afloat, at, battle.targets[at])


def _dislodgement(battle: Battle, rulings: Rulings, at: Province) -> Dislodgement | None:
    if at in battle.targets and rulings.moves(at):
        return None
    for by in battle.attackers[at]:
        if rulings.moves(by):
            strength = attack_strength(battle, rulings, by).low
            return Dislodgement(by, strength, _opposition(battle, rulings, by)[at])
    return None
