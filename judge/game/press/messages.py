"""Press: commands, events and news."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import assert_never

from judge.game.people.messages import Person
from judge.game.refusals import ToldInFull
from judge.game.settings import NO_READER, Address, PressSignature, Reader
from judge.rules.board import Power
from judge.rules.position import Phase

# --- to whom letters go


class PressWriter(Enum):
    """The writer of a letter that is not signed with a power."""

    MASTER = "master"
    OBSERVER = "observer"
    UNSIGNED = "unsigned"


@dataclass(frozen=True)
class Recipients:
    """The players of some powers, the master, the observers; none of these means everyone.

    ``unnamed`` is the writer of an earlier letter who does not say which power or observer they are.
    """

    powers: tuple[Power, ...] = ()
    master: bool = False
    observers: bool = False
    unnamed: PressWriter | None = None

    @property
    def are_everyone(self) -> bool:
        """Whether it is for everyone."""
        return not (self.powers or self.master or self.observers or self.unnamed)

    @property
    def are_the_master(self) -> bool:
        """Whether it is for the master alone."""
        return self.master and not (self.powers or self.observers or self.unnamed)


EVERYONE = Recipients()


@dataclass(frozen=True)
class PressThread:
    """The letter that began an exchange of letters.

    ``number`` is its own. Its writer: a power, an observer or the master, with the signature, as in ``PressSent``.
    ``to`` are the recipients that it shows, ``subject`` the subject that its text gives it.
    """

    number: int
    sender: Power | None
    observer: Reader
    signature: PressSignature
    signed: Power | None
    to: Recipients
    subject: str = ""


@dataclass(frozen=True)
class AnsweredPress:
    """A letter that a reply answers.

    ``circle`` are its writer and its readers, as far as it shows them; ``readers`` those who really get it; ``thread``
    is what began their exchange.
    """

    circle: Recipients
    readers: Recipients
    thread: PressThread


# --- what is asked


@dataclass(frozen=True)
class SendPress:
    """Write to the players of some powers (``to``), to others by name, or to everyone when nobody is named.

    ``all_but``: ``to`` names those who do not get it. ``signed`` is the power it is signed with, None for the writer's
    own. ``shown`` are the recipients that the letter shows, None for the real ones. ``until`` is the phase whose
    results it waits for. With ``answers`` it is a reply, and goes to the circle of what it answers.
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
    answers: AnsweredPress | None = None

    @property
    def says_who(self) -> bool:
        """Whether it says with what it is signed."""
        return self.grey or self.signed is not None or self.as_master

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


@dataclass(frozen=True)
class KeepPressReady:
    """Keep press as it was read in the ``letter`` of this number, to be sent once its writer says so.

    ``by_yes``: a yes in reply to the answer says so, since nothing else waits for one; else the word for press does.
    """

    press: SendPress
    letter: int
    by_yes: bool

    @property
    def by(self) -> Address:
        """Whoever wrote it."""
        return self.press.by


@dataclass(frozen=True)
class DropReadyPress:
    """Forget the press that has been kept ready: it was sent, or is not to be."""

    by: Address


PressCommand = SendPress | WriteDiary | KeepPressReady | DropReadyPress

# --- what happens


