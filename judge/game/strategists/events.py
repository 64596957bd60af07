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


@dataclass(frozen=True)
class PairAsked:
    """Before the beginning a player asked somebody to share whatever seat they get, if two may."""

    player: Person
    by: Address
    at: datetime


@dataclass(frozen=True)
class PairAgreed:
    """Somebody who was asked so will."""

    player: Address
    at: datetime


@dataclass(frozen=True)
class PairEnded:
    """Nothing came of it: whoever was asked does not want to, or the seat is for one player (``is_for_one``)."""

    player: Address
    by: Address
    is_for_one: bool
    at: datetime


PairEvent = PairAsked | PairAgreed | PairEnded

StrategistEvent = PairEvent | StrategistAsked | StrategistJoined | StrategistDeclined | StrategistLeft
