"""What happens to strategists who share a seat; ``power`` is the first of the seat's powers."""

from dataclasses import dataclass
from datetime import datetime

from judge.game.person import Person
from judge.game.settings import Address
from judge.rules.board import Power


@dataclass(frozen=True)
class StrategistAsked:
    """A player asked somebody to share the seat."""

    power: Power
    player: Person
    by: Address
    at: datetime


@dataclass(frozen=True)
class StrategistJoined:
    """Somebody who was asked shares the seat now."""

    power: Power
    player: Address
    at: datetime


@dataclass(frozen=True)
class StrategistDeclined:
    """Somebody who was asked does not want to."""

    power: Power
    player: Address
    at: datetime


@dataclass(frozen=True)
class StrategistLeft:
    """One of those who shared a seat left it; the other plays on."""

    power: Power
    player: Address
    at: datetime


StrategistEvent = StrategistAsked | StrategistJoined | StrategistDeclined | StrategistLeft
