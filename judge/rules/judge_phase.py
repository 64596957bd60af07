"""Judges a whole phase, up to the next one in which anybody must write orders."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from operator import itemgetter
from typing import NamedTuple, assert_never

from judge.rules.adjustments import builds_due, judge_adjustments
from judge.rules.battle import Battle, fight, leaves_target, prepare_battle, prevent_strength, supported_strength
from judge.rules.board import Board, Power, Province, Unit, Year
from judge.rules.legality import why_illegal
from judge.rules.orders import (
    MOVEMENT_ORDERS,
    Convoy,
    Hold,
    Move,
    MovementOrder,
    Order,
    SupportHold,
    SupportMove,
    UnusedConvoy,
    convoy_chains,
    province_of,
    shortest_chain,
)
from judge.rules.position import Dislodged, Phase, PhaseKind, Position, Season, centres_taken
from judge.rules.resolver import cuts_support, is_dislodged, resolve
from judge.rules.retreats import judge_retreats, retreat_options
from judge.rules.rulebook import AdjustmentPhases, CentreControl, LandOrSea, RuleBook
from judge.rules.verdicts import (
    Bounced,
    Carried,
    Cut,
    Dislodgement,
    Disrupted,
    HeadToHead,
    Illegal,
    Judgement,
    Moved,
    NoConvoy,
    OwnSupport,
    OwnUnit,
    Paradox,
    Reason,
    Rulings,
    Side,
    Stood,
    Strength,
    Supported,
    Unmatched,
    Verdict,
    Void,
)
from judge.rules.war.troops import after_phase, with_harm

# --- judges a movement phase: from its orders to verdicts and the new places of units


@dataclass(frozen=True)
class MovementResult:
    """A movement phase judged.

    ``verdicts`` has one for every unit, by the province it stood in. ``units`` are the units where they stand now,
    without the dislodged; ``dislodged`` maps the province a unit was driven from to where it may retreat. ``contested``
    are the provinces left empty by a standoff.
    """

    verdicts: Mapping[Province, Verdict]
    units: Mapping[Province, Unit]
    dislodged: Mapping[Province, Dislodged]
    contested: frozenset[Province]


def judge_movement(
    board: Board,
    book: RuleBook,
    position: Position,
    orders: Mapping[Province, MovementOrder],
    *,
    with_reasons: bool = True,
) -> MovementResult:
    """Judge the orders of a movement phase, keyed by the province of their unit; a unit without one holds.

    Unless ``with_reasons``, a verdict only tells whether its unit moved, and what drove it out.
    """
    battle, rulings = fight_out(prepare_battle(board, book, position, orders))
    told = verdict_on if with_reasons or battle.forces else _outcome_of
    verdicts: Mapping[Province, Verdict] = {at: told(battle, rulings, at) for at in battle.orders}
    if battle.forces:
        verdicts = with_harm(battle, rulings, verdicts)
    units = _units_after(battle, verdicts)
    contested = _contested(battle, rulings, units)
    return MovementResult(verdicts, units, _driven_out(battle, verdicts, units, contested), contested)


def fight_out(battle: Battle) -> tuple[Battle, Rulings]:
    """Resolve the battle, armies with both ways going as the rule book says (DATC 4.A.3, 000 XIII.B).

    If both ways count, armies that failed by land try again by sea, and those that fail there too go by land after all;
    each trial has fewer armies at sea, so this ends.
    """
    rulings = resolve(battle)
    if battle.book.land_or_sea is LandOrSea.INTENT:
        return battle, rulings
    tried = {army for army in battle.carriers if army not in battle.by_sea and not rulings.moves(army)}
    while tried:
        by_sea = battle.sent_by_convoy(tried)
        again = resolve(by_sea)
        landed = {army for army in tried if again.moves(army)}
        if landed == tried:
            return by_sea, again
        tried = landed
    return battle, rulings


def _units_after(battle: Battle, verdicts: Mapping[Province, Verdict]) -> Mapping[Province, Unit]:
    standing: dict[Province, Unit] = {}
    units, forces = battle.units, battle.forces
    for at, verdict in verdicts.items():
        unit, order = units[at], verdict.order
        if forces:
            unit = after_phase(battle, unit, verdict)
            if verdict.harm and not verdict.harm.left:
                continue
        if isinstance(verdict.reason, Moved) and isinstance(order, Move):
            standing[order.to.province] = unit.moved_to(order.to)
        elif not verdict.dislodged:
            standing[at] = unit
    return {at: standing[at] for at in sorted(standing)}


def _contested(battle: Battle, rulings: Rulings, units: Mapping[Province, Unit]) -> frozenset[Province]:
    """Return the provinces left empty by attacks that held each other off.

    An attack without strength to keep others out leaves no standoff: that of an army whose convoy failed, or of a unit
    dislodged by an attack from that very province (000 X.C, DATC 6.F.7).
    """
    return frozenset(
        target
        for at, target in battle.targets.items()
        if target not in units
        and not rulings.moves(at)
        # 6.F.7, Dislodged convoy does not cause contested area; nor who is driven out from there: 6.H.9
        and (prevent_strength(battle, rulings, at).low or at in battle.without_strength)
    )


def _driven_out(
    battle: Battle,
    verdicts: Mapping[Province, Verdict],
    units: Mapping[Province, Unit],
    contested: frozenset[Province],
) -> Mapping[Province, Dislodged]:
    driven_out = {}
    for at, verdict in verdicts.items():
        if verdict.dislodged and not (verdict.harm and not verdict.harm.left):
            unit, by = after_phase(battle, battle.units[at], verdict), verdict.dislodged.by
            refuge = retreat_options(battle.board, battle.book, unit, by, by in battle.by_sea, units, contested)
            driven_out[at] = Dislodged(unit, by, refuge)
    return driven_out


# --- judges a whole phase, up to the next one in which anybody must write orders


VerdictsByPower = Mapping[Power, tuple[Verdict, ...]]


def judge_phase(board: Board, book: RuleBook, position: Position, orders: Mapping[Power, Sequence[Order]]) -> Judgement:
    """Judge any phase: movement, retreats or adjustments.

    Of two movement or retreat orders for one unit the last counts. An order for a unit its power does not have is void.
    Every unit concerned has a verdict, ordered or not; every power of the board has its list, perhaps empty. KeyError
    for a power, or a region to go to, that the board does not have.
    """
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return _movement(board, book, position, orders, with_reasons=True)
        case PhaseKind.RETREAT:
            return _retreats(board, book, position, orders)
        case PhaseKind.ADJUSTMENT:
            adjusted = judge_adjustments(board, book, position, orders)
            after = replace(position, phase=_next_spring(position.phase), units=adjusted.units)
            return Judgement(adjusted.verdicts, after, {})
        case _:
            assert_never(position.phase.kind)


def next_position(
    board: Board, book: RuleBook, position: Position, orders: Mapping[Power, Sequence[Order]]
) -> Position:
    """Return the position that follows, that of ``judge_phase``, found without the reasons in less time."""
    if position.phase.kind is PhaseKind.MOVEMENT:
        return _movement(board, book, position, orders, with_reasons=False).after
    return judge_phase(board, book, position, orders).after


# --- the orders of a phase, unit by unit -----------------------------------------------------------------------


class _OrdersByUnit(NamedTuple):
    """The orders in force by unit, and the verdicts on orders for no unit of their power."""

    by_unit: Mapping[Province, Order]
    orders_refused: tuple[tuple[Power, Verdict], ...]


def _sorted_orders(
    board: Board, position: Position, units: Mapping[Province, Unit], orders: Mapping[Power, Sequence[Order]]
) -> _OrdersByUnit:
    """Assign each order to the unit of its power, among the ``units`` that await one."""
    by_unit: dict[Province, Order] = {}
    orders_refused: dict[tuple[Power, Province | None], Verdict] = {}
    for power, written in orders.items():
        for order in written:
            province = province_of(order)
            if province is not None and province in units and units[province].power == power:
                by_unit[province] = order
            else:
                orders_refused[power, province] = _misdirected(board, position, power, order)
    return _OrdersByUnit(by_unit, tuple((power, verdict) for (power, _), verdict in orders_refused.items()))


def _misdirected(board: Board, position: Position, power: Power, order: Order) -> Verdict:
    """Return the verdict on an order for no unit of that power, or for a unit that needs no order in this phase."""
    province = province_of(order)
    unit = position.units.get(province) if province else None
    own = unit if unit and unit.power == power else None
    if why_illegal(board, position, order) is Illegal.WRONG_PHASE:
        return Verdict(own, order, Void(Illegal.WRONG_PHASE))
    return Verdict(own, order, Void(Illegal.NOT_DISLODGED if own else Illegal.NO_UNIT))


def _by_power(
    board: Board, units: Mapping[Province, Verdict], orders_refused: Collection[tuple[Power, Verdict]]
) -> VerdictsByPower:
    """Return every verdict under its power, sorted by place; those of ``units`` are."""
    placed = [(at, verdict.unit.power, verdict) for at, verdict in units.items() if verdict.unit]
    if orders_refused:
        placed += [
            (province_of(verdict.order) or Province(""), power, verdict)
            for power, verdict in orders_refused
            if verdict.order
        ]
        placed.sort(key=itemgetter(0))
    judged: dict[Power, list[Verdict]] = {power: [] for power in board.powers}
    for _, power, verdict in placed:
        judged[power].append(verdict)
    return {power: tuple(verdicts) for power, verdicts in judged.items()}


# --- movement and retreats -------------------------------------------------------------------------------------


def _movement(
    board: Board, book: RuleBook, position: Position, orders: Mapping[Power, Sequence[Order]], *, with_reasons: bool
) -> Judgement:
    by_unit, orders_refused = _sorted_orders(board, position, position.units, orders)
    followed = {at: order for at, order in by_unit.items() if isinstance(order, MOVEMENT_ORDERS)}
    if board.standing:
        followed |= {at: Hold(at) for at, unit in position.units.items() if unit.power in board.standing}
    fought = judge_movement(board, book, position, followed, with_reasons=with_reasons)
    verdicts = {**fought.verdicts}
    for at in by_unit.keys() - followed.keys():
        verdicts[at] = replace(verdicts[at], order=by_unit[at], reason=Void(Illegal.WRONG_PHASE))
    judged = _by_power(board, verdicts, orders_refused)
    retreating = {at: one for at, one in fought.dislodged.items() if one.retreats and _is_played(board, one.unit)}
    if retreating:
        phase = replace(position.phase, kind=PhaseKind.RETREAT)
        after = replace(position, phase=phase, units=fought.units, dislodged=retreating)
        return Judgement(judged, after, {}, fought.contested)
    return _end_of_season(board, book, position, fought.units, judged, fought.contested)


def _is_played(board: Board, unit: Unit) -> bool:
    """Return whether anybody can retreat the unit; else it leaves the board at once (001 XIV.2)."""
    return unit.power not in board.standing


def _retreats(board: Board, book: RuleBook, position: Position, orders: Mapping[Power, Sequence[Order]]) -> Judgement:
    driven_out = {province: dislodged.unit for province, dislodged in position.dislodged.items()}
    by_unit, orders_refused = _sorted_orders(board, position, driven_out, orders)
    withdrawn = judge_retreats(board, position, by_unit)
    judged = _by_power(board, withdrawn.verdicts, orders_refused)
    return _end_of_season(board, book, position, withdrawn.units, judged, frozenset())


# --- the calendar ----------------------------------------------------------------------------------------------


def _end_of_season(
    board: Board,
    book: RuleBook,
    position: Position,
    units: Mapping[Province, Unit],
    verdicts: VerdictsByPower,
    contested: frozenset[Province],
) -> Judgement:
    """Return the judgement at the end of a season.

    After autumn centres change hands, and adjustments follow if any are due. ``units`` are those left once the last one
    has moved; the rule book may have centres change hands in spring too.
    """
    phase, is_spring = position.phase, position.phase.season is Season.SPRING
    autumn = Phase(Season.FALL, phase.year, PhaseKind.MOVEMENT)
    coming = autumn if is_spring else Phase(Season.WINTER, phase.year, PhaseKind.ADJUSTMENT)
    after = replace(position, phase=coming, units=units, dislodged={})
    gained = centres_taken(board, after) if not is_spring or book.control is CentreControl.EVERY_SEASON else {}
    if gained:
        after = replace(after, owners={**after.owners, **gained})
    if is_spring:
        return Judgement(verdicts, after, gained, contested)
    if book.adjustments is AdjustmentPhases.WHERE_DUE and not any(
        builds_due(board, after, power) for power in board.powers
    ):
        after = replace(after, phase=_next_spring(phase))
    return Judgement(verdicts, after, gained, contested)


def _next_spring(phase: Phase) -> Phase:
    return Phase(Season.SPRING, Year(phase.year + 1), PhaseKind.MOVEMENT)


# --- the reason for the result of each order, once a battle is resolved


_SUPPORTED, _SUPPORTED_AGAINST_OWN = Supported(), Supported(against_own=True)
_HELD, _CARRIED = Stood(), Carried()


@cache
def _unopposed_move(strength: int) -> Moved:
    return Moved(strength)


def verdict_on(battle: Battle, rulings: Rulings, at: Province) -> Verdict:
    """Return the verdict on the unit of one province and its order."""
    unit, order = battle.units[at], battle.given.get(at)
    if at in battle.unopposed:
        if at not in battle.supporters and not battle.forces:
            return Verdict(unit, order, _unopposed_move(unit.strength))
        strength = supported_strength(battle, rulings, at).low
        return Verdict(unit, order, _unopposed_move(strength), None, None, _given_to(battle, rulings, at))
    driven_out = _dislodgement(battle, rulings, at) if at in battle.attackers else None
    if at not in battle.targets:
        return Verdict(unit, order, _why(battle, rulings, at), driven_out)
    reason, opposition = _why_move(battle, rulings, at)
    is_helped = at in battle.supporters and (opposition or isinstance(reason, Moved))
    supporters = _supporters(battle, rulings, at) if is_helped else ()
    return Verdict(unit, order, reason, driven_out, None, supporters, opposition)


def _outcome_of(battle: Battle, rulings: Rulings, at: Province) -> Verdict:
    """Return whether a unit moved, and what drove it out: all that its next place follows from."""
    moves = at in battle.unopposed or (at in battle.targets and rulings.moves(at))
    by = [] if moves else [one for one in battle.attackers.get(at, ()) if rulings.moves(one)]
    driven_out = Dislodgement(by[0], 0, 0) if by else None
    return Verdict(battle.units[at], battle.given.get(at), _unopposed_move(0) if moves else _HELD, driven_out)


def _why(battle: Battle, rulings: Rulings, at: Province) -> Reason:
    match order := battle.orders[at]:
        case SupportMove():
            return _why_support(battle, rulings, at, order.origin)
        case SupportHold():
            return _why_support(battle, rulings, at, order.target)
        case Hold():
            if at in battle.void:
                return Void(battle.void[at])
            return _HELD if at in battle.given else Stood(unordered=True)
        case Convoy():
            return _why_convoy(battle, rulings, order)
        case Move():
            return _why_move(battle, rulings, at)[0]
        case _:
            assert_never(order)


def _given_to(battle: Battle, rulings: Rulings, at: Province) -> tuple[Province, ...]:
    """The units whose supports for what a unit does were given."""
    return tuple([by for by in battle.supporters.get(at, ()) if rulings.supports(by)])


def _supporters(battle: Battle, rulings: Rulings, at: Province) -> tuple[Province, ...]:
    """The units whose supports are part of the strength of an attack: not those of the power it would dislodge."""
    given = _given_to(battle, rulings, at)
    own, defender = battle.units[at].power, battle.units.get(battle.targets[at])
    if defender is None or defender.power == own or leaves_target(battle, rulings, at):
        return given
    return tuple([by for by in given if battle.units[by].power != defender.power])


def _sides(
    battle: Battle, rulings: Rulings, at: Province, opposed: Mapping[Province, Strength], named: tuple[Province, ...]
) -> tuple[Side, ...]:
    """The sides of those opponents of an attack that its reason names."""
    helped = battle.supporters
    sides = [
        _side(battle, rulings, at, by, opposed[by].low) if by in helped else _alone(by, opposed[by].low) for by in named
    ]
    return tuple(sides)


def _side(battle: Battle, rulings: Rulings, at: Province, by: Province, strength: int) -> Side:
    """The side of one opponent; no support helps a unit that tried to leave in vain, but towards the attacker."""
    is_stuck = by == battle.targets[at] and by in battle.targets and at not in battle.head_to_head
    return _alone(by, strength) if is_stuck or not strength else Side(by, strength, _given_to(battle, rulings, by))


@cache
def _alone(unit: Province, strength: int) -> Side:
    return Side(unit, strength)


def _why_support(battle: Battle, rulings: Rulings, at: Province, other: Province) -> Reason:
    if at not in battle.supporters.get(other, ()):
        return Unmatched(battle.given.get(other))
    if rulings.supports(at):
        return _SUPPORTED_AGAINST_OWN if _is_against_own(battle, rulings, at, other) else _SUPPORTED
    cutters = [attacker for attacker in battle.attackers_of(at) if cuts_support(battle, rulings, attacker, at)]
    elsewhere = tuple(attacker for attacker in cutters if attacker != battle.supported_province(at))
    return Cut(elsewhere or tuple(cutters), dislodged=not elsewhere)


def _is_against_own(battle: Battle, rulings: Rulings, at: Province, other: Province) -> bool:
    """Return whether a supported foreign attack would dislodge a unit of the supporter's own power.

    Such a support does not count.
    """
    defender = battle.units.get(battle.targets[other]) if other in battle.targets else None
    if defender is None or defender.power != battle.units[at].power or battle.units[other].power == defender.power:
        return False
    return not leaves_target(battle, rulings, other)


def _why_convoy(battle: Battle, rulings: Rulings, order: Convoy) -> Reason:
    if battle.targets.get(order.origin) != order.to:
        return Unmatched(battle.given.get(order.origin))
    if is_dislodged(battle, rulings, order.at):
        return Disrupted((order.at,))
    why_not = _why_unused(battle, rulings, order)
    return Carried(used=False, why_not=why_not) if why_not else _CARRIED


def _why_unused(battle: Battle, rulings: Rulings, order: Convoy) -> UnusedConvoy | None:
    """Return why an undislodged fleet did not convoy the army, None if the army could come by it."""
    army, fleets = order.origin, battle.carriers.get(order.origin)
    if army not in battle.by_sea:
        return UnusedConvoy.BY_LAND
    if not fleets:
        return UnusedConvoy.NO_CHAIN
    if not rulings.arrives(army):
        if order.at not in fleets:
            return UnusedConvoy.NO_ROUTE
        return UnusedConvoy.PARADOX if army in rulings.paradoxical else UnusedConvoy.BROKEN
    afloat = _afloat(battle, rulings, army)
    if afloat == fleets:
        return None if order.at in fleets else UnusedConvoy.BY_OTHERS
    ways = convoy_chains(battle.board, afloat, army, order.to)
    return None if any(order.at in way for way in ways) else UnusedConvoy.BY_OTHERS


_ReasonWithSides = tuple[Reason, tuple[Side, ...]]
"""Why an attack came out as it did, and the sides of the opponents that the reason names."""


def _why_move(battle: Battle, rulings: Rulings, at: Province) -> _ReasonWithSides:
    if at in battle.by_sea and not rulings.arrives(at):
        return _why_no_arrival(battle, rulings, at), ()
    if not rulings.moves(at):
        return _why_no_entry(battle, rulings, at)
    attack, opposed = fight(battle, rulings, at)
    against = max([strength.low for strength in opposed.values()], default=0)
    by = tuple(sorted(opposed))
    return Moved(attack.low, against, by, _route(battle, rulings, at)), _sides(battle, rulings, at, opposed, by)


def _why_no_arrival(battle: Battle, rulings: Rulings, army: Province) -> Reason:
    fleets = tuple(sorted(battle.carriers.get(army, ())))
    if not fleets:
        return NoConvoy()
    if army in rulings.paradoxical:
        return Paradox(fleets)
    return Disrupted(tuple(fleet for fleet in fleets if is_dislodged(battle, rulings, fleet)))


def _why_no_entry(battle: Battle, rulings: Rulings, at: Province) -> _ReasonWithSides:
    """Return the strongest opponents, unless only the rules on a power's own units kept the attack out."""
    attack, opposed = fight(battle, rulings, at)
    strength, strongest, target = attack.low, max([against.low for against in opposed.values()]), battle.targets[at]
    if _is_own_unit_there(battle, rulings, at):
        strength = supported_strength(battle, rulings, at).low
        if strength > strongest:
            return OwnUnit(target), ()
    elif (
        at in battle.supporters
        and supported_strength(battle, rulings, at).low > strongest
        and strength > max((opposed[by].low for by in opposed if by != target), default=0)
    ):
        reason = OwnSupport(target, _discounted(battle, rulings, at), strength, opposed[target].low)
        return reason, _sides(battle, rulings, at, opposed, (target,))
    by = tuple(opposed) if len(opposed) == 1 else _with_strength(opposed, strongest)
    head_to_head = battle.head_to_head.get(at)
    if head_to_head in by:
        return HeadToHead(head_to_head, strength, strongest), _sides(battle, rulings, at, opposed, (head_to_head,))
    return Bounced(by, strength, strongest), _sides(battle, rulings, at, opposed, by)


