"""What happens to people."""

from dataclasses import dataclass, field
from datetime import datetime

from judge.game.deadlines.reminders import Reminders
from judge.game.press.rules import Byline
from judge.game.settings import Address, Language, Token


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


ReachEvent = LetterBounced | BecameUnreachable | ReachedAgain

AddressEvent = MoveAsked | MoveConfirmed | MoveRefused | AddressChanged | TokenChanged

MailboxEvent = ReachEvent | AddressEvent

PeopleEvent = PreferenceSet | MailboxEvent
