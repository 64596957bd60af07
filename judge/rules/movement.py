"""Judges a movement phase: orders in, verdicts and the units' new places out."""

from collections.abc import Mapping
from dataclasses import dataclass

from judge.rules.battle import Battle, line_up
from judge.rules.board import Board, Province, Unit
from judge.rules.damage import harmed, worn
from judge.rules.orders import Move, MovementOrder
from judge.rules.position import Dislodged, Position
from judge.rules.reasons import verdict_on
from judge.rules.refuge import retreats_open_to
from judge.rules.resolver import resolve
from judge.rules.rulebook import LandOrSea, RuleBook
from judge.rules.rulings import Rulings
from judge.rules.strengths import prevent_strength
from judge.rules.verdicts import Moved, Verdict


@dataclass(frozen=True)
class Fought:
    """A movement phase judged.

    ``verdicts`` holds one for every unit, by the province it stood in. ``units`` is where the units stand now,
    without the dislodged; ``dislodged`` maps the province a unit was driven from to where it may go. ``contested``
    are the provinces left empty by a standoff.
    """

    verdicts: Mapping[Province, Verdict]
    units: Mapping[Province, Unit]
    dislodged: Mapping[Province, Dislodged]
    contested: frozenset[Province]


def judge_movement(
    board: Board, book: RuleBook, position: Position, orders: Mapping[Province, MovementOrder]
) -> Fought:
    """Judge the orders of a movement phase, keyed by the province of their unit; a unit without one holds."""
    battle, rulings = _fight(line_up(board, book, position, orders))
    verdicts: Mapping[Province, Verdict] = {at: verdict_on(battle, rulings, at) for at in battle.orders}
    if battle.forces:
        verdicts = harmed(battle, rulings, verdicts)
    units = _standing(battle, verdicts)
    contested = _contested(battle, rulings, units)
    return Fought(verdicts, units, _driven_out(battle, verdicts, units, contested), contested)


def _fight(battle: Battle) -> tuple[Battle, Rulings]:
    """Fight the battle, an army that could go by land or by convoy as the book has it (DATC 4.A.3, 000 XIII.B).

    Where both ways count, those who failed by land try again by sea, and whoever fails there too stays with the
    attack by land; each new trial has fewer armies at sea, so it ends.
    """
    rulings = resolve(battle)
    if battle.book.land_or_sea is LandOrSea.INTENT:
        return battle, rulings
    tried = {army for army in battle.carriers if army not in battle.by_sea and not rulings.moves(army)}
    while tried:
        by_sea = battle.embarked(tried)
        again = resolve(by_sea)
        landed = {army for army in tried if again.moves(army)}
        if landed == tried:
            return by_sea, again
        tried = landed
    return battle, rulings


def _standing(battle: Battle, verdicts: Mapping[Province, Verdict]) -> Mapping[Province, Unit]:
    standing: dict[Province, Unit] = {}
    units, forces = battle.units, battle.forces
    for at, verdict in verdicts.items():
        unit, order = units[at], verdict.order
        if forces:
            unit = worn(battle, unit, verdict)
            if verdict.harm and not verdict.harm.left:
                continue
        if isinstance(order, Move) and isinstance(verdict.reason, Moved):
            standing[order.to.province] = unit.moved_to(order.to)
        elif not verdict.dislodged:
            standing[at] = unit
    return {at: standing[at] for at in sorted(standing)}


def _contested(battle: Battle, rulings: Rulings, units: Mapping[Province, Unit]) -> frozenset[Province]:
    """The provinces left empty by attacks that held each other off.

    An attack without any strength to keep others out leaves no standoff behind: that of an army whose convoy
    failed, or of a unit driven out by an attack from that very province (000 X.C, DATC 6.F.7).
    """
    return frozenset(
        target
        for at, target in battle.targets.items()
        if target not in units
        and not rulings.moves(at)
        and (prevent_strength(battle, rulings, at).low or at in battle.feeble)
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
            unit, by = worn(battle, battle.units[at], verdict), verdict.dislodged.by
            refuge = retreats_open_to(battle.board, battle.book, unit, by, by in battle.by_sea, units, contested)
            driven_out[at] = Dislodged(unit, by, refuge)
    return driven_out
