"""People: their address book, which knows whose number is whose; commands, events and news."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property

from judge.game.refusals import ToldInFull
from judge.game.settings import Address, Byline, Language, LetterForm, MapForm, Reader, Reminders, Token
from judge.languages import FALLBACK
from judge.rules.board import Power

# --- the address book of a game: its people, whose number is whose, where letters reach them


@dataclass(frozen=True)
class Person:
    """A correspondent of one game: how to reach them, the secret of their reply address, how they read.

    ``calendar``: letters bring them each deadline as a calendar entry. ``byline``: how the press of a master who plays
    is signed where its first line does not say. ``letters``: the form of their letters, None as long as they have not
    written since there are forms. ``maps``: whether the map comes with them.
    """

    address: Address
    token: Token
    language: Language = FALLBACK
    notation: str = "standard"
    zone: str = "Europe/Paris"
    reminders: Reminders = field(default_factory=Reminders)
    calendar: bool = False
    byline: Byline = Byline.USUAL
    letters: LetterForm | None = None
    maps: MapForm = MapForm.USUAL

    @property
    def form(self) -> LetterForm:
        """The form of letters to them."""
        return self.letters or LetterForm.TEXT

    @property
    def wanted_map(self) -> MapForm:
        """The form in which they want the map: PNG, SVG or none."""
        if self.maps is MapForm.USUAL:
            return MapForm.PNG if self.form is LetterForm.HTML else MapForm.NO
        return self.maps


# --- letters that come back


@dataclass(frozen=True)
class Bounce:
    """A letter that came back; ``hard``: for good."""

    hard: bool
    at: datetime


_DAY = timedelta(days=1)

_BOUNCE_PERIOD = timedelta(days=7)

_HARD_WEIGHT, _SOFT_WEIGHT = 4, 1
"""Weights in quarters: a mailbox that was full four times counts like one that does not exist."""

_TOO_MANY = 3 * _HARD_WEIGHT


def with_bounce(bounces: Sequence[Bounce], new: Bounce) -> tuple[Bounce, ...]:
    """The bounces of a person that count, with a new one: those of the last week, the worst of each day.

    Unchanged when the new one adds nothing, because one as bad came within a day.
    """
    old = tuple(bounce for bounce in bounces if bounce.at > new.at - _BOUNCE_PERIOD)
    today = [bounce for bounce in old if bounce.at > new.at - _DAY]
    if any(_weight(bounce) >= _weight(new) for bounce in today):
        return tuple(bounces)
    return (*(bounce for bounce in old if bounce not in today), new)


def are_too_many(bounces: Sequence[Bounce]) -> bool:
    """Whether these bounces make a person unreachable."""
    return sum(map(_weight, bounces)) >= _TOO_MANY


def _weight(bounce: Bounce) -> int:
    return _HARD_WEIGHT if bounce.hard else _SOFT_WEIGHT


# --- moves


@dataclass(frozen=True)
class AddressMove:
    """A move to another address that waits for the answers of the two mailboxes, each of which has been sent a code."""

    to: Address
    old_code: Token
    new_code: Token
    at: datetime
    old_agrees: bool = False
    new_agrees: bool = False

    def confirmed(self, *, from_new: bool) -> "AddressMove":
        """The move once one of the mailboxes has agreed."""
        return replace(self, new_agrees=True) if from_new else replace(self, old_agrees=True)

    @property
    def is_agreed(self) -> bool:
        """Whether both mailboxes have agreed."""
        return self.old_agrees and self.new_agrees


# --- the book


@dataclass(frozen=True)
class AddressBook:
    """All of a game that is an address or depends on one; elsewhere in its state people are numbers.

    ``people`` and their ``numbers`` are by the address that is theirs now. Somebody gets the next number, from 1, when
    they become known, and keeps it. ``moves`` wait for an answer; ``bounces`` and who is ``unreachable`` are facts of
    the present mailbox. ``invited`` are addresses that the master has named, and ``candidate`` is the one that has been
    asked to be master; the game need not know either.
    """

    people: Mapping[Address, Person] = field(default_factory=dict)
    numbers: Mapping[Address, Reader] = field(default_factory=dict)
    moves: Mapping[Reader, AddressMove] = field(default_factory=dict)
    bounces: Mapping[Reader, tuple[Bounce, ...]] = field(default_factory=dict)
    unreachable: frozenset[Reader] = frozenset()
    invited: frozenset[Address] = frozenset()
    candidate: Address | None = None

    @cached_property
    def addresses(self) -> Mapping[Reader, Address]:
        """The present address of each number."""
        return {reader: address for address, reader in self.numbers.items()}

    def with_person(self, person: Person) -> "AddressBook":
        """The book with a person; of somebody known already the entry is left as it is."""
        if person.address in self.numbers:
            return self
        numbers = {**self.numbers, person.address: Reader(len(self.numbers) + 1)}
        return replace(self, people={**self.people, person.address: person}, numbers=numbers)

    def with_entry(self, person: Person) -> "AddressBook":
        """The book with what is new of a person, who may be new."""
        known = self.with_person(person)
        return replace(known, people={**known.people, person.address: person})

    def with_move(self, reader: Reader, move: AddressMove | None) -> "AddressBook":
        """The book with the move that somebody has asked for; None for no longer."""
        others = {one: other for one, other in self.moves.items() if one != reader}
        return replace(self, moves={**others, reader: move} if move else others)

    def with_address_changed(self, old: Address, new: Address, token: Token) -> "AddressBook":
        """The book with another address for whose address ``old`` is; nothing of what was true of the old mailbox."""
        reader = self.numbers[old]
        now = {one: new if one == old else one for one in self.people}
        people = {**self.people, old: replace(self.people[old], address=new, token=token)}
        return replace(
            self.with_move(reader, None),
            people={now[one]: person for one, person in people.items()},
            numbers={now[one]: number for one, number in self.numbers.items()},
            bounces={one: bounces for one, bounces in self.bounces.items() if one != reader},
            unreachable=self.unreachable - {reader},
            invited=frozenset(now.get(one, one) for one in self.invited),
            candidate=new if self.candidate == old else self.candidate,
        )


# --- commands, events and news


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
