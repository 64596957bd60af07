"""What is asked about the seats of a game that is played."""

from dataclasses import dataclass

from judge.game.person import Person
from judge.game.settings import Address
from judge.rules.board import Power


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
