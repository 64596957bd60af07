"""What the master of a game has done."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from judge.game.deadlines.deadline import Deadline
from judge.game.person import Person
from judge.game.phases.missing import Misses
from judge.game.settings import Address, Settings, Token
from judge.rules.board import Power
from judge.rules.corrections import Correction
from judge.rules.orders import Order
from judge.rules.position import Phase, Position
from judge.rules.scouts import Scouting


@dataclass(frozen=True)
class SettingsChanged:
    """The master changed settings."""

    by: Address
    settings: Settings
    at: datetime


@dataclass(frozen=True)
class CloseForced:
    """The master had the open phase closed before its time."""

    by: Address
    phase: Phase
    at: datetime


@dataclass(frozen=True)
class RolledBack:
    """The master went back to before a phase closed.

    ``undone`` are the numbers of the closed phases that count no longer; ``orders`` those of the phase that is open
    again, as they were judged, none where they were not kept. ``misses``, ``still_years`` and ``scouting`` are as they
    were then.
    """

    by: Address
    phase: Phase
    position: Position
    orders: Mapping[Power, tuple[Order, ...]]
    undone: tuple[int, ...]
    misses: Mapping[Address, Misses]
    still_years: int
    deadline: Deadline
    at: datetime
    scouting: Scouting = field(default_factory=Scouting)


@dataclass(frozen=True)
class PositionCorrected:
    """The master changed the position by hand; ``position`` is the one that stands now."""

    by: Address
    corrections: tuple[Correction, ...]
    position: Position
    reason: str
    at: datetime


@dataclass(frozen=True)
class GameOffered:
    """The master asked somebody to be master instead."""

    by: Address
    to: Address
    code: Token
    at: datetime


@dataclass(frozen=True)
class GameDeclined:
    """Whoever was asked to be master has said no."""

    to: Address
    at: datetime


@dataclass(frozen=True)
class MasterChanged:
    """A game has another master: the one before (``by``) handed it over, or (None) the players voted so."""

    master: Person
    by: Address | None
    at: datetime


MasteryEvent = (
    SettingsChanged | CloseForced | RolledBack | PositionCorrected | GameOffered | GameDeclined | MasterChanged
)
