"""Crowded movement phases made up by lot, full of supports and convoys."""

from collections.abc import Iterable
from random import Random

from judge.rules.board import Board, Location, Province, Terrain, Unit, UnitKind
from judge.rules.legality import why_illegal
from judge.rules.orders import (
    Convoy,
    Hold,
    Move,
    MovementOrder,
    SupportHold,
    SupportMove,
    convoying_fleets,
    shortest_chain,
)
from judge.rules.position import Phase, Position

UNITS = 34
ATTACKS = 12
SPRING = Phase.parse("S1905M")


def skirmish(board: Board, random: Random) -> tuple[Position, dict[Province, MovementOrder]]:
    """A position of as many units as there are centres; a third of them attack, the others aid them if they can."""
    places = sorted(random.sample(sorted(board.regions), UNITS))
    position = Position(SPRING, {at: _unit(board, random, at) for at in places})
    attacks = [_attack(board, random, position, position.units[at]) for at in random.sample(places, ATTACKS)]
    orders: dict[Province, MovementOrder] = {attack.at: attack for attack in attacks}
    return position, {at: orders.get(at) or _aid(board, random, position, at, attacks) for at in places}


def _unit(board: Board, random: Random, at: Province) -> Unit:
    ways = [(kind, place) for kind, borders in board.borders.items() for place in borders if place.province == at]
    kind, place = random.choice(sorted(ways))
    return Unit(random.choice(sorted(board.powers)), kind, place)


def _attack(board: Board, random: Random, position: Position, unit: Unit) -> Move:
    """An attack overseas where fleets lie so, else on a neighbour."""
    at, fleets = unit.at.province, convoying_fleets(board, position.units)
    near = {at, *board.ways(unit)}
    coasts = [to for to in sorted(board.regions) if to not in near and board.terrain(to) is Terrain.COAST]
    overseas = [to for to in coasts if unit.kind is UnitKind.ARMY and shortest_chain(board, fleets, at, to)]
    if overseas:
        return Move(at, Location(random.choice(overseas)), by_sea=True)
    return Move(at, random.choice(sorted(board.neighbours(unit.kind, unit.at))))


def _aid(board: Board, random: Random, position: Position, at: Province, attacks: Iterable[Move]) -> MovementOrder:
    """A convoy if one is wanted, else mostly a support, else nothing."""
    convoys = [Convoy(at, attack.at, attack.to.province) for attack in attacks if attack.by_sea]
    supports = [SupportMove(at, attack.at, attack.to) for attack in attacks]
    holds = [SupportHold(at, other) for other in position.units]
    for aids in (convoys, supports, holds):
        lawful = [aid for aid in aids if why_illegal(board, position, aid) is None]
        if lawful:
            return random.choice(lawful)
    return Hold(at)
