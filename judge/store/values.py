"""What goes into the store or comes out of it, as frozen values."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from judge.game.events import Event
from judge.game.settings import GameName


class Fate(Enum):
    """What becomes of a letter once it has been read; the value is the state its row bears."""

    DONE = "done"
    HELD = "held"  # waits for a confirmation
    SET_ASIDE = "set-aside"  # for a person to look at
    REPEATED = "repeated"  # a twin of a letter already done
    ROBOT = "robot"  # automatic mail, never answered


@dataclass(frozen=True)
class Arrival:
    """A letter at the door, and the name of that door; ``at`` is when the last of its bytes came (UTC)."""

    at: datetime
    door: str
    sender: str | None
    recipient: str
    raw: bytes


@dataclass(frozen=True)
class KeptLetter:
    """A letter as it came: the envelope, the bytes, when the last of them arrived (UTC).

    No ``sender`` at the ``smtp`` door is the null sender, a machine's; other doors know of none. ``confirmed`` when
    its owner has vouched for it since, ``tries`` how often reading it was begun.
    """

    id: int
    arrived: datetime
    door: str
    sender: str | None
    recipient: str
    raw: bytes
    confirmed: bool
    tries: int


@dataclass(frozen=True)
class Alarm:
    """When a game next wants attention though nobody writes."""

    game: GameName
    at: datetime


@dataclass(frozen=True)
class Hold:
    """A letter waits until ``code`` comes back from ``address``."""

    code: str
    address: str


@dataclass(frozen=True)
class Outgoing:
    """A finished letter on its way out; a second one of the same Message-ID is the same letter."""

    message_id: str
    game: GameName | None
    to: str
    envelope_from: str
    raw: bytes


@dataclass(frozen=True)
class Waiting:
    """A letter in the outbox that is due for sending, and how often that has failed."""

    id: int
    message_id: str
    game: GameName | None
    to: str
    envelope_from: str
    raw: bytes
    tries: int


@dataclass(frozen=True)
class Change:
    """All that one letter or one deadline brings about, to be written whole or not at all.

    ``seen`` is the number of the game's events the decision was made on. ``alarm`` replaces the game's alarm; None
    leaves it without one. ``sender`` and ``message_id`` are the letter's own, by which a twin is known later.
    ``release`` is the code of a held letter that goes back to be read, now confirmed.
    """

    letter: int | None
    fate: Fate
    game: GameName | None = None
    seen: int = 0
    events: tuple[Event, ...] = ()
    alarm: datetime | None = None
    outgoing: tuple[Outgoing, ...] = ()
    hold: Hold | None = None
    release: str | None = None
    sender: str | None = None
    message_id: str | None = None