def _with_strength(opposed: Mapping[Province, Strength], strength: int) -> tuple[Province, ...]:
    return tuple(sorted([unit for unit, against in opposed.items() if against.low == strength]))


def _is_own_unit_there(battle: Battle, rulings: Rulings, at: Province) -> bool:
    """Return whether a unit of the attacker's own power stays in the target."""
    unit = battle.units.get(battle.targets[at])
    return unit is not None and unit.power == battle.units[at].power and not leaves_target(battle, rulings, at)


def _discounted(battle: Battle, rulings: Rulings, at: Province) -> tuple[Province, ...]:
    defender = battle.units[battle.targets[at]].power
    return tuple(by for by in battle.supporters[at] if battle.units[by].power == defender and rulings.supports(by))


def _route(battle: Battle, rulings: Rulings, at: Province) -> tuple[Province, ...]:
    """Return the fleets of one route that convoyed an army."""
    if at not in battle.by_sea:
        return ()
    return shortest_chain(battle.board, _afloat(battle, rulings, at), at, battle.targets[at])


def _afloat(battle: Battle, rulings: Rulings, army: Province) -> set[Province]:
    return {fleet for fleet in battle.carriers[army] if not is_dislodged(battle, rulings, fleet)}


def _dislodgement(battle: Battle, rulings: Rulings, at: Province) -> Dislodgement | None:
    if at in battle.targets and rulings.moves(at):
        return None
    for by in battle.attackers[at]:
        if rulings.moves(by):
            attack, opposed = fight(battle, rulings, by)
            return Dislodgement(by, attack.low, opposed[at].low)
    return None
