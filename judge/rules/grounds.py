"""What decides each part of a verdict, as the keys that paragraphs of the rule books bear.

A key is a reason, ``verdict.Bounced``, with what is particular about it behind, ``verdict.Bounced.garrison``; a broken
rule is ``illegal.not_adjacent``, any of them ``illegal``. Keys follow from the verdicts of a phase, which are stored
with the game; where the fog hides some, the keys are the general ones.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from judge.rules.board import Board, Province
from judge.rules.explanation import VerdictsByProvince
from judge.rules.orders import Convoy, Move, SupportHold, SupportMove
from judge.rules.routes import UnusedConvoy, shortest_chain
from judge.rules.verdicts import (
    Bounced,
    Carried,
    Disrupted,
    HeadToHead,
    Moved,
    NoConvoy,
    Paradox,
    Stood,
    Supported,
    Unmatched,
    Verdict,
    Void,
)

Keys = tuple[str, ...]
"""What decided something, the most particular key first."""


class Part(Enum):
    """What a verdict tells, each part in a sentence of its own."""

    ORDER = "order"
    DISLODGEMENT = "dislodgement"
    HARM = "harm"


_DISLODGEMENT: Keys = ("verdict.Dislodgement",)
_HARM: Keys = ("verdict.Harm",)


def grounds_of(verdict: Verdict, phase: VerdictsByProvince, board: Board) -> Mapping[Part, Keys]:
    """Return the keys of what decided each part of a verdict; of a unit that only held and was driven out, that."""
    grounds: dict[Part, Keys] = {}
    if not (verdict.dislodged and isinstance(verdict.reason, Stood)):
        grounds[Part.ORDER] = _of_order(verdict, _Particulars(board, phase))
    if verdict.dislodged:
        grounds[Part.DISLODGEMENT] = _DISLODGEMENT
    if verdict.harm:
        grounds[Part.HARM] = _HARM
    return grounds


def _of_order(verdict: Verdict, particulars: "_Particulars") -> Keys:
    if isinstance(verdict.reason, Void):
        return f"illegal.{verdict.reason.why.value}", "illegal"
    name = f"verdict.{type(verdict.reason).__name__}"
    return (*(f"{name}.{one}" for one in particulars.of(verdict)), name)


@dataclass(frozen=True)
class _Particulars:
    """What is particular about the verdicts of one phase."""

    board: Board
    phase: VerdictsByProvince

    def of(self, verdict: Verdict) -> Iterator[str]:
        """Yield the ends of the keys of a verdict, what says most about it first."""
        match verdict.reason, verdict.order:
            case Moved(), Move() as order:
                yield from self._of_entry(verdict, verdict.reason, order)
            case Bounced(), Move() as order:
                yield from self._of_bounce(verdict.reason, order)
            case HeadToHead(strength=strength, against=against), _ if strength < against:
                yield "outmatched"
            case Supported(), SupportHold() | SupportMove() as order:
                yield from self._of_support(verdict, verdict.reason, order)
            case Unmatched(), order:
                yield "convoy" if isinstance(order, Convoy) else "support"
            case Carried(), Convoy() as order:
                yield from self._of_carrier(verdict.reason, order)
            case Disrupted(), Convoy() as order if self.phase.target(order.origin) and self._has_effect(order.origin):
                yield "walked" if self._walked(order) else "route_left"
            case Disrupted() | NoConvoy(), Move() as order:
                yield from self._of_broken_convoy(verdict, order)
            case _:
                pass

    def _of_entry(self, verdict: Verdict, reason: Moved, order: Move) -> Iterator[str]:
        target, fleets = order.to.province, reason.convoyed_by
        if any(self._is_driven_out_by(at, target) and self._has_effect(at) for at in self._rivals(order)):
            yield "past_dislodged"
        if reason.against:
            yield "contested"
        if fleets and verdict.unit and self.board.reaches(verdict.unit, target):
            yield "either_way"
        ring = self._ring(order.at)
        if ring:
            yield "exchanged" if len(ring) == 2 else "ring"  # noqa: PLR2004 (two change places)
        if fleets and any(self._is_sunk(fleet) for fleet in self._fleets(order.at, target)):
            yield "route_left"
        if len(fleets) > 1:
            yield "by_chain"
        if fleets:
            yield "convoyed"

    def _of_bounce(self, reason: Bounced, order: Move) -> Iterator[str]:
        target = order.to.province
        if any(self._is_driven_out_by(rival, target) for rival in reason.by):
            yield "by_dislodged"
        if reason.strength < reason.against:
            yield "outmatched"
        elif target in reason.by:
            yield "occupied" if len(reason.by) == 1 else "crowded"
        elif target not in reason.by and self._stays(target):
            yield "garrison"

    def _of_support(self, verdict: Verdict, reason: Supported, order: SupportHold | SupportMove) -> Iterator[str]:
        if reason.against_own:
            yield "against_own"
        aim = order.target if isinstance(order, SupportHold) else order.to.province
        attackers = [at for at in self.phase.attackers(order.at) if self._has_effect(at)]
        foreign = [at for at in attackers if self._power(at) != (verdict.unit.power if verdict.unit else None)]
        driven_out = verdict.dislodged.by if verdict.dislodged else None
        if any(at != aim or at == driven_out for at in foreign):
            yield "protected"
        if attackers:
            yield "uncut"

    def _of_carrier(self, reason: Carried, order: Convoy) -> Iterator[str]:
        army = self.phase.verdicts.get(order.origin)
        if reason.why_not is UnusedConvoy.BROKEN and self._has_route(order.origin, order.to):
            yield "other_route"
        if reason.why_not:
            yield reason.why_not.value
        elif army and army.unit and self.board.reaches(army.unit, order.to):
            yield "either_way"

    def _of_broken_convoy(self, verdict: Verdict, order: Move) -> Iterator[str]:
        if isinstance(verdict.reason, Disrupted) and self._has_route(order.at, order.to.province):
            yield "other_route"
        if verdict.unit and self.board.reaches(verdict.unit, order.to.province):
            yield "either_way"

    # --- the other verdicts of the phase

    def _rivals(self, order: Move) -> Iterator[Province]:
        return (at for at in self.phase.attackers(order.to.province) if at != order.at)

    def _is_driven_out_by(self, at: Province, by: Province) -> bool:
        """Whether the unit of a province was dislodged by the one from another."""
        verdict = self.phase.verdicts.get(at)
        return bool(verdict and verdict.dislodged and verdict.dislodged.by == by)

    def _is_sunk(self, at: Province) -> bool:
        verdict = self.phase.verdicts.get(at)
        return bool(verdict and verdict.dislodged)

    def _stays(self, at: Province) -> bool:
        verdict = self.phase.verdicts.get(at)
        return bool(verdict and not verdict.dislodged and not isinstance(verdict.reason, Moved))

    def _power(self, at: Province) -> str | None:
        unit = self.phase.verdicts[at].unit
        return unit.power if unit else None

    def _has_effect(self, at: Province) -> bool:
        """Whether an attack had any, by land or because its convoy held."""
        return not isinstance(self.phase.verdicts[at].reason, NoConvoy | Disrupted | Paradox)

    def _walked(self, order: Convoy) -> bool:
        """Whether an army that attacked did so by land, as far as its verdict and those of its fleets tell."""
        army = self.phase.verdicts[order.origin]
        by_sea = isinstance(army.reason, Moved) and army.reason.convoyed_by
        return not by_sea and bool(army.unit and self.board.reaches(army.unit, order.to))

    def _has_route(self, army: Province, to: Province) -> bool:
        """Whether fleets that are left make a route."""
        afloat = {at for at in self._fleets(army, to) if not self._is_sunk(at)}
        return bool(shortest_chain(self.board, afloat, army, to))

    def _fleets(self, army: Province, to: Province) -> Iterator[Province]:
        """The fleets that could have carried an army where it went, as they were ordered."""
        for at in self.phase.carriers(army):
            verdict = self.phase.verdicts[at]
            is_fit = isinstance(verdict.reason, Carried | Disrupted)
            if is_fit and isinstance(verdict.order, Convoy) and verdict.order.to == to:
                yield at

    def _ring(self, at: Province) -> tuple[Province, ...]:
        """The units that each moved into the place of the next, from this one on; empty where they make no ring."""
        ring = [at]
        while self._moved(ring[-1]) and (ahead := self.phase.target(ring[-1])):
            if ahead == at:
                return tuple(ring)
            if ahead in ring:
                break
            ring.append(ahead)
        return ()

    def _moved(self, at: Province) -> bool:
        verdict = self.phase.verdicts.get(at)
        return bool(verdict and isinstance(verdict.reason, Moved))
