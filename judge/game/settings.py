"""The settings a game is opened with, as a frozen value."""

from dataclasses import dataclass, field
from datetime import time, timedelta
from enum import Enum
from typing import Literal, NewType

from judge.rules.board import Year
from judge.rules.position import PhaseKind

GameName = NewType("GameName", str)
"""Lower-case letters, digits and hyphens; it stands in addresses, folder names and subjects."""

Address = NewType("Address", str)
"""A mail address, lower case, without a display name."""

Token = NewType("Token", str)
"""The secret of one person in one game, part of the reply address: lower-case base32."""

Language = Literal["en", "fr"]


class Seating(Enum):
    """How powers find their players."""

    LOTS = "lots"  # drawn from the recorded seed
    CHOICE = "choice"  # the power one names, first come, first served; the rest by lots


@dataclass(frozen=True)
class Lengths:
    """How long each kind of phase lasts at least; its deadline is the first fixed hour after that."""

    movement: timedelta = timedelta(days=7)
    retreat: timedelta = timedelta(days=2)
    adjustment: timedelta = timedelta(days=2)

    def of(self, kind: PhaseKind) -> timedelta:
        """The length of one kind of phase."""
        match kind:
            case PhaseKind.MOVEMENT:
                return self.movement
            case PhaseKind.RETREAT:
                return self.retreat
            case PhaseKind.ADJUSTMENT:
                return self.adjustment


@dataclass(frozen=True)
class Settings:
    """What the players of a game agreed on before it began.

    ``whatifs_per_day``, at least 1, is for each of them. ``advance`` when they may keep orders for phases ahead.
    ``tell_unreachable`` when everyone, and not the master alone, hears of a player whose letters come back.
    """

    rulebook: str = "2023"
    board: str = "standard"
    zone: str = "Europe/Paris"
    hour: time = time(21, 0)
    lengths: Lengths = field(default_factory=Lengths)
    seating: Seating = Seating.CHOICE
    last_year: Year | None = None
    reminder: timedelta = timedelta(hours=24)
    whatifs_per_day: int = 10
    advance: bool = True
    tell_unreachable: bool = False
