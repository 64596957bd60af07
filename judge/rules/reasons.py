"""Finds the reason for the result of each order once a battle is resolved."""

from collections.abc import Mapping
from functools import cache
from typing import assert_never

from judge.rules.battle import Battle
from judge.rules.board import Province
from judge.rules.orders import Convoy, Hold, Move, SupportHold, SupportMove
from judge.rules.resolver import cuts_support, is_dislodged
from judge.rules.routes import UnusedConvoy, convoy_chains, shortest_chain
from judge.rules.rulings import Rulings, Side, Strength
from judge.rules.strengths import fight, leaves_target, supported_strength
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

_SUPPORTED, _SUPPORTED_AGAINST_OWN = Supported(), Supported(against_own=True)
_HELD, _CARRIED = Stood(), Carried()


@cache
def _unopposed_move(strength: int) -> Moved:
    return Moved(strength)


def verdict_on(battle: Battle, rulings: Rulings, at: Province) -> Verdict:
    """Return the verdict on the unit of one province and its order."""
    unit, order = battle.units[at], battle.given.get(at)
    if at in battle.unopposed:
        if at not in battle.supporters and not battle.forces:
            return Verdict(unit, order, _unopposed_move(unit.strength))
        strength = supported_strength(battle, rulings, at).low
        return Verdict(unit, order, _unopposed_move(strength), None, None, _given_to(battle, rulings, at))
    driven_out = _dislodgement(battle, rulings, at) if at in battle.attackers else None
    if at not in battle.targets:
        return Verdict(unit, order, _why(battle, rulings, at), driven_out)
    reason, opposition = _why_move(battle, rulings, at)
    is_helped = at in battle.supporters and (opposition or isinstance(reason, Moved))
    supporters = _supporters(battle, rulings, at) if is_helped else ()
    return Verdict(unit, order, reason, driven_out, None, supporters, opposition)


def _why(battle: Battle, rulings: Rulings, at: Province) -> Reason:
    match order := battle.orders[at]:
        case SupportMove():
            return _why_support(battle, rulings, at, order.origin)
        case SupportHold():
            return _why_support(battle, rulings, at, order.target)
        case Hold():
            if at in battle.void:
                return Void(battle.void[at])
            return _HELD if at in battle.given else Stood(unordered=True)
        case Convoy():
            return _why_convoy(battle, rulings, order)
        case Move():
            return _why_move(battle, rulings, at)[0]
        case _:
            assert_never(order)


def _given_to(battle: Battle, rulings: Rulings, at: Province) -> tuple[Province, ...]:
    """The units whose supports for what a unit does were given."""
    return tuple([by for by in battle.supporters.get(at, ()) if rulings.supports(by)])


def _supporters(battle: Battle, rulings: Rulings, at: Province) -> tuple[Province, ...]:
    """The units whose supports are part of the strength of an attack: not those of the power it would dislodge."""
    given = _given_to(battle, rulings, at)
    own, defender = battle.units[at].power, battle.units.get(battle.targets[at])
    if defender is None or defender.power == own or leaves_target(battle, rulings, at):
        return given
    return tuple([by for by in given if battle.units[by].power != defender.power])


def _sides(
    battle: Battle, rulings: Rulings, at: Province, opposed: Mapping[Province, Strength], named: tuple[Province, ...]
) -> tuple[Side, ...]:
    """The sides of those opponents of an attack that its reason names."""
    helped = battle.supporters
    sides = [
        _side(battle, rulings, at, by, opposed[by].low) if by in helped else _alone(by, opposed[by].low) for by in named
    ]
    return tuple(sides)


def _side(battle: Battle, rulings: Rulings, at: Province, by: Province, strength: int) -> Side:
    """The side of one opponent; no support helps a unit that tried to leave in vain, but towards the attacker."""
    is_stuck = by == battle.targets[at] and by in battle.targets and at not in battle.head_to_head
    return _alone(by, strength) if is_stuck or not strength else Side(by, strength, _given_to(battle, rulings, by))


@cache
def _alone(unit: Province, strength: int) -> Side:
    return Side(unit, strength)


def _why_support(battle: Battle, rulings: Rulings, at: Province, other: Province) -> Reason:
    if at not in battle.supporters.get(other, ()):
        return Unmatched(battle.given.get(other))
    if rulings.supports(at):
        return _SUPPORTED_AGAINST_OWN if _is_against_own(battle, rulings, at, other) else _SUPPORTED
    cutters = [attacker for attacker in battle.attackers_of(at) if cuts_support(battle, rulings, attacker, at)]
    elsewhere = tuple(attacker for attacker in cutters if attacker != battle.supported_province(at))
    return Cut(elsewhere or tuple(cutters), dislodged=not elsewhere)


def _is_against_own(battle: Battle, rulings: Rulings, at: Province, other: Province) -> bool:
    """Return whether a supported foreign attack would dislodge a unit of the supporter's own power.

    Such a support does not count.
    """
    defender = battle.units.get(battle.targets[other]) if other in battle.targets else None
    if defender is None or defender.power != battle.units[at].power or battle.units[other].power == defender.power:
        return False
    return not leaves_target(battle, rulings, other)


