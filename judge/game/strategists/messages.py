"""Strategists: commands, events and news."""

from dataclasses import dataclass
from datetime import datetime

from judge.game.people.address_book import Person
from judge.game.refusals import ToldInFull
from judge.game.settings import Address
from judge.rules.board import Power

# --- what is asked


@dataclass(frozen=True)
class AskStrategist:
    """Ask somebody to share one's seat as a strategist."""

    by: Address
    player: Person


@dataclass(frozen=True)
class ShareSeat:
    """Share the seat one was asked to share."""

    by: Address


@dataclass(frozen=True)
class DeclineToShare:
    """Decline to share the seat one was asked to share."""

    by: Address


StrategistCommand = AskStrategist | ShareSeat | DeclineToShare

# --- what happens


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
    """Somebody who was asked to share the seat has declined."""

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
    """Somebody who was asked before the beginning has agreed."""

    player: Address
    at: datetime


@dataclass(frozen=True)
class PairEnded:
    """A pair ended: the one asked declined, or the seat is for one player (``is_for_one``)."""

    player: Address
    by: Address
    is_for_one: bool
    at: datetime


StrategistEvent = (
    PairAsked | PairAgreed | PairEnded | StrategistAsked | StrategistJoined | StrategistDeclined | StrategistLeft
)

# --- what is told


@dataclass(frozen=True)
class StrategistAskedNews(ToldInFull):
    """To somebody who is asked to share a seat: its power, and who asks."""

    power: Power
    by: Address


@dataclass(frozen=True)
class StrategistJoinedNews(ToldInFull):
    """To a new strategist: the position and what is to be written; ``others`` share the seat."""

    power: Power
    others: tuple[Address, ...]


@dataclass(frozen=True)
class StrategistsChangedNews(ToldInFull):
    """To the others of the seat, and a non-playing master: somebody joined, declined or left; ``is_own``: the seat."""

    event: StrategistJoined | StrategistDeclined | StrategistLeft
    is_own: bool


@dataclass(frozen=True)
class PairAskedNews(ToldInFull):
    """To somebody who is asked before the start to share a seat: who asks."""

    by: Address


@dataclass(frozen=True)
class PairChangedNews(ToldInFull):
    """To the other one of a pair: ``other`` has agreed or declined; to both: the seat is for one player."""

    event: PairAgreed | PairEnded
    other: Address


StrategistNews = PairAskedNews | PairChangedNews | StrategistAskedNews | StrategistJoinedNews | StrategistsChangedNews
