"""The three decisions of a movement phase, each as far as the known answers allow (DATC 5.B)."""

from collections.abc import Collection

from judge.rules.battle import Battle
from judge.rules.board import Province
from judge.rules.convoys import shortest_chain
from judge.rules.fight import NO_STRENGTH, Strength
from judge.rules.rulebook import ConvoyRoutes
from judge.rules.rulings import Decision, DecisionKind, Rulings
from judge.rules.strengths import fight


def _moves(battle: Battle, rulings: Rulings, at: Province) -> bool | None:
    """Return whether an attack is stronger than the unit that stays and than every other attack there."""
    attack, opposed = fight(battle, rulings, at)
    if at in battle.without_strength and not attack.high:
        return _walks(opposed.values())
    certain = attack.low > 0
    for against in opposed.values() or (NO_STRENGTH,):
        if attack.high <= against.low:
            return False
        certain = certain and attack.low > against.high
    return certain or None


def _walks(opposed: Collection[Strength]) -> bool | None:
    """Return whether an attack of strength 0 succeeds: only if nobody opposes it, not even another such attack."""
    if not opposed:
        return True
    return False if any(against.low or not against.high for against in opposed) else None


def _supports(battle: Battle, rulings: Rulings, at: Province) -> bool | None:
    """Return whether a support counts: it does unless some attack cuts it."""
    cuts = [cuts_support(battle, rulings, attacker, at) for attacker in battle.attackers_of(at)]
    return None if None in cuts and not any(cuts) else not any(cuts)


def cuts_support(battle: Battle, rulings: Rulings, attacker: Province, supporter: Province) -> bool | None:
    """Return whether an attack cuts a support (000 XI, 001 X).

    A foreign attack that arrives does. One from the province that the support is aimed at does only by dislodging the
    supporter, even if it comes by convoy (DATC 4.A.4).
    """
    if battle.units[attacker].power == battle.units[supporter].power or battle.protects_support(supporter, attacker):
        return False
    if attacker == battle.supported_province(supporter):
        return rulings.moves(attacker)
    return rulings.arrives(attacker) if attacker in battle.by_sea else True


def _arrives(battle: Battle, rulings: Rulings, army: Province) -> bool | None:
    """Return whether a convoy holds: while one chain is undislodged, or every chain (DATC 4.A.1, 001 XII.4)."""
    fleets = battle.carriers.get(army, frozenset())
    sunk = {fleet: is_dislodged(battle, rulings, fleet) for fleet in fleets}
    sure = {fleet for fleet in fleets if sunk[fleet] is False}
    hoped = {fleet for fleet in fleets if not sunk[fleet]}
    match battle.book.convoy_routes:
        case ConvoyRoutes.ANY:
            if _joined(battle, army, sure):
                return True
            return None if _joined(battle, army, hoped) else False
        case ConvoyRoutes.ALL:
            if not fleets or hoped != fleets:
                return False
            return True if sure == fleets else None


def is_dislodged(battle: Battle, rulings: Rulings, province: Province) -> bool | None:
    """Return whether a unit that does not move away is dislodged."""
    moved_in = [rulings.moves(attacker) for attacker in battle.attackers_of(province)]
    return None if None in moved_in and not any(moved_in) else any(moved_in)


def _joined(battle: Battle, army: Province, fleets: set[Province]) -> bool:
    return bool(shortest_chain(battle.board, fleets, army, battle.targets[army]))


ANSWERED_BY = {DecisionKind.MOVES: _moves, DecisionKind.SUPPORTS: _supports, DecisionKind.ARRIVES: _arrives}
"""What answers each question about a unit, None as long as it hangs on an open one."""


def answer_decision(battle: Battle, rulings: Rulings, decision: Decision) -> bool | None:
    """Return the answer to one question, None while it depends on an open one."""
    return ANSWERED_BY[decision.question](battle, rulings, decision.at)
