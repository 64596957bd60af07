"""What happened in a season, as claims: each can be checked against positions and orders."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from judge.game.figures import Stab
from judge.game.phases.messages import PhaseClosed
from judge.game.phases.phase_facts import Standoff, hostilities_of, stays
from judge.game.state import Game
from judge.rules import verdicts as results
from judge.rules.board import Power, Province, UnitKind
from judge.rules.ending import survivors
from judge.rules.orders import Build, Disband, Move, Retreat, SupportHold, SupportMove
from judge.rules.position import Phase, PhaseKind, Position, territory_count
from judge.rules.verdicts import Bounced, Disbanded, HeadToHead, Moved, RemovedByDefault, Supported, Verdict

# --- movement


@dataclass(frozen=True)
class UnitDislodged:
    """A unit of ``victim`` was dislodged from ``province`` by the unit of ``by`` that came from ``origin``."""

    victim: Power
    province: Province
    by: Power
    origin: Province


@dataclass(frozen=True)
class Backed:
    """A unit of ``giver`` supported a unit of ``receiver`` to hold ``province``, or to move ``into`` it."""

    giver: Power
    receiver: Power
    province: Province
    into: bool


@dataclass(frozen=True)
class Repelled:
    """A unit of ``attacker`` was ordered to ``province`` and did not get in; the unit of ``defender`` there stayed."""

    attacker: Power
    province: Province
    defender: Power


@dataclass(frozen=True)
class Outpaced:
    """Units of two powers were ordered to ``province``, and that of ``winner`` came in."""

    loser: Power
    province: Province
    winner: Power


@dataclass(frozen=True)
class Occupied:
    """A unit of ``power`` went into ``province``, where none of ``owner`` stood any more, and which belongs to it.

    ``contested`` if a unit of another power was ordered there, too.
    """

    power: Power
    province: Province
    owner: Power
    contested: bool


@dataclass(frozen=True)
class Marched:
    """A unit of ``power`` went from ``origin`` to ``province``, and dislodged nobody.

    ``contested`` if a unit of another power was ordered there, too.
    """

    power: Power
    origin: Province
    province: Province
    contested: bool


@dataclass(frozen=True)
class Landed:
    """An army of ``power`` went from ``origin`` to ``province`` by sea, carried by fleets of ``carriers``, sorted."""

    power: Power
    origin: Province
    province: Province
    carriers: tuple[Power, ...]


@dataclass(frozen=True)
class Silent:
    """No orders came from ``power``."""

    power: Power


@dataclass(frozen=True)
class Harmed:
    """The unit of ``power`` that stood in ``province`` lost hit points and has ``left``; 0: it is annihilated."""

    power: Power
    province: Province
    left: int


# --- retreats, centres, winter


@dataclass(frozen=True)
class UnitRetreated:
    """The dislodged unit of ``power`` went from ``origin`` to ``province``."""

    power: Power
    origin: Province
    province: Province


@dataclass(frozen=True)
class Gone:
    """The dislodged unit of ``power`` in ``province`` left the board; ``trapped`` if no retreat was open to it."""

    power: Power
    province: Province
    trapped: bool


@dataclass(frozen=True)
class Took:
    """A centre changed hands, from ``loser`` or, if that is None, from nobody."""

    power: Power
    province: Province
    loser: Power | None


@dataclass(frozen=True)
class Holds:
    """``power`` has ``number`` centres, counted as its board counts them, once the season is over."""

    power: Power
    number: int


@dataclass(frozen=True)
class Eliminated:
    """``power`` has neither a unit nor a centre left."""

    power: Power


@dataclass(frozen=True)
class UnitBuilt:
    """``power`` built a unit of this kind in ``province``."""

    power: Power
    kind: UnitKind
    province: Province


@dataclass(frozen=True)
class Removed:
    """The unit of ``power`` in ``province`` left the board in winter."""

    power: Power
    province: Province


@dataclass(frozen=True)
class BuildsWaived:
    """``power`` left ``number`` builds unused."""

    power: Power
    number: int


MovementClaim = (
    UnitDislodged | Backed | Standoff | Repelled | Outpaced | Occupied | Marched | Landed | Stab | Silent | Harmed
)
Claim = MovementClaim | UnitRetreated | Gone | Took | Holds | Eliminated | UnitBuilt | Removed | BuildsWaived


@dataclass(frozen=True)
class Sentence:
    """A sentence of the prose: the name of its pattern, all that it claims, its text."""

    pattern: str
    claims: tuple[Claim, ...]
    text: str


# --- what happened in a season, as claims in the order of the board: read from the verdicts of its closed phases


_ByProvince = Mapping[Province, Verdict]


@dataclass(frozen=True)
class _Phase:
    """A closed phase with its verdicts by the province of their units."""

    event: PhaseClosed

    @property
    def verdicts(self) -> Iterator[Verdict]:
        for power in sorted(self.event.judgement.verdicts):
            yield from self.event.judgement.verdicts[power]

    def by_province(self) -> _ByProvince:
        return {verdict.unit.at.province: verdict for verdict in self.verdicts if verdict.unit}


def season_claims(game: Game, closed: Sequence[PhaseClosed]) -> tuple[Claim, ...]:
    """Return all claims of the closed phases of one season, each once. Pure."""
    claims: list[Claim] = []
    for event in closed:
        claims += (claim for claim in _of_phase(game, event) if stands(claim, event.judgement.after))
    return (*dict.fromkeys(claims), *_of_the_end(game, closed))


def year_claims(game: Game, closed: Sequence[PhaseClosed]) -> tuple[Claim, ...]:
    """Return what is told of the closed phases of a year: stabs, who took which centre in the end, who is left."""
    if not closed:
        return ()
    phases = {event.before.phase: event for event in closed}
    stabs = (
        claim
        for phase, event in phases.items()
        for claim in _stabs_of(game, phase)
        if stands(claim, event.judgement.after)
    )
    before, after = closed[0].before.owners, closed[-1].judgement.after.owners
    took = [Took(power, at, before.get(at)) for at, power in sorted(after.items()) if before.get(at) != power]
    taken = {(one.power, one.province) for one in took}
    told = (one for one in stabs if one.dislodged or (one.by, one.province) in taken)
    alike = {(one.by, one.victim, one.province, one.dislodged, one.betrayed): one for one in told}
    return (*alike.values(), *took, *_of_the_end(game, closed))


def _stabs_of(game: Game, phase: Phase) -> Iterator[Stab]:
    return (stab for stab in game.course.stabs if stab.phase == phase)


def _of_phase(game: Game, event: PhaseClosed) -> Iterator[Claim]:
    match event.before.phase.kind:
        case PhaseKind.MOVEMENT:
            yield from _of_movement(game, event)
        case PhaseKind.RETREAT:
            yield from _of_retreats(event)
        case PhaseKind.ADJUSTMENT:
            yield from _of_winter(event)
    yield from _of_centres(event)


def stands(claim: Claim, after: Position) -> bool:
    """Return whether a claim fits the position that counted, which a correction may have changed."""
    match claim:
        case UnitDislodged(by=power, province=place) | Marched(power, _, place) | Occupied(power, place):
            return _is_at(after, place, power)
        case Landed(power, _, place) | UnitRetreated(power, _, place) | UnitBuilt(power, _, place):
            return _is_at(after, place, power)
        case Repelled(defender=power, province=place) | Outpaced(winner=power, province=place):
            return _is_at(after, place, power)
        case Stab(by=power, province=place, dislodged=True):
            return _is_at(after, place, power)
        case Standoff(province=place) | Removed(province=place):
            return place not in after.units
        case _:
            return True


def _is_at(after: Position, place: Province, power: Power) -> bool:
    unit = after.units.get(place)
    return unit is not None and unit.power == power


# --- movement


def _of_movement(game: Game, event: PhaseClosed) -> Iterator[Claim]:
    phase = _Phase(event)
    at = phase.by_province()
    yield from _stabs_of(game, event.before.phase)
    for province in at:
        yield from _of_unit(event, at, province)
    yield from hostilities_of(event).standoffs
    yield from map(Silent, event.silent)


def _of_unit(event: PhaseClosed, at: _ByProvince, province: Province) -> Iterator[Claim]:
    """Yield what a unit did in a movement phase, and what was done to it."""
    verdict = at[province]
    unit = verdict.unit
    if unit is None:
        return
    if verdict.dislodged and verdict.dislodged.by in event.before.units:
        by = verdict.dislodged.by
        yield UnitDislodged(unit.power, province, event.before.units[by].power, by)
        if province not in event.judgement.after.dislodged:
            yield Gone(unit.power, province, trapped=True)
    if verdict.harm:
        yield Harmed(unit.power, province, verdict.harm.left)
    match verdict.order, verdict.reason:
        case Move(to=to), Moved():
            yield from _of_move(event, at, verdict, to.province)
        case Move(to=to), Bounced() | HeadToHead():
            yield from _of_failure(at, unit.power, to.province)
        case (SupportHold(target=helped) | SupportMove(origin=helped)) as order, Supported():
            other = event.before.units.get(helped)
            if other and other.power != unit.power:
                into = isinstance(order, SupportMove)
                goal = order.to.province if isinstance(order, SupportMove) else helped
                yield Backed(unit.power, other.power, goal, into)
        case _:
            pass


def _of_move(event: PhaseClosed, at: _ByProvince, verdict: Verdict, goal: Province) -> Iterator[Claim]:
    unit, reason = verdict.unit, verdict.reason
    if unit is None or not isinstance(reason, Moved):
        return
    origin = unit.at.province
    there = at.get(goal)
    if there and there.dislodged and there.dislodged.by == origin:
        return
    if reason.convoyed_by:
        carriers = {event.before.units[fleet].power for fleet in reason.convoyed_by if fleet in event.before.units}
        yield Landed(unit.power, origin, goal, tuple(sorted(carriers)))
        return
    owner, defender = event.before.owners.get(goal), event.before.units.get(goal)
    contested = any(power != unit.power for power in _ordered_to(at, goal))
    if owner and owner != unit.power and not (defender and defender.power == owner):
        yield Occupied(unit.power, goal, owner, contested)
    else:
        yield Marched(unit.power, origin, goal, contested)


def _ordered_to(at: _ByProvince, goal: Province) -> Iterator[Power]:
    """Yield whose units were ordered to a province."""
    for verdict in at.values():
        match verdict:
            case Verdict(unit=unit, order=Move(to=to)) if unit and to.province == goal:
                yield unit.power
            case _:
                pass


def _of_failure(at: _ByProvince, power: Power, goal: Province) -> Iterator[Claim]:
    """Yield who kept a unit out of a province; nothing where that was one of its own power."""
    there = at.get(goal)
    if there and there.unit and there.unit.power != power and stays(there):
        yield Repelled(power, goal, there.unit.power)
        return
    for verdict in at.values():
        match verdict:
            case Verdict(unit=unit, order=Move(to=to), reason=Moved()) if unit and to.province == goal:
                if unit.power != power:
                    yield Outpaced(power, goal, unit.power)
            case _:
                pass


# --- retreats, winter, centres


def _of_retreats(event: PhaseClosed) -> Iterator[Claim]:
    for verdict in _Phase(event).verdicts:
        match verdict:
            case Verdict(unit=unit, order=Retreat(to=to), reason=results.Retreated()) if unit:
                yield UnitRetreated(unit.power, unit.at.province, to.province)
            case Verdict(unit=unit) if unit and unit.at.province in event.before.dislodged:
                driven = event.before.dislodged[unit.at.province]
                yield Gone(unit.power, unit.at.province, trapped=not driven.retreats)
            case _:
                pass


def _of_winter(event: PhaseClosed) -> Iterator[Claim]:
    for power in sorted(event.judgement.verdicts):
        for verdict in event.judgement.verdicts[power]:
            match verdict:
                case Verdict(order=Build(kind=kind, at=site), reason=results.Built()):
                    built = event.judgement.after.units.get(site.province)
                    if built:
                        yield UnitBuilt(built.power, kind, site.province)
                case Verdict(unit=unit, order=Disband() | None, reason=Disbanded() | RemovedByDefault()) if unit:
                    yield Removed(unit.power, unit.at.province)
                case Verdict(reason=results.Waived(count=count)):
                    yield BuildsWaived(power, count)
                case _:
                    pass


def _of_centres(event: PhaseClosed) -> Iterator[Claim]:
    for province, power in sorted(event.judgement.gained.items()):
        loser = event.before.owners.get(province)
        if loser != power:
            yield Took(power, province, loser)


def _of_the_end(game: Game, closed: Sequence[PhaseClosed]) -> Iterator[Claim]:
    """Yield who has gone in the season, and the centres of all who are left."""
    if not closed:
        return
    before, after = closed[0].before, closed[-1].judgement.after
    left = survivors(game.board, after)
    yield from (Eliminated(power) for power in survivors(game.board, before) if power not in left)
    held = {power: territory_count(game.board, after, power) for power in left}
    yield from (Holds(power, held[power]) for power in sorted(left, key=lambda power: -held[power]))
