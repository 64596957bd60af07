"""Commands, events and news of people."""

from dataclasses import dataclass, field
from datetime import datetime

from judge.game.deadlines.timing import Reminders
from judge.game.press.rules import Byline
from judge.game.settings import Address, Language, Token
from judge.rules.board import Power

# --- what is asked


@dataclass(frozen=True)
class SetPreference:
    """Change how one reads, is reminded, and signs; None leaves a preference as it is."""

    by: Address
    language: Language | None = None
    notation: str | None = None
    zone: str | None = None
    reminders: Reminders | None = None
    calendar: bool | None = None
    byline: Byline | None = None


@dataclass(frozen=True)
class NoteBounce:
    """Note that a letter to a person came back, ``hard`` when for good."""

    to: Address
    hard: bool


@dataclass(frozen=True)
class NoteLetter:
    """Note that a person has written, and so can be reached."""

    by: Address


@dataclass(frozen=True)
class MoveTo:
    """Be written to elsewhere, once both mailboxes agree; each is sent its code."""

    by: Address
    to: Address
    old_code: Token
    new_code: Token


@dataclass(frozen=True)
class ConfirmMove:
    """Agree to a move: a code has come back from a mailbox; ``token`` is the fresh one if it was the second."""

    by: Address
    code: Token
    token: Token


@dataclass(frozen=True)
class RefuseMove:
    """Say no to a move: a code has come back with a no from the mailbox it was sent to."""

    by: Address
    code: Token


@dataclass(frozen=True)
class RenewToken:
    """Give oneself a fresh token; the master gives one to the player of ``power``."""

    by: Address
    token: Token
    power: Power | None = None


PeopleCommand = SetPreference | NoteBounce | NoteLetter | MoveTo | ConfirmMove | RefuseMove | RenewToken

# --- what happens


@dataclass(frozen=True)
class PreferenceSet:
    """A person changed how they read, are reminded, or sign."""

    address: Address
    language: Language
    notation: str
    zone: str
    at: datetime
    reminders: Reminders = field(default_factory=Reminders)
    calendar: bool = False
    byline: Byline = Byline.ASK


@dataclass(frozen=True)
class LetterBounced:
    """A letter to a person came back, ``hard`` when for good."""

    address: Address
    hard: bool
    at: datetime


@dataclass(frozen=True)
class BecameUnreachable:
    """So many letters to a person have come back that they should be asked in another way; letters still go out."""

    address: Address
    at: datetime


@dataclass(frozen=True)
class ReachedAgain:
    """Somebody who had become unreachable has written."""

    address: Address
    at: datetime


@dataclass(frozen=True)
class MoveAsked:
    """A person asked to be written to elsewhere; each of the two mailboxes has a code to answer with."""

    address: Address
    to: Address
    old_code: Token
    new_code: Token
    at: datetime


@dataclass(frozen=True)
class MoveConfirmed:
    """One of the two mailboxes has answered: the new one or the old one."""

    address: Address
    from_new: bool
    at: datetime


@dataclass(frozen=True)
class MoveRefused:
    """One of the two mailboxes has said no: nothing of the move is left."""

    address: Address
    from_new: bool
    at: datetime


@dataclass(frozen=True)
class AddressChanged:
    """Both have answered: the person is written to at ``to`` from now on, and has a fresh token."""

    address: Address
    to: Address
    token: Token
    at: datetime


@dataclass(frozen=True)
class TokenChanged:
    """A person has a fresh token, the old one is worth nothing; ``by_master`` when the master gave it."""

    address: Address
    token: Token
    by_master: bool
    at: datetime


PeopleEvent = (
    PreferenceSet
    | LetterBounced
    | BecameUnreachable
    | ReachedAgain
    | MoveAsked
    | MoveConfirmed
    | MoveRefused
    | AddressChanged
    | TokenChanged
)

# --- what is told


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
