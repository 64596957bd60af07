"""Lengths of time, one for each kind of phase."""

from dataclasses import dataclass
from datetime import timedelta

from judge.rules.position import PhaseKind


@dataclass(frozen=True)
class Lengths:
    """A length for each kind of phase: how long it lasts at least, or is waited for once its deadline has come."""

    movement: timedelta = timedelta(days=7)
    retreat: timedelta = timedelta(days=2)
    adjustment: timedelta = timedelta(days=2)

    def of(self, kind: PhaseKind) -> timedelta:
        """The length for one kind of phase."""
        match kind:
            case PhaseKind.MOVEMENT:
                return self.movement
            case PhaseKind.RETREAT:
                return self.retreat
            case PhaseKind.ADJUSTMENT:
                return self.adjustment
