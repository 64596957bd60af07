"""A battle: who attacks where, supports or convoys whom, and how strong each unit is in its fights.

Strengths are as DATC 5.B defines them, each between a lowest and a highest value, which are equal once everything that
the strength depends on has been decided.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from judge.rules.board import Board, Power, Province, Unit, UnitKind
from judge.rules.fast import fast_init
from judge.rules.legality import why_illegal_movement
from judge.rules.orders import Convoy, Hold, Move, MovementOrder, SupportHold, SupportMove, convoy_chains, with_coast
from judge.rules.position import Position
from judge.rules.rulebook import ConvoyedAttackerOrigin, LandOrSea, Paradoxes, RuleBook
from judge.rules.verdicts import NO_STRENGTH, Fight, Illegal, Rulings, Strength, exact_strength

# --- what is fixed


class UnitForce(NamedTuple):
    """The strengths of a unit in attack, in support and in defence."""

    attack: int
    support: int
    defence: int


def _unit_forces(
    board: Board, position: Position, orders: Mapping[Province, MovementOrder]
) -> Mapping[Province, UnitForce]:
    """Return the strengths of every unit for these orders (004 3, 8, 13).

    Used power adds one, a crossed river takes one.
    """
    return {at: _force(board, position, unit, orders[at]) for at, unit in position.units.items()}


def _force(board: Board, position: Position, unit: Unit, order: MovementOrder) -> UnitForce:
    force = UnitForce(unit.strength, unit.strength, unit.strength)
    if unit.corps:
        force = UnitForce(unit.strength, unit.corps.support, unit.corps.defence)
    match order:
        case Move(powered=powered) if _crosses_river(board, position, unit, order):
            return force._replace(attack=max(0, force.attack + powered - 1))
        case Move(powered=True):
            return force._replace(attack=force.attack + 1)
        case SupportHold(powered=True) | SupportMove(powered=True):
            return force._replace(support=force.support + 1)
        case _:
            return force


def _crosses_river(board: Board, position: Position, unit: Unit, order: Move) -> bool:
    """Return whether an attack crosses a river into a region that an enemy owns or stands in (004 3).

    An army that is sent by sea does not; a fleet carries itself, whatever its order says.
    """
    to = order.to.province
    is_carried = order.by_sea and unit.kind is UnitKind.ARMY
    if is_carried or frozenset({unit.at.province, to}) not in board.war.rivers:
        return False
    stands = position.units.get(to)
    powers = {position.owners.get(to, unit.power), stands.power if stands else unit.power}
    return any(not position.are_allied(unit.power, power) for power in powers - {unit.power})


def _with_healing(board: Board, unit: Unit, order: MovementOrder) -> Unit:
    """Return the unit with the hit point it gains if it uses its power to hold, up to those of its troop (004 13)."""
    if unit.corps is None or not (isinstance(order, Hold) and order.powered):
        return unit
    most = board.war.troops[unit.corps.troop].health
    return unit.with_health(min(unit.corps.health + 1, most), unit.corps.rest)


UnitsByProvince = Mapping[Province, tuple[Province, ...]]
"""Provinces of units, sorted, under the province those units have to do with."""


@fast_init
@dataclass(frozen=True, slots=True)
class Battle:
    """A movement phase before anything is decided; units are named by the province they stand in.

    ``given`` are the orders as given, with their coasts completed; ``void`` those that break a rule, with that rule;
    ``orders`` what every unit does: one without a legal order holds.

    ``targets`` maps each attacker to the province it attacks, ``attackers`` each province to its attackers.
    ``supporters`` maps each unit to the units whose support for it matches its order. ``convoys`` maps each army to the
    fleets ordered to carry it to its target, ``carriers`` to those of them that lie on a route; an army without a route
    is absent. ``by_sea`` are the armies whose attack comes by convoy or not at all. ``unopposed`` are the units that
    move alone, by land, into a province that is empty or is left by another unopposed unit. ``head_to_head`` maps each
    attacker to the unit it meets head to head: each attacks the other, neither by convoy (DATC 5.A). ``forces`` are the
    strengths of units on boards with troops; ``without_strength`` the attackers whose own strength is 0.
    """

    board: Board
    book: RuleBook
    units: Mapping[Province, Unit]
    given: Mapping[Province, MovementOrder]
    void: Mapping[Province, Illegal]
    orders: Mapping[Province, MovementOrder]
    targets: Mapping[Province, Province]
    attackers: UnitsByProvince
    supporters: UnitsByProvince
    convoys: UnitsByProvince
    carriers: Mapping[Province, frozenset[Province]]
    by_sea: frozenset[Province]
    unopposed: frozenset[Province]
    head_to_head: Mapping[Province, Province]
    forces: Mapping[Province, UnitForce]
    without_strength: frozenset[Province]

    def attackers_of(self, province: Province) -> tuple[Province, ...]:
        """The units that attack a province."""
        return self.attackers.get(province, ())

    def sent_by_convoy(self, armies: Iterable[Province]) -> "Battle":
        """Return the same battle with armies that could go by land sent by convoy."""
        by_sea = self.by_sea.union(armies)
        unopposed, head_to_head = _unopposed(self.units, self.attackers, by_sea), _head_to_head(self.targets, by_sea)
        return replace(self, by_sea=by_sea, unopposed=unopposed, head_to_head=head_to_head)

    def protects_support(self, supporter: Province, attacker: Province) -> bool:
        """Return whether the rule book protects this support from an attack by convoy (000 XIII.A, 001 XII.5)."""
        order = self.orders[supporter]
        if attacker not in self.by_sea:
            return False
        match self.book.paradoxes:
            case Paradoxes.SZYKMAN:  # only what no consistent answer decides is a paradox: 6.F.14
                return False
            case Paradoxes.ALL_FAIL:  # an army never cuts a support against a fleet that carries it: 6.F.16, Pandin's
                return isinstance(order, SupportMove) and order.to.province in self.carriers.get(attacker, ())
            case Paradoxes.SEA_FIRST:  # nor one of any fight over a fleet that convoys: 6.F.22
                return any(self.supported_province(supporter) in fleets for fleets in self.carriers.values())

    def supported_province(self, supporter: Province) -> Province:
        """Return the province into which a unit gives support."""
        order = self.orders[supporter]
        assert isinstance(order, SupportHold | SupportMove)
        return order.target if isinstance(order, SupportHold) else order.to.province


# --- how it is lined up ---------------------------------------------------------------------------------------


def prepare_battle(
    board: Board, book: RuleBook, position: Position, orders: Mapping[Province, MovementOrder]
) -> Battle:
    """Return the battle of these orders.

    Their coasts are completed, void orders set apart, and each army's way by land or by sea is chosen.
    """
    units = {at: position.units[at] for at in sorted(position.units)}
    given = {at: orders[at] for at in units if at in orders}
    others = {
        at: order for at, order in given.items() if not (isinstance(order, Move) and _is_step(board, units[at], order))
    }
    given |= {at: with_coast(order, board, position) for at, order in others.items() if isinstance(order, Move)}
    void = {at: why for at in others if (why := why_illegal_movement(board, position, units[at], given[at], given))}
    in_force = {at: given[at] if at in given and at not in void else Hold(at) for at in units}
    if board.war.troops:
        units = {at: _with_healing(board, unit, in_force[at]) for at, unit in units.items()}
    targets = {at: order.to.province for at, order in in_force.items() if isinstance(order, Move)}
    attackers: dict[Province, tuple[Province, ...]] = {}
    for at, target in targets.items():
        attackers[target] = (*attackers.get(target, ()), at)
    supporters, convoys = _supports_and_convoys({at: in_force[at] for at in others}, targets)
    carriers = _carriers(board, convoys, targets)
    by_sea = {at for at in others if at in targets and _needs_convoy(board, units[at], in_force[at])}
    by_sea |= _by_convoy_on_intent(book, units, convoys, carriers)
    forces = _unit_forces(board, position, in_force) if board.war.troops else {}
    return Battle(
        board=board,
        book=book,
        units=units,
        given=given,
        void=void,
        orders=in_force,
        targets=targets,
        attackers=attackers,
        supporters=supporters,
        convoys=convoys,
        carriers=carriers,
        by_sea=frozenset(by_sea),
        unopposed=_unopposed(units, attackers, by_sea),
        head_to_head=_head_to_head(targets, by_sea),
        forces=forces,
        without_strength=frozenset(at for at in forces if at in targets and not forces[at].attack),
    )


def _is_step(board: Board, unit: Unit, order: Move) -> bool:
    """Return whether the order is a plain move to a neighbouring location, which no rule can forbid."""
    if order.by_sea or order.powered:
        return False
    return order.to in board.borders[unit.kind].get(unit.at, ())


def _supports_and_convoys(
    orders: Mapping[Province, MovementOrder], targets: Mapping[Province, Province]
) -> tuple[UnitsByProvince, UnitsByProvince]:
    """Return the matching supports, then the matching convoys, each under the province of the unit that is helped."""
    supporters: dict[Province, tuple[Province, ...]] = {}
    convoys: dict[Province, tuple[Province, ...]] = {}
    for at, order in orders.items():
        match order:
            case SupportHold() if order.target not in targets:  # 6.D.7; a support itself may be supported: 6.D.4
                supporters[order.target] = (*supporters.get(order.target, ()), at)
            case SupportMove() if targets.get(order.origin) == order.to.province:  # not a unit that holds: 6.D.9
                supporters[order.origin] = (*supporters.get(order.origin, ()), at)
            case Convoy() if targets.get(order.origin) == order.to:
                convoys[order.origin] = (*convoys.get(order.origin, ()), at)
            case _:
                pass
    return supporters, convoys


def _carriers(
    board: Board, convoys: UnitsByProvince, targets: Mapping[Province, Province]
) -> Mapping[Province, frozenset[Province]]:
    """For each army the fleets that lie on a route to where it wants to go."""
    routes = {
        army: frozenset[Province]().union(*convoy_chains(board, fleets, army, targets[army]))
        for army, fleets in convoys.items()
    }
    return {army: fleets for army, fleets in routes.items() if fleets}


def _needs_convoy(board: Board, unit: Unit, order: MovementOrder) -> bool:
    """Return whether an army asks for a convoy, or can reach its target in no other way (DATC 4.A.3)."""
    if unit.kind is UnitKind.FLEET or not isinstance(order, Move):
        return False
    # 6.G.8, Explicit convoy that isn't there: who asks to go by sea goes by sea or not at all
    return order.by_sea or not board.reaches(unit, order.to.province)


def _by_convoy_on_intent(
    book: RuleBook, units: Mapping[Province, Unit], convoys: UnitsByProvince, carriers: Collection[Province]
) -> set[Province]:
    """Return the armies sent by sea because a fleet of their own power convoys them (DATC 6.G.6).

    Only armies with a route, and only where the rule book lets intent decide.
    """
    match book.land_or_sea:
        case LandOrSea.INTENT:
            # 6.G.2, Kidnapping an army: a foreign fleet sends nobody to sea
            return {at for at in carriers if any(units[fleet].power == units[at].power for fleet in convoys[at])}
        case LandOrSea.BOTH:
            return set()


def _unopposed(
    units: Collection[Province], attackers: UnitsByProvince, by_sea: Collection[Province]
) -> frozenset[Province]:
    """Return the units that move alone, by land, into a province that is empty or left by another such unit."""
    alone = {target: by[0] for target, by in attackers.items() if len(by) == 1 and by[0] not in by_sea}
    walking, left = set[Province](), [target for target in alone if target not in units]
    while left:
        at = alone[left.pop()]
        walking.add(at)
        if at in alone:
            left.append(at)
    return frozenset(walking)


def _head_to_head(targets: Mapping[Province, Province], by_sea: Collection[Province]) -> Mapping[Province, Province]:
    """Return for each attacker the unit it meets head to head, neither going by sea."""
    # 6.G.1, Two units can swap provinces by convoy: who goes by sea meets nobody on the way
    mutual = {at: target for at, target in targets.items() if targets.get(target) == at}
    return {at: target for at, target in mutual.items() if at not in by_sea and target not in by_sea}


# --- strengths


def fight(battle: Battle, rulings: Rulings, at: Province) -> Fight:
    """Return an attack with all that opposes it; it is kept in the rulings once all its strengths are known."""
    if kept := rulings.fights.get(at):
        return kept
    target, head_to_head = battle.targets[at], battle.head_to_head.get(at)
    attack = attack_strength(battle, rulings, at)
    stays = defend_strength(battle, rulings, head_to_head) if head_to_head else hold_strength(battle, rulings, target)
    opposed = {target: stays} if stays.high or head_to_head in battle.without_strength else {}
    is_known = attack.low == attack.high and stays.low == stays.high
    for rival in battle.attackers[target]:
        if rival != at:
            strength = prevent_strength(battle, rulings, rival)
            is_known = is_known and strength.low == strength.high
            if strength.high or rival in battle.without_strength:
                opposed[rival] = strength
    fought = Fight(attack, opposed)
    if is_known:
        rulings.fights[at] = fought
    return fought


def supported_strength(battle: Battle, rulings: Rulings, at: Province, without: Power | None = None) -> Strength:
    """Return a unit's own strength with all supports that count, except those of one power."""
    forces = battle.forces
    low = high = _own_strength(battle, at) if forces else battle.units[at].strength
    if at not in battle.supporters:
        return exact_strength(low)
    for supporter in battle.supporters[at]:
        unit = battle.units[supporter]
        counts = unit.power != without and rulings.supports(supporter)
        if counts is not False:
            lent = forces[supporter].support if forces else unit.strength
            high += lent
            low += lent if counts else 0
    return exact_strength(low) if low == high else Strength(low, high)


