"""Commands, events and news of players who share a seat."""

from dataclasses import dataclass
from datetime import datetime

from judge.game.person import Person
from judge.game.settings import Address
from judge.rules.board import Power

# --- who asks whom


@dataclass(frozen=True)
class Pair:
    """Who asked, and whether the one asked has agreed."""

    by: Address
    agreed: bool = False


# --- what is asked


@dataclass(frozen=True)
class AskStrategist:
    """Ask somebody to share one's seat."""

    by: Address
    player: Person


@dataclass(frozen=True)
class ShareSeat:
    """Share the seat one was asked to share."""

    by: Address


@dataclass(frozen=True)
class DeclineToShare:
    """Say no to that."""

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


StrategistEvent = (
    PairAsked | PairAgreed | PairEnded | StrategistAsked | StrategistJoined | StrategistDeclined | StrategistLeft
)

# --- what is told


@dataclass(frozen=True)
class SeatToShare:
    """To somebody who is asked: the power, and who asks."""

    power: Power
    by: Address


@dataclass(frozen=True)
class SeatShared:
    """To a new strategist: the position, what is to be written, ``others`` with whom the seat is shared."""

    power: Power
    others: tuple[Address, ...]


@dataclass(frozen=True)
class StrategistsChanged:
    """To the others of the seat, and a master who does not play: who shares it, does not, or no longer does."""

    event: StrategistJoined | StrategistDeclined | StrategistLeft
    is_own: bool


@dataclass(frozen=True)
class PairWanted:
    """To somebody who is asked before the beginning: who asks."""

    by: Address


@dataclass(frozen=True)
class PairChanged:
    """To the one of two who did not write it: the ``other`` agrees, does not, or (to both) the seat is for one."""

    event: PairAgreed | PairEnded
    other: Address


StrategistNews = PairWanted | PairChanged | SeatToShare | SeatShared | StrategistsChanged
