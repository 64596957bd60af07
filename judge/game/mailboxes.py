"""What happens to the mailboxes of a game's people: whether letters reach them, where they are."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from judge.game.settings import Address, Token

_DAY = timedelta(days=1)
_REMEMBERED = timedelta(days=7)
_HARD, _SOFT = 4, 1
"""Weights in quarters: a mailbox that was full four times counts like one that does not exist."""

_ENOUGH = 3 * _HARD


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


def with_bounce(bounces: Sequence[LetterBounced], new: LetterBounced) -> tuple[LetterBounced, ...]:
    """The bounces of a person that count once another one has come: those of a week, the worst of each day.

    The same ones when the new one adds nothing, for there was one as bad within a day.
    """
    old = tuple(bounce for bounce in bounces if bounce.at > new.at - _REMEMBERED)
    today = [bounce for bounce in old if bounce.at > new.at - _DAY]
    if any(_weight(bounce) >= _weight(new) for bounce in today):
        return tuple(bounces)
    return (*(bounce for bounce in old if bounce not in today), new)


def are_enough(bounces: Sequence[LetterBounced]) -> bool:
    """Whether so many bounces of a week make a person unreachable."""
    return sum(map(_weight, bounces)) >= _ENOUGH


def _weight(bounce: LetterBounced) -> int:
    return _HARD if bounce.hard else _SOFT


# --- addresses, and the secrets of reply addresses


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


MailboxEvent = (
    LetterBounced | BecameUnreachable | ReachedAgain | MoveAsked | MoveConfirmed | AddressChanged | TokenChanged
)


@dataclass(frozen=True)
class Move:
    """A move that waits for the answers of the two mailboxes."""

    asked: MoveAsked
    old_agrees: bool = False
    new_agrees: bool = False

    def confirmed(self, *, from_new: bool) -> "Move":
        """Once one of them has answered."""
        return replace(self, new_agrees=True) if from_new else replace(self, old_agrees=True)

    @property
    def is_agreed(self) -> bool:
        """Whether both have answered."""
        return self.old_agrees and self.new_agrees
