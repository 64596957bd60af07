"""Clockwork players: how well they play, and events."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from judge.rules.board import Power
from judge.rules.orders import Order
from judge.rules.position import Phase


class PlayingStrength(Enum):
    """How well a clockwork player plays."""

    EASY = "easy"
    FAIR = "fair"
    HARD = "hard"


@dataclass(frozen=True)
class ClockworkSeated:
    """Clockwork players of these strengths got the powers."""

    strengths: Mapping[Power, PlayingStrength]
    at: datetime


@dataclass(frozen=True)
class ClockworkOrdered:
    """Clockwork players gave all orders of their powers for the open phase, in place of earlier ones."""

    phase: Phase
    orders: Mapping[Power, tuple[Order, ...]]
    at: datetime


ClockworkEvent = ClockworkSeated | ClockworkOrdered
