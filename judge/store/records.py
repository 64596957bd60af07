"""The values of the store: letters in and out, alarms, transactions; subscribers and issues of gazette and zine."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Literal

from judge.game.messages import Event
from judge.game.people.rules import Digest
from judge.game.settings import Address, GameName, Language, LetterForm, PictureSubject, Reader
from judge.languages import FALLBACK
from judge.rules.board import Power
from judge.rules.position import Phase
from judge.store.rows import LetterStatus, PendingConfirmation, StuckGame

# --- who reads the gazette or the zine, their issues, letters to the editor; tournaments


class Publication(Enum):
    """What somebody may subscribe to; the value is what is stored, and what its Message-IDs begin with.

    Everybody stands in the lists of players until they take themselves off. Whoever is to be forgotten is at the hour
    of the ``alarm``, unless that wish is ended before.
    """

    GAZETTE = "gazette"
    ZINE = "zine"
    PLAYERS = "players"
    FORGETTING = "forgetting"


@dataclass(frozen=True)
class Subscription:
    """Somebody wants a publication in a language and a form, or no longer wants it.

    ``alarm`` is when its next issue is due, None where that is for its editor to say. ``pdf`` when its file is to come
    with it.
    """

    publication: Publication
    address: str
    is_on: bool
    language: Language = FALLBACK
    alarm: datetime | None = None
    form: LetterForm = LetterForm.TEXT
    pdf: bool = False


@dataclass(frozen=True)
class Subscriber:
    """A reader of a publication; their number never changes."""

    number: int
    address: str
    language: Language
    form: LetterForm
    pdf: bool = False


@dataclass(frozen=True)
class Block:
    """Somebody, at the address ``other``, whom ``by`` wishes to meet in no game, under the name that ``by`` gave.

    A power is ``named`` by its key, of the ``game``. ``is_on`` False takes it back.
    """

    by: Address
    named: str
    other: Address
    game: str = ""
    is_on: bool = True


@dataclass(frozen=True)
class StoredTournament:
    """A tournament that was opened by letter, in its version ``seen`` (0 of a new one) or in the one to be written.

    ``standing`` is its table as in a file of the operator's, ``state`` all that is known of it, both as JSON.
    """

    name: str
    seen: int
    standing: str
    state: str
    alarm: datetime | None


QUEUE = "?"
"""The name under which the queue is stored among tournaments; none may be called so."""


@dataclass(frozen=True)
class GazetteIssue:
    """An issue of the gazette, numbered from 1, and when the next one is due; number 0 is none.

    ``printed`` are the numbers of the letters of the tribune that are in it, and will be in no other.
    """

    number: int
    at: datetime | None
    alarm: datetime | None
    printed: tuple[int, ...] = ()


@dataclass(frozen=True)
class ZineIssue:
    """An issue of the zine, numbered from 1: when it went out, until when its draft looked, what it tells of.

    ``games`` has the last phase told of each game. The next issue begins with what has come after ``drafted``.
    """

    number: int
    at: datetime
    drafted: datetime
    games: Mapping[GameName, Phase] = field(default_factory=dict)


Tribune = Literal["", "held", "open", "printed"]
"""Where a letter to the editor stands that is one to all readers, too; empty where it is none.

It is held until the operator lets it through, and no draft of a zine sees it; then it is open to the next gazette.
"""


@dataclass(frozen=True)
class EditorLetter:
    """A letter to the editor as the editor reads it; ``signature`` is the writer's own, empty for none."""

    number: int
    at: datetime
    language: Language
    signature: str
    text: str


@dataclass(frozen=True)
class NewEditorLetter:
    """A letter to the editor to be kept, with the address it came from, and what the gazette is to do with it."""

    address: str
    at: datetime
    language: Language
    signature: str
    text: str
    tribune: Tribune = ""


@dataclass(frozen=True)
class TribuneDecision:
    """The operator lets a letter of the tribune through at a moment, or it is printed nowhere."""

    number: int
    at: datetime
    is_printed: bool


@dataclass(frozen=True)
class WithdrawnEditorLetters:
    """Somebody takes back their letters to the editor that have come after a moment; None for all.

    Those of the tribune that no gazette has printed are among them, whenever they came.
    """

    address: str
    after: datetime | None


# --- digests: who wishes one, the news that waits for it


@dataclass(frozen=True)
class DigestReader:
    """Somebody who wishes a digest, under a number that never changes, with that of their last one, 0 before it."""

    number: int
    address: Address
    digest: Digest
    language: Language
    form: LetterForm
    issue: int


