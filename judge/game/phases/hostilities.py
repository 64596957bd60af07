"""Who acted against whom in a movement phase, who supported whom, who stood off where: read from its orders."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from judge.game.phases.messages import PhaseClosed
from judge.rules.board import Power, Province
from judge.rules.orders import Move, SupportHold, SupportMove
from judge.rules.position import PhaseKind, Position
from judge.rules.verdicts import Bounced, Moved, Supported, Verdict

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
    stayed = (verdict.unit.at.province for verdict in verdicts if verdict.unit and _stays(verdict))
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


def _stays(verdict: Verdict) -> bool:
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
