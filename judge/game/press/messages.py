"""Press: commands, events and news."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from judge.game.settings import NO_READER, Address, PressSignature, Reader
from judge.rules.board import Power
from judge.rules.position import Phase

# --- to whom letters go


@dataclass(frozen=True)
class Recipients:
    """The players of some powers, the master, the observers; none of these means everyone."""

    powers: tuple[Power, ...] = ()
    master: bool = False
    observers: bool = False

    @property
    def are_everyone(self) -> bool:
        """Whether it is for everyone."""
        return not (self.powers or self.master or self.observers)

    @property
    def are_the_master(self) -> bool:
        """Whether it is for the master alone."""
        return self.master and not self.powers and not self.observers


EVERYONE = Recipients()

# --- what is asked


@dataclass(frozen=True)
class SendPress:
    """Write to the players of some powers (``to``), to others by name, or to everyone when nobody is named.

    ``all_but``: ``to`` names those who do not get it. ``signed`` is the power it is signed with, None for the writer's
    own. ``shown`` are the recipients that the letter shows, None for the real ones. ``until`` is the phase whose
    results it waits for.
    """

    by: Address
    to: tuple[Power, ...]
    text: str
    to_master: bool = False
    to_observers: bool = False
    all_but: bool = False
    grey: bool = False
    signed: Power | None = None
    as_master: bool = False
    shown: Recipients | None = None
    until: Phase | None = None

    @property
    def recipients(self) -> Recipients:
        """The recipients that the command names."""
        named = Recipients(self.to, self.to_master, self.to_observers)
        return EVERYONE if named.are_everyone else named


@dataclass(frozen=True)
class WriteDiary:
    """Write a note for oneself, published when the game is over."""

    by: Address
    text: str


PressCommand = SendPress | WriteDiary

# --- what happens


@dataclass(frozen=True)
class PressSent:
    """A player (``sender``) wrote, or the ``observer`` of this reader number, or the master (neither).

    ``to``, ``to_master`` and ``to_observers`` are the recipients: everyone when there are none of these. ``held``: it
    is kept, until press is allowed again and the results of the phase ``until`` are out. ``signed`` is the power that a
    black letter names, ``shown`` the recipients that a fake one shows. ``phase`` was open when it was written.
    ``sweep`` is the hour before which it does not leave, None for one whose writer is no secret.
    """

    sender: Power | None
    to: tuple[Power, ...]
    text: str
    held: bool
    at: datetime
    to_master: bool = False
    to_observers: bool = False
    observer: Reader = NO_READER
    signature: PressSignature = PressSignature.WHITE
    signed: Power | None = None
    shown: Recipients | None = None
    until: Phase | None = None
    phase: Phase | None = None
    sweep: datetime | None = None

    @property
    def waits(self) -> bool:
        """Whether it did not leave at once."""
        return self.held or self.sweep is not None

    @property
    def recipients(self) -> Recipients:
        """The real recipients."""
        return Recipients(self.to, self.to_master, self.to_observers)


@dataclass(frozen=True)
class DiaryWritten:
    """A player wrote a note for themselves; ``reader`` is their number."""

    power: Power
    reader: Reader
    text: str
    phase: Phase
    at: datetime


@dataclass(frozen=True)
class PostSwept:
    """The letters that leave together have left, as far as their hour had come by ``at``."""

    at: datetime


PressEvent = PressSent | DiaryWritten | PostSwept

# --- what is told


class PressWriter(Enum):
    """The writer of a letter that is not signed with a power."""

    MASTER = "master"
    OBSERVER = "observer"
    UNSIGNED = "unsigned"


@dataclass(frozen=True)
class PressNews:
    """To a recipient: a letter as they are to see it, so that nothing in it tells who wrote a grey one.

    ``writer`` and ``to`` are what the letter shows. ``kept``: it was written at ``at`` and delivered later.
    """

    writer: Power | PressWriter
    to: Recipients
    text: str
    kept: bool
    at: datetime
    phase: Phase | None = None
