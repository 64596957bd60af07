"""Decides whether an order is void whatever units the fog of war hides (004 3)."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from judge.rules.board import Board, Location, Power, Province, Terrain, Unit, UnitKind
from judge.rules.legality import why_illegal
from judge.rules.orders import Convoy, Order, SupportHold, SupportMove
from judge.rules.position import Position
from judge.rules.verdicts import Illegal
from judge.rules.war.fog import UNKNOWN_TROOP

_SOMEBODY = Power(UNKNOWN_TROOP)

DEPENDS_ON_UNITS = frozenset(
    {
        Illegal.NOTHING_TO_SUPPORT,
        Illegal.CONVOY_NO_ARMY,
        Illegal.CONVOY_NO_CHAIN,
        Illegal.NO_UNIT,
    }
)
"""The rules whose breaking depends on which units stand where."""


def why_surely_illegal(
    board: Board,
    known: Position,
    sight: Collection[Province],
    order: Order,
    own: Mapping[Province, Order] | None = None,
) -> Illegal | None:
    """Return the rule an order breaks whatever the fog hides; None if it is legal for units that may be there.

    ``known`` is the position as the power knows it, ``sight`` the regions it sees, ``own`` the orders of its own units.
    """
    illegal = why_illegal(board, known, order, own)
    if illegal is None:
        return None
    reasons = [why_illegal(board, one, order, own) for one in _possible(board, known, sight, order)]
    if None in reasons:
        return None
    return reasons[0] if _is_hidden(known, sight, order) else illegal


def _possible(board: Board, known: Position, sight: Collection[Province], order: Order) -> Iterator[Position]:
    """Yield the position with a fleet on every sea out of sight and each unit that the order may be about."""
    fleets = {sea: _stranger(UnitKind.FLEET, Location(sea)) for sea in board.convoyable - {*sight}}
    units = {**fleets, **known.units}
    for other in _others(board, known, sight, order):
        yield replace(known, units={**units, **({other.at.province: other} if other else {})})


def _others(board: Board, known: Position, sight: Collection[Province], order: Order) -> Iterator[Unit | None]:
    """Yield each unit that the supported or convoyed one may be; None if that is known."""
    about = _about(order)
    unit = known.units.get(about) if about else None
    if about is None or not (_is_hidden(known, sight, order) or (unit and unit.letter == UNKNOWN_TROOP)):
        yield None
        return
    if board.terrain(about) is not Terrain.SEA:
        yield _stranger(UnitKind.ARMY, Location(about))
    yield from (_stranger(UnitKind.FLEET, at) for at in sorted(board.borders[UnitKind.FLEET]) if at.province == about)


def _is_hidden(known: Position, sight: Collection[Province], order: Order) -> bool:
    """Return whether the order is about a unit in a region out of sight."""
    about = _about(order)
    return about is not None and about not in sight and about not in known.units


def _about(order: Order) -> Province | None:
    match order:
        case SupportHold(target=about) | SupportMove(origin=about) | Convoy(origin=about):
            return about
        case _:
            return None


def _stranger(kind: UnitKind, at: Location) -> Unit:
    return Unit(_SOMEBODY, kind, at)
