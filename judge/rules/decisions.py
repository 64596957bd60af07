"""The three decisions a movement phase comes down to, each as far as what is known allows (DATC 5.B)."""

from collections.abc import Collection

from judge.rules.battle import Battle
from judge.rules.board import Province
from judge.rules.convoys import first_chain
from judge.rules.fight import NONE, Strength
from judge.rules.rulebook import ConvoyRoutes
from judge.rules.rulings import Decision, Question, Rulings
from judge.rules.strengths import fight


def _moves(battle: Battle, rulings: Rulings, at: Province) -> bool | None:
    """An attack succeeds when it is stronger than what stays and than every other attack there."""
    attack, opposed = fight(battle, rulings, at)
    if at in battle.feeble and not attack.high:
        return _walks(opposed.values())
    certain = attack.low > 0
    for against in opposed.values() or (NONE,):
        if attack.high <= against.low:
            return False
        certain = certain and attack.low > against.high
    return certain or None


def _walks(opposed: Collection[Strength]) -> bool | None:
    """An attack without strength enters where nobody at all opposes it, be it another without strength."""
    if not opposed:
        return True
    return False if any(against.low or not against.high for against in opposed) else None


def _supports(battle: Battle, rulings: Rulings, at: Province) -> bool | None:
    """A support counts unless some attack cuts it."""
    cuts = [cuts_support(battle, rulings, attacker, at) for attacker in battle.attackers_of(at)]
    return None if None in cuts and not any(cuts) else not any(cuts)


def cuts_support(battle: Battle, rulings: Rulings, attacker: Province, supporter: Province) -> bool | None:
    """Whether an attack cuts a support (000 XI, 001 X).

    A foreign one that arrives does; one out of the very province the support is aimed at only by driving the
    supporter out, even if it comes by convoy (DATC 4.A.4).
    """
    if battle.units[attacker].power == battle.units[supporter].power or battle.shields(supporter, attacker):
        return False
    if attacker == battle.fought_over(supporter):
        return rulings.moves(attacker)
    return rulings.arrives(attacker) if attacker in battle.by_sea else True


def _arrives(battle: Battle, rulings: Rulings, army: Province) -> bool | None:
    """A convoy holds while a chain of undislodged fleets is left, or all of it is (DATC 4.A.1, 001 XII.4)."""
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
    """Whether a unit that does not move away is driven out."""
    moved_in = [rulings.moves(attacker) for attacker in battle.attackers_of(province)]
    return None if None in moved_in and not any(moved_in) else any(moved_in)


def _joined(battle: Battle, army: Province, fleets: set[Province]) -> bool:
    return bool(first_chain(battle.board, fleets, army, battle.targets[army]))


ANSWERED_BY = {Question.MOVES: _moves, Question.SUPPORTS: _supports, Question.ARRIVES: _arrives}
"""What answers each question about a unit, None as long as it hangs on an open one."""


def decide(battle: Battle, rulings: Rulings, decision: Decision) -> bool | None:
    """The answer to one question, None as long as it hangs on an open one."""
    return ANSWERED_BY[decision.question](battle, rulings, decision.at)
