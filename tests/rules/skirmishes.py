"""Dense random positions with orders that meet each other, for what must hold of every movement phase."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from random import Random

from judge.rules.board import Location, Power, Province, Terrain, Unit, UnitKind
from judge.rules.board_file import load_board
from judge.rules.judge_phase import judge_phase
from judge.rules.legality import why_illegal
from judge.rules.orders import (
    Convoy,
    Hold,
    Move,
    MovementOrder,
    Order,
    SupportHold,
    SupportMove,
    convoying_fleets,
    shortest_chain,
)
from judge.rules.position import Phase, Position
from judge.rules.rulebook import RuleBook
from judge.rules.verdicts import Judgement

STANDARD = load_board("standard")
SPRING = Phase.parse("S1901M")
POWERS = tuple(STANDARD.powers)


@dataclass(frozen=True)
class Skirmish:
    """A position and an order for most of its units."""

    position: Position
    orders: Mapping[Province, MovementOrder]


def melee(random: Random) -> Skirmish:
    """Units crowded into one part of the board, most of them fighting over a few regions."""
    place = random.choice(sorted(STANDARD.regions))
    units = _crowd(random, place, 0.8)
    attackers = [unit for unit in units.values() if random.random() < 0.55]
    return _aided(random, units, [_attack(random, unit) for unit in attackers])


def armada(random: Random) -> Skirmish:
    """Fleets in nearly every sea of a part of the board, carrying armies across or fighting those that do.

    The armies land on fleets, the fleets of the coasts look to the sea: the stuff that paradoxes are made of.
    """
    place = random.choice([at for at in sorted(STANDARD.regions) if STANDARD.terrain(at) is Terrain.SEA])
    units = {at: unit for at, unit in _crowd(random, place, 0.9).items() if STANDARD.terrain(at) is not Terrain.LAND}
    voyages = [voyage for unit in units.values() for voyage in _voyage(random, unit, units) if random.random() < 0.7]
    fleets = [unit for unit in units.values() if unit.kind is UnitKind.FLEET and random.random() < 0.3]
    sorties = [Move(unit.at.province, goal) for unit in fleets for goal in _seas_near(random, unit)]
    return _aided(random, units, voyages + sorties, at_sea=True)


def landing(random: Random) -> Skirmish:
    """Units crowded around a region of two coasts, fleets landing on either with the support of others.

    Orders name one coast or the other or none, the fleet's own way or not.
    """
    place = random.choice([at for at in sorted(STANDARD.regions) if STANDARD.regions[at].coasts])
    units = {at: _unit(random, at) for at in _around(place, 1) if random.random() < 0.8}
    landings = [move for unit in units.values() for move in _attacks(random, unit, place) if random.random() < 0.6]
    aided = _aided(random, units, landings)
    landed = {at: on_some_coast(random, one) for at, one in aided.orders.items() if isinstance(one, Move | SupportMove)}
    return Skirmish(aided.position, {**aided.orders, **landed})


def on_some_coast(random: Random, order: Move | SupportMove) -> Move | SupportMove:
    """An attack, or a support of one, on a coast by lot."""
    to = order.to.province
    return replace(order, to=Location(to, random.choice(("", *STANDARD.regions[to].coasts))))


def judged(skirmish: Skirmish, book: RuleBook) -> Judgement:
    """The phase as a rule book judges it."""
    by_power: dict[Power, list[Order]] = {}
    for at, order in skirmish.orders.items():
        by_power.setdefault(skirmish.position.units[at].power, []).append(order)
    return judge_phase(STANDARD, book, skirmish.position, by_power)


def _crowd(random: Random, place: Province, density: float) -> dict[Province, Unit]:
    return {at: _unit(random, at) for at in _around(place, random.randint(1, 3)) if random.random() < density}


def _attack(random: Random, unit: Unit) -> Move:
    return Move(unit.at.province, random.choice(sorted(STANDARD.neighbours(unit.kind, unit.at))))


def _attacks(random: Random, unit: Unit, province: Province) -> list[Move]:
    """An attack on a province, of a unit that can reach it."""
    ways = [at for at in sorted(STANDARD.neighbours(unit.kind, unit.at)) if at.province == province]
    return [Move(unit.at.province, random.choice(ways))] if ways else []


def _voyage(random: Random, unit: Unit, units: Mapping[Province, Unit]) -> list[Move]:
    """A landing on some fleet in port to which one or two fleets at sea could carry the army."""
    fleets, origin = convoying_fleets(STANDARD, units), unit.at.province
    ports = [at for at, other in units.items() if other.kind is UnitKind.FLEET and at not in fleets | {origin}]
    shores = [at for at in ports if 0 < len(shortest_chain(STANDARD, fleets, origin, at)) <= 2]
    if unit.kind is UnitKind.FLEET or not shores:
        return []
    return [Move(origin, Location(random.choice(shores)), by_sea=random.random() < 0.3)]


def _seas_near(random: Random, unit: Unit) -> list[Location]:
    seas = [to for to in sorted(STANDARD.neighbours(unit.kind, unit.at)) if _is_sea(to.province)]
    return random.sample(seas, min(len(seas), 1))


def _is_sea(province: Province) -> bool:
    return STANDARD.terrain(province) is Terrain.SEA


def _aided(random: Random, units: Mapping[Province, Unit], attacks: Iterable[Move], at_sea: bool = False) -> Skirmish:
    """The attacks, with the supports and convoys that the other units could give to one another."""
    position = Position(SPRING, dict(sorted(units.items())))
    moves = {move.at: move for move in attacks}
    orders: dict[Province, MovementOrder] = dict(moves)
    for at, unit in units.items():
        aid = None if at in moves else _aid(random, position, unit, moves, at_sea)
        if aid:
            orders[at] = aid
    return Skirmish(position, orders)


def _aid(
    random: Random, position: Position, unit: Unit, moves: Mapping[Province, Move], at_sea: bool
) -> MovementOrder | None:
    """One of the things a unit could do for others, sometimes one it could not, sometimes none."""
    at = unit.at.province
    attacks: list[MovementOrder] = [
        SupportMove(at, move.at, move.to) for move in moves.values() if not at_sea or _is_sea(move.to.province)
    ]
    holds: list[MovementOrder] = [SupportHold(at, other) for other in position.units if not at_sea or _is_sea(other)]
    convoys: list[MovementOrder] = [Convoy(at, move.at, move.to.province) for move in moves.values()]
    lawful = [_lawful(position, aids) for aids in (attacks, holds, convoys)]
    choices = [aids for aids, weight in zip(lawful, (4, 2, 8), strict=True) for _ in range(weight) if aids]
    match random.random():
        case lot if lot < 0.03:
            return None
        case lot if lot < 0.06:
            return random.choice([Hold(at), *attacks, *holds, *convoys])
        case _:
            return random.choice(random.choice(choices)) if choices else None


def _lawful(position: Position, orders: list[MovementOrder]) -> list[MovementOrder]:
    return [order for order in orders if why_illegal(STANDARD, position, order) is None]


def _unit(random: Random, at: Province) -> Unit:
    region = STANDARD.regions[at]
    fit = {
        Terrain.LAND: (UnitKind.ARMY,),
        Terrain.SEA: (UnitKind.FLEET,),
        Terrain.COAST: (UnitKind.ARMY, UnitKind.FLEET),
    }
    kind = random.choice(fit[region.terrain])
    coast = random.choice(region.coasts) if kind is UnitKind.FLEET and region.coasts else ""
    return Unit(Power(random.choice(POWERS[:4])), kind, Location(at, coast))


def _around(place: Province, distance: int) -> list[Province]:
    """Every region within some steps, by land or sea."""
    near = {place}
    for _ in range(distance):
        near |= {
            border.province
            for kind in UnitKind
            for at, borders in STANDARD.borders[kind].items()
            if at.province in near
            for border in borders
        }
    return sorted(near)
