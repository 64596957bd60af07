"""What the fights of a phase cost each unit in hit points, where the rule book counts them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple, assert_never

from judge.rules.battle import Battle
from judge.rules.board import Province, Unit
from judge.rules.forces import is_powered
from judge.rules.rulebook import Damage
from judge.rules.rulings import Rulings
from judge.rules.strengths import fight
from judge.rules.verdicts import Bounced, HeadToHead, Verdict
from judge.rules.wounds import Harm


class _Blow(NamedTuple):
    """So many points off, by the unit of a province."""

    by: Province
    points: int


def harmed(battle: Battle, rulings: Rulings, verdicts: Mapping[Province, Verdict]) -> Mapping[Province, Verdict]:
    """The verdicts with the harm the fights did (004 6): the loser's is the margin between the two sides.

    A unit that is driven out loses to the one that drove it out; an attacker, to the one that holds the region in the
    end. Nobody is hurt in a standoff, nor by a unit of the same power, and one that met the same opponent twice is hurt
    by it once, by the wider margin.
    """
    return {at: _harmed(verdict, _blows(battle, rulings, verdict)) for at, verdict in verdicts.items()}


def _harmed(verdict: Verdict, blows: tuple[_Blow, ...]) -> Verdict:
    unit = verdict.unit
    if not blows or unit is None or unit.corps is None:
        return verdict
    points = sum(blow.points for blow in blows)
    harm = Harm(tuple(blow.by for blow in blows), points, max(0, unit.corps.health - points))
    return replace(verdict, harm=harm)


def _blows(battle: Battle, rulings: Rulings, verdict: Verdict) -> tuple[_Blow, ...]:
    """The blows a unit took, one from each opponent that beat it."""
    blows: dict[Province, int] = {}
    if driven := verdict.dislodged:
        blows[driven.by] = driven.strength - driven.against
    match battle.book.damage:
        case Damage.NONE:
            return ()
        case Damage.DISLODGED:
            pass
        case Damage.LOSERS:
            for by, points in _lost_attack(battle, rulings, verdict):
                blows[by] = max(points, blows.get(by, 0))
        case _:
            assert_never(battle.book.damage)
    return tuple(_Blow(by, points) for by, points in sorted(blows.items()) if points > 0)


def _lost_attack(battle: Battle, rulings: Rulings, verdict: Verdict) -> tuple[_Blow, ...]:
    """The blow from whoever holds the region, by what the attack had of its own and of supports as its reason tells."""
    if verdict.unit is None or not isinstance(verdict.reason, Bounced | HeadToHead):
        return ()
    at = verdict.unit.at.province
    _, opposed = fight(battle, rulings, at)
    winner = _holder(battle, rulings, battle.targets[at])
    if winner not in opposed or battle.units[winner].power == verdict.unit.power:
        return ()
    return (_Blow(winner, opposed[winner].low - verdict.reason.strength),)


def _holder(battle: Battle, rulings: Rulings, province: Province) -> Province:
    """The unit that stands in a province once all have moved, by where it came from; the province itself if none."""
    return next((by for by in battle.attackers_of(province) if rulings.moves(by)), province)


def worn(battle: Battle, unit: Unit, verdict: Verdict) -> Unit:
    """The unit after a phase, its hit points and its rest counted."""
    if unit.corps is None:
        return unit
    used = is_powered(battle.orders[unit.at.province])
    rest = battle.board.war.rest if used else max(0, unit.corps.rest - 1)
    return unit.with_health(verdict.harm.left if verdict.harm else unit.corps.health, rest)