def _why_convoy(battle: Battle, rulings: Rulings, order: Convoy) -> Reason:
    if battle.targets.get(order.origin) != order.to:
        return Unmatched(battle.given.get(order.origin))
    if is_dislodged(battle, rulings, order.at):
        return Disrupted((order.at,))
    why_not = _why_unused(battle, rulings, order)
    return Carried(used=False, why_not=why_not) if why_not else _CARRIED


def _why_unused(battle: Battle, rulings: Rulings, order: Convoy) -> UnusedConvoy | None:
    """Return why an undislodged fleet did not convoy the army, None if the army could come by it."""
    army, fleets = order.origin, battle.carriers.get(order.origin)
    if army not in battle.by_sea:
        return UnusedConvoy.BY_LAND
    if not fleets:
        return UnusedConvoy.NO_CHAIN
    if not rulings.arrives(army):
        if order.at not in fleets:
            return UnusedConvoy.NO_ROUTE
        return UnusedConvoy.PARADOX if army in rulings.paradoxical else UnusedConvoy.BROKEN
    afloat = _afloat(battle, rulings, army)
    if afloat == fleets:
        return None if order.at in fleets else UnusedConvoy.BY_OTHERS
    ways = convoy_chains(battle.board, afloat, army, order.to)
    return None if any(order.at in way for way in ways) else UnusedConvoy.BY_OTHERS


_ReasonWithSides = tuple[Reason, tuple[Side, ...]]
"""Why an attack came out as it did, and the sides of the opponents that the reason names."""


def _why_move(battle: Battle, rulings: Rulings, at: Province) -> _ReasonWithSides:
    if at in battle.by_sea and not rulings.arrives(at):
        return _why_no_arrival(battle, rulings, at), ()
    if not rulings.moves(at):
        return _why_no_entry(battle, rulings, at)
    attack, opposed = fight(battle, rulings, at)
    against = max([strength.low for strength in opposed.values()], default=0)
    by = tuple(sorted(opposed))
    return Moved(attack.low, against, by, _route(battle, rulings, at)), _sides(battle, rulings, at, opposed, by)


def _why_no_arrival(battle: Battle, rulings: Rulings, army: Province) -> Reason:
    fleets = tuple(sorted(battle.carriers.get(army, ())))
    if not fleets:
        return NoConvoy()
    if army in rulings.paradoxical:
        return Paradox(fleets)
    return Disrupted(tuple(fleet for fleet in fleets if is_dislodged(battle, rulings, fleet)))


def _why_no_entry(battle: Battle, rulings: Rulings, at: Province) -> _ReasonWithSides:
    """Return the strongest opponents, unless only the rules on a power's own units kept the attack out."""
    attack, opposed = fight(battle, rulings, at)
    strength, strongest, target = attack.low, max([against.low for against in opposed.values()]), battle.targets[at]
    if _is_own_unit_there(battle, rulings, at):
        strength = supported_strength(battle, rulings, at).low
        if strength > strongest:
            return OwnUnit(target), ()
    elif (
        at in battle.supporters
        and supported_strength(battle, rulings, at).low > strongest
        and strength > max((opposed[by].low for by in opposed if by != target), default=0)
    ):
        reason = OwnSupport(target, _discounted(battle, rulings, at), strength, opposed[target].low)
        return reason, _sides(battle, rulings, at, opposed, (target,))
    by = tuple(opposed) if len(opposed) == 1 else _with_strength(opposed, strongest)
    head_to_head = battle.head_to_head.get(at)
    if head_to_head in by:
        return HeadToHead(head_to_head, strength, strongest), _sides(battle, rulings, at, opposed, (head_to_head,))
    return Bounced(by, strength, strongest), _sides(battle, rulings, at, opposed, by)


def _with_strength(opposed: Mapping[Province, Strength], strength: int) -> tuple[Province, ...]:
    return tuple(sorted([unit for unit, against in opposed.items() if against.low == strength]))


def _is_own_unit_there(battle: Battle, rulings: Rulings, at: Province) -> bool:
    """Return whether a unit of the attacker's own power stays in the target."""
    unit = battle.units.get(battle.targets[at])
    return unit is not None and unit.power == battle.units[at].power and not leaves_target(battle, rulings, at)


def _discounted(battle: Battle, rulings: Rulings, at: Province) -> tuple[Province, ...]:
    defender = battle.units[battle.targets[at]].power
    return tuple(by for by in battle.supporters[at] if battle.units[by].power == defender and rulings.supports(by))


def _route(battle: Battle, rulings: Rulings, at: Province) -> tuple[Province, ...]:
    """Return the fleets of one route that convoyed an army."""
    if at not in battle.by_sea:
        return ()
    return shortest_chain(battle.board, _afloat(battle, rulings, at), at, battle.targets[at])


def _afloat(battle: Battle, rulings: Rulings, army: Province) -> set[Province]:
    return {fleet for fleet in battle.carriers[army] if not is_dislodged(battle, rulings, fleet)}


def _dislodgement(battle: Battle, rulings: Rulings, at: Province) -> Dislodgement | None:
    if at in battle.targets and rulings.moves(at):
        return None
    for by in battle.attackers[at]:
        if rulings.moves(by):
            attack, opposed = fight(battle, rulings, by)
            return Dislodgement(by, attack.low, opposed[at].low)
    return None