def _own_strength(battle: Battle, at: Province) -> int:
    """Return a unit's strength in what it does: in attack if it attacks, else in defence (004 13)."""
    force = battle.forces[at]
    return force.attack if at in battle.targets else force.defence


def hold_strength(battle: Battle, rulings: Rulings, province: Province) -> Strength:
    """Return the strength that keeps attackers out of a province.

    It is 0 if the province is empty or its unit leaves; the unit's own if it fails to leave, for it cannot be supported
    to hold; else that of the unit with its supports.
    """
    unit = battle.units.get(province)
    if unit is None:
        return NO_STRENGTH
    # 6.D.1, Supported hold can prevent dislodgement
    if province not in battle.targets:
        return supported_strength(battle, rulings, province)
    # 6.E.5: supports of an attack do not help whoever fails to leave
    alone = battle.forces[province].defence if battle.forces else unit.strength
    return _strength_unless(exact_strength(alone), rulings.moves(province))


def defend_strength(battle: Battle, rulings: Rulings, at: Province) -> Strength:
    """Return an attacker's strength against the unit it meets head to head: all of it."""
    return supported_strength(battle, rulings, at)


def prevent_strength(battle: Battle, rulings: Rulings, at: Province) -> Strength:
    """Return an attacker's strength to keep others out of the province it attacks.

    It is 0 if its convoy fails, or if it is dislodged by an attack from there.
    """
    strength = supported_strength(battle, rulings, at)
    # 6.E.1, Dislodged unit has no effect on attacker's area; by another it has: 6.E.5, and undislodged: 6.E.4
    if battle.targets.get(battle.targets[at]) == at:
        strength = _strength_unless(strength, _is_driven_out_from_there(battle, rulings, at))
    # 6.F.8, Dislodged convoy does not cause a bounce
    return _if_arrived(rulings, at, strength) if at in battle.by_sea else strength


