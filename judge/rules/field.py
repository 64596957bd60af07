"""Indexes the verdicts of a phase by province: who attacked, supported and convoyed whom."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from judge.rules.board import Province, Unit
from judge.rules.fight import Side
from judge.rules.orders import Convoy, Move, SupportHold, SupportMove
from judge.rules.verdicts import (
    Bounced,
    HeadToHead,
    Illegal,
    Judgement,
    Moved,
    OwnSupport,
    Reason,
    Succeeded,
    Verdict,
    Void,
)

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
        return (at for at in sorted(self.verdicts) if self.target(at) == province)

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
