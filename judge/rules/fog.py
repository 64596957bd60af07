"""What each power may know of a position, of verdicts, under the fog of war (004 3)."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from judge.rules.board import Board, Corps, Kind, Location, Power, Province, Terrain, Troop, Unit
from judge.rules.convoys import first_chain, fleets_at_sea
from judge.rules.errands import EVERYTHING, Trait
from judge.rules.field import FOUGHT, opponents
from judge.rules.fight import Side
from judge.rules.legality import why_illegal
from judge.rules.orders import Build, Convoy, Disband, Hold, Move, Retreat, SupportHold, SupportMove, Waive
from judge.rules.position import Position
from judge.rules.scouts import Scout, Scouting
from judge.rules.verdicts import (
    Bounced,
    Built,
    Carried,
    Cut,
    Disbanded,
    Disrupted,
    HeadToHead,
    Illegal,
    Moved,
    NoConvoy,
    NoRetreatOrder,
    NowhereToGo,
    OwnSupport,
    OwnUnit,
    Paradox,
    Reason,
    RemovedByDefault,
    Retreated,
    RetreatsCollided,
    Stood,
    Supported,
    Unmatched,
    Verdict,
    Void,
    Waived,
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


UNKNOWN = "?"
"""The letter of a unit whose troop is not known."""

_BY_OTHERS = frozenset(
    {
        Illegal.NOTHING_TO_SUPPORT,
        Illegal.SUPPORTED_CANNOT,
        Illegal.SUPPORTED_NEEDS_CONVOY,
        Illegal.SUPPORT_OTHER_COAST,
        Illegal.CONVOY_NO_ARMY,
        Illegal.CONVOY_NO_CHAIN,
    }
)
"""What is wrong with an order by the unit that it helps, or by the fleets that would carry that one."""

_WHATEVER_IS_CARRIED = frozenset({Illegal.CONVOY_NOT_COASTAL, Illegal.OWN_PROVINCE})
"""What is wrong with a convoy once it is known that an army is to be carried."""


@dataclass(frozen=True)
class View:
    """All that the powers of one reader may know: their ``own`` units, the ``others`` they see, their ``scouts``.

    ``position`` is the position with nothing else in it, where a unit of which little is known is presumed to be the
    least it can be; ``sight`` are the regions they see.
    """

    powers: tuple[Power, ...]
    own: tuple[Unit, ...]
    others: tuple[Seen, ...]
    scouts: tuple[Scout, ...]
    sight: frozenset[Province]
    position: Position


def seen_by(board: Board, position: Position, scouting: Scouting, *powers: Power) -> View:
    """The position as powers know it: their own units, those next to them, what their scouts and allies show them.

    A unit next to one's own shows that it is there, and whose it looks; what it is wants scouts. Units of an ally are
    no enemies, and are seen whole (004 3). Who holds a region is known of the regions in sight.
    """
    sight = sight_of(board, position, scouting, *powers)
    own = tuple(unit for power in powers for unit in position.units_of(power))
    friends = {unit.power for unit in position.units.values() if _is_friend(position, powers, unit)}
    others = tuple(
        _seen(board, unit, EVERYTHING if unit.power in friends else _known_of(scouting, powers, at))
        for at, unit in sorted(position.units.items())
        if unit.power not in powers and (at in sight or unit.power in friends)
    )
    scouts = tuple(scout for power in powers for scout in scouting.of(power))
    friendly = {unit.at.province: unit for unit in position.units.values() if unit.power in friends}
    met = {seen.at: friendly.get(seen.at) or presumed(board, seen) for seen in others}
    units = {unit.at.province: unit for unit in own} | met
    return View(powers, own, others, scouts, sight, _known_position(position, powers, sight, units))


def _known_position(
    position: Position, powers: Collection[Power], sight: Collection[Province], units: Mapping[Province, Unit]
) -> Position:
    """The position without what these powers may not know; of the dislodged, their own."""
    return replace(
        position,
        units={at: units[at] for at in sorted(units)},
        owners={region: owner for region, owner in position.owners.items() if region in sight or owner in powers},
        dislodged={at: one for at, one in position.dislodged.items() if one.unit.power in powers},
        allies=frozenset(pair for pair in position.allies if {*pair} & {*powers}),
        factories={power: number for power, number in position.factories.items() if power in powers},
    )


def _is_friend(position: Position, powers: Collection[Power], unit: Unit) -> bool:
    return unit.power not in powers and any(position.are_allied(power, unit.power) for power in powers)


def _known_of(scouting: Scouting, powers: Iterable[Power], at: Province) -> frozenset[Trait]:
    return frozenset().union(*(scouting.traits(power, at) for power in powers))


def sight_of(board: Board, position: Position, scouting: Scouting, *powers: Power) -> frozenset[Province]:
    """The regions powers see: where their units are and what is next to them, and where their scouts are."""
    driven_out = [one.unit for one in position.dislodged.values() if one.unit.power in powers]
    standing = [unit for unit in position.units.values() if unit.power in powers]
    posts = {unit.at.province for unit in (*standing, *driven_out)}
    return frozenset(posts | _around(board, posts) | {scout.at for scout in scouting.scouts if scout.power in powers})


def presumed(board: Board, seen: Seen) -> Unit:
    """A unit as its enemy must take it: what is known of it, else what its troop has, else the least there is."""
    troop = board.war.troops.get(seen.name or "")
    kind = troop.kind if troop else Kind.FLEET if board.terrain(seen.at) is Terrain.SEA else Kind.ARMY
    if not board.war.troops:
        return Unit(seen.power, Kind(seen.name) if seen.name else kind, Location(seen.at))
    typical = troop or Troop(UNKNOWN, {}, kind, attack=1, support=1, defence=1, health=1)
    unit = typical.raised(seen.power, Location(seen.at))
    assert unit.corps is not None
    corps = Corps(
        typical.letter,
        unit.corps.support if seen.support is None else seen.support,
        unit.corps.defence if seen.defence is None else seen.defence,
        unit.corps.health if seen.health is None else seen.health,
    )
    return replace(unit, strength=unit.strength if seen.attack is None else seen.attack, corps=corps)


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


def veiled(board: Board, verdict: Verdict, before: View, sight: frozenset[Province]) -> Verdict:
    """The verdict on an own unit with the units it cannot see left out, but for the one that drove it out.

    An order whose fate hangs on a unit out of sight must not tell whether there is one, or it would be a spy for
    nothing: to a support or a convoy for such a unit, to a way over a sea nobody sees, only that it came to nothing.
    """
    harm = verdict.harm and replace(verdict.harm, by=_seen_of(verdict.harm.by, sight))
    reason = _without_others(board, verdict, before) or _veiled(verdict.reason, sight)
    own = frozenset(unit.at.province for unit in before.own)
    return replace(
        verdict,
        reason=reason,
        harm=harm,
        supporters=_seen_of(verdict.supporters, own),
        opposition=tuple(
            _veiled_side(side, reason, own) for side in verdict.opposition if side.unit in opponents(reason)
        ),
    )


def _veiled_side(side: Side, reason: Reason, own: frozenset[Province]) -> Side:
    """An opponent's side with own supports alone; the strength of a foreign one is the one that the reason tells."""
    if side.unit in own:
        return replace(side, supporters=_seen_of(side.supporters, own))
    assert isinstance(reason, FOUGHT)
    return Side(side.unit, reason.against)


