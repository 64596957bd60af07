"""Completes verdicts stored before they named supporters: the supports are found by adding strengths.

The supports that make up a stated strength are all those given to a unit, or all but those of the power it would have
dislodged (000 X.C, 001 IX.3), or none of a unit that failed to leave.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from judge.rules.board import Power, Province
from judge.rules.explanation import VerdictsByProvince, verdicts_by_province
from judge.rules.fight import Side
from judge.rules.orders import Move, SupportHold, SupportMove
from judge.rules.verdicts import Bounced, HeadToHead, Judgement, Moved, OwnSupport, Verdict


def with_supporters(judgement: Judgement) -> Judgement:
    """Return the judgement with the sides of every fight in its verdicts, as far as adding can tell."""
    sums = _Sums(verdicts_by_province(judgement))
    verdicts = {power: tuple(map(sums.completed, listed)) for power, listed in judgement.verdicts.items()}
    return replace(judgement, verdicts=verdicts)


@dataclass(frozen=True)
class _Sums:
    """The verdicts of a phase, and what their strengths add up to."""

    of: VerdictsByProvince

    def completed(self, verdict: Verdict) -> Verdict:
        """The verdict with the sides of its fight, if it tells of one."""
        if verdict.unit is None:
            return verdict
        at = verdict.unit.at.province
        match verdict.reason:
            case Moved(strength, against, opposed_by):
                opposition = tuple(self._beaten(at, by, against) for by in opposed_by)
            case Bounced(by, strength, against):
                opposition = tuple(self._side(opponent, against) for opponent in by)
            case HeadToHead(by, strength, against) | OwnSupport(by, _, strength, against):
                opposition = (self._side(by, against),)
            case _:
                return verdict
        return replace(verdict, supporters=self._attack(at, strength).supporters, opposition=opposition)

    def _side(self, at: Province, strength: int | None = None, without: Power | None = None) -> Side:
        """A unit with as many of its supports as make up its strength; without one stated, with all of them.

        Of a unit whose verdict is not known there is the strength alone.
        """
        if at not in self.of.verdicts:
            return Side(at, strength or 0)
        supporters = tuple(self.of.supports(at, counted=True))
        full = self._sum(at, supporters)
        if strength is None or strength == full:
            return Side(at, full, supporters)
        others = tuple(by for by in supporters if without and self._power(by) != without)
        return Side(at, strength, min((supporters, others), key=lambda some: abs(strength - self._sum(at, some))))

    def _attack(self, at: Province, strength: int) -> Side:
        """The side of an attacker; support of the unit it meets may not have counted."""
        target = self.of.target(at)
        return self._side(at, strength, without=self._power(target) if target else None)

    def _power(self, at: Province) -> Power | None:
        verdict = self.of.verdicts.get(at)
        return verdict.unit.power if verdict and verdict.unit else None

    def _sum(self, at: Province, supporters: Iterable[Province]) -> int:
        """What a unit and some supports come to, but for a river, of which verdicts say nothing."""
        return _own(self.of.verdicts[at]) + sum(_help(self.of.verdicts[by]) for by in supporters)

    def _beaten(self, at: Province, by: Province, against: int) -> Side:
        """The side of an opponent that an attack overcame: a rival with all it had, or the unit driven out."""
        if by not in self.of.verdicts:
            return self._side(by, against)
        dislodged = self.of.verdicts[by].dislodged
        return self._side(by, dislodged.against if dislodged and dislodged.by == at else None)


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
