"""What each power may know of a war, reckoned from the true game by somebody who trusts none of the judge's fog."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from judge.game.phases.messages import PhaseClosed, ScoutsBack
from judge.game.state import Game
from judge.rules.board import Board, Power, Province, Unit
from judge.rules.position import PhaseKind, Position
from judge.rules.verdicts import Bounced, Cut, Dislodgement, HeadToHead, Moved, Verdict
from judge.rules.war.scouts import Scouting, UnitTrait

Fact = tuple[object, ...]


def around(board: Board, at: Province) -> set[Province]:
    """The regions that border on a region, by land or by water."""
    near: set[Province] = set()
    for ways in board.borders.values():
        for place, others in ways.items():
            if place.province == at:
                near |= {other.province for other in others}
            near |= {place.province for other in others if other.province == at}
    return near


def in_sight(board: Board, position: Position, scouting: Scouting, powers: Sequence[Power]) -> set[Province]:
    """Where own units are, what borders on that, where own scouts are (004 3)."""
    posts = {at for at, unit in position.units.items() if unit.power in powers}
    posts |= {at for at, one in position.dislodged.items() if one.unit.power in powers}
    seen = posts | {scout.at for scout in scouting.scouts if scout.power in powers}
    return seen.union(*(around(board, at) for at in posts)) if posts else seen


def friends(position: Position, powers: Sequence[Power]) -> set[Power]:
    """The powers allied to these."""
    pairs = [{*pair} for pair in position.allies]
    return {power for pair in pairs if pair & {*powers} for power in pair} - {*powers}


def learned(scouting: Scouting, powers: Sequence[Power], at: Province) -> set[UnitTrait]:
    """What scouts of these powers have found out about the unit of a region."""
    return {trait for power in powers for trait in scouting.known.get(power, {}).get(at, ())}


def looks(unit: Unit) -> Power:
    """Whose a unit looks to be (004 5: one raised on an ally's land is taken for the ally's)."""
    return (unit.corps.host if unit.corps else None) or unit.power


def facts_of_units(board: Board, position: Position, scouting: Scouting, powers: Sequence[Power]) -> Iterator[Fact]:
    """All that may be known of units."""
    sight, allies = in_sight(board, position, scouting, powers), friends(position, powers)
    for at, unit in sorted(position.units.items()):
        if unit.power in powers or unit.power in allies:
            yield "whole", at, unit
        elif at in sight:
            yield "there", at, looks(unit)
            yield from _traits(unit, learned(scouting, powers, at))
    for at, one in sorted(position.dislodged.items()):
        if one.unit.power in powers:
            yield "driven out", at, one


def _traits(unit: Unit, traits: set[UnitTrait]) -> Iterator[Fact]:
    corps, at = unit.corps, unit.at.province
    if corps is None:
        return
    yield "traits", at, frozenset(traits)
    if traits:
        yield "name", at, corps.troop
    if UnitTrait.HEALTH in traits:
        yield "health", at, corps.health
    if UnitTrait.POWER in traits:
        yield "power", at, unit.strength, corps.support, corps.defence


def facts_of_land(board: Board, position: Position, scouting: Scouting, powers: Sequence[Power]) -> Iterator[Fact]:
    """Who holds what of the regions in sight, or one's own; own alliances and factories."""
    sight = in_sight(board, position, scouting, powers)
    for region, owner in sorted(position.owners.items()):
        if region in sight or owner in powers:
            yield "owner", region, owner
    yield "allies", frozenset(pair for pair in position.allies if {*pair} & {*powers})
    yield "factories", tuple((power, position.factories.get(power, 0)) for power in powers)


def known(game: Game, powers: Sequence[Power]) -> frozenset[Fact]:
    """All that the player of some powers may know of a game as it stands; without powers what everyone may."""
    position = game.position
    assert position is not None
    common: list[Fact] = [
        ("phase", position.phase, game.phases_closed, game.ended is not None),
        ("deadline", game.deadline, game.held_open and game.held_open.until, game.timekeeping.paused),
        ("left", game.survivors, tuple(game.seats), tuple(game.vacancies)),
    ]
    if not powers:
        return frozenset(common)
    board, scouting = game.board, game.scouting
    own: list[Fact] = [("scouts", tuple(one for one in scouting.scouts if one.power in powers))]
    own += [("orders", power, game.orders.get(power, ()), game.errands.get(power, ())) for power in powers]
    own += [*facts_of_units(board, position, scouting, powers), *facts_of_land(board, position, scouting, powers)]
    return frozenset((*common, *own))


def told(board: Board, event: PhaseClosed, powers: Sequence[Power]) -> frozenset[Fact]:
    """All that the player of some powers may learn as a phase closes, but for the position it ends in."""
    silent = [one for one in event.silent if event.before.phase.kind is PhaseKind.MOVEMENT or one in powers]
    common: list[Fact] = [("closed", event.number, event.before.phase, event.because, event.at, tuple(silent))]
    common.append(("next", event.deadline))
    if not powers:
        return frozenset(common)
    back = event.scouts or ScoutsBack()
    sight = in_sight(board, event.before, back.before, powers)
    sight |= in_sight(board, event.judgement.after, back.after, powers)
    own: list[Fact] = [
        ("verdict", *_came_out(verdict, sight)) for power in powers for verdict in event.judgement.verdicts[power]
    ]
    own += [("report", one) for one in back.reports if one.power in powers]
    own += [("alert", one) for one in back.alerts if one.power in powers]
    own += [
        ("gained", region, power)
        for region, power in event.judgement.gained.items()
        if region in sight or power in powers or event.before.owners.get(region) in powers
    ]
    return frozenset((*common, *own, ("contested", frozenset(event.judgement.contested & sight))))


def _came_out(verdict: Verdict, sight: set[Province]) -> Fact:
    """What became of an own order, by what its unit met with; why it came to nothing may hang on what is hidden."""
    harm = verdict.harm
    hurt = harm and (harm.points, harm.left, tuple(at for at in harm.by if at in sight))
    return verdict.unit, verdict.order, verdict.succeeded, _met(verdict, sight), _driven(verdict.dislodged), hurt


def _met(verdict: Verdict, sight: set[Province]) -> Fact:
    match verdict.reason:
        case Bounced(by, strength, against):
            return "bounced", tuple(at for at in by if at in sight), strength, against
        case HeadToHead(by, strength, against):
            return "bounced", (by,) if by in sight else (), strength, against
        case Moved(strength, against, opposed, fleets):
            return "moved", strength, against, *(at for at in (*opposed, *fleets) if at in sight)
        case Cut(by):
            return "cut", *(at for at in by if at in sight)
        case reason:
            return (type(reason).__name__ if verdict.succeeded else "failed",)


def _driven(dislodged: Dislodgement | None) -> Fact:
    return (dislodged.by, dislodged.strength, dislodged.against) if dislodged else ()


@dataclass(frozen=True)
class Hidden:
    """What a reader must find nothing of: where units stand that they do not see, what those are."""

    places: frozenset[Province]
    units: Mapping[Province, Unit]


def hidden(board: Board, position: Position, scouting: Scouting, powers: Sequence[Power]) -> Hidden:
    """The units these powers neither have nor see."""
    sight, allies = in_sight(board, position, scouting, powers), friends(position, powers)
    units = {
        at: unit
        for at, unit in position.units.items()
        if unit.power not in powers and unit.power not in allies and at not in sight
    }
    return Hidden(frozenset(units), units)
