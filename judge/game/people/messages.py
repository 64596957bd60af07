"""People: commands, events and news."""

from dataclasses import dataclass, field
from datetime import datetime

from judge.game.refusals import ToldInFull
from judge.game.settings import Address, Byline, Language, LetterForm, MapForm, Reminders, Token
from judge.rules.board import Power

# --- what is asked


@dataclass(frozen=True)
class SetPreference:
    """Change how one reads, is written to, is reminded, and signs; None leaves a preference as it is."""

    by: Address
    language: Language | None = None
    notation: str | None = None
    zone: str | None = None
    reminders: Reminders | None = None
    calendar: bool | None = None
    byline: Byline | None = None
    letters: LetterForm | None = None
    maps: MapForm | None = None


@dataclass(frozen=True)
class RecordBounce:
    """Record that a letter to a person bounced; ``hard``: for good."""

    to: Address
    hard: bool


@dataclass(frozen=True)
class RecordReached:
    """Record that a person has written, and so can be reached."""

    by: Address


@dataclass(frozen=True)
class AskMove:
    """Ask to be written to at another address; each of the two mailboxes is sent a code, and both must agree."""

    by: Address
    to: Address
    old_code: Token
    new_code: Token


@dataclass(frozen=True)
class ConfirmMove:
    """Confirm a move: a code has come back from a mailbox; ``token`` is the new one, used if both have agreed."""

    by: Address
    code: Token
    token: Token


@dataclass(frozen=True)
class RefuseMove:
    """Refuse a move: a code has come back with a no from the mailbox it was sent to."""

    by: Address
    code: Token


@dataclass(frozen=True)
class ChangeToken:
    """Change one's own token; the master may change that of the player of ``power``."""

    by: Address
    token: Token
    power: Power | None = None


PeopleCommand = SetPreference | RecordBounce | RecordReached | AskMove | ConfirmMove | RefuseMove | ChangeToken

# --- what happens


@dataclass(frozen=True)
class PreferenceSet:
    """A person changed how they read, are written to, are reminded, or sign."""

    address: Address
    language: Language
    notation: str
    zone: str
    at: datetime
    reminders: Reminders = field(default_factory=Reminders)
    calendar: bool = False
    byline: Byline = Byline.USUAL
    letters: LetterForm | None = None
    maps: MapForm = MapForm.USUAL


@dataclass(frozen=True)
class LetterBounced:
    """A letter to a person bounced; ``hard``: for good."""

    address: Address
    hard: bool
    at: datetime


@dataclass(frozen=True)
class BecameUnreachable:
    """So many letters to a person bounced that they should be asked in another way; letters still go out."""

    address: Address
    at: datetime


@dataclass(frozen=True)
class ReachedAgain:
    """Somebody who had become unreachable has written."""

    address: Address
    at: datetime


@dataclass(frozen=True)
class MoveAsked:
    """A person asked to be written to at another address; each of the two mailboxes has a code to answer with."""

    address: Address
    to: Address
    old_code: Token
    new_code: Token
    at: datetime


@dataclass(frozen=True)
class MoveConfirmed:
    """One of the two mailboxes has agreed: the new one (``from_new``) or the old one."""

    address: Address
    from_new: bool
    at: datetime


@dataclass(frozen=True)
class MoveRefused:
    """One of the two mailboxes has refused: the move is cancelled."""

    address: Address
    from_new: bool
    at: datetime


@dataclass(frozen=True)
class AddressChanged:
    """Both mailboxes have agreed: the person is written to at ``to`` from now on, and has a new token."""

    address: Address
    to: Address
    token: Token
    at: datetime


@dataclass(frozen=True)
class TokenChanged:
    """A person has a new token, and the old one is invalid; ``by_master``: the master changed it."""

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
class BecameUnreachableNews(ToldInFull):
    """To the master, and to everyone where the settings say so: letters to the player of ``powers`` bounce.

    ``address`` is theirs, for a reader who may know it.
    """

    powers: tuple[Power, ...]
    address: Address | None = None


@dataclass(frozen=True)
class ReachedAgainNews(ToldInFull):
    """To the same readers: the player of ``powers`` has written again."""

    powers: tuple[Power, ...]


@dataclass(frozen=True)
class MoveAskedNews(ToldInFull):
    """To each mailbox of a move, with its own code: it asks for an answer."""

    event: MoveAsked
    code: Token
    is_new: bool


@dataclass(frozen=True)
class MoveConfirmedNews(ToldInFull):
    """To the mailbox that has agreed (``is_new``: the new one): the other one has not answered yet."""

    is_new: bool


@dataclass(frozen=True)
class MoveRefusedNews(ToldInFull):
    """To the person, and to the new mailbox where that one refused (``is_new``): the move is cancelled.

    ``to`` is the new address, for the person alone.
    """

    is_new: bool
    to: Address | None


@dataclass(frozen=True)
class AddressChangedNews(ToldInFull):
    """To the person at the new address, and once to the old one: letters go to the new one now."""

    is_new: bool


@dataclass(frozen=True)
class TokenChangedNews(ToldInFull):
    """To a person whom the master gave a fresh reply address."""


PeopleNews = (
    BecameUnreachableNews
    | ReachedAgainNews
    | MoveAskedNews
    | MoveConfirmedNews
    | MoveRefusedNews
    | AddressChangedNews
    | TokenChangedNews
)
"""News that has nothing to do with the board."""
