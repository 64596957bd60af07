"""Who attacked, supported and carried whom in a phase, told from its verdicts alone."""

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
    Success,
    Verdict,
    Void,
)

FOUGHT = (Moved, Bounced, HeadToHead, OwnSupport)
"""The reasons of attacks that were fought out."""


@dataclass(frozen=True)
class Field:
    """The verdicts of a phase by the province of their unit; those of units that hide in the fog are missing."""

    verdicts: Mapping[Province, Verdict]

    def target(self, at: Province) -> Province | None:
        """The province a unit attacked, if it did."""
        verdict = self.verdicts.get(at)
        if verdict is None or isinstance(verdict.reason, Void):
            return None
        return verdict.order.to.province if isinstance(verdict.order, Move) else None

    def attackers(self, province: Province) -> Iterator[Province]:
        """The units that attacked a province."""
        return (at for at in sorted(self.verdicts) if self.target(at) == province)

    def supports(self, helped: Province, *, counted: bool) -> Iterator[Province]:
        """The units that were to support a unit in whatever way, and did or did not."""
        for at, verdict in sorted(self.verdicts.items()):
            match verdict.order:
                case SupportHold(target=unit) | SupportMove(origin=unit) if unit == helped:
                    if isinstance(verdict.reason, Success) is counted:
                        yield at
                case _:
                    pass

    def carriers(self, army: Province) -> Iterator[Province]:
        """The fleets that were ordered to carry an army, wherever to."""
        for at, verdict in sorted(self.verdicts.items()):
            if isinstance(verdict.order, Convoy) and verdict.order.origin == army:
                yield at


def opponents(reason: Reason) -> tuple[Province, ...]:
    """The units that opposed an attack, as far as its reason names them."""
    match reason:
        case Moved(opposed_by=by) | Bounced(by=by):
            return by
        case HeadToHead(by=by) | OwnSupport(defender=by):
            return (by,)
        case _:
            return ()


def fight(verdict: Verdict) -> tuple[Side | None, tuple[Side, ...]]:
    """The sides of an attack that was fought out: its own, and those that opposed it."""
    match verdict.unit, verdict.reason:
        case Unit(at=at), Moved() | Bounced() | HeadToHead() | OwnSupport() as reason:
            return Side(at.province, reason.strength, verdict.supporters), verdict.opposition
        case _:
            return None, ()


def field_of(judgement: Judgement) -> Field:
    """The verdicts of a phase by the province of their unit; of several on one unit, the one that mattered."""
    verdicts = sorted(chain.from_iterable(judgement.verdicts.values()), key=is_idle, reverse=True)
    return Field({verdict.unit.at.province: verdict for verdict in verdicts if verdict.unit})


def is_idle(verdict: Verdict) -> bool:
    """Whether a verdict is on an order that its unit had no use for: nothing became of the unit by it."""
    match verdict.reason:
        case Void(Illegal.NOT_DISLODGED | Illegal.REMOVAL_NOT_DUE | Illegal.REMOVAL_TWICE | Illegal.NO_UNIT):
            return True
        case Void():
            return verdict.unit is None
        case _:
            return False
