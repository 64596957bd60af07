"""Units of a board's own troops: which are built, who may build how many, how fights harm them."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple, assert_never

from judge.rules.battle import Battle
from judge.rules.board import Board, Power, Province, Unit
from judge.rules.orders import Build, Order, uses_power
from judge.rules.position import Position
from judge.rules.rulebook import Damage
from judge.rules.rulings import Rulings
from judge.rules.strengths import fight
from judge.rules.verdicts import Bounced, Harm, HeadToHead, Illegal, Verdict

# --- builds units of a board's own troops: which units an order builds, and who may build how many


def unit_built(board: Board, power: Power, order: Build) -> Unit:
    """Return the new unit that a build order makes; a unit for an ally keeps its host (004 5)."""
    troop = board.war.troops.get(order.troop)
    if troop is None:
        return Unit(power, order.kind, order.at)
    return troop.raised(order.power or power, order.at, power if order.power else None)


def why_illegal_troop(
    board: Board, position: Position, power: Power, order: Order, raised: Iterable[Unit]
) -> Illegal | None:
    """Return why a build order may not build its troop, after the units ``raised`` in the same phase.

    None for any other order.
    """
    if not isinstance(order, Build) or not (board.war.troops or order.troop):
        return None
    troop = board.war.troops.get(order.troop)
    if troop is None or troop.kind is not order.kind:
        return Illegal.TROOP_UNKNOWN
    owner = order.power or power
    if owner != power and (power, owner) not in position.allies:
        return Illegal.NO_ALLY
    if troop.powers and owner not in troop.powers:
        return Illegal.TROOP_OF_OTHERS
    alike = [
        unit
        for unit in (*position.units.values(), *raised)
        if unit.power == owner and unit.corps and unit.corps.troop == troop.letter
    ]
    most = troop.most + position.factories.get(owner, 0) * troop.more
    return Illegal.TROOP_FULL if troop.most and len(alike) >= most else None


# --- counts the hit points each unit loses in the fights of a phase, where the rule book has damage


class _Blow(NamedTuple):
    """Hit points lost to the unit of a province."""

    by: Province
    points: int


def with_harm(battle: Battle, rulings: Rulings, verdicts: Mapping[Province, Verdict]) -> Mapping[Province, Verdict]:
    """Return the verdicts with the harm the fights did (004 6): a loser loses the margin between the two sides.

    A dislodged unit loses to the unit that dislodged it; an attacker that bounced to the unit that holds the region in
    the end. Nobody is hurt in a standoff or by a unit of the same power. Of two fights against one opponent the wider
    margin counts.
    """
    return {at: _with_blows(verdict, _blows(battle, rulings, verdict)) for at, verdict in verdicts.items()}


def _with_blows(verdict: Verdict, blows: tuple[_Blow, ...]) -> Verdict:
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
    """Return the blow to a failed attacker from the unit that holds its target; its strength is that of its reason."""
    if verdict.unit is None or not isinstance(verdict.reason, Bounced | HeadToHead):
        return ()
    at = verdict.unit.at.province
    _, opposed = fight(battle, rulings, at)
    winner = _unit_in_control(battle, rulings, battle.targets[at])
    if winner not in opposed or battle.units[winner].power == verdict.unit.power:
        return ()
    return (_Blow(winner, opposed[winner].low - verdict.reason.strength),)


def _unit_in_control(battle: Battle, rulings: Rulings, province: Province) -> Province:
    """Return the province that the unit now standing in a province came from; the province itself if none moved in."""
    return next((by for by in battle.attackers_of(province) if rulings.moves(by)), province)


def after_phase(battle: Battle, unit: Unit, verdict: Verdict) -> Unit:
    """Return the unit after a phase, with its hit points and its rest counted."""
    if unit.corps is None:
        return unit
    used = uses_power(battle.orders[unit.at.province])
    rest = battle.board.war.rest if used else max(0, unit.corps.rest - 1)
    return unit.with_health(verdict.harm.left if verdict.harm else unit.corps.health, rest)
