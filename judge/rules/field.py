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
    """The verdicts of a phase by the province of their unit."""

    verdicts: Mapping[Province, Verdict]

    def target(self, at: Province) -> Province | None:
        """The province a unit attacked, if it did."""
        verdict = self.verdicts[at]
        is_attack = isinstance(verdict.order, Move) and not isinstance(verdict.reason, Void)
        return verdict.order.to.province if is_attack and isinstance(verdict.order, Move) else None

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
        """A unit with as many of its supports as make up its strength; without one stated, with all of them."""
        supporters = tuple(self.supports(at, counted=True))
        full = self._sum(at, supporters)
        if strength in {None, full}:
            return Side(at, full, supporters)
        others = tuple(by for by in supporters if without and self._power(by) != without)
        return Side(at, self._sum(at, others), others)

    def attack(self, at: Province, strength: int) -> Side:
        """The side of an attacker; support of the unit it meets may not have counted."""
        target = self.target(at)
        return self.side(at, strength, without=self._power(target) if target else None)

    def _power(self, at: Province) -> Power | None:
        verdict = self.verdicts.get(at)
        return verdict.unit.power if verdict and verdict.unit else None

    def _sum(self, at: Province, supporters: Iterable[Province]) -> int:
        units = (self.verdicts[unit].unit for unit in (at, *supporters))
        return sum(unit.strength for unit in units if unit)


def fight(of: Field, verdict: Verdict) -> tuple[Side | None, tuple[Side, ...]]:
    """The sides of an attack that was fought out."""
    if verdict.unit is None:
        return None, ()
    at = verdict.unit.at.province
    match verdict.reason:
        case Moved(strength, _, opposed_by):
            return of.attack(at, strength), tuple(_beaten(of, at, by) for by in opposed_by)
        case Bounced(by, strength, against):
            return of.attack(at, strength), tuple(of.side(opponent, against) for opponent in by)
        case HeadToHead(by, strength, against) | OwnSupport(by, _, strength, against):
            return of.attack(at, strength), (of.side(by, against),)
        case _:
            return None, ()


def _beaten(of: Field, at: Province, by: Province) -> Side:
    """The side of an opponent that an attack overcame: a rival with all it had, or the unit driven out."""
    dislodged = of.verdicts[by].dislodged
    return of.side(by, dislodged.against if dislodged and dislodged.by == at else None)