@dataclass(frozen=True)
class DigestWish:
    """Somebody wishes a digest, or without ``digest`` no longer; what waits by then leaves at ``due`` at the latest."""

    address: Address
    digest: Digest | None
    due: datetime
    language: Language = FALLBACK
    form: LetterForm = LetterForm.TEXT


@dataclass(frozen=True)
class NewsPutOff:
    """A letter of news to a reader of a game that waits, until ``due`` at the latest; ``page`` is its text as JSON."""

    address: Address
    game: GameName
    reader: int
    at: datetime
    due: datetime
    subject: str
    page: str


@dataclass(frozen=True)
class DigestHastened:
    """A digest leaves at ``due`` at the latest, if news of a game waits for it: a deadline has come nearer."""

    address: Address
    game: GameName
    due: datetime


@dataclass(frozen=True)
class DigestSent:
    """This news has left; ``issue`` is the last digest by now. What has found no room in it leaves at ``again``."""

    reader: int
    issue: int
    news: tuple[int, ...]
    again: datetime


DigestChange = DigestWish | NewsPutOff | DigestHastened | DigestSent


@dataclass(frozen=True)
class WaitingNews:
    """News that waits, under its own number; ``page`` is its text as JSON."""

    number: int
    game: GameName
    reader: Reader
    at: datetime
    subject: str
    page: str


# --- letters, alarms, what one transaction writes: all that goes into the store or comes out of it, frozen


class Occasion(Enum):
    """Why a letter to be sent was written; for some the number a correspondent gets is limited."""

    NEWS = "news"  # something happened to a game
    ANSWER = "answer"  # to a person of a game who wrote
    QUESTION = "question"  # was it you who wrote? to a person of a game, of a letter that nothing speaks for
    VOUCHED = "vouched"  # the same, of a letter that bears a reply address or that its mail domain speaks for
    NEWCOMER = "newcomer"  # the same, to somebody without a part in a game, of a letter that nothing speaks for
    GUIDANCE = "guidance"  # to somebody without a part in a game who asked, or wants to enter one
    STRANGER = "doorstep"  # to somebody without a part in a game whose letter held no command
    ENOUGH = "enough"  # there will be no more answers for a while
    LATER = "later"  # there will be no more questions for a while
    SIGNED_GUIDANCE = "signed-guidance"  # as guidance, of a letter that its mail domain speaks for
    SIGNED_STRANGER = "signed-doorstep"  # as doorstep, of a letter that its mail domain speaks for
    COPY = "copy"  # a letter sent before, asked for again
    ADMINS = "admins"  # somebody's letter to the operator

    @property
    def vouched(self) -> "Occasion":
        """The occasion of the same letter where something speaks for the one that it answers."""
        return _VOUCHED.get(self, self)


_VOUCHED = {
    Occasion.QUESTION: Occasion.VOUCHED,
    Occasion.NEWCOMER: Occasion.VOUCHED,
    Occasion.GUIDANCE: Occasion.SIGNED_GUIDANCE,
    Occasion.STRANGER: Occasion.SIGNED_STRANGER,
}


@dataclass(frozen=True)
class SeriesPlace:
    """The place of a letter in a series: the number of its reader in the game, its own number from 1."""

    reader: int
    number: int


@dataclass(frozen=True)
class PressTold:
    """What a letter to be sent tells: the event of press of this number; which event of press began their exchange."""

    press: int
    thread: int


@dataclass(frozen=True)
class ToldPress:
    """A letter of press to a reader: its number in their series, when it was queued (as stored), what it tells."""

    number: int
    queued: str
    told: PressTold
    message_id: str


@dataclass(frozen=True)
class LetterPicture:
    """A picture that a letter bears; it is drawn when the letter leaves, and for equal values it is the same.

    It shows the game after its event ``number``: a map the position, or the phase with its orders if that event closed
    one; ``near`` the part of it with most units of ``orders_of``; ``now`` the position in any case; a chart the
    centres by years. A sheet has a small map with the position at
    the beginning of the phase and room for the orders of ``orders_of``; without a game, the standard board.
    A rule is the example of a paragraph of a book that ``phase`` names; ``rules`` that book, as PDF.
    ``powers`` are those whose knowledge it shows, None where its reader may know all. ``form`` is ``png`` or ``svg``,
    of a sheet ``pdf``, too; ``content_id`` names its place in the letter. Its file is named after ``phase``: the
    number counts what its reader does not see.
    """

    game: GameName
    number: int
    powers: tuple[Power, ...] | None
    language: Language
    notation: str
    form: str
    content_id: str = ""
    shows: PictureSubject = "map"
    phase: str = ""
    paper: str = ""
    is_blank: bool = False
    orders_of: tuple[Power, ...] = ()

    @property
    def file(self) -> str:
        """The name of its file."""
        words = dict.fromkeys((self.game, "blank" if self.is_blank else self.shows, self.phase))
        return f"{'-'.join(filter(None, words))}.{self.form}"


