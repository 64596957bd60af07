"""Retreats of dislodged units: the places open to them, the verdicts of their phase."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from judge.rules.board import Board, Location, Province, Unit
from judge.rules.legality import why_cannot_disperse, why_illegal
from judge.rules.orders import Disband, Order, Retreat, with_coast
from judge.rules.position import Position
from judge.rules.rulebook import ConvoyedAttackerOrigin, RuleBook
from judge.rules.verdicts import (
    Disbanded,
    Illegal,
    NoRetreatOrder,
    NowhereToGo,
    Reason,
    Retreated,
    RetreatsCollided,
    Verdict,
    Void,
)


@dataclass(frozen=True)
class RetreatResult:
    """A retreat phase judged: a verdict for each dislodged unit, by the province it left, and the units afterwards."""

    verdicts: Mapping[Province, Verdict]
    units: Mapping[Province, Unit]


def judge_retreats(board: Board, position: Position, orders: Mapping[Province, Order]) -> RetreatResult:
    """Judge the retreats of a phase; ``orders`` are keyed by the province the unit was driven from.

    A unit without a legal order leaves the board; so do all units that retreat to the same region (000 XII, 001 XI.2).
    A unit whose rivals there have illegal orders retreats.
    """
    given = {province: with_coast(order, board, position) for province, order in orders.items()}
    goals = {
        province: order.to
        for province, dislodged in position.dislodged.items()
        if isinstance(order := given.get(province), Retreat) and order.to in dislodged.retreats
    }
    verdicts = {
        province: Verdict(dislodged.unit, given.get(province), _reason(board, position, province, given, goals))
        for province, dislodged in sorted(position.dislodged.items())
    }
    arrived = {
        goals[province].province: position.dislodged[province].unit.moved_to(goals[province])
        for province, verdict in verdicts.items()
        if isinstance(verdict.reason, Retreated)
    }
    return RetreatResult(verdicts, {**position.units, **arrived})


def _reason(
    board: Board,
    position: Position,
    province: Province,
    given: Mapping[Province, Order],
    goals: Mapping[Province, Location],
) -> Reason:
    match order := given.get(province):
        case Disband():
            why = why_cannot_disperse(board, position.dislodged[province].unit)
            return Void(why) if why else Disbanded()
        case _ if not position.dislodged[province].retreats:
            return NowhereToGo()
        case None:
            return NoRetreatOrder()
        case Retreat() if province in goals:
            others = tuple(sorted(other for other in goals if _collide(goals, province, other)))
            return RetreatsCollided(others) if others else Retreated()
        case Retreat():
            return Void(why_illegal(board, position, order) or Illegal.RETREAT_CONTESTED)
        case _:
            return Void(Illegal.WRONG_PHASE)


def _collide(goals: Mapping[Province, Location], one: Province, other: Province) -> bool:
    return one != other and goals[one].province == goals[other].province


# --- where a unit may retreat to -------------------------------------------------------------------------------------


def retreat_options(  # noqa: PLR0913, PLR0917 (each is one fact of the rule)
    board: Board,
    book: RuleBook,
    unit: Unit,
    attacker_origin: Province,
    by_convoy: bool,
    occupied: Collection[Province],
    contested: Collection[Province],
) -> tuple[Location, ...]:
    """Return the locations next to a unit that are open for its retreat, sorted (000 XII, 001 XI, DATC 4.A.5).

    Closed are occupied provinces, those left empty by a standoff, and the origin of its attacker; the latter is open if
    the rule book says so of an attacker that came by convoy.
    """
    closed = {*occupied, *contested}
    if not by_convoy or book.convoyed_attacker_origin is ConvoyedAttackerOrigin.CLOSED:
        closed.add(attacker_origin)
    return tuple(sorted(place for place in board.neighbours(unit.kind, unit.at) if place.province not in closed))
