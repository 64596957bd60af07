"""Replacements: commands, events and news."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from judge.game.deadlines.deadline import Deadline
from judge.game.people.messages import Person
from judge.game.refusals import ToldInFull
from judge.game.settings import Address
from judge.rules.board import Power

# --- what is asked


@dataclass(frozen=True)
class Resign:
    """Resign one's seat: ``at_once``, or as soon as somebody takes it."""

    by: Address
    at_once: bool


@dataclass(frozen=True)
class TakeSeat:
    """Take an empty seat; without a ``power`` the one that was offered, or the only one there is.

    ``percent`` is the reliability of whoever asks.
    """

    by: Person
    power: Power | None = None
    percent: int = 100


@dataclass(frozen=True)
class DeclineSeat:
    """Decline the seat that was offered."""

    by: Address


@dataclass(frozen=True)
class ReturnToSeat:
    """Return to the seat one has left, or stay where one was about to leave."""

    by: Address


@dataclass(frozen=True)
class EjectPlayer:
    """Eject the player of a power from their seat; for the master alone."""

    by: Address
    power: Power


@dataclass(frozen=True)
class ReplacePlayer:
    """Offer the seat of a power to somebody, while its player plays on until it is taken; for the master alone."""

    by: Address
    power: Power
    player: Person


ReplacementCommand = Resign | TakeSeat | DeclineSeat | ReturnToSeat | EjectPlayer | ReplacePlayer

# --- what happens


class LeavingReason(Enum):
    """Why a player leaves a seat."""

    FORFEITED = "forfeited"  # missed too many deadlines
    RESIGNED = "resigned"
    EJECTED = "ejected"  # by the master


@dataclass(frozen=True)
class SeatVacated(ToldInFull):
    """A player left the seat of a power; all that they had written for later phases is gone."""

    power: Power
    player: Address
    why: LeavingReason
    at: datetime


@dataclass(frozen=True)
class ReplacementSought(ToldInFull):
    """A player leaves the seat of a power as soon as somebody takes it, and plays on until then."""

    power: Power
    player: Address
    why: LeavingReason
    at: datetime


@dataclass(frozen=True)
class SearchEnded(ToldInFull):
    """The player who was to be replaced stays."""

    power: Power
    at: datetime


@dataclass(frozen=True)
class StandbyAsked(ToldInFull):
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
class SeatTaken(ToldInFull):
    """Somebody took the seat that ``left`` had left; ``deadline`` is the new one of a phase that waited for it."""

    power: Power
    player: Person
    left: Address
    deadline: Deadline | None
    at: datetime


@dataclass(frozen=True)
class SeatReturned(ToldInFull):
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
class SeatVacatedNews(ToldInFull):
    """To a player who has no seat any more; ``may_return`` when an answer with orders would give it back."""

    power: Power
    why: LeavingReason
    may_return: bool


@dataclass(frozen=True)
class StandbyPassedNews(ToldInFull):
    """To a stand-by, or somebody the master had named (``is_named``): the time to answer the offer is over."""

    power: Power
    is_named: bool = False


@dataclass(frozen=True)
class SeatTakenNews(ToldInFull):
    """To whoever has a seat now: the position, what is to be written; ``is_back``: it had been theirs before."""

    power: Power
    is_back: bool


@dataclass(frozen=True)
class SeatReturnedNews(ToldInFull):
    """To a stand-by: the player of the power came back in time."""

    power: Power


SeatChanged = SeatVacated | ReplacementSought | SearchEnded | SeatTaken | SeatReturned
"""To everyone: a seat is empty, will be, was taken, or was taken back; never whose it was or is."""

ReplacementNews = SeatChanged | SeatVacatedNews | StandbyAsked | StandbyPassedNews | SeatTakenNews | SeatReturnedNews