@dataclass(frozen=True)
class ComposedLetter:
    """A finished letter to be sent; a second one of the same Message-ID is the same letter.

    ``place`` is that in the series of one reader, which has no gaps; a copy has the place of its original.
    ``envelope_from`` is this letter's alone, so that a bounce shows which letter came back. ``raw`` has an empty
    place for each of its ``pictures``.
    """

    message_id: str
    game: GameName | None
    to: str
    envelope_from: str
    raw: bytes
    place: SeriesPlace | None = None
    occasion: Occasion = Occasion.NEWS
    at: datetime | None = None
    pictures: tuple[LetterPicture, ...] = ()
    press: PressTold | None = None


@dataclass(frozen=True)
class OutboxRow:
    """A letter of the outbox: ``number`` is its number in the series of its reader, ``why`` the last refusal.

    ``cause`` is the letter in that has caused it, None where a deadline or the operator has.
    """

    id: int
    message_id: str
    game: GameName | None
    to: str
    envelope_from: str
    raw: bytes
    reader: int | None = None
    number: int | None = None
    state: str = "waiting"
    tries: int = 0
    unsure: int = 0
    why: str = ""
    queued: datetime | None = None
    next_try: datetime | None = None
    refused: datetime | None = None
    pictures: tuple[LetterPicture, ...] = ()
    cause: int | None = None

    @property
    def named(self) -> str:
        """What the log calls it, so that the lines about a letter and its answers are found together."""
        return f"letter {self.cause}, answer {self.id}" if self.cause else f"letter out {self.id}"

    @property
    def domain(self) -> str:
        """The mail domain it goes to."""
        return self.to.partition("@")[2].lower()


@dataclass(frozen=True)
class SendFailure:
    """A letter could not be handed over: ``why``, when to try again, None for never.

    ``is_refusal`` when the letter or its mailbox has been refused, so that the time until it is given up runs;
    ``is_unsure`` when it may have been accepted all the same; ``goes_behind`` when other waiting letters go first.
    """

    why: str
    next_try: datetime | None
    is_refusal: bool = True
    is_unsure: bool = False
    goes_behind: bool = False


@dataclass(frozen=True)
class Transaction:
    """All that one letter or one deadline causes, to be written whole or not at all.

    ``seen`` is the number of the game's events the decision was made on. ``alarm`` replaces the game's alarm; None
    leaves it without one. ``sender`` is whose letter it says it is. ``message_id`` and ``digest`` are the letter's own,
    ``about`` the game it spoke of ("" for none), by which a copy is recognised later; a letter that nothing proves has
    neither, for whoever wrote it may have borrowed the id of one that is to come. ``again`` is when a letter that is
    put off is read again; ``release`` is the code of a held letter that goes back to be read, now confirmed, ``cancel``
    that of one which never will. ``subscriptions``, ``blocks`` and what goes ``to_editor`` come into effect in order.
    ``tournaments`` are written where they are still as they were seen. ``stuck`` when the game could not do what was
    due; its next try takes the place of the ``alarm``. ``digests`` come into effect in their order.
    """

    letter: int | None
    status: LetterStatus
    game: GameName | None = None
    seen: int = 0
    events: tuple[Event, ...] = ()
    alarm: datetime | None = None
    outgoing: tuple[ComposedLetter, ...] = ()
    hold: PendingConfirmation | None = None
    release: str | None = None
    cancel: str | None = None
    sender: str | None = None
    message_id: str | None = None
    digest: bytes | None = None
    about: str = ""
    again: datetime | None = None
    subscriptions: tuple[Subscription, ...] = ()
    issue: GazetteIssue | ZineIssue | None = None
    to_editor: tuple[NewEditorLetter | WithdrawnEditorLetters | TribuneDecision, ...] = ()
    stuck: StuckGame | None = None
    tournaments: tuple[StoredTournament, ...] = ()
    blocks: tuple[Block, ...] = ()
    digests: tuple[DigestChange, ...] = ()
