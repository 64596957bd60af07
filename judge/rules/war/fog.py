"""The fog of war: what each power may know, keeps knowing, and may order whatever is hidden (004 3)."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import assert_never

from judge.rules.board import Board, Corps, Location, Power, Province, Terrain, Troop, Unit, UnitKind
from judge.rules.corrections import AddUnit, Correction, MoveUnit, RemoveUnit
from judge.rules.explanation import FIGHT_REASONS, opponents
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
    convoying_fleets,
    province_helped,
    shortest_chain,
)
from judge.rules.position import Position
from judge.rules.verdicts import (
    Bounced,
    Built,
    Carried,
    Cut,
    Disbanded,
    Disrupted,
    HeadToHead,
    Illegal,
    Judgement,
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
    Side,
    Stood,
    Supported,
    Unmatched,
    Unread,
    Verdict,
    Void,
    Waived,
)
from judge.rules.war.scouts import ALL_TRAITS, TRAITS_AT_FIRST_SIGHT, KnownTraits, Scout, Scouting, UnitTrait

# --- limits positions and verdicts to what each power may know under the fog of war (004 3)


@dataclass(frozen=True)
class SeenUnit:
    """A unit as a power sees it: its region, its apparent power, the traits known; None for each value not known."""

    at: Province
    power: Power
    traits: frozenset[UnitTrait] = frozenset()
    name: str | None = None
    health: int | None = None
    attack: int | None = None
    support: int | None = None
    defence: int | None = None
    gifted: bool | None = None


UNKNOWN_TROOP = "?"
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
"""The rules that an order breaks through the unit it helps, or through the fleets that would carry that unit."""

_WHATEVER_IS_CARRIED = frozenset({Illegal.CONVOY_NOT_COASTAL, Illegal.OWN_PROVINCE})
"""The rules that a convoy breaks if it is an army that is to be carried."""


@dataclass(frozen=True)
class PowerView:
    """All that the powers of one reader may know: their ``own`` units, the ``others`` they see, their ``scouts``.

    ``position`` holds nothing else; a unit of which little is known is presumed to be the weakest it can be. ``sight``
    are the regions they see.
    """

    powers: tuple[Power, ...]
    own: tuple[Unit, ...]
    others: tuple[SeenUnit, ...]
    scouts: tuple[Scout, ...]
    sight: frozenset[Province]
    position: Position


def view_for(board: Board, position: Position, scouting: Scouting, *powers: Power) -> PowerView:
    """Return the position as powers know it: their own units, those next to them, what scouts and allies show.

    A unit next to one's own shows only its place and its apparent power; its traits are for scouts to learn. Units of
    an ally are seen whole (004 3). The owner of a region is known of regions in sight.
    """
    sight = regions_in_sight(board, position, scouting, *powers)
    own = tuple(unit for power in powers for unit in position.units_of(power))
    friends = {unit.power for unit in position.units.values() if _is_friend(position, powers, unit)}
    others = tuple(
        _seen(board, unit, ALL_TRAITS if unit.power in friends else _known_of(scouting, powers, at))
        for at, unit in sorted(position.units.items())
        if unit.power not in powers and (at in sight or unit.power in friends)
    )
    scouts = tuple(scout for power in powers for scout in scouting.of(power))
    friendly = {unit.at.province: unit for unit in position.units.values() if unit.power in friends}
    met = {seen.at: friendly.get(seen.at) or presumed_unit(board, seen) for seen in others}
    units = {unit.at.province: unit for unit in own} | met
    return PowerView(powers, own, others, scouts, sight, _known_position(position, powers, sight, units))


def _known_position(
    position: Position, powers: Collection[Power], sight: Collection[Province], units: Mapping[Province, Unit]
) -> Position:
    """Return the position without what these powers may not know; of the dislodged units, only their own."""
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


def _known_of(scouting: Scouting, powers: Iterable[Power], at: Province) -> frozenset[UnitTrait]:
    return frozenset().union(*(scouting.traits(power, at) for power in powers))


def regions_in_sight(board: Board, position: Position, scouting: Scouting, *powers: Power) -> frozenset[Province]:
    """Return the regions powers see: those of their units, those next to them, and those of their scouts."""
    driven_out = [one.unit for one in position.dislodged.values() if one.unit.power in powers]
    standing = [unit for unit in position.units.values() if unit.power in powers]
    posts = {unit.at.province for unit in (*standing, *driven_out)}
    return frozenset(posts | _around(board, posts) | {scout.at for scout in scouting.scouts if scout.power in powers})


def presumed_unit(board: Board, seen: SeenUnit) -> Unit:
    """Return a unit as its enemy must take it.

    It has the known values, else those of its troop, else the smallest there are.
    """
    troop = board.war.troops.get(seen.name or "")
    kind = troop.kind if troop else UnitKind.FLEET if board.terrain(seen.at) is Terrain.SEA else UnitKind.ARMY
    if not board.war.troops:
        return Unit(seen.power, UnitKind(seen.name) if seen.name else kind, Location(seen.at))
    typical = troop or Troop(UNKNOWN_TROOP, {}, kind, attack=1, support=1, defence=1, health=1)
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


def _seen(board: Board, unit: Unit, traits: frozenset[UnitTrait]) -> SeenUnit:
    corps = unit.corps
    if corps is None:
        return SeenUnit(unit.at.province, unit.power, traits, unit.kind.value)
    known = SeenUnit(unit.at.province, corps.host or unit.power, traits)
    if traits:
        known = replace(known, name=corps.troop)
    if UnitTrait.HEALTH in traits:
        known = replace(known, health=corps.health)
    if UnitTrait.POWER in traits:
        known = replace(known, attack=unit.strength, support=corps.support, defence=corps.defence)
    if UnitTrait.GIFTS in traits:
        known = replace(known, gifted=board.war.troops[corps.troop].gifted)
    return known


# --- verdicts


def hide_unseen(board: Board, verdict: Verdict, before: PowerView, sight: frozenset[Province]) -> Verdict:
    """Return the verdict on a unit of the reader without units out of sight, except the one that dislodged it.

    The verdict on an order whose fate depends on a unit out of sight must not tell whether there is one. A support or a
    convoy for such a unit, and a convoy over a sea out of sight, are only said to have come to nothing.
    """
    harm = verdict.harm and replace(verdict.harm, by=_in_sight(verdict.harm.by, sight))
    reason = _without_others(board, verdict, before) or _hide_unseen_in_reason(verdict.reason, sight)
    own = frozenset(unit.at.province for unit in before.own)
    return replace(
        verdict,
        reason=reason,
        harm=harm,
        supporters=_in_sight(verdict.supporters, own),
        opposition=tuple(
            _veiled_side(side, reason, own) for side in verdict.opposition if side.unit in opponents(reason)
        ),
    )


def _veiled_side(side: Side, reason: Reason, own: frozenset[Province]) -> Side:
    """An opponent's side with own supports alone; the strength of a foreign one is the one that the reason tells."""
    if side.unit in own:
        return replace(side, supporters=_in_sight(side.supporters, own))
    assert isinstance(reason, FIGHT_REASONS)
    return Side(side.unit, reason.against)