def _without_others(board: Board, verdict: Verdict, before: View) -> Reason | None:
    """What is said of an order that leans on units the reader does not know; None where it leans on none of them."""
    order, reason = verdict.order, verdict.reason
    match order:
        case Move() if reason == NoConvoy() or reason == Void(Illegal.NOT_ADJACENT):
            return NoConvoy() if _may_be_carried(board, before, order) else None
        case SupportHold(target=helped) | SupportMove(origin=helped) | Convoy(origin=helped):
            hangs_on_others = isinstance(reason, Void | Unmatched | Cut | Disrupted)
            return Unmatched(None) if hangs_on_others and _leans(board, order, helped, before) else None
        case Move() | Hold() | Retreat() | Disband() | Build() | Waive() | None:
            return None
        case _:
            assert_never(order)


def _leans(board: Board, order: SupportHold | SupportMove | Convoy, helped: Province, before: View) -> bool:
    """Whether an order to help a unit is lawful or not by what the reader does not know: of it, or of fleets."""
    why = why_illegal(board, before.position, order)
    is_unknown = any(seen.name is None for seen in before.others if seen.at == helped)
    if isinstance(order, Convoy) and is_unknown and why in _WHATEVER_IS_CARRIED:
        return True
    if why is not None and why not in _BY_OTHERS:
        return False
    if helped not in before.position.units:
        return helped not in before.sight
    return why is not None or (is_unknown and not isinstance(order, SupportHold))


def _may_be_carried(board: Board, before: View, order: Move) -> bool:
    """Whether fleets could carry the unit there, if there were one on every sea out of sight; only armies are."""
    unit = before.position.units.get(order.at)
    if unit is None or unit.kind is not Kind.ARMY:
        return False
    fleets = fleets_at_sea(board, before.position.units)
    unseen = {at for at in board.regions if board.terrain(at) is Terrain.SEA and at not in before.sight}
    return bool(first_chain(board, fleets | unseen, order.at, order.to.province))


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
        case Carried(used=used):  # what became of an army and of other fleets may be out of sight
            return reason if used else Carried(used=False)
        case Stood() | Supported() | Retreated() | Disbanded() | Built() | Waived() | NoRetreatOrder() | NowhereToGo():
            return reason  # of the unit itself
        case OwnUnit() | NoConvoy() | Void() | RemovedByDefault():
            return reason  # of the reader's own units and orders
        case _:
            assert_never(reason)


def _seen_of(provinces: tuple[Province, ...], sight: frozenset[Province]) -> tuple[Province, ...]:
    return tuple(province for province in provinces if province in sight)
