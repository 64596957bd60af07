"""What every location is worth to a power: the centres around it, who threatens them, who contends for it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from judge.rules.board import Board, Location, Power, Province, Unit, UnitKind
from judge.rules.memo import kept_for_same
from judge.rules.position import Position, Season

_STEPS = 8
"""So many moves ahead a centre is felt."""

_SPREAD = 5
"""By how much it is felt less with each step, for as many neighbours as most places have."""

_NEARNESS = {
    Season.SPRING: (300, 1000, 300, 200, 150, 100, 80, 60),
    Season.FALL: (1000, 300, 200, 150, 100, 80, 60, 50),
}
"""What a centre weighs that lies here, one step off, two, …: in autumn one must stand in it, in spring beside it."""

_ATTACK = {Season.SPRING: 700, Season.FALL: 700}
_DEFENCE = {Season.SPRING: 100, Season.FALL: 150}
"""What a centre of another, and an own one that is threatened, weigh: who defends everything gets nowhere."""

_UNCLAIMED = 100
"""What a centre that nobody owns counts for, about as much as one of a power with seven."""

_HELP, _RIVALRY = 30_000, 100_000
"""What each own unit that may come to a province adds to its worth, and each unit of the strongest rival takes away."""


@dataclass(frozen=True)
class _Ground:
    """The locations where units of a kind may stand, and the neighbours of each as places in that list."""

    places: Sequence[Location]
    around: Sequence[Sequence[int]]


@kept_for_same
def _grounds(board: Board) -> Mapping[UnitKind, _Ground]:
    return {kind: _ground(board, kind) for kind in UnitKind}


def _ground(board: Board, kind: UnitKind) -> _Ground:
    places = sorted(board.borders.get(kind, {}))
    number = {place: at for at, place in enumerate(places)}
    around = [[number[to] for to in sorted(board.neighbours(kind, place)) if to in number] for place in places]
    return _Ground(places, around)


class PowerOutlook:
    """What one power sees in a position; everything is worked out once, when it is first asked for."""

    def __init__(self, board: Board, position: Position, power: Power) -> None:
        """``position`` is what the power may know of it."""
        self.board, self.position, self.power = board, position, power
        self.season = position.phase.season if position.phase.season in _NEARNESS else Season.SPRING

    def worth(self, kind: UnitKind, place: Location) -> float:
        """What a unit of this kind is worth there; 0 where none may stand."""
        return self._worth[kind].get(place, 0.0)

    def worth_of(self, unit: Unit) -> float:
        """What a unit is worth where it stands."""
        return self.worth(unit.kind, unit.at)

    def prize(self, province: Province) -> float:
        """What a province counts for in itself: a centre to be taken, or an own one that is threatened; else 0."""
        return self._prizes.get(province, 0.0)

    def rivals(self, province: Province) -> int:
        """The most units that any one other power could bring into a province, one that stands there included."""
        return max((count for power, count in self._arrivals(province) if power != self.power), default=0)

    def helpers(self, province: Province) -> int:
        """How many own units could come into a province, or stand there."""
        return next((count for power, count in self._arrivals(province) if power == self.power), 0)

    def _arrivals(self, province: Province) -> Sequence[tuple[Power, int]]:
        return self._reach.get(province, ())

    @cached_property
    def _reach(self) -> Mapping[Province, Sequence[tuple[Power, int]]]:
        """Which powers could have how many units in each province."""
        coming: dict[Province, Counter[Power]] = {}
        for unit in self.position.units.values():
            for province in (unit.at.province, *self.board.ways(unit)):
                coming.setdefault(province, Counter())[unit.power] += 1
        return {province: tuple(counted.items()) for province, counted in coming.items()}

    @cached_property
    def _sizes(self) -> Mapping[Power, int]:
        """How much a power counts for: the larger, the more it is to be feared, and the more is to be had of it."""
        counts = {power: len(self.position.centres_of(power)) for power in self.board.powers}
        return {power: count * count + 4 * count + 16 for power, count in counts.items()}

    @cached_property
    def _prizes(self) -> Mapping[Province, float]:
        return {centre: self._prize_of(centre) for centre in sorted(self.board.centres - self.board.closed)}

    def _prize_of(self, centre: Province) -> float:
        owner = self.position.owners.get(centre)
        weight = self.board.war.worth.get(centre, 1)
        if owner != self.power:
            return weight * _ATTACK[self.season] * (self._sizes.get(owner, _UNCLAIMED) if owner else _UNCLAIMED)
        threats = (self._sizes[power] for power, _ in self._arrivals(centre) if power != self.power)
        return weight * _DEFENCE[self.season] * max(threats, default=0)

    @cached_property
    def _worth(self) -> Mapping[UnitKind, Mapping[Location, float]]:
        return {kind: self._worth_for(ground) for kind, ground in _grounds(self.board).items()}

    def _worth_for(self, ground: _Ground) -> Mapping[Location, float]:
        """The prizes as they are felt from further and further off, with who helps and who contends there."""
        nearness = _NEARNESS[self.season]
        felt = [self.prize(place.province) for place in ground.places]
        worth = [nearness[0] * one for one in felt]
        for weight in nearness[1:_STEPS]:
            around = [sum([felt[other] for other in near]) for near in ground.around]
            felt = [(one + beside) / _SPREAD for one, beside in zip(felt, around, strict=True)]
            worth = [sum_so_far + weight * one for sum_so_far, one in zip(worth, felt, strict=True)]
        return {place: one + self._standing(place.province) for place, one in zip(ground.places, worth, strict=True)}

    def _standing(self, province: Province) -> float:
        return _HELP * self.helpers(province) - _RIVALRY * self.rivals(province)