def _without_others(board: Board, verdict: Verdict, before: PowerView) -> Reason | None:
    """Return the reason given for an order that depends on units the reader does not know.

    None if it depends on none.
    """
    order, reason = verdict.order, verdict.reason
    match order:
        case Move() if reason == NoConvoy() or reason == Void(Illegal.NOT_ADJACENT):
            return NoConvoy() if _may_be_carried(board, before, order) else None
        case SupportHold(target=helped) | SupportMove(origin=helped) | Convoy(origin=helped):
            hangs_on_others = isinstance(reason, Void | Unmatched | Cut | Disrupted)
            return Unmatched(None) if hangs_on_others and _depends_on_unknown(board, order, helped, before) else None
        case Move() | Hold() | Retreat() | Disband() | Build() | Waive() | None:
            return None
        case _:
            assert_never(order)


def _depends_on_unknown(
    board: Board, order: SupportHold | SupportMove | Convoy, helped: Province, before: PowerView
) -> bool:
    """Return whether the legality of an order to help a unit depends on what the reader does not know."""
    why = why_illegal(board, before.position, order)
    is_unknown = any(seen.name is None for seen in before.others if seen.at == helped)
    if isinstance(order, Convoy) and is_unknown and why in _WHATEVER_IS_CARRIED:
        return True
    if why is not None and why not in _BY_OTHERS:
        return False
    if helped not in before.position.units:
        return helped not in before.sight
    return why is not None or (is_unknown and not isinstance(order, SupportHold))