def _is_driven_out_from_there(battle: Battle, rulings: Rulings, at: Province) -> bool | None:
    """Return whether a unit is dislodged by the one it attacks, and so has no effect on that one's origin.

    That holds however the other came (000 X.C, 001 IX.7), or only if neither went by sea (DATC 4.A.7).
    """
    if at in battle.head_to_head:
        return rulings.moves(battle.head_to_head[at])
    if battle.book.convoyed_attacker_origin is ConvoyedAttackerOrigin.OPEN:
        return False
    leaves = rulings.moves(at)  # by convoy the two may change places: 6.G.16
    return False if leaves else _both(rulings.moves(battle.targets[at]), None if leaves is None else not leaves)


def attack_strength(battle: Battle, rulings: Rulings, at: Province) -> Strength:
    """Return an attacker's strength to enter the province it attacks.

    Against a unit that stays it is 0 if that is of the same power, and supports of that unit's own power do not count
    (000 X.C, 001 IX.3). It is 0 if its convoy fails.
    """
    defender = battle.units.get(battle.targets[at])
    leaves = defender is None or leaves_target(battle, rulings, at)
    if defender is None or leaves:
        strength = supported_strength(battle, rulings, at)
    elif leaves is None:  # 6.E.10: a unit of one's own may leave, or stay
        against_it = _strength_against(defender, battle, rulings, at)
        strength = Strength(against_it.low, supported_strength(battle, rulings, at).high)
    else:
        strength = _strength_against(defender, battle, rulings, at)
    return _if_arrived(rulings, at, strength) if at in battle.by_sea else strength


