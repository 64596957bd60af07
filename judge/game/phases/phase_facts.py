"""What a closed phase brought: who acted against whom, and what it brought a power's units and centres.

They follow from the event alone, as its reader may know it: of what fog hides there is no fact.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from judge.game.phases.messages import PhaseClosed
from judge.rules.board import Location, Power, Province, Unit
from judge.rules.orders import Build, Convoy, Move, Order, Retreat, SupportHold, SupportMove, province_helped
from judge.rules.position import PhaseKind, Position
from judge.rules.verdicts import (
    Bounced,
    Built,
    Carried,
    Cut,
    Disbanded,
    Disrupted,
    HeadToHead,
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
    Unread,
    Verdict,
    Void,
    Waived,
    is_lost_by_void_order,
)

# --- what a closed phase brought the units and centres of a power, the most important first


class FactKind(Enum):
    """What happened, the most important first; the value is the key of its sentence."""

    ELIMINATED = "eliminated"  # the power has neither unit nor centre left
    DESTROYED = "destroyed"  # dislodged with nowhere to go
    ANNIHILATED = "annihilated"  # without hit points, or without a retreat left
    DISLODGED = "dislodged"
    COLLIDED = "collided"  # destroyed by a retreat to the same region
    UNRETREATED = "unretreated"  # disbanded for want of an order
    VOID_LOST = "void_lost"  # disbanded because its order was void
    REMOVED = "removed"  # by the civil disorder rule
    CENTRES_LOST = "centres_lost"
    HARMED = "harmed"  # lost hit points
    SCOUTS_LOST = "scouts_lost"
    LAPSED = "lapsed"  # builds lost for want of an order
    SILENT = "silent"  # no orders at all
    BOUNCED = "bounced"
    UNCONVOYED = "unconvoyed"
    CUT = "cut"
    INEFFECTIVE = "ineffective"  # a support or a convoy that did not match, or was not used
    VOID = "void"
    UNREAD = "unread"  # its order could not be read
    UNANSWERED = "unanswered"  # its order was offered, and nobody said yes
    UNORDERED = "unordered"
    CENTRES_GAINED = "centres_gained"
    DISLODGING = "dislodging"  # moved, and dislodged the unit in ``by``
    RETREATED = "retreated"
    BUILT = "built"
    DISBANDED = "disbanded"  # by order
    WAIVED = "waived"
    MOVED = "moved"
    SUPPORTED = "supported"
    CONVOYED = "convoyed"
    HELD = "held"

    @property
    def is_plain(self) -> bool:
        """Whether units did what they were ordered, and nothing more came of it."""
        return self in {FactKind.MOVED, FactKind.SUPPORTED, FactKind.CONVOYED, FactKind.HELD}


@dataclass(frozen=True)
class UnitFact:
    """What happened to one unit: ``unit`` as it stood when the phase opened, or as it was built.

    ``goal`` is where it went or wanted to go. ``by`` are the provinces of the units that it was stopped or dislodged
    by, or that it dislodged, ``helped`` the one of the unit it supported or convoyed, all as the phase opened.
    """

    unit: Unit
    goal: Location | None = None
    by: tuple[Province, ...] = ()
    helped: Province | None = None


@dataclass(frozen=True)
class PhaseFact:
    """One kind of thing that happened to a power: to which units, to which centres, or how many times.

    ``powers`` are those who took its centres; for centres gained, those who had them.
    """

    kind: FactKind
    units: tuple[UnitFact, ...] = ()
    centres: tuple[Province, ...] = ()
    powers: tuple[Power, ...] = ()
    number: int = 0


def phase_facts(event: PhaseClosed, power: Power) -> tuple[PhaseFact, ...]:
    """The facts of a closed phase for a power, the most important first; each unit of the phase is in one of them."""
    facts = [*_unit_facts(event, power), *_centre_facts(event, power), *_number_facts(event, power)]
    order = list(FactKind)
    return tuple(sorted(facts, key=lambda fact: order.index(fact.kind)))


# --- units


def _unit_facts(event: PhaseClosed, power: Power) -> Iterator[PhaseFact]:
    found: dict[FactKind, list[UnitFact]] = {}
    dislodged = _dislodged_by(event)
    for verdict in event.judgement.verdicts.get(power, ()):
        unit = verdict.unit or _built(event, verdict)
        kind = _kind(event, verdict, dislodged) if unit else None
        if unit and kind:
            found.setdefault(kind, []).append(_unit_fact(unit, kind, verdict, dislodged))
        if unit and verdict.harm and verdict.harm.left:
            found.setdefault(FactKind.HARMED, []).append(UnitFact(unit, by=verdict.harm.by))
    yield from (PhaseFact(kind, tuple(units)) for kind, units in found.items())


def _built(event: PhaseClosed, verdict: Verdict) -> Unit | None:
    """The unit that a build brought, None for any other verdict without a unit."""
    match verdict:
        case Verdict(order=Build(at=site), reason=Built()):
            return event.judgement.after.units.get(site.province)
        case _:
            return None


def _dislodged_by(event: PhaseClosed) -> Mapping[Province, Province]:
    """The province of each unit that was dislodged, by the province of its attacker."""
    return {
        verdict.dislodged.by: verdict.unit.at.province
        for verdicts in event.judgement.verdicts.values()
        for verdict in verdicts
        if verdict.dislodged and verdict.unit
    }


def _unit_fact(unit: Unit, kind: FactKind, verdict: Verdict, dislodged: Mapping[Province, Province]) -> UnitFact:
    if verdict.dislodged:
        return UnitFact(unit, by=(verdict.dislodged.by,))
    if kind is FactKind.DISLODGING:
        return UnitFact(unit, _goal(verdict.order), (dislodged[unit.at.province],))
    return UnitFact(unit, _goal(verdict.order), _stopped_by(verdict.reason), province_helped(verdict.order))


def _goal(order: Order | None) -> Location | None:
    match order:
        case Move(to=to) | Retreat(to=to) | SupportMove(to=to):
            return to
        case Convoy(to=shore):
            return Location(shore)
        case _:
            return None


def _stopped_by(reason: Reason) -> tuple[Province, ...]:
    match reason:
        case Bounced(by=by) | Cut(by=by) | RetreatsCollided(others=by):
            return by
        case HeadToHead(by=one) | OwnUnit(unit=one) | OwnSupport(defender=one):
            return (one,)
        case _:
            return ()


def _kind(event: PhaseClosed, verdict: Verdict, dislodged: Mapping[Province, Province]) -> FactKind | None:
    """What became of the unit of a verdict; None where only a number is told."""
    if verdict.harm and not verdict.harm.left:
        return FactKind.ANNIHILATED
    if verdict.dislodged and verdict.unit:
        waiting = event.judgement.after.dislodged.get(verdict.unit.at.province)
        return FactKind.DISLODGED if waiting and waiting.retreats else FactKind.DESTROYED
    match verdict.reason:
        case Moved():
            return FactKind.DISLODGING if verdict.unit and verdict.unit.at.province in dislodged else FactKind.MOVED
        case Stood(unordered):
            is_silent = verdict.unit is not None and verdict.unit.power in event.silent
            return FactKind.SILENT if unordered and is_silent else FactKind.UNORDERED if unordered else FactKind.HELD
        case Unread(lost, offered):
            return FactKind.UNRETREATED if lost else FactKind.UNANSWERED if offered else FactKind.UNREAD
        case Carried(used):
            return FactKind.CONVOYED if used else FactKind.INEFFECTIVE
        case NoConvoy() | Disrupted() | Paradox():
            return FactKind.UNCONVOYED if isinstance(verdict.order, Move) else FactKind.INEFFECTIVE
        case Void():
            return FactKind.VOID_LOST if is_lost_by_void_order(verdict) else FactKind.VOID
        case Waived():
            return None
        case _:
            return _KINDS[type(verdict.reason)]


_KINDS: Mapping[type[Reason], FactKind] = {
    Supported: FactKind.SUPPORTED,
    Bounced: FactKind.BOUNCED,
    HeadToHead: FactKind.BOUNCED,
    OwnUnit: FactKind.BOUNCED,
    OwnSupport: FactKind.BOUNCED,
    Cut: FactKind.CUT,
    Unmatched: FactKind.INEFFECTIVE,
    Retreated: FactKind.RETREATED,
    RetreatsCollided: FactKind.COLLIDED,
    NoRetreatOrder: FactKind.UNRETREATED,
    NowhereToGo: FactKind.ANNIHILATED,
    Disbanded: FactKind.DISBANDED,
    RemovedByDefault: FactKind.REMOVED,
    Built: FactKind.BUILT,
}
"""The reasons that say by themselves what became of a unit."""


# --- centres, numbers


def _centre_facts(event: PhaseClosed, power: Power) -> Iterator[PhaseFact]:
    gained, owners = event.judgement.gained, event.before.owners
    taken = tuple(sorted(centre for centre, to in gained.items() if to == power))
    lost = tuple(sorted(centre for centre, to in gained.items() if owners.get(centre) == power != to))
    if taken:
        yield PhaseFact(FactKind.CENTRES_GAINED, centres=taken, powers=_in_order(owners.get(one) for one in taken))
    if lost:
        yield PhaseFact(FactKind.CENTRES_LOST, centres=lost, powers=_in_order(gained[one] for one in lost))


def _in_order(powers: Iterator[Power | None]) -> tuple[Power, ...]:
    return tuple(dict.fromkeys(power for power in powers if power))


def _number_facts(event: PhaseClosed, power: Power) -> Iterator[PhaseFact]:
    for verdict in event.judgement.verdicts.get(power, ()):
        if isinstance(verdict.reason, Waived):
            kind = FactKind.WAIVED if verdict.reason.by_order else FactKind.LAPSED
            yield PhaseFact(kind, number=verdict.reason.count)
    scouts = event.scouts
    missing = len(scouts.before.of(power)) - len(scouts.after.of(power)) if scouts else 0
    if missing > 0:
        yield PhaseFact(FactKind.SCOUTS_LOST, number=missing)
    if _is_on_board(event.before, power) and not _is_on_board(event.judgement.after, power):
        yield PhaseFact(FactKind.ELIMINATED)


def _is_on_board(position: Position, power: Power) -> bool:
    driven_out = {one.unit.power for one in position.dislodged.values()}
    return bool(position.units_of(power) or position.centres_of(power) or power in driven_out)


# --- who acted against whom in a movement phase, who supported whom, who stood off where: read from its orders


PowerPair = tuple[Power, Power]


@dataclass(frozen=True)
class Standoff:
    """A province that was left empty, because units of these powers, sorted, stood each other off in it."""

    province: Province
    powers: tuple[Power, ...]


@dataclass(frozen=True)
class Blow:
    """A unit of ``by`` went overland from ``origin`` to a province where ``victim`` had a unit, or that it owned.

    ``dislodged`` if it dislodged the unit there.
    """

    by: Power
    victim: Power
    origin: Province
    province: Province
    dislodged: bool


@dataclass(frozen=True)
class Hostilities:
    """What the powers did to each other and for each other in a movement phase.

    ``supports`` has a pair of the giver and the receiver for each support given to a unit of another power.
    ``opposed`` are the pairs, each sorted, of powers one of which ordered something against the other: a move into a
    province where a unit of the other stood, that the other owned, or into which the other ordered a move, too; or a
    support of a third power in such a move. ``stayed`` are the provinces whose units stand there before and after.
    """

    standoffs: tuple[Standoff, ...] = ()
    supports: tuple[PowerPair, ...] = ()
    opposed: tuple[PowerPair, ...] = ()
    stayed: tuple[Province, ...] = ()

    def are_opposed(self, one: Power, other: Power) -> bool:
        """Whether one of two powers ordered anything against the other."""
        return _pair(one, other) in self.opposed


def hostilities_of(event: PhaseClosed) -> Hostilities:
    """The hostilities of a closed movement phase; none of any other phase. Pure."""
    if event.before.phase.kind is not PhaseKind.MOVEMENT:
        return Hostilities()
    verdicts = tuple(_unit_verdicts(event))
    stayed = (verdict.unit.at.province for verdict in verdicts if verdict.unit and stays(verdict))
    return Hostilities(
        standoffs=tuple(_standoffs(event, verdicts)),
        supports=tuple(sorted(_supports(event.before, verdicts))),
        opposed=tuple(sorted({*_opposed(event.before, verdicts)})),
        stayed=tuple(sorted(stayed)),
    )


def blows_of(event: PhaseClosed) -> Iterator[Blow]:
    """Yield the moves of a movement phase that dislodged a foreign unit, or entered a province of another power.

    A move that the victim itself ordered a support for is no blow.
    """
    before = event.before
    verdicts = {verdict.unit.at.province: verdict for verdict in _unit_verdicts(event) if verdict.unit}
    invited = {
        (verdict.unit.power, verdict.order.origin, verdict.order.to.province)
        for verdict in verdicts.values()
        if verdict.unit and isinstance(verdict.order, SupportMove)
    }
    for origin, verdict in verdicts.items():
        match verdict:
            case Verdict(unit=unit, order=Move(to=to), reason=Moved(convoyed_by=())) if unit:
                there = verdicts.get(to.province)
                is_dislodged = there is not None and there.dislodged is not None and there.dislodged.by == origin
                victim = before.units[to.province].power if is_dislodged else before.owners.get(to.province)
                if victim and victim != unit.power and (victim, origin, to.province) not in invited:
                    yield Blow(unit.power, victim, origin, to.province, is_dislodged)
            case _:
                pass


def _unit_verdicts(event: PhaseClosed) -> Iterator[Verdict]:
    for verdicts in event.judgement.verdicts.values():
        yield from (verdict for verdict in verdicts if verdict.unit)


def stays(verdict: Verdict) -> bool:
    """Whether the unit of a verdict stands where it stood: no other unit like it has come in its place."""
    is_lost = verdict.dislodged is not None or (verdict.harm is not None and not verdict.harm.left)
    return not is_lost and not isinstance(verdict.reason, Moved)


def _pair(one: Power, other: Power) -> PowerPair:
    return (one, other) if one < other else (other, one)


def _standoffs(event: PhaseClosed, verdicts: Iterable[Verdict]) -> Iterator[Standoff]:
    """Yield a standoff for each province that two powers or more contested in vain."""
    contenders: dict[Province, set[Power]] = {}
    for verdict in verdicts:
        match verdict:
            case Verdict(unit=unit, order=Move(to=to), reason=Bounced()) if unit:
                contenders.setdefault(to.province, set()).add(unit.power)
            case _:
                pass
    for province in sorted(event.judgement.contested):
        powers = contenders.get(province, ())
        if len(powers) > 1:
            yield Standoff(province, tuple(sorted(powers)))


def _supports(before: Position, verdicts: Iterable[Verdict]) -> Iterator[PowerPair]:
    for verdict in verdicts:
        match verdict:
            case Verdict(
                unit=unit, order=SupportHold(target=helped) | SupportMove(origin=helped), reason=Supported()
            ) if unit and helped in before.units:
                if before.units[helped].power != unit.power:
                    yield unit.power, before.units[helped].power
            case _:
                pass


def _opposed(before: Position, verdicts: Iterable[Verdict]) -> Iterator[PowerPair]:
    """Yield the pairs of powers one of which ordered something against the other, void orders among them."""
    movers: dict[Province, list[Power]] = {}
    backers: dict[Province, list[PowerPair]] = {}
    for verdict in verdicts:
        match verdict:
            case Verdict(unit=unit, order=Move(to=to)) if unit:
                movers.setdefault(to.province, []).append(unit.power)
                backers.setdefault(to.province, []).append((unit.power, unit.power))
            case Verdict(unit=unit, order=SupportMove(origin=origin, to=to)) if unit and origin in before.units:
                backers.setdefault(to.province, []).append((unit.power, before.units[origin].power))
            case _:
                pass
    for province, acting in backers.items():
        others = {*movers.get(province, ()), *_holders(before, province)}
        for power, mover in acting:
            yield from (_pair(power, other) for other in others if other not in {power, mover})


def _holders(before: Position, province: Province) -> Iterator[Power]:
    """Yield the power of the unit in a province and its owner, where there are any."""
    if unit := before.units.get(province):
        yield unit.power
    if owner := before.owners.get(province):
        yield owner
