"""News of people."""

from dataclasses import dataclass

from judge.game.people.events import MoveAsked
from judge.game.settings import Address, Token
from judge.rules.board import Power


@dataclass(frozen=True)
class Unreachable:
    """To the master, and to everyone where the game tells them: letters to the player of ``powers`` come back.

    ``address`` is where they went, for a reader who may know that.
    """

    powers: tuple[Power, ...]
    address: Address | None = None


@dataclass(frozen=True)
class Reached:
    """To the same: that player has written again."""

    powers: tuple[Power, ...]


@dataclass(frozen=True)
class MoveToConfirm:
    """To each mailbox of a move, with its own code: it asks for an answer."""

    event: MoveAsked
    code: Token
    is_new: bool


@dataclass(frozen=True)
class MoveHalfway:
    """To the mailbox that has answered: the other one has not yet."""

    is_new: bool


@dataclass(frozen=True)
class MoveOff:
    """To the person, and to the new mailbox where that one said no: the move is off; ``is_new`` when it was that one.

    ``to`` is where letters were to go, for the person alone.
    """

    is_new: bool
    to: Address | None


@dataclass(frozen=True)
class Moved:
    """To the person at the new address, and once to the old one: letters go to the new one now."""

    is_new: bool


@dataclass(frozen=True)
class TokenGiven:
    """To a person whom the master gave a fresh reply address."""


Mailboxes = Unreachable | Reached | MoveToConfirm | MoveHalfway | MoveOff | Moved | TokenGiven
"""News that has nothing to do with the board."""
