"""Finds which units of a side can be dislodged in a movement phase, by whom, with how many supports."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from judge.rules.board import Board, Location, Power, Province, Terrain, Unit, UnitKind
from judge.rules.convoys import ConvoyChain, convoying_fleets, shortest_chain
from judge.rules.legality import why_illegal
from judge.rules.movement import judge_movement
from judge.rules.orders import Convoy, Move, MovementOrder, SupportMove
from judge.rules.position import PhaseKind, Position
from judge.rules.rulebook import RuleBook

Assault = TypeVar("Assault", Move, SupportMove)


@dataclass(frozen=True)
class Threat:
    """An attack that dislodges a unit which holds without support, with all the supports that it can have.

    No legal orders of the other powers give it more ``supporters`` at once. ``carriers`` are the fleets that convoy the
    attacker, in their order; none if it comes by itself.
    """

    attacker: Unit
    supporters: tuple[Unit, ...]
    carriers: tuple[Unit, ...] = ()


def threats_to(
    board: Board, book: RuleBook, position: Position, own: Collection[Power]
) -> Mapping[Province, tuple[Threat, ...]]:
    """Return what can dislodge each unit of the powers of one side, while all its units hold without support.

    Every threat is judged by the rule book. Supports and convoys may come from any other power that is played; the
    fleets of the side carry nobody. In other phases it is as if a movement phase came now.
    """
    now = replace(position, phase=replace(position.phase, kind=PhaseKind.MOVEMENT), dislodged={})
    idle = {*own, *board.standing}
    foes = _Foes(board, book, now, {at: unit for at, unit in sorted(now.units.items()) if unit.power not in idle})
    return {at: tuple(foes.threats_to(at)) for at, unit in sorted(now.units.items()) if unit.power in own}


@dataclass(frozen=True)
class _Foes:
    """The units that may be ordered against those of one side, ``acting``, in a movement phase."""

    board: Board
    book: RuleBook
    position: Position
    acting: Mapping[Province, Unit]

    def threats_to(self, at: Province) -> Iterator[Threat]:
        """Yield how each of them can dislodge the unit of a province, with the most supports that this one can have."""
        for attacker in self.acting.values():
            found = [threat for way in self._ways(attacker, at) if (threat := self._judged(attacker, at, way))]
            if found:
                yield max(found, key=lambda threat: len(threat.supporters))

    def _ways(self, attacker: Unit, to: Province) -> Iterator[ConvoyChain]:
        """Yield the fleets that carry an attacker, none if it goes by itself: a way for each fleet that can land it.

        Only the last fleet of such a chain is next to the target, so that none takes away fewer supporters.
        """
        board, off = self.board, self.board.seas_off(to)
        if board.reaches(attacker, to):
            yield ()
        if attacker.kind is UnitKind.FLEET or board.terrain(to) is not Terrain.COAST:
            return
        fleets = convoying_fleets(board, self.acting)
        for last in sorted(off & fleets):
            if chain := shortest_chain(board, (fleets - off) | {last}, attacker.at.province, to):
                yield chain

    def _judged(self, attacker: Unit, to: Province, carriers: ConvoyChain) -> Threat | None:
        """Return the threat of an attack with all who can support it; None if even so it dislodges nobody."""
        at = attacker.at.province
        goal = Location(to) if carriers else self.board.ways(attacker)[to][0]
        attack = self._powered(Move(at, goal, by_sea=bool(carriers)))
        supports = [self._powered(SupportMove(by, at, goal)) for by in self.acting.keys() - {at, *carriers}]
        orders: dict[Province, MovementOrder] = {fleet: Convoy(fleet, at, to) for fleet in carriers}
        orders |= {support.at: support for support in supports if self._is_legal(support)}
        fought = judge_movement(self.board, self.book, self.position, {**orders, at: attack}).verdicts
        driven = fought[to].dislodged
        if driven is None or driven.by != at:
            return None
        units = self.position.units
        return Threat(
            attacker, tuple(units[by] for by in fought[at].supporters), tuple(units[fleet] for fleet in carriers)
        )

    def _powered(self, plain: Assault) -> Assault:
        """Return an order with the power of thaumaturgy where the unit has it (004 13)."""
        powered = replace(plain, powered=True)
        return powered if self._is_legal(powered) else plain

    def _is_legal(self, order: MovementOrder) -> bool:
        return why_illegal(self.board, self.position, order) is None
