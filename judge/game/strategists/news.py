"""News of strategists who share a seat."""

from dataclasses import dataclass

from judge.game.settings import Address
from judge.game.strategists.events import PairAgreed, PairEnded, StrategistDeclined, StrategistJoined, StrategistLeft
from judge.rules.board import Power


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
