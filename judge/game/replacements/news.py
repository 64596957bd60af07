"""News of seats that change hands."""

from dataclasses import dataclass

from judge.game.replacements.events import (
    Leaving,
    ReplacementSought,
    SearchEnded,
    SeatReturned,
    SeatTaken,
    SeatVacated,
    StandbyAsked,
)
from judge.rules.board import Power


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
