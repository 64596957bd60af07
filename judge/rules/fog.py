"""What each power may know of a position, of verdicts, under the fog of war (004 3)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from judge.rules.board import Board, Power, Province, Unit
from judge.rules.errands import EVERYTHING, Trait
from judge.rules.position import Phase, Position
from judge.rules.scouts import Scout, Scouting
from judge.rules.verdicts import (
    Bounced,
    Cut,
    Disrupted,
    HeadToHead,
    Moved,
    OwnSupport,
    Paradox,
    Reason,
    RetreatsCollided,
    Unmatched,
    Verdict,
)


@dataclass(frozen=True)
class Seen:
    """A unit as a power sees it: where, whose it looks, and the traits it knows; None of what it does not know."""

    at: Province
    power: Power
    traits: frozenset[Trait] = frozenset()
    name: str | None = None
    health: int | None = None
    attack: int | None = None
    support: int | None = None
    defence: int | None = None
    gifted: bool | None = None


@dataclass(frozen=True)
class View:
    """All that a power may know of a position: its ``own`` units, the others it sees, who holds what is in sight."""

    power: Power
    phase: Phase
    own: tuple[Unit, ...]
    others: tuple[Seen, ...]
    owners: Mapping[Province, Power]
    scouts: tuple[Scout, ...]
    sight: frozenset[Province]


def seen_by(board: Board, position: Position, scouting: Scouting, power: Power) -> View:
    """The position as a power knows it: its own units, those next to them, what its scouts and its allies show it.

    A unit next to one's own shows that it is there, and whose it looks; what it is wants scouts. Units of an ally are
    no enemies, and are seen whole (004 3). Who holds a region is known of the regions in sight.
    """
    sight = sight_of(board, position, scouting, power)
    friends = {unit.power for unit in position.units.values() if position.are_allied(power, unit.power)}
    others = [
        _seen(board, unit, EVERYTHING if unit.power in friends else scouting.traits(power, at))
        for at, unit in sorted(position.units.items())
        if unit.power != power and (at in sight or unit.power in friends)
    ]
    owners = {region: owner for region, owner in position.owners.items() if region in sight or owner == power}
    return View(power, position.phase, position.units_of(power), tuple(others), owners, scouting.of(power), sight)


def sight_of(board: Board, position: Position, scouting: Scouting, power: Power) -> frozenset[Province]:
    """The regions a power sees: where its units are and what is next to them, and where its scouts are."""
    driven_out = [one.unit for one in position.dislodged.values() if one.unit.power == power]
    posts = {unit.at.province for unit in (*position.units_of(power), *driven_out)}
    return frozenset(posts | _around(board, posts) | {scout.at for scout in scouting.of(power)})


def _around(board: Board, posts: set[Province]) -> set[Province]:
    return {
        other.province
        for borders in board.borders.values()
        for place, neighbours in borders.items()
        if place.province in posts
        for other in neighbours
    }


def _seen(board: Board, unit: Unit, traits: frozenset[Trait]) -> Seen:
    corps = unit.corps
    if corps is None:
        return Seen(unit.at.province, unit.power, traits, unit.kind.value)
    known = Seen(unit.at.province, corps.host or unit.power, traits)
    if traits:
        known = replace(known, name=corps.troop)
    if Trait.HEALTH in traits:
        known = replace(known, health=corps.health)
    if Trait.POWER in traits:
        known = replace(known, attack=unit.strength, support=corps.support, defence=corps.defence)
    if Trait.GIFTS in traits:
        known = replace(known, gifted=board.war.troops[corps.troop].gifted)
    return known


# --- verdicts


def veiled(verdict: Verdict, sight: frozenset[Province]) -> Verdict:
    """The verdict on an own unit with the units it cannot see left out, but for the one that drove it out."""
    harm = verdict.harm and replace(verdict.harm, by=_seen_of(verdict.harm.by, sight))
    return replace(verdict, reason=_veiled(verdict.reason, sight), harm=harm)


def _veiled(reason: Reason, sight: frozenset[Province]) -> Reason:
    match reason:
        case Bounced(by=by) | Cut(by=by):
            return replace(reason, by=_seen_of(by, sight))
        case HeadToHead(by=by, strength=strength, against=against):
            return reason if by in sight else Bounced((), strength, against)
        case Moved(opposed_by=by, convoyed_by=fleets):
            return replace(reason, opposed_by=_seen_of(by, sight), convoyed_by=_seen_of(fleets, sight))
        case OwnSupport(discounted=by):
            return replace(reason, discounted=_seen_of(by, sight))
        case Disrupted(fleets=fleets) | Paradox(fleets=fleets):
            return replace(reason, fleets=_seen_of(fleets, sight))
        case RetreatsCollided(others=others):
            return replace(reason, others=_seen_of(others, sight))
        case Unmatched():
            return Unmatched(None)
        case _:
            return reason


def _seen_of(provinces: tuple[Province, ...], sight: frozenset[Province]) -> tuple[Province, ...]:
    return tuple(province for province in provinces if province in sight)
