"""A slow second opinion: whether the verdicts of a movement phase agree with the definitions of the rules.

It takes the verdicts as given, works every strength out again from them, one plain sum at a time, and asks of each
verdict whether the rule it stands for holds (DATC 5.B). It shares no code with the judge but the board.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from judge.rules.board import Board, Location, Power, Province, UnitKind
from judge.rules.judge_phase import MovementResult
from judge.rules.orders import Convoy, Move, Order, SupportHold, SupportMove
from judge.rules.position import Position
from judge.rules.rulebook import ConvoyedAttackerOrigin, ConvoyRoutes, Paradoxes, RuleBook
from judge.rules.verdicts import (
    Bounced,
    Carried,
    Cut,
    Disrupted,
    HeadToHead,
    Moved,
    NoConvoy,
    OwnSupport,
    OwnUnit,
    Paradox,
    Reason,
    Stood,
    Supported,
    Unmatched,
    Void,
)


@dataclass(frozen=True)
class Definitions:
    """A judged phase under examination."""

    board: Board
    book: RuleBook
    position: Position
    fought: MovementResult

    def contradictions(self) -> list[str]:
        """Every verdict that its own rule denies, in words; none for a sound judgement."""
        units = self.position.units
        return [
            *(f"{at}: {self.reason(at)}" for at in units if not self._is_sound(at)),
            *(f"{at}: {self.fought.verdicts[at].dislodged}" for at in units if not self._is_rightly_dislodged(at)),
            *(f"{at}: all wait for one another" for at in units if self._is_in_a_stopped_ring(at)),
            *(f"{at}: contested" for at in self.board.regions if self._is_contested(at) != self._is_closed(at)),
        ]

    # --- what the verdicts say ---------------------------------------------------------------------------------

    def reason(self, at: Province) -> Reason:
        return self.fought.verdicts[at].reason

    def order(self, at: Province) -> Order | None:
        """The order that counts: none for a void one, or where no unit stands."""
        verdict = self.fought.verdicts.get(at)
        return None if verdict is None or isinstance(verdict.reason, Void) else verdict.order

    def target(self, at: Province) -> Province | None:
        order = self.order(at)
        return order.to.province if isinstance(order, Move) else None

    def moved(self, at: Province) -> bool:
        return isinstance(self.reason(at), Moved)

    def arrived(self, at: Province) -> bool:
        return self.target(at) is not None and not isinstance(self.reason(at), NoConvoy | Disrupted | Paradox)

    def went_by_sea(self, at: Province) -> bool:
        target = self.target(at)
        if target is None or self.position.units[at].kind is UnitKind.FLEET:
            return False
        by_land = self.board.reaches(self.position.units[at], target)
        used = any(self.reason(fleet) == Carried(used=True) for fleet in self.convoy(at))
        return not by_land or used or not self.arrived(at)

    def convoy(self, army: Province) -> list[Province]:
        """The fleets ordered to carry an army where it goes."""
        return [at for at in self.position.units if self.order(at) == Convoy(at, army, self.target(army) or army)]

    def rivals(self, at: Province) -> Iterator[Province]:
        return (other for other in self.position.units if other != at and self.target(other) == self.target(at))

    def attackers(self, province: Province) -> list[Province]:
        return [at for at in self.position.units if self.target(at) == province]

    def opponent(self, at: Province) -> Province | None:
        """The unit met head to head."""
        target = self.target(at)
        if target is None or self.target(target) != at:
            return None
        return None if self.went_by_sea(at) or self.went_by_sea(target) else target

    # --- strengths ---------------------------------------------------------------------------------------------

    def strength(self, at: Province, without: Power | None = None) -> int:
        """The unit and its counted supports."""
        units = self.position.units
        helpers = [by for by in units if isinstance(self.reason(by), Supported) and self._is_for(by, at)]
        return units[at].strength + sum(units[by].strength for by in helpers if units[by].power != without)

    def _is_for(self, supporter: Province, at: Province) -> bool:
        match self.order(supporter):
            case SupportHold(target=target):
                return target == at
            case SupportMove(origin=origin):
                return origin == at
            case _:
                return False

    def stay_strength(self, at: Province) -> int:
        """What an attacker finds in the province it goes to."""
        target = self.target(at)
        assert target
        if target not in self.position.units:
            return 0
        if self.opponent(at) or self.target(target) is None:
            return self.strength(target)
        return 0 if self.moved(target) else self.position.units[target].strength

    def prevent_strength(self, at: Province) -> int:
        return 0 if self._is_driven_out_from_there(at) or not self.arrived(at) else self.strength(at)

    def _is_driven_out_from_there(self, at: Province) -> bool:
        """Whether the unit it attacks drives it out, so that it has no effect there (000 X.C, 001 IX.7, DATC 4.A.7)."""
        target = self.target(at)
        if target is None or self.target(target) != at or not self.moved(target) or self.moved(at):
            return False
        return bool(self.opponent(at)) or self.book.convoyed_attacker_origin is ConvoyedAttackerOrigin.CLOSED

    def attack_strength(self, at: Province) -> int:
        stander = self._stander(at)
        if not self.arrived(at) or stander == self.position.units[at].power:
            return 0
        return self.strength(at, without=stander)

    def _stander(self, at: Province) -> Power | None:
        target = self.target(at)
        unit = self.position.units.get(target) if target else None
        if unit is None or target is None or (self.moved(target) and not self.opponent(at)):
            return None
        return unit.power

    def opposition(self, at: Province) -> int:
        return max([self.stay_strength(at), *(self.prevent_strength(rival) for rival in self.rivals(at))])

    # --- the rules ---------------------------------------------------------------------------------------------

    def _is_sound(self, at: Province) -> bool:
        match self.reason(at):
            case Stood() | Void():
                return True
            case Moved(strength, against):
                return self._carried(at) and strength == self.attack_strength(at) > against == self.opposition(at)
            case Bounced(by, strength, against):
                return self._carried(at) and at not in by and strength <= against == self.opposition(at)
            case HeadToHead(by, strength, against):
                return by == self.opponent(at) and strength <= against == self.strength(by)
            case OwnUnit(unit):
                return unit == self.target(at) and self.attack_strength(at) == 0 < self.opposition(at) < self.strength(
                    at
                )
            case OwnSupport(defender, discounted, strength, against):
                same = {self._stander(at)} == {self.position.units[by].power for by in discounted}
                return (
                    same
                    and strength == self.attack_strength(at) <= against == self.stay_strength(at)
                    and defender == self.target(at)
                    and self.strength(at) > self.opposition(at)
                )
            case Supported():
                return not self.cutters(at)
            case Cut(by):
                return set(by) <= set(self.cutters(at))
            case Unmatched(did):
                return self._does_not_fit(at, did)
            case Carried(used):
                return not self._sunk(at) and used <= self._fits(at)
            case NoConvoy():
                return not self._joined(at, self.convoy(at))
            case Disrupted(fleets):
                return all(self._sunk(fleet) for fleet in fleets) and (at in fleets or not self._holds(at))
            case Paradox():
                return self.book.paradoxes is not Paradoxes.SEA_FIRST
            case _:
                return False

    def _carried(self, at: Province) -> bool:
        return not self.went_by_sea(at) or self._holds(at)

    def _holds(self, army: Province) -> bool:
        """Whether the convoy of an army still stands after the phase."""
        fleets = self.convoy(army)
        afloat = [fleet for fleet in fleets if not self._sunk(fleet)]
        if self.book.convoy_routes is ConvoyRoutes.ALL:
            return self._joined(army, afloat) and all(
                self._is_idle(army, fleet) for fleet in fleets if self._sunk(fleet)
            )
        return self._joined(army, afloat)

    def _is_idle(self, army: Province, fleet: Province) -> bool:
        """Whether a fleet lies on no route on which every fleet is needed: no path without a short cut uses it."""
        return not any(fleet in path and self._is_lean(army, path) for path in self._paths(army, self.convoy(army)))

    def _is_lean(self, army: Province, path: tuple[Province, ...]) -> bool:
        return not any(self._joined(army, [other for other in path if other != fleet]) for fleet in path)

    def _joined(self, army: Province, fleets: list[Province]) -> bool:
        return any(True for _ in self._paths(army, fleets))

    def _paths(self, army: Province, fleets: list[Province]) -> Iterator[tuple[Province, ...]]:
        """Every way through these fleets, none twice on one way."""
        ways: list[tuple[Province, ...]] = [(fleet,) for fleet in fleets if self._touch(fleet, army)]
        while ways:
            way = ways.pop()
            if self._touch(way[-1], self.target(army)):
                yield way
            ways.extend((*way, fleet) for fleet in fleets if fleet not in way and self._touch(way[-1], fleet))

    def _touch(self, sea: Province, other: Province | None) -> bool:
        return any(place.province == other for place in self.board.neighbours(UnitKind.FLEET, Location(sea)))

    def _sunk(self, at: Province) -> bool:
        return self.fought.verdicts[at].dislodged is not None

    def _fits(self, fleet: Province) -> bool:
        order = self.order(fleet)
        return isinstance(order, Convoy) and self.went_by_sea(order.origin)

    def cutters(self, supporter: Province) -> list[Province]:
        """The attacks that cut a support (000 XI, 001 X)."""
        order, units = self.order(supporter), self.position.units
        aimed_at = order.target if isinstance(order, SupportHold) else None
        if isinstance(order, SupportMove):
            aimed_at = order.to.province
        foreign = [at for at in self.attackers(supporter) if units[at].power != units[supporter].power]
        open_to = [at for at in foreign if self.arrived(at) and not self._is_shielded(at, order, aimed_at)]
        return [at for at in open_to if at != aimed_at or self.moved(at)]

    def _is_shielded(self, attacker: Province, order: Order | None, aimed_at: Province | None) -> bool:
        if not self.went_by_sea(attacker) or aimed_at is None:
            return False
        match self.book.paradoxes:
            case Paradoxes.SZYKMAN:
                return False
            case Paradoxes.ALL_FAIL:
                own = aimed_at in self.convoy(attacker) and not self._is_idle(attacker, aimed_at)
                return own and isinstance(order, SupportMove)
            case Paradoxes.SEA_FIRST:
                armies = [at for at in self.position.units if aimed_at in self.convoy(at)]
                return any(not self._is_idle(army, aimed_at) for army in armies)

    def _does_not_fit(self, at: Province, did: Order | None) -> bool:
        match self.order(at):
            case SupportHold(target=other):
                return self.target(other) is not None and did == self.fought.verdicts[other].order
            case SupportMove(origin=other, to=to):
                return self.target(other) != to.province and did == self.fought.verdicts[other].order
            case Convoy(origin=other, to=landing):
                return self.target(other) != landing and did == self.fought.verdicts[other].order
            case _:
                return False

    def _is_rightly_dislodged(self, at: Province) -> bool:
        entered = [by for by in self.attackers(at) if self.moved(by)]
        driven = self.fought.verdicts[at].dislodged
        if self.moved(at) or not entered:
            return driven is None
        numbers = driven and (driven.by, driven.strength, driven.against)
        return numbers == (entered[0], self.attack_strength(entered[0]), self.stay_strength(entered[0]))

    def _is_in_a_stopped_ring(self, at: Province) -> bool:
        """Whether an attack waits for a unit that waits for another, and so on back to itself: that ring must turn."""
        ring = [at]
        while self._only_waits(ring[-1]):
            ahead = self.target(ring[-1])
            if ahead is None or ahead in ring:
                return ahead == at
            ring.append(ahead)
        return False

    def _only_waits(self, at: Province) -> bool:
        """Whether an attack would succeed if the unit it finds before it left."""
        target = self.target(at)
        if target is None or self.target(target) is None or self.moved(target) or self.opponent(at):
            return False
        return self.arrived(at) and all(self.strength(at) > self.prevent_strength(rival) for rival in self.rivals(at))

    def _is_contested(self, province: Province) -> bool:
        """Whether attacks held each other off from a province nobody stands in (000 XII, 001 XI)."""
        stopped = [at for at in self.attackers(province) if not self.moved(at) and self.prevent_strength(at)]
        return province not in self.fought.units and len(stopped) > 1

    def _is_closed(self, province: Province) -> bool:
        return province in self.fought.contested
