"""What is asked about people."""

from dataclasses import dataclass

from judge.game.deadlines.reminders import Reminders
from judge.game.press.rules import Byline
from judge.game.settings import Address, Language, Token
from judge.rules.board import Power


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


MailboxCommand = NoteBounce | NoteLetter | MoveTo | ConfirmMove | RefuseMove | RenewToken


PeopleCommand = SetPreference | MailboxCommand
