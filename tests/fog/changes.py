"""Worlds that differ only in what somebody cannot see: true positions changed behind the fog, by chance."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from judge.game.messages import Event
from judge.game.phases.messages import PhaseClosed, ScoutsBack
from judge.rules.board import Board, Location, Power, Terrain, Unit, UnitKind
from judge.rules.position import Position
from judge.rules.war.scouts import ALL_TRAITS, SLOW_SPY_FIRST_TRAITS, TRAITS_AT_FIRST_SIGHT, Scout, Scouting

GROUND = {UnitKind.ARMY: (Terrain.LAND, Terrain.COAST), UnitKind.FLEET: (Terrain.SEA, Terrain.COAST)}


def changed(random: Random, board: Board, event: Event, powers: Sequence[Power]) -> Event:
    """The close of a phase with some things of other powers changed; whether these see it is not asked."""
    assert isinstance(event, PhaseClosed)
    back = event.scouts or ScoutsBack()
    position, scouting = event.judgement.after, back.after
    for _ in range(random.randint(1, 4)):
        match random.randrange(8):
            case 0 | 1 | 2:
                position = _elsewhere(random, board, position, powers)
            case 3:
                position = _hurt(random, position, powers)
            case 4:
                position = _of_another_troop(random, board, position, powers)
            case 5:
                position = _given(random, board, position, powers)
            case 6:
                scouting = _sent(random, board, scouting, powers)
            case _:
                scouting = _taught(random, board, position, scouting, powers)
    judgement = replace(event.judgement, after=position)
    return replace(event, judgement=judgement, scouts=replace(back, after=scouting))


def _others(position: Position, powers: Sequence[Power]) -> list[Unit]:
    return [position.units[at] for at in sorted(position.units) if position.units[at].power not in powers]


def _elsewhere(random: Random, board: Board, position: Position, powers: Sequence[Power]) -> Position:
    """A unit of others elsewhere, gone, or one more."""
    units, others = dict(position.units), _others(position, powers)
    if not others:
        return position
    unit = random.choice(others)
    ground = [at for at in sorted(board.regions) if board.terrain(at) in GROUND[unit.kind] and at not in units]
    lot = random.random()
    if lot < 0.8:
        units.pop(unit.at.province)
    if lot > 0.15 and ground:
        to = random.choice(ground)
        units[to] = unit.moved_to(Location(to))
    return replace(position, units=units)


def _with(position: Position, unit: Unit) -> Position:
    return replace(position, units={**position.units, unit.at.province: unit})


def _hurt(random: Random, position: Position, powers: Sequence[Power]) -> Position:
    others = _others(position, powers)
    if not others:
        return position
    unit = random.choice(others)
    assert unit.corps is not None
    corps = replace(unit.corps, health=random.randint(1, 4), rest=random.randint(0, 4), support=random.randint(1, 3))
    return _with(position, replace(unit, strength=random.randint(1, 3), corps=corps))


def _of_another_troop(random: Random, board: Board, position: Position, powers: Sequence[Power]) -> Position:
    others = [unit for unit in _others(position, powers) if board.terrain(unit.at.province) is not Terrain.SEA]
    if not others:
        return position
    unit = random.choice(others)
    troops = [one for one in board.war.troops.values() if board.terrain(unit.at.province) in GROUND[one.kind]]
    return _with(position, random.choice(troops).raised(unit.power, unit.at))


def _given(random: Random, board: Board, position: Position, powers: Sequence[Power]) -> Position:
    """A region that is none of theirs belongs to another, or to nobody."""
    regions = [at for at in sorted(board.centres) if position.owners.get(at) not in powers]
    owners = dict(position.owners)
    owners.pop(region := random.choice(regions), None)
    to = random.choice([None, *(power for power in board.powers if power not in powers)])
    return replace(position, owners={**owners, region: to} if to else owners)


def _sent(random: Random, board: Board, scouting: Scouting, powers: Sequence[Power]) -> Scouting:
    """Scouts of others elsewhere, more or fewer of them."""
    own = tuple(one for one in scouting.scouts if one.power in powers)
    others = [power for power in board.war.scouts if power not in powers]
    regions = sorted(board.regions)
    sent = [Scout(power, number, random.choice(regions)) for power in others for number in range(random.randint(0, 3))]
    return replace(scouting, scouts=(*own, *sent))


def _taught(random: Random, board: Board, position: Position, scouting: Scouting, powers: Sequence[Power]) -> Scouting:
    """Others know other things; these powers may know something of a unit that nobody of theirs sees any more."""
    units = {
        power: [at for at in sorted(position.units) if position.units[at].power != power] for power in board.powers
    }
    known = dict(scouting.known)
    for power, others in units.items():
        if others and (power not in powers or random.random() < 0.3):
            traits = random.choice((TRAITS_AT_FIRST_SIGHT, SLOW_SPY_FIRST_TRAITS, ALL_TRAITS))
            known[power] = {**known.get(power, {}), random.choice(others): traits}
    return replace(scouting, known=known)
