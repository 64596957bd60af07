"""State of a war besides its position: alliances announced by one side alone, repairs done."""

from dataclasses import dataclass

from judge.rules.board import Power
from judge.rules.position import Phase

REPAIRS = 2
"""Hit points that each factory gives back at an adjustment (004 9)."""


@dataclass(frozen=True)
class Repairs:
    """So many hit ``points`` given back to units of a power in a phase."""

    power: Power
    phase: Phase
    points: int


@dataclass(frozen=True)
class Affairs:
    """``announced`` are pairs of the power that has announced an alliance, and the one it waits for."""

    announced: frozenset[tuple[Power, Power]] = frozenset()
    repairs: tuple[Repairs, ...] = ()

    def repaired(self, power: Power, phase: Phase) -> int:
        """How many hit points the factories of a power have given back in a phase."""
        return sum(one.points for one in self.repairs if (one.power, one.phase) == (power, phase))
