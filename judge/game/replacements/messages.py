"""Commands, events and news of seats that change hands."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from judge.game.deadlines.deadline import Deadline
from judge.game.person import Person
from judge.game.settings import Address
from judge.rules.board import Power

# --- what is asked


@dataclass(frozen=True)
class Resign:
    """Give up one's seat: ``at_once``, or as soon as somebody takes it."""

    by: Address
    at_once: bool


@dataclass(frozen=True)
class TakeOver:
    """Take an empty seat; without a ``power`` the one that was offered, or the only one there is.

    ``percent`` is what the record of whoever asks comes to, of a hundred.
    """

    by: Person
    power: Power | None = None
    percent: int = 100


@dataclass(frozen=True)
class Decline:
    """Say no to the seat that was offered."""

    by: Address


@dataclass(frozen=True)
class ReturnToSeat:
    """Come back to the seat one has left, or stay where one was about to leave."""

    by: Address


@dataclass(frozen=True)
class EjectPlayer:
    """Take the seat of a power from its player: the master's word."""

    by: Address
    power: Power


@dataclass(frozen=True)
class ReplacePlayer:
    """Offer the seat of a power to somebody: the master's word. Whoever has it plays on until it is taken."""

    by: Address
    power: Power
    player: Person


ReplacementCommand = Resign | TakeOver | Decline | ReturnToSeat | EjectPlayer | ReplacePlayer

# --- what happens


class Leaving(Enum):
    """Why a player leaves a seat."""

    FORFEITED = "forfeited"  # missed too many deadlines
    RESIGNED = "resigned"
    EJECTED = "ejected"  # by the master


@dataclass(frozen=True)
class SeatVacated:
    """A player left the seat of a power, and all that they had written for phases to come is gone with them."""

    power: Power
    player: Address
    why: Leaving
    at: datetime


@dataclass(frozen=True)
class ReplacementSought:
    """A player leaves the seat of a power as soon as somebody takes it, and plays on until then."""

    power: Power
    player: Address
    why: Leaving
    at: datetime


@dataclass(frozen=True)
class SearchEnded:
    """The player who was to be replaced stays."""

    power: Power
    at: datetime


@dataclass(frozen=True)
class StandbyAsked:
    """Somebody was offered the seat of a power, and has until ``until`` to answer.

    The next stand-by, or who the master has ``named``, be they on the list or not.
    """

    power: Power
    player: Address
    until: datetime
    at: datetime
    named: Person | None = None


@dataclass(frozen=True)
class StandbyPassed:
    """A stand-by declined the seat of a power, or let the time for an answer pass."""

    power: Power
    player: Address
    declined: bool
    at: datetime


@dataclass(frozen=True)
class SeatTaken:
    """Somebody took the seat of a power that ``left`` had left; ``deadline`` is a new one where the game had waited."""

    power: Power
    player: Person
    left: Address
    deadline: Deadline | None
    at: datetime


@dataclass(frozen=True)
class SeatReturned:
    """The player who had left came back in time; ``displaced`` had taken the seat meanwhile, None when nobody had."""

    power: Power
    player: Address
    displaced: Address | None
    deadline: Deadline | None
    at: datetime


ReplacementEvent = (
    SeatVacated | ReplacementSought | SearchEnded | StandbyAsked | StandbyPassed | SeatTaken | SeatReturned
)

# --- what is told


@dataclass(frozen=True)
class SeatNotice:
    """To everyone: what has become of a seat, empty, about to be, taken, taken back; never whose it was or is."""

    event: SeatVacated | ReplacementSought | SearchEnded | SeatTaken | SeatReturned


@dataclass(frozen=True)
class SeatGone:
    """To a player who has no seat any more; ``may_return`` when an answer with orders would give it back."""

    power: Power
    why: Leaving
    may_return: bool


@dataclass(frozen=True)
class SeatOffered:
    """To a stand-by: a seat, what is to be written for it, by when an answer is needed."""

    event: StandbyAsked


@dataclass(frozen=True)
class OfferOver:
    """To a stand-by, or who the master had named (``is_named``), who has not answered in time."""

    power: Power
    is_named: bool = False


@dataclass(frozen=True)
class SeatYours:
    """To whoever has a seat now: the position, what is to be written; ``is_back`` when it had been theirs before."""

    power: Power
    is_back: bool


@dataclass(frozen=True)
class Displaced:
    """To a stand-by: the player of the power came back in time."""

    power: Power


ReplacementNews = SeatNotice | SeatGone | SeatOffered | OfferOver | SeatYours | Displaced
