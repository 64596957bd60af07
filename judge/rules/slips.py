"""Orders that are legal and probably not meant so: what a player's own orders make of one another."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from judge.rules.board import Board, Province, UnitKind
from judge.rules.convoys import shortest_chain
from judge.rules.orders import Convoy, Move, Order, SupportHold, SupportMove
from judge.rules.position import Position


class SlipKind(Enum):
    """What is probably not meant; the value is the key of its sentence."""

    HOLD_OF_MOVER = "hold_of_mover"  # a support to hold for a unit that is ordered to move
    OTHER_MOVE = "other_move"  # a support of a move that the unit is not ordered to make
    SAME_GOAL = "same_goal"  # two own units go to one region
    OWN_UNIT = "own_unit"  # an attack on an own unit that is ordered to stay
    EXCHANGE = "exchange"  # two own units go to each other's regions by land
    NOBODY_CARRIED = "nobody_carried"  # a convoy for an army that is not ordered to go
    NOT_CARRIED = "not_carried"  # an army for which the fleets on its way do something else
    FOREIGN_UNIT = "foreign_unit"  # an order written before the position was known helps a unit of another power


@dataclass(frozen=True)
class Slip:
    """An order with the ``other`` one that makes it probable that it is not meant so; no other where none is told."""

    kind: SlipKind
    order: Order
    other: Order | None = None


def slips(
    board: Board, position: Position, own: Mapping[Province, Order], unseen: frozenset[Province] = frozenset()
) -> Iterator[Slip]:
    """Yield what is probably not meant in a movement phase, by the province of the order.

    ``own`` are the legal orders of one player; the position is as that player knows it. A unit without an order is no
    slip: what it will do is not known yet. In the seas ``unseen`` there may be fleets.
    """
    for _, order in sorted(own.items()):
        match order:
            case SupportHold(target=helped) | SupportMove(origin=helped) | Convoy(origin=helped) if helped in own:
                if kind := _slip_of_help(order, own[helped]):
                    yield Slip(kind, order, own[helped])
            case Move(to=to):
                other = own.get(to.province)
                if other is not None and (kind := _slip_into_own(position, own, order, other)):
                    yield Slip(kind, order, other)
                if _is_not_carried(board, position, own, order, unseen):
                    yield Slip(SlipKind.NOT_CARRIED, order)
            case _:
                pass
    moves = [order for _, order in sorted(own.items()) if isinstance(order, Move)]
    pairs = combinations(moves, 2)
    yield from (Slip(SlipKind.SAME_GOAL, one, two) for one, two in pairs if one.to.province == two.to.province)


def foreign_helped(position: Position, own: Mapping[Province, Order]) -> Iterator[Slip]:
    """Yield the orders to help units of others: what was kept for a phase before anybody knew its position."""
    mine = {position.units[at].power for at in own if at in position.units}
    for _, order in sorted(own.items()):
        match order:
            case SupportHold(target=helped) | SupportMove(origin=helped) | Convoy(origin=helped):
                if helped in position.units and position.units[helped].power not in mine:
                    yield Slip(SlipKind.FOREIGN_UNIT, order)
            case _:
                pass


def _slip_of_help(help_given: SupportHold | SupportMove | Convoy, does: Order) -> SlipKind | None:
    """Return why help for an own unit has no effect beside what that unit is ordered to do."""
    match help_given, does:
        case SupportHold(), Move():
            return SlipKind.HOLD_OF_MOVER
        case SupportMove(to=to), Move(to=there) if to.province == there.province:
            return None
        case SupportMove(), _:
            return SlipKind.OTHER_MOVE
        case Convoy(to=shore), Move(to=there) if shore == there.province:
            return None
        case Convoy(), _:
            return SlipKind.NOBODY_CARRIED
        case _:
            return None


def _slip_into_own(position: Position, own: Mapping[Province, Order], move: Move, other: Order) -> SlipKind | None:
    """Return why an attack on the region of an own unit fails, whatever others do."""
    if not isinstance(other, Move):
        return SlipKind.OWN_UNIT
    if other.to.province != move.at or move.at > other.at:  # told once, of the first of the two
        return None
    by_sea = any(_may_go_by_sea(position, own, one) for one in (move, other))
    return None if by_sea else SlipKind.EXCHANGE


def _may_go_by_sea(position: Position, own: Mapping[Province, Order], move: Move) -> bool:
    """Whether an army asks for a convoy, or somebody may convoy it."""
    if position.units[move.at].kind is UnitKind.FLEET:
        return False
    carried = any(isinstance(one, Convoy) and one.origin == move.at for one in own.values())
    return move.by_sea or carried


def _is_not_carried(
    board: Board, position: Position, own: Mapping[Province, Order], move: Move, unseen: frozenset[Province]
) -> bool:
    """Whether an army needs a convoy, and no chain is left without the own fleets that are ordered to do otherwise."""
    unit, to = position.units[move.at], move.to.province
    if unit.kind is UnitKind.FLEET or board.reaches(unit, to):
        return False
    idle = {at for at, one in own.items() if one != Convoy(at, move.at, to)}
    afloat = {at for at, one in position.units.items() if one.kind is UnitKind.FLEET and at in board.convoyable}
    return not shortest_chain(board, (afloat - idle) | unseen, move.at, to)
