"""Judges a movement phase: from its orders to verdicts and the new places of units."""

from collections.abc import Mapping
from dataclasses import dataclass

from judge.rules.battle import Battle, prepare_battle
from judge.rules.board import Board, Province, Unit
from judge.rules.orders import Move, MovementOrder
from judge.rules.position import Dislodged, Position
from judge.rules.reasons import verdict_on
from judge.rules.resolver import resolve
from judge.rules.retreats import retreat_options
from judge.rules.rulebook import LandOrSea, RuleBook
from judge.rules.rulings import Rulings
from judge.rules.strengths import prevent_strength
from judge.rules.verdicts import Moved, Verdict
from judge.rules.war.damage import after_phase, with_harm


@dataclass(frozen=True)
class MovementResult:
    """A movement phase judged.

    ``verdicts`` has one for every unit, by the province it stood in. ``units`` are the units where they stand now,
    without the dislodged; ``dislodged`` maps the province a unit was driven from to where it may retreat. ``contested``
    are the provinces left empty by a standoff.
    """

    verdicts: Mapping[Province, Verdict]
    units: Mapping[Province, Unit]
    dislodged: Mapping[Province, Dislodged]
    contested: frozenset[Province]


def judge_movement(
    board: Board, book: RuleBook, position: Position, orders: Mapping[Province, MovementOrder]
) -> MovementResult:
    """Judge the orders of a movement phase, keyed by the province of their unit; a unit without one holds."""
    battle, rulings = _fight(prepare_battle(board, book, position, orders))
    verdicts: Mapping[Province, Verdict] = {at: verdict_on(battle, rulings, at) for at in battle.orders}
    if battle.forces:
        verdicts = with_harm(battle, rulings, verdicts)
    units = _units_after(battle, verdicts)
    contested = _contested(battle, rulings, units)
    return MovementResult(verdicts, units, _driven_out(battle, verdicts, units, contested), contested)


def _fight(battle: Battle) -> tuple[Battle, Rulings]:
    """Resolve the battle, armies with both ways going as the rule book says (DATC 4.A.3, 000 XIII.B).

    If both ways count, armies that failed by land try again by sea, and those that fail there too go by land after all;
    each trial has fewer armies at sea, so this ends.
    """
    rulings = resolve(battle)
    if battle.book.land_or_sea is LandOrSea.INTENT:
        return battle, rulings
    tried = {army for army in battle.carriers if army not in battle.by_sea and not rulings.moves(army)}
    while tried:
        by_sea = battle.sent_by_convoy(tried)
        again = resolve(by_sea)
        landed = {army for army in tried if again.moves(army)}
        if landed == tried:
            return by_sea, again
        tried = landed
    return battle, rulings


def _units_after(battle: Battle, verdicts: Mapping[Province, Verdict]) -> Mapping[Province, Unit]:
    standing: dict[Province, Unit] = {}
    units, forces = battle.units, battle.forces
    for at, verdict in verdicts.items():
        unit, order = units[at], verdict.order
        if forces:
            unit = after_phase(battle, unit, verdict)
            if verdict.harm and not verdict.harm.left:
                continue
        if isinstance(verdict.reason, Moved) and isinstance(order, Move):
            standing[order.to.province] = unit.moved_to(order.to)
        elif not verdict.dislodged:
            standing[at] = unit
    return {at: standing[at] for at in sorted(standing)}


def _contested(battle: Battle, rulings: Rulings, units: Mapping[Province, Unit]) -> frozenset[Province]:
    """Return the provinces left empty by attacks that held each other off.

    An attack without strength to keep others out leaves no standoff: that of an army whose convoy failed, or of a unit
    dislodged by an attack from that very province (000 X.C, DATC 6.F.7).
    """
    return frozenset(
        target
        for at, target in battle.targets.items()
        if target not in units
        and not rulings.moves(at)
        and (prevent_strength(battle, rulings, at).low or at in battle.without_strength)
    )


def _driven_out(
    battle: Battle,
    verdicts: Mapping[Province, Verdict],
    units: Mapping[Province, Unit],
    contested: frozenset[Province],
) -> Mapping[Province, Dislodged]:
    driven_out = {}
    for at, verdict in verdicts.items():
        if verdict.dislodged and not (verdict.harm and not verdict.harm.left):
            unit, by = after_phase(battle, battle.units[at], verdict), verdict.dislodged.by
            refuge = retreat_options(battle.board, battle.book, unit, by, by in battle.by_sea, units, contested)
            driven_out[at] = Dislodged(unit, by, refuge)
    return driven_out