def _strength_against(defender: Unit, battle: Battle, rulings: Rulings, at: Province) -> Strength:
    # 6.D.10, Self dislodgement prohibited, whoever supports it; nor of a unit that comes back: 6.D.11
    if defender.power == battle.units[at].power:
        return NO_STRENGTH
    # 6.D.12, Supporting a foreign unit to dislodge own unit prohibited; the attack keeps the rest: 6.E.12
    return supported_strength(battle, rulings, at, without=defender.power)


def leaves_target(battle: Battle, rulings: Rulings, at: Province) -> bool | None:
    """Return whether the unit in an attacker's target leaves it, other than towards the attacker."""
    target = battle.targets[at]
    return rulings.moves(target) if target in battle.targets and at not in battle.head_to_head else False


def _if_arrived(rulings: Rulings, at: Province, strength: Strength) -> Strength:
    """Return the strength of an attack by sea, as far as its convoy holds."""
    arrives = rulings.arrives(at)
    return _strength_unless(strength, None if arrives is None else not arrives)


def _both(one: bool | None, other: bool | None) -> bool | None:
    if one is False or other is False:
        return False
    return None if one is None or other is None else True


def _strength_unless(strength: Strength, absent: bool | None) -> Strength:
    """Return the strength unless something takes it away, as far as that is known."""
    if absent is False:
        return strength
    return NO_STRENGTH if absent else Strength(0, strength.high)
