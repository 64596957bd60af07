"""What happens to press."""

from dataclasses import dataclass
from datetime import datetime

from judge.game.press.recipients import Recipients
from judge.game.press.rules import Signature
from judge.rules.board import Power
from judge.rules.position import Phase


@dataclass(frozen=True)
class PressSent:
    """A player wrote, or the master, or the reader of this number as an ``observer``: then ``sender`` is None.

    ``to``, ``to_master`` and ``to_observers`` are the recipients: everyone when there are none of these. ``held`` when
    it is kept: until talk is allowed again, and until the results of the phase ``until`` are out. ``signed`` is the
    power that a black letter bears, ``shown`` the recipients that a fake one does. ``phase`` was open when it was
    written. ``sweep`` is the hour before which it does not leave, None for one whose writer is no secret.
    """

    sender: Power | None
    to: tuple[Power, ...]
    text: str
    held: bool
    at: datetime
    to_master: bool = False
    to_observers: bool = False
    observer: int = 0
    signature: Signature = Signature.WHITE
    signed: Power | None = None
    shown: Recipients | None = None
    until: Phase | None = None
    phase: Phase | None = None
    sweep: datetime | None = None

    @property
    def waits(self) -> bool:
        """Whether it did not leave when it was written."""
        return self.held or self.sweep is not None

    @property
    def recipients(self) -> Recipients:
        """Those who get it."""
        return Recipients(self.to, self.to_master, self.to_observers)


@dataclass(frozen=True)
class DiaryWritten:
    """A player noted something for themselves; ``reader`` is their number."""

    power: Power
    reader: int
    text: str
    phase: Phase
    at: datetime


@dataclass(frozen=True)
class PostSwept:
    """The letters leave whose hour has come by ``at``."""

    at: datetime


PressEvent = PressSent | DiaryWritten | PostSwept