@dataclass(frozen=True)
class PressSent:
    """A player (``sender``) wrote, or the ``observer`` of this reader number, or the master (neither).

    ``to``, ``to_master`` and ``to_observers`` are the recipients: everyone when there are none of these. ``held``: it
    is kept, until press is allowed again and the results of the phase ``until`` are out. ``signed`` is the power that a
    black letter names, ``shown`` the recipients that a fake one shows. ``phase`` was open when it was written.
    ``sweep`` is the hour before which it does not leave, None for one whose writer is no secret. ``number`` is its own
    among the events of the game, 0 where it is not known; ``thread`` what it replies to; ``to_unnamed`` when the writer
    of that, whom it does not name, is among the recipients.
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
    number: int = 0
    thread: PressThread | None = None
    to_unnamed: bool = False

    @property
    def waits(self) -> bool:
        """Whether it did not leave at once."""
        return self.held or self.sweep is not None

    @property
    def recipients(self) -> Recipients:
        """The real recipients."""
        unnamed = shown_writer(self.thread) if self.thread and self.to_unnamed else None
        return Recipients(
            self.to, self.to_master, self.to_observers, unnamed if isinstance(unnamed, PressWriter) else None
        )


def shown_writer(letter: PressSent | PressThread) -> Power | PressWriter:
    """The writer that a letter shows."""
    match letter.signature:
        case PressSignature.GREY:
            return PressWriter.UNSIGNED
        case PressSignature.BLACK:
            return letter.signed or PressWriter.UNSIGNED
        case PressSignature.WHITE:
            return PressWriter.OBSERVER if letter.observer else letter.sender or PressWriter.MASTER
        case _:
            assert_never(letter.signature)


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


@dataclass(frozen=True)
class PressMadeReady:
    """Press of a reader (their number) was read where it was not sent, and waits for their word.

    It takes the place of what earlier letters made ready; ``letter`` and ``by_yes`` as in ``KeepPressReady``. ``to``
    are its recipients, unless it answers other press. ``phase`` was open then.
    """

    reader: Reader
    letter: int
    text: str
    to: Recipients
    by_yes: bool
    at: datetime
    phase: Phase | None = None
    answers: AnsweredPress | None = None


@dataclass(frozen=True)
class ReadyPressDropped:
    """The press that was kept ready for a reader is so no longer."""

    reader: Reader
    at: datetime


PressEvent = PressSent | DiaryWritten | PostSwept | PressMadeReady | ReadyPressDropped

# --- what is told


@dataclass(frozen=True)
class PressHead:
    """What a letter shows above its text: who wrote it, to whom, its own subject."""

    writer: Power | PressWriter
    to: Recipients
    subject: str = ""


@dataclass(frozen=True)
class PressNews(ToldInFull):
    """To a recipient: a letter as they are to see it, so that nothing in it tells who wrote a grey one.

    ``writer`` and ``to`` are what the letter shows. ``kept``: it was written at ``at`` and delivered later. ``re`` is
    the head of the letter that began their exchange, None where this one begins one. ``number`` and ``thread`` are the
    numbers of both among the events, for the judge alone.
    """

    writer: Power | PressWriter
    to: Recipients
    text: str
    kept: bool
    at: datetime
    phase: Phase | None = None
    re: PressHead | None = None
    number: int = field(default=0, compare=False)
    thread: int = field(default=0, compare=False)


@dataclass(frozen=True)
class PressMutedNews(ToldInFull):
    """To the players of a power: those of other ``powers`` do not get their press any more, or do again."""

    powers: tuple[Power, ...]
    is_on: bool


# --- who watches, and whom a reader does not hear: what is asked


@dataclass(frozen=True)
class Watch:
    """Watch a game: be told what is public of it."""

    by: Person


@dataclass(frozen=True)
class StopWatching:
    """Stop watching a game."""

    by: Address


@dataclass(frozen=True)
class MutePress:
    """Get no press of some powers any more; ``is_on`` False: get it again."""

    by: Address
    powers: tuple[Power, ...]
    is_on: bool


WatchCommand = Watch | StopWatching | MutePress

# --- who watches, and whom a reader does not hear: what happens


@dataclass(frozen=True)
class ObserverCame:
    """Somebody began to watch a game."""

    observer: Person
    at: datetime


@dataclass(frozen=True)
class ObserverLeft:
    """Somebody stopped watching a game."""

    address: Address
    at: datetime


@dataclass(frozen=True)
class PressMuted:
    """A reader (their number) gets no press any more that names one of these powers as its writer; or does again."""

    reader: Reader
    powers: tuple[Power, ...]
    is_on: bool
    at: datetime


@dataclass(frozen=True)
class WatchersTold:
    """Those who watch were told of the first phase that had closed without their being told."""

    at: datetime


WatchEvent = ObserverCame | ObserverLeft | PressMuted | WatchersTold