def _may_be_carried(board: Board, before: PowerView, order: Move) -> bool:
    """Return whether fleets could convoy the unit there if there were one on every sea out of sight.

    Only armies are convoyed.
    """
    unit = before.position.units.get(order.at)
    if unit is None or unit.kind is not UnitKind.ARMY:
        return False
    fleets = convoying_fleets(board, before.position.units)
    unseen = {at for at in board.regions if board.terrain(at) is Terrain.SEA and at not in before.sight}
    return bool(shortest_chain(board, fleets | unseen, order.at, order.to.province))


def _hide_unseen_in_reason(reason: Reason, sight: frozenset[Province]) -> Reason:
    match reason:
        case Bounced(by=by) | Cut(by=by):
            return replace(reason, by=_in_sight(by, sight))
        case HeadToHead(by=by, strength=strength, against=against):
            return reason if by in sight else Bounced((), strength, against)
        case Moved(opposed_by=by, convoyed_by=fleets):
            return replace(reason, opposed_by=_in_sight(by, sight), convoyed_by=_in_sight(fleets, sight))
        case OwnSupport(discounted=by):
            return replace(reason, discounted=_in_sight(by, sight))
        case Disrupted(fleets=fleets) | Paradox(fleets=fleets):
            return replace(reason, fleets=_in_sight(fleets, sight))
        case RetreatsCollided(others=others):
            return replace(reason, others=_in_sight(others, sight))
        case Unmatched():
            return Unmatched(None)
        case Carried(used=used):  # what became of an army and of other fleets may be out of sight
            return reason if used else Carried(used=False)
        case Stood() | Supported() | Retreated() | Disbanded() | Built() | Waived() | NoRetreatOrder() | NowhereToGo():
            return reason  # of the unit itself
        case OwnUnit() | NoConvoy() | Void() | Unread() | RemovedByDefault():
            return reason  # of the reader's own units and orders
        case _:
            assert_never(reason)


def _in_sight(provinces: tuple[Province, ...], sight: frozenset[Province]) -> tuple[Province, ...]:
    return tuple(province for province in provinces if province in sight)


# --- keeps what powers have learned of units up to date while the units move


_Moves = Mapping[Province, Province]
"""Where units have gone, by the province they left."""


def knowledge_after_phase(scouting: Scouting, judgement: Judgement) -> Scouting:
    """Return what is known of each unit, at its place after a phase; of units off the board, nothing.

    A dislodged unit stays known while it waits for its retreat, and after it.
    """
    verdicts = [*chain.from_iterable(judgement.verdicts.values())]
    after = judgement.after
    moved, withdrew = dict(_moves(verdicts, Moved)), dict(_moves(verdicts, Retreated))
    driven_out = {verdict.unit.at.province for verdict in verdicts if verdict.unit and verdict.dislodged}
    come = {*moved.values(), *withdrew.values()}
    stayed = {at: at for at in after.units if at not in come and at not in moved and at not in driven_out}
    standing = {at: to for at, to in (stayed | moved).items() if to in after.units}
    waiting = {at: at for at in driven_out if at in after.dislodged}
    known = _merged(_moved_knowledge(scouting.known, standing), _moved_knowledge(scouting.driven_out, withdrew))
    return replace(scouting, known=known, driven_out=_moved_knowledge(scouting.known, waiting))


def _moves(verdicts: Iterable[Verdict], arrival: type[Moved | Retreated]) -> Iterable[tuple[Province, Province]]:
    """From where to where units have gone, by an attack or by a retreat."""
    for verdict in verdicts:
        match verdict.order:
            case Move(to=to) | Retreat(to=to) if verdict.unit and isinstance(verdict.reason, arrival):
                yield verdict.unit.at.province, to.province
            case _:
                pass


