"""Why an order came out as it did: its verdict with, below it, the verdicts of the orders that made it so.

It follows from the verdicts of a phase, which are what the record of a game keeps, so it can be told for ever.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from itertools import chain
from typing import assert_never

from judge.rules.board import Province
from judge.rules.field import Field, field_of, fight, is_idle
from judge.rules.fight import Side
from judge.rules.orders import Build, Convoy, SupportHold, SupportMove, province_of
from judge.rules.verdicts import (
    Bounced,
    Cut,
    Disrupted,
    HeadToHead,
    Judgement,
    Moved,
    NoConvoy,
    OwnSupport,
    OwnUnit,
    Paradox,
    RetreatsCollided,
    Success,
    Unmatched,
    Verdict,
)

DEPTH = 8
"""How far a chain is followed at most."""


class Role(Enum):
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
class Because:
    """A verdict in a chain, and its causes, each itself a chain; no verdict stands twice in one chain.

    ``role`` is what the order did to the one above it. Of an attack that was fought out, ``attack`` is its own side,
    ``against`` those who opposed it.
    """

    verdict: Verdict
    role: Role
    attack: Side | None = None
    against: tuple[Side, ...] = ()
    causes: tuple["Because", ...] = ()


def verdict_at(judgement: Judgement, province: Province) -> Verdict | None:
    """The verdict on the unit of a province, None where there was none: that of a build in an adjustment phase.

    Where orders were given for units that could not follow them, the one that mattered comes first.
    """
    found = [verdict for verdict in chain.from_iterable(judgement.verdicts.values()) if _speaks_of(verdict, province)]
    return min(found, key=is_idle, default=None)


def why(judgement: Judgement, verdict: Verdict) -> Because:
    """The chain behind one of the verdicts of a phase, causes in a fixed order, at most ``DEPTH`` deep."""
    phase = field_of(judgement)
    if verdict.unit is None:
        return _Told(phase).tell(verdict, Role.ASKED, DEPTH)
    at = verdict.unit.at.province
    told = _Told(Field({**phase.verdicts, at: verdict}))
    told.claim(at)
    return told.tell(verdict, Role.ASKED, DEPTH)


def _speaks_of(verdict: Verdict, province: Province) -> bool:
    if verdict.unit:
        return verdict.unit.at.province == province
    return isinstance(verdict.order, Build) and province_of(verdict.order) == province


# --- the chain -------------------------------------------------------------------------------------------------

_Cause = tuple[Province, Role]


@dataclass
class _Told:
    """What a chain has told so far, so that nothing is told twice."""

    of: Field
    claimed: set[Province] = field(default_factory=set)

    def claim(self, at: Province) -> bool:
        """Whether a unit is new to the chain; from now on it is not."""
        is_new = at in self.of.verdicts and at not in self.claimed
        self.claimed.add(at)
        return is_new

    def tell(self, verdict: Verdict, role: Role, depth: int) -> Because:
        """A verdict with its causes, all of which are claimed before any of them is followed."""
        attack, against = fight(verdict)
        causes = [cause for cause in _causes(self.of, verdict, role) if self.claim(cause[0])] if depth else []
        below = tuple(self.tell(self.of.verdicts[at], cause, depth - 1) for at, cause in causes)
        return Because(verdict, role, attack, against, below)


def _causes(of: Field, verdict: Verdict, role: Role) -> Iterator[_Cause]:
    """The orders that made a verdict what it is, as far as its role in the chain asks for them."""
    if verdict.unit is None:
        return
    at = verdict.unit.at.province
    match role:
        case Role.WITH | Role.DISCOUNTED | Role.CUTTER | Role.HELPED | Role.MET:
            return
        case Role.AGAINST:
            yield from ((by, Role.WITH) for by in of.supports(at, counted=True))
            yield from ((by, Role.WITHOUT) for by in of.supports(at, counted=False))
        case Role.ASKED | Role.CARRIER:
            if not isinstance(verdict.reason, HeadToHead):  # which tells of the same fight
                yield from _drove_out(of, verdict, at)
            yield from _made_so(of, verdict, at)
            yield from _drove_out(of, verdict, at)
        case Role.WITHOUT | Role.STUCK | Role.BEATEN | Role.DISLODGER:
            yield from _made_so(of, verdict, at)
        case _:
            assert_never(role)
    if role is Role.ASKED and isinstance(verdict.reason, Success) and not verdict.dislodged:
        yield from ((attacker, Role.BEATEN) for attacker in of.attackers(at) if not of.target(at))


def _made_so(of: Field, verdict: Verdict, at: Province) -> Iterator[_Cause]:
    match verdict.reason:
        case Moved(convoyed_by=fleets):
            yield from _fought(of, verdict, at)
            yield from ((fleet, Role.CARRIER) for fleet in fleets)
        case Bounced() | HeadToHead() | OwnSupport():
            yield from _fought(of, verdict, at)
        case OwnUnit(unit):
            yield unit, _opposing(of, at, unit)
        case Cut(by, dislodged):
            yield from ((attacker, Role.DISLODGER if dislodged else Role.CUTTER) for attacker in by)
        case NoConvoy():
            yield from ((fleet, Role.CARRIER) for fleet in of.carriers(at))
        case Disrupted(fleets) | Paradox(fleets):
            yield from ((fleet, Role.CARRIER) for fleet in fleets)
        case RetreatsCollided(others):
            yield from ((other, Role.MET) for other in others)
        case Unmatched():
            match verdict.order:
                case SupportHold(target=other) | SupportMove(origin=other) | Convoy(origin=other):
                    yield other, Role.HELPED
                case _:
                    pass
        case _:
            pass  # the rule alone says why


def _fought(of: Field, verdict: Verdict, at: Province) -> Iterator[_Cause]:
    """The supports of an attack, then those who opposed it; nobody asks for more support where nobody did."""
    attack, against = fight(verdict)
    if attack is None:
        return
    yield from _support(of, attack) if against else ((by, Role.WITH) for by in attack.supporters)
    yield from ((side.unit, _opposing(of, at, side.unit)) for side in against)


def _support(of: Field, side: Side) -> Iterator[_Cause]:
    counted = tuple(of.supports(side.unit, counted=True))
    yield from ((by, Role.WITH if by in side.supporters else Role.DISCOUNTED) for by in counted)
    yield from ((by, Role.WITHOUT) for by in of.supports(side.unit, counted=False))


def _opposing(of: Field, at: Province, by: Province) -> Role:
    """A unit found where an attack went is stuck there if it tried to leave, otherwise than towards the attacker."""
    is_stuck = by == of.target(at) and of.target(by) not in {None, at}
    return Role.STUCK if is_stuck else Role.AGAINST


def _drove_out(of: Field, verdict: Verdict, at: Province) -> Iterator[_Cause]:
    if verdict.dislodged:
        yield verdict.dislodged.by, Role.DISLODGER
        yield from ((by, Role.WITHOUT) for by in of.supports(at, counted=False))
