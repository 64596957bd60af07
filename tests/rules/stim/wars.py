"""Wars drawn at random: their troops, their rivers, their policies, what is ordered and what a master decides."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from judge.rules.board import Board, Location, Power, Unit, with_closed
from judge.rules.corrections import (
    WarRefusal,
    break_alliance,
    build_factory,
    make_alliance,
    quarantine_region,
    release_region,
    repair_unit,
)
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, SupportHold, SupportMove
from judge.rules.position import PhaseKind, Position, opening_position
from judge.rules.rulebook import RuleBook, load_rulebook
from judge.rules.verdicts import Judgement, Verdict
from tests.rules.stim.scenarios import scenario

PHASES = 7


@dataclass(frozen=True)
class Judged:
    """One phase of a war: its board without what is closed, what was written, what came of it."""

    board: Board
    book: RuleBook
    before: Position
    orders: dict[Power, list[Order]]
    judgement: Judgement

    @property
    def verdicts(self) -> Iterator[Verdict]:
        return (verdict for verdicts in self.judgement.verdicts.values() for verdict in verdicts)


def war(seed: int) -> Iterator[Judged]:
    """A war of some phases, between which the master decides this and that."""
    random = Random(seed)
    board = scenario(random).board
    book, position = replace(load_rulebook("stim"), **board.policies), opening_position(board)
    for _ in range(PHASES):
        position = _decided(random, board, position)
        now = with_closed(board, position.quarantined)
        orders = {power: _orders(random, now, position, power) for power in board.powers}
        judgement = judge_phase(now, book, position, orders)
        yield Judged(now, book, position, orders, judgement)
        position = judgement.after


def _decided(random: Random, board: Board, position: Position) -> Position:
    """The position after one thing a master may decide, if it can be."""
    one, other = random.sample(list(board.powers), 2)
    region = random.choice(sorted(board.regions))
    after = random.choice(
        (
            lambda: position,
            lambda: quarantine_region(position, region),
            lambda: release_region(position, region),
            lambda: make_alliance(position, one, other),
            lambda: break_alliance(board, position, one, other),
            lambda: repair_unit(board, position, region),
            lambda: build_factory(position, one),
        )
    )()
    return position if isinstance(after, WarRefusal) else after


def _orders(random: Random, board: Board, position: Position, power: Power) -> list[Order]:
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return [
                _movement(random, board, position, unit) for unit in position.units_of(power) if random.random() < 0.9
            ]
        case PhaseKind.RETREAT:
            driven = [one for one in position.dislodged.values() if one.unit.power == power]
            return [_retreat(random, board, one.unit) for one in driven if random.random() < 0.8]
        case PhaseKind.ADJUSTMENT:
            builds: list[Order] = [
                Build(troop.kind, Location(region), letter)
                for region in sorted(board.homes(power))
                for letter, troop in board.war.troops.items()
                if random.random() < 0.4
            ]
            return builds + [Disband(unit.at.province) for unit in position.units_of(power) if random.random() < 0.2]


def _movement(random: Random, board: Board, position: Position, unit: Unit) -> Order:
    at, power = unit.at.province, random.random() < 0.3
    near = sorted(board.neighbours(unit.kind, unit.at)) or [unit.at]
    goal, other = random.choice(near), random.choice(sorted(position.units))
    far = Location(random.choice(sorted(board.regions)))
    return random.choice(
        (
            Move(at, goal, powered=power),
            Move(at, goal, powered=power),
            Move(at, far, by_sea=random.random() < 0.5),
            SupportMove(at, other, goal, power),
            SupportMove(at, other, goal, power),
            SupportHold(at, goal.province, power),
            Convoy(at, other, far.province),
            Hold(at, power),
        )
    )


def _retreat(random: Random, board: Board, unit: Unit) -> Order:
    near = sorted(board.neighbours(unit.kind, unit.at))
    return (
        Retreat(unit.at.province, random.choice(near)) if near and random.random() < 0.8 else Disband(unit.at.province)
    )
