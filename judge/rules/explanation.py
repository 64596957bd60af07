"""Explains the result of an order: its verdict with the verdicts of the orders that caused it.

It follows from the verdicts of a phase, which are stored with the game, so it can be told at any time.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import chain
from typing import assert_never

from judge.rules.board import Province, Unit
from judge.rules.orders import Build, Convoy, Move, SupportHold, SupportMove, province_helped, province_of
from judge.rules.verdicts import (
    Bounced,
    Cut,
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
    RetreatsCollided,
    Side,
    Succeeded,
    Unmatched,
    Verdict,
    Void,
)

# --- the verdicts by province ----------------------------------------------------------------------------------------


FIGHT_REASONS = (Moved, Bounced, HeadToHead, OwnSupport)
"""The reasons of attacks that were fought out."""


@dataclass(frozen=True)
class VerdictsByProvince:
    """The verdicts of a phase by the province of their unit; those of units hidden by the fog are missing."""

    verdicts: Mapping[Province, Verdict]

    def target(self, at: Province) -> Province | None:
        """Return the province a unit attacked, None if it did not attack."""
        verdict = self.verdicts.get(at)
        if verdict is None or isinstance(verdict.reason, Void):
            return None
        return verdict.order.to.province if isinstance(verdict.order, Move) else None

    def attackers(self, province: Province) -> Iterator[Province]:
        """The units that attacked a province."""
        return iter(self._attackers.get(province, ()))

    @cached_property
    def _attackers(self) -> Mapping[Province, Sequence[Province]]:
        """Those of each province that was attacked, sorted."""
        found: defaultdict[Province, list[Province]] = defaultdict(list)
        for at in sorted(self.verdicts):
            if (target := self.target(at)) is not None:
                found[target].append(at)
        return found

    def supports(self, helped: Province, *, counted: bool) -> Iterator[Province]:
        """Yield the units that were to support a unit, those whose support counted or those whose did not."""
        for at, verdict in sorted(self.verdicts.items()):
            match verdict.order:
                case SupportHold(target=unit) | SupportMove(origin=unit) if unit == helped:
                    if isinstance(verdict.reason, Succeeded) is counted:
                        yield at
                case _:
                    pass

    def carriers(self, army: Province) -> Iterator[Province]:
        """Yield the fleets that were ordered to convoy an army, wherever to."""
        for at, verdict in sorted(self.verdicts.items()):
            if isinstance(verdict.order, Convoy) and verdict.order.origin == army:
                yield at


def opponents(reason: Reason) -> tuple[Province, ...]:
    """Return the units that opposed an attack, as far as its reason names them."""
    match reason:
        case Moved(opposed_by=by) | Bounced(by=by):
            return by
        case HeadToHead(by=by) | OwnSupport(defender=by):
            return (by,)
        case _:
            return ()


def sides_of_fight(verdict: Verdict) -> tuple[Side | None, tuple[Side, ...]]:
    """Return the sides of an attack that was fought: its own, and those that opposed it."""
    match verdict.unit, verdict.reason:
        case Unit(at=at), Moved() | Bounced() | HeadToHead() | OwnSupport() as reason:
            return Side(at.province, reason.strength, verdict.supporters), verdict.opposition
        case _:
            return None, ()


def verdicts_by_province(judgement: Judgement) -> VerdictsByProvince:
    """Return the verdicts of a phase by the province of their unit; of several on one unit, the one that mattered."""
    verdicts = sorted(chain.from_iterable(judgement.verdicts.values()), key=is_without_effect, reverse=True)
    return VerdictsByProvince({verdict.unit.at.province: verdict for verdict in verdicts if verdict.unit})


def is_without_effect(verdict: Verdict) -> bool:
    """Return whether a verdict is on an order without any effect on its unit."""
    match verdict.reason:
        case Void(Illegal.NOT_DISLODGED | Illegal.REMOVAL_NOT_DUE | Illegal.REMOVAL_TWICE | Illegal.NO_UNIT):
            return True
        case Void():
            return verdict.unit is None
        case _:
            return False


# --- the chain of reasons --------------------------------------------------------------------------------------------


MOST_DEPTH = 8
"""The greatest depth of a chain of causes."""


class CauseRole(Enum):
    """What an order did to the one above it in a chain; the value is the name of the role."""

    ASKED = "asked"  # the order the question is about
    WITH = "with"  # its support counted
    WITHOUT = "without"  # its support did not: cut, void or for something else
    DISCOUNTED = "discounted"  # its support was given, but not against a unit of its own power
    AGAINST = "against"  # it stood in the way, or attacked the same province
    STUCK = "stuck"  # it stood in the way because it tried to leave in vain
    BEATEN = "beaten"  # it attacked the unit above in vain
    CUTTER = "cutter"  # it cut the support
    DISLODGER = "dislodger"  # it drove the unit out
    CARRIER = "carrier"  # it was to carry the army
    HELPED = "helped"  # it is what the support or the convoy above was meant for
    MET = "met"  # it retreated to the same province


@dataclass(frozen=True)
class Explanation:
    """A verdict in a chain, and its causes, each itself a chain; no verdict stands twice in one chain.

    ``role`` is what the order did to the one above it. Of an attack that was fought, ``attack`` is its own side,
    ``against`` those who opposed it.
    """

    verdict: Verdict
    role: CauseRole
    attack: Side | None = None
    against: tuple[Side, ...] = ()
    causes: tuple["Explanation", ...] = ()


def verdict_at(judgement: Judgement, province: Province) -> Verdict | None:
    """Return the verdict on the unit of a province, None if there is none; that of a build in an adjustment phase.

    If orders were given for units that could not follow them, the one that mattered comes first.
    """
    found = [verdict for verdict in chain.from_iterable(judgement.verdicts.values()) if _is_about(verdict, province)]
    return min(found, key=is_without_effect, default=None)


def explain_verdict(judgement: Judgement, verdict: Verdict) -> Explanation:
    """Return the chain of causes of one verdict of a phase, in a fixed order, at most ``MOST_DEPTH`` deep."""
    phase = verdicts_by_province(judgement)
    if verdict.unit is None:
        return _Chain(phase).tell(verdict, CauseRole.ASKED, MOST_DEPTH)
    at = verdict.unit.at.province
    told = _Chain(VerdictsByProvince({**phase.verdicts, at: verdict}))
    told.claim(at)
    return told.tell(verdict, CauseRole.ASKED, MOST_DEPTH)


def _is_about(verdict: Verdict, province: Province) -> bool:
    if verdict.unit:
        return verdict.unit.at.province == province
    return isinstance(verdict.order, Build) and province_of(verdict.order) == province


# --- the chain -------------------------------------------------------------------------------------------------

_Cause = tuple[Province, CauseRole]


@dataclass
class _Chain:
    """The units told so far in a chain, so that none is told twice."""

    of: VerdictsByProvince
    claimed: set[Province] = field(default_factory=set)

    def claim(self, at: Province) -> bool:
        """Mark a unit as told; return whether it was new."""
        is_new = at in self.of.verdicts and at not in self.claimed
        self.claimed.add(at)
        return is_new

    def tell(self, verdict: Verdict, role: CauseRole, depth: int) -> Explanation:
        """Return a verdict with its causes, all of which are claimed before any of them is followed."""
        attack, against = sides_of_fight(verdict)
        causes = [cause for cause in _causes(self.of, verdict, role) if self.claim(cause[0])] if depth else []
        below = tuple(self.tell(self.of.verdicts[at], cause, depth - 1) for at, cause in causes)
        return Explanation(verdict, role, attack, against, below)


def _causes(of: VerdictsByProvince, verdict: Verdict, role: CauseRole) -> Iterator[_Cause]:
    """Yield the orders that caused a verdict, as far as its role in the chain asks for them."""
    if verdict.unit is None:
        return
    at = verdict.unit.at.province
    match role:
        case CauseRole.WITH | CauseRole.DISCOUNTED | CauseRole.CUTTER | CauseRole.HELPED | CauseRole.MET:
            return
        case CauseRole.AGAINST:
            yield from ((by, CauseRole.WITH) for by in of.supports(at, counted=True))
            yield from ((by, CauseRole.WITHOUT) for by in of.supports(at, counted=False))
        case CauseRole.ASKED | CauseRole.CARRIER:
            if not isinstance(verdict.reason, HeadToHead):  # which tells of the same fight
                yield from _dislodger(of, verdict, at)
            yield from _causes_of_reason(of, verdict, at)
            yield from _dislodger(of, verdict, at)
        case CauseRole.WITHOUT | CauseRole.STUCK | CauseRole.BEATEN | CauseRole.DISLODGER:
            yield from _causes_of_reason(of, verdict, at)
        case _:
            assert_never(role)
    if role is CauseRole.ASKED and isinstance(verdict.reason, Succeeded) and not verdict.dislodged:
        yield from ((attacker, CauseRole.BEATEN) for attacker in of.attackers(at) if not of.target(at))


def _causes_of_reason(of: VerdictsByProvince, verdict: Verdict, at: Province) -> Iterator[_Cause]:
    match verdict.reason:
        case Moved(convoyed_by=fleets):
            yield from _causes_of_fight(of, verdict, at)
            yield from ((fleet, CauseRole.CARRIER) for fleet in fleets)
        case Bounced() | HeadToHead() | OwnSupport():
            yield from _causes_of_fight(of, verdict, at)
        case OwnUnit(unit):
            yield unit, _opposing(of, at, unit)
        case Cut(by, dislodged):
            yield from ((attacker, CauseRole.DISLODGER if dislodged else CauseRole.CUTTER) for attacker in by)
        case NoConvoy():
            yield from ((fleet, CauseRole.CARRIER) for fleet in of.carriers(at))
        case Disrupted(fleets) | Paradox(fleets):
            yield from ((fleet, CauseRole.CARRIER) for fleet in fleets)
        case RetreatsCollided(others):
            yield from ((other, CauseRole.MET) for other in others)
        case Unmatched():
            if other := province_helped(verdict.order):
                yield other, CauseRole.HELPED
        case _:
            pass  # the rule alone says why


def _causes_of_fight(of: VerdictsByProvince, verdict: Verdict, at: Province) -> Iterator[_Cause]:
    """Yield the supports of an attack, then those who opposed it; missing supports only if anybody opposed it."""
    attack, against = sides_of_fight(verdict)
    if attack is None:
        return
    yield from _supports_of_side(of, attack) if against else ((by, CauseRole.WITH) for by in attack.supporters)
    yield from ((side.unit, _opposing(of, at, side.unit)) for side in against)


def _supports_of_side(of: VerdictsByProvince, side: Side) -> Iterator[_Cause]:
    counted = tuple(of.supports(side.unit, counted=True))
    yield from ((by, CauseRole.WITH if by in side.supporters else CauseRole.DISCOUNTED) for by in counted)
    yield from ((by, CauseRole.WITHOUT) for by in of.supports(side.unit, counted=False))


def _opposing(of: VerdictsByProvince, at: Province, by: Province) -> CauseRole:
    """Return the role of an opponent: stuck or against.

    The unit in the target is stuck if it tried to leave, other than towards the attacker.
    """
    is_stuck = by == of.target(at) and of.target(by) not in {None, at}
    return CauseRole.STUCK if is_stuck else CauseRole.AGAINST


def _dislodger(of: VerdictsByProvince, verdict: Verdict, at: Province) -> Iterator[_Cause]:
    if verdict.dislodged:
        yield verdict.dislodged.by, CauseRole.DISLODGER
        yield from ((by, CauseRole.WITHOUT) for by in of.supports(at, counted=False))
