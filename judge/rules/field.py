"""Who did what in a phase, told from its verdicts alone.

Where a reason gives a strength, the supports that make it up are found by adding: those given to a unit all count, or
those of the power it would have dislodged do not (000 X.C, 001 IX.3), or, for a unit that tried to leave, none does.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from judge.rules.board import Power, Province
from judge.rules.orders import Convoy, Move, SupportHold, SupportMove
from judge.rules.verdicts import Bounced, HeadToHead, Moved, OwnSupport, Success, Verdict, Void


@dataclass(frozen=True)
class Side:
    """One unit of a fight: the strength it brought, and the units whose supports made it up."""

    unit: Province
    strength: int
    supporters: tuple[Province, ...] = ()


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

    def side(self, at: Province, strength: int | None = None, without: Power | None = None) -> Side:
        """A unit with as many of its supports as make up its strength; without one stated, with all of them.

        Of a unit whose verdict is not known there is the strength alone.
        """
        if at not in self.verdicts:
            return Side(at, strength or 0)
        supporters = tuple(self.supports(at, counted=True))
        full = self._sum(at, supporters)
        if strength is None or strength == full:
            return Side(at, full, supporters)
        others = tuple(by for by in supporters if without and self._power(by) != without)
        return Side(at, strength, min((supporters, others), key=lambda some: abs(strength - self._sum(at, some))))

    def attack(self, at: Province, strength: int) -> Side:
        """The side of an attacker; support of the unit it meets may not have counted."""
        target = self.target(at)
        return self.side(at, strength, without=self._power(target) if target else None)

    def _power(self, at: Province) -> Power | None:
        verdict = self.verdicts.get(at)
        return verdict.unit.power if verdict and verdict.unit else None

    def _sum(self, at: Province, supporters: Iterable[Province]) -> int:
        """What a unit and some supports come to, but for a river, of which verdicts say nothing."""
        return _own(self.verdicts[at]) + sum(_help(self.verdicts[by]) for by in supporters)


def _own(verdict: Verdict) -> int:
    """The power a unit attacks with, or stands with, used power counted (004 8, 13)."""
    unit = verdict.unit
    if unit is None:
        return 0
    if isinstance(verdict.order, Move):
        return unit.strength + verdict.order.powered
    return unit.corps.defence if unit.corps else unit.strength


def _help(verdict: Verdict) -> int:
    """The power a unit supports with."""
    if verdict.unit is None or not isinstance(verdict.order, SupportHold | SupportMove):
        return 0
    corps = verdict.unit.corps
    return (corps.support if corps else verdict.unit.strength) + verdict.order.powered


def fight(of: Field, verdict: Verdict) -> tuple[Side | None, tuple[Side, ...]]:
    """The sides of an attack that was fought out."""
    if verdict.unit is None:
        return None, ()
    at = verdict.unit.at.province
    match verdict.reason:
        case Moved(strength, against, opposed_by):
            return of.attack(at, strength), tuple(_beaten(of, at, by, against) for by in opposed_by)
        case Bounced(by, strength, against):
            return of.attack(at, strength), tuple(of.side(opponent, against) for opponent in by)
        case HeadToHead(by, strength, against) | OwnSupport(by, _, strength, against):
            return of.attack(at, strength), (of.side(by, against),)
        case _:
            return None, ()


def _beaten(of: Field, at: Province, by: Province, against: int) -> Side:
    """The side of an opponent that an attack overcame: a rival with all it had, or the unit driven out."""
    if by not in of.verdicts:
        return of.side(by, against)
    dislodged = of.verdicts[by].dislodged
    return of.side(by, dislodged.against if dislodged and dislodged.by == at else None)
