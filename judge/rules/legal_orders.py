"""Every order that the rules allow a power in a position."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, groupby

from judge.rules.adjustments import possible_builds
from judge.rules.board import Board, Location, Power, Province, Terrain, Unit, UnitKind
from judge.rules.fast import kept_for_same
from judge.rules.legality import why_illegal
from judge.rules.orders import (
    Build,
    Convoy,
    ConvoyChain,
    Disband,
    Hold,
    Move,
    MovementOrder,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    convoy_chains,
    convoying_fleets,
)
from judge.rules.position import PhaseKind, Position

_Passages = Mapping[Province, Mapping[Province, tuple[ConvoyChain, ...]]]
"""For the army of each province, the coasts to which fleets can carry it, with the chains that lead there."""


def legal_orders(board: Board, position: Position, power: Power) -> Mapping[Province, tuple[Order, ...]]:
    """Return every legal order of a power in this phase by the province that it is for, in an order that never varies.

    A province is that of a unit: where it stands, in a retreat phase where it was driven from, in an adjustment phase
    where it may be removed; or it is a centre where a unit may be built. ``required_orders`` tells how many builds or
    removals are due; where builds are, ``Waive()`` is legal, too.

    Each meaning is there once. An army that can go both by land and by sea has the move by sea, too; one that can only
    be convoyed has a plain move. Coasts are named where a fleet goes, never in supports. Of a power that nobody plays
    there is none.
    """
    if power in board.standing:
        return {}
    found: Iterable[tuple[Province, Iterable[Order]]]
    if position.phase.kind is PhaseKind.MOVEMENT:
        return {unit.at.province: (*_of_unit(board, position, unit),) for unit in position.units_of(power)}
    if position.phase.kind is PhaseKind.RETREAT:
        waiting = [(at, one) for at, one in sorted(position.dislodged.items()) if one.unit.power == power]
        found = [(at, (*(Retreat(at, to) for to in one.retreats), Disband(at))) for at, one in waiting]
    else:
        builds = groupby(sorted(possible_builds(board, position, power), key=_site), _site)
        removals = ((unit.at.province, (Disband(unit.at.province),)) for unit in position.units_of(power))
        found = chain(((site, tuple(there)) for site, there in builds), removals)
    legal = ((at, tuple(one for one in orders if why_illegal(board, position, one) is None)) for at, orders in found)
    return {at: orders for at, orders in legal if orders}


def _site(build: Build) -> Province:
    return build.at.province


def _of_unit(board: Board, position: Position, unit: Unit) -> Iterator[MovementOrder]:
    """The legal orders of a unit in a movement phase."""
    troop = board.war.troops.get(unit.letter)
    is_free, is_gifted = unit.at.province not in board.closed, troop is not None and troop.gifted
    for order in _in_the_open(board, position, unit):
        if is_free or why_illegal(board, position, order) is None:
            yield order
            if is_gifted and not isinstance(order, Convoy):
                powered = replace(order, powered=True)
                if why_illegal(board, position, powered) is None:
                    yield powered


def _in_the_open(board: Board, position: Position, unit: Unit) -> Iterator[MovementOrder]:
    """The same but for the use of power, and if its region were open."""
    at, ways, passages = unit.at.province, board.ways(unit), _passages(board, position)
    yield Hold(at)
    yield from (Move(at, place) for places in ways.values() for place in places)
    yield from (Move(at, Location(to), by_sea=to in ways) for to in passages.get(at, ()))
    yield from (SupportHold(at, other) for other in ways if other in position.units)
    visitors = _visitors(board, position)
    for to, one in ((into, one) for into in ways for one in visitors.get(into, ()) if one != at):
        # the supporter cannot convoy the unit that it supports (DATC 6.D.31)
        if board.reaches(position.units[one], to) or not all(at in fleets for fleets in passages[one][to]):
            yield SupportMove(at, one, Location(to))
    for origin, coasts in passages.items() if unit.kind is UnitKind.FLEET else ():
        yield from (Convoy(at, origin, to) for to, chains in coasts.items() if any(at in fleets for fleets in chains))


@kept_for_same
def _visitors(board: Board, position: Position) -> Mapping[Province, tuple[Province, ...]]:
    """The units that can go to each province, by land or by sea."""
    found: dict[Province, tuple[Province, ...]] = {}
    passages = _passages(board, position)
    for at, unit in position.units.items():
        for to in {**board.ways(unit), **passages.get(at, {})}:
            found[to] = (*found.get(to, ()), at)
    return found


@kept_for_same
def _passages(board: Board, position: Position) -> _Passages:
    fleets = convoying_fleets(board, position.units)
    coasts = [at for at in sorted(board.regions) if board.terrain(at) is Terrain.COAST and board.seas_off(at) & fleets]
    return {
        origin: {
            to: chains for to in coasts if to != origin and (chains := tuple(convoy_chains(board, fleets, origin, to)))
        }
        for origin in coasts
        if origin in position.units and position.units[origin].kind is UnitKind.ARMY
    }