def knowledge_after_corrections(scouting: Scouting, corrections: Iterable[Correction]) -> Scouting:
    """Return what is known after a correction of the position: it moves with a unit, and is lost with one."""
    for correction in corrections:
        match correction:
            case MoveUnit(at, to):
                stayed = {one: one for units in scouting.known.values() for one in units if one != at}
                scouting = replace(scouting, known=_moved_knowledge(scouting.known, {**stayed, at: to.province}))
            case AddUnit(at=Location(province=at)) | RemoveUnit(at=at):
                scouting = scouting.forgetting(at)
            case _:
                pass
    return scouting


def knowledge_after_alliance(scouting: Scouting, position: Position, one: Power, other: Power) -> Scouting:
    """Return what two powers know of each other after their alliance: the troop of each unit."""
    for knower, whose in ((one, other), (other, one)):
        for unit in position.units_of(whose):
            scouting = scouting.knowing(knower, unit.at.province, TRAITS_AT_FIRST_SIGHT)
    return scouting


def _moved_knowledge(known: KnownTraits, ways: _Moves) -> KnownTraits:
    """Return what is known of the units that have moved, at their new places."""
    carried = {
        power: {ways[at]: traits for at, traits in units.items() if at in ways} for power, units in known.items()
    }
    return {power: units for power, units in carried.items() if units}


def _merged(one: KnownTraits, other: KnownTraits) -> KnownTraits:
    powers = {*one, *other}
    merged: dict[Power, dict[Province, frozenset[UnitTrait]]] = {
        power: {**one.get(power, {}), **other.get(power, {})} for power in powers
    }
    return merged


# --- decides whether an order is void whatever units the fog of war hides (004 3)


_SOMEBODY = Power(UNKNOWN_TROOP)

DEPENDS_ON_UNITS = frozenset(
    {
        Illegal.NOTHING_TO_SUPPORT,
        Illegal.CONVOY_NO_ARMY,
        Illegal.CONVOY_NO_CHAIN,
        Illegal.NO_UNIT,
    }
)
"""The rules whose breaking depends on which units stand where."""


def why_surely_illegal(
    board: Board,
    known: Position,
    sight: Collection[Province],
    order: Order,
    own: Mapping[Province, Order] | None = None,
) -> Illegal | None:
    """Return the rule an order breaks whatever the fog hides; None if it is legal for units that may be there.

    ``known`` is the position as the power knows it, ``sight`` the regions it sees, ``own`` the orders of its own units.
    """
    illegal = why_illegal(board, known, order, own)
    if illegal is None:
        return None
    reasons = [why_illegal(board, one, order, own) for one in _possible(board, known, sight, order)]
    if None in reasons:
        return None
    return reasons[0] if _is_hidden(known, sight, order) else illegal


def _possible(board: Board, known: Position, sight: Collection[Province], order: Order) -> Iterator[Position]:
    """Yield the position with a fleet on every sea out of sight and each unit that the order may be about."""
    fleets = {sea: _stranger(UnitKind.FLEET, Location(sea)) for sea in board.convoyable - {*sight}}
    units = {**fleets, **known.units}
    for other in _others(board, known, sight, order):
        yield replace(known, units={**units, **({other.at.province: other} if other else {})})


def _others(board: Board, known: Position, sight: Collection[Province], order: Order) -> Iterator[Unit | None]:
    """Yield each unit that the supported or convoyed one may be; None if that is known."""
    about = province_helped(order)
    unit = known.units.get(about) if about else None
    if about is None or not (_is_hidden(known, sight, order) or (unit and unit.letter == UNKNOWN_TROOP)):
        yield None
        return
    if board.terrain(about) is not Terrain.SEA:
        yield _stranger(UnitKind.ARMY, Location(about))
    yield from (_stranger(UnitKind.FLEET, at) for at in sorted(board.borders[UnitKind.FLEET]) if at.province == about)


def _is_hidden(known: Position, sight: Collection[Province], order: Order) -> bool:
    """Return whether the order is about a unit in a region out of sight."""
    about = province_helped(order)
    return about is not None and about not in sight and about not in known.units


def _stranger(kind: UnitKind, at: Location) -> Unit:
    return Unit(_SOMEBODY, kind, at)
