"""Orders as people write them: most of them sensible, some senseless, some with a slip of the hand."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from judge.notation.line import Misread
from judge.notation.read import read_order
from judge.notation.tables import load_notation
from judge.notation.write import write_order
from judge.rules.adjustments import required_orders
from judge.rules.board import Board, Location, Power, Province, Unit
from judge.rules.legality import why_illegal
from judge.rules.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
    with_coast,
)
from judge.rules.position import PhaseKind, Position

STANDARD = load_notation("standard")
FRENCH = load_notation("18centres")


def orders_for(random: Random, board: Board, position: Position, power: Power) -> tuple[Order, ...]:
    """Everything a power must write in a phase."""
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return tuple(_movements(random, board, position, power))
        case PhaseKind.RETREAT:
            return tuple(_retreats(random, board, position, power))
        case PhaseKind.ADJUSTMENT:
            return tuple(_adjustments(random, board, position, power))


def _movements(random: Random, board: Board, position: Position, power: Power) -> Iterator[Order]:
    """Attacks on centres of others above all, and what the units behind them can do for those."""
    attacks: list[Move] = []
    for unit in random.sample(position.units_of(power), len(position.units_of(power))):
        at = unit.at.province
        aids: list[Order] = [SupportMove(at, move.at, move.to) for move in attacks]
        aids += [Convoy(at, move.at, move.to.province) for move in attacks if move.by_sea]
        able = [aid for aid in aids if why_illegal(board, position, aid) is None]
        lot = random.random()
        if able and lot < 0.6:
            yield random.choice(able)
        elif lot < 0.1:
            yield random.choice((Hold(at), SupportHold(at, random.choice(sorted(position.units)))))
        else:
            move = _attack(random, board, position, unit)
            attacks += [move] if move else []
            yield move or Hold(at)


def _attack(random: Random, board: Board, position: Position, unit: Unit) -> Move | None:
    near = sorted(board.neighbours(unit.kind, unit.at))
    worth = [place for place in near if place.province in board.centres and _is_foreign(position, place, unit.power)]
    goals = worth if worth and random.random() < 0.7 else near
    return Move(unit.at.province, random.choice(goals)) if goals else None


def _is_foreign(position: Position, place: Location, power: Power) -> bool:
    return position.owners.get(place.province) != power


def _retreats(random: Random, board: Board, position: Position, power: Power) -> Iterator[Order]:
    for at in required_orders(board, position, power).orders:
        unit = position.dislodged[at].unit
        ways = [Retreat(at, to) for to in sorted(board.neighbours(unit.kind, unit.at))]
        able: list[Order] = [way for way in ways if why_illegal(board, position, way) is None]
        yield random.choice([*able, Disband(at)]) if random.random() < 0.2 or not able else random.choice(able)


def _adjustments(random: Random, board: Board, position: Position, power: Power) -> Iterator[Order]:
    owed = required_orders(board, position, power)
    own = position.units_of(power)
    yield from (Disband(unit.at.province) for unit in random.sample(own, min(owed.removals, len(own))))
    for site in random.sample(owed.sites, min(owed.builds, len(owed.sites))):
        able = [one for one in _builds(board, site) if why_illegal(board, position, one) is None]
        yield random.choice(able) if able else Waive()
    if owed.builds > len(owed.sites):
        yield Waive()


def _builds(board: Board, site: Province) -> Iterator[Build]:
    """All that could be raised in a region: units of each kind, or of each troop where the board has some."""
    kinds = sorted((kind, at) for kind, borders in board.borders.items() for at in borders if at.province == site)
    for kind, at in kinds:
        letters = [letter for letter, troop in board.war.troops.items() if troop.kind is kind]
        yield from (Build(kind, at, letter) for letter in letters or [""])


def misspelt(random: Random, line: str) -> str:
    """A line with a letter left out, doubled, or changed for another."""
    place = random.randrange(len(line))
    return line[:place] + random.choice(("", line[place] * 2, random.choice("AEFPRSTX -/"))) + line[place + 1 :]


def through_the_reader(
    random: Random, board: Board, position: Position, power: Power, order: Order, slips: float
) -> Order | None:
    """An order written down by somebody who makes so many slips, as the judge reads it; None where it cannot."""
    own, other = STANDARD, FRENCH
    if board.war.troops:
        own = load_notation(board.notation)
    elif board.map == STANDARD.board:
        own, other = random.sample((STANDARD, FRENCH), 2)
    line = write_order(order, position, board, own)
    read = read_order(
        misspelt(random, line) if random.random() < slips else line, position, board, power, own, (other,)
    )
    return None if isinstance(read, Misread) else read


def without_needless_coast(order: Order, board: Board, position: Position) -> Order:
    """The order without a coast that need not be written, because it is the only one in reach."""
    if not isinstance(order, Move | Retreat):
        return order
    bare = replace(order, to=Location(order.to.province))
    return bare if with_coast(bare, board, position) == order else order
