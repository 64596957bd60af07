"""The state of a war beside its position: alliances that one side has announced, repairs done."""

from dataclasses import dataclass

from judge.rules.board import Power
from judge.rules.position import Phase

REPAIRS_PER_FACTORY = 2
"""Hit points that each factory gives back at an adjustment (004 9)."""


@dataclass(frozen=True)
class Repairs:
    """Hit ``points`` that units of a power have got back in a phase."""

    power: Power
    phase: Phase
    points: int


@dataclass(frozen=True)
class WarState:
    """The state of a war beside its position.

    ``announced`` are pairs of a power that has announced an alliance and the one that has not yet.
    """

    announced: frozenset[tuple[Power, Power]] = frozenset()
    repairs: tuple[Repairs, ...] = ()

    def repaired(self, power: Power, phase: Phase) -> int:
        """How many hit points the factories of a power have given back in a phase."""
        return sum(one.points for one in self.repairs if (one.power, one.phase) == (power, phase))
