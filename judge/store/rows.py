"""The rows that are understood without any game: letters in, alarms, games that stand still; how moments are stored."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from hashlib import sha256

from sqlite_utils import Database

from judge.game.names import GameName

# --- letters in: as they arrive, as they are kept, by what they are found


class LetterStatus(Enum):
    """The status of a letter once it has been read; the value is the state of its row."""

    DONE = "done"
    HELD = "held"  # waits for a confirmation
    SET_ASIDE = "set-aside"  # for a person to look at, or until the moment when it is read again
    REPEATED = "repeated"  # another copy of a letter already done
    ROBOT = "robot"  # automatic mail, never answered


@dataclass(frozen=True)
class ArrivedLetter:
    """A letter as it came by a transport (``smtp``, ``lmtp``, ``maildir``); ``at`` is when its last byte came (UTC)."""

    at: datetime
    transport: str
    sender: str | None
    recipient: str
    raw: bytes


@dataclass(frozen=True)
class KeptLetter:
    """A letter as it came: the envelope, the bytes, when the last of them arrived (UTC).

    Without a ``sender`` a letter that came by ``smtp`` has the null sender, a machine's; other ways in know no sender.
    ``confirmed`` when its owner has confirmed it since, ``tries`` how often reading it has failed; ``begun_by`` is the
    judge that has begun to read it, empty before one has.
    """

    id: int
    arrived: datetime
    transport: str
    sender: str | None
    recipient: str
    raw: bytes
    confirmed: bool
    tries: int
    begun_by: str = ""


@dataclass(frozen=True)
class LetterCopy:
    """A letter by what its copies have in common: its author, Message-ID, the game it is about ("" for none), words."""

    letter: int
    author: str
    message_id: str
    about: str
    digest: bytes


@dataclass(frozen=True)
class PendingConfirmation:
    """A letter waits until ``code`` comes back from ``address``."""

    code: str
    address: str


def fingerprint(letter: ArrivedLetter) -> bytes:
    """A digest that two deliveries of the same letter have in common: of the envelope and every byte."""
    envelope = f"{letter.sender or ''}\n{letter.recipient}\n"
    return sha256(envelope.encode() + letter.raw).digest()


def id_of(db: Database, mark: bytes) -> int | None:
    """The id under which the letter of a fingerprint is kept; None where it is not."""
    row = db.execute("SELECT id FROM letters WHERE fingerprint = ?", [mark]).fetchone()
    return None if row is None else int(row[0])


def keep(db: Database, letter: ArrivedLetter) -> int:
    """Store a letter and return its id; the very same letter is stored once."""
    mark = fingerprint(letter)
    known = id_of(db, mark)
    if known is not None:
        return known
    row = db.execute(
        "INSERT INTO letters (arrived, door, sender, recipient, fingerprint) VALUES (?, ?, ?, ?, ?)",
        [format_timestamp(letter.at), letter.transport, letter.sender, letter.recipient, mark],
    )
    assert row.lastrowid is not None
    db.execute("INSERT INTO letter_bytes (letter, raw) VALUES (?, ?)", [row.lastrowid, letter.raw])
    return row.lastrowid


# --- when games want attention, which stand still; where no letter leaves


@dataclass(frozen=True)
class Alarm:
    """When a game wants attention though nobody writes; without one a tournament, the ``digest`` of a reader by number.

    Without any of these it is the gazette.
    """

    game: GameName | None
    at: datetime
    tournament: str = ""
    digest: int = 0


class GameWork(Enum):
    """What is done of a game though nobody writes."""

    HOUR = "hour"
    PAGES = "pages"


@dataclass(frozen=True)
class StuckGame:
    """A game whose hour the judge has failed over, by a fault of its own, ``since`` then, so many ``tries``.

    ``again`` is when it tries next, ``why`` the kind of the last error and where in the code it was raised.
    """

    name: GameName
    since: datetime
    again: datetime
    tries: int
    why: str


def stuck(db: Database, game: GameName) -> StuckGame | None:
    """How a game stands still; None for those that do not."""
    return next(_stuck_games(db, "WHERE game = ?", game), None)


def stuck_games(db: Database) -> tuple[StuckGame, ...]:
    """All games that stand still, by name."""
    return tuple(_stuck_games(db, "ORDER BY game"))


def _stuck_games(db: Database, which: str, *values: object) -> Iterator[StuckGame]:
    rows = db.execute(f"SELECT game, since, again, tries, why FROM stuck {which}", [*values]).fetchall()  # noqa: S608
    for name, since, again, tries, why in rows:
        yield StuckGame(GameName(name), parse_timestamp(since), parse_timestamp(again), tries, why)


EVERYWHERE = ""
"""The name under which all sending is paused; other names are mail domains."""


# --- timestamps in the database: ISO 8601, UTC, of one length, so that text order is time order


def format_timestamp(at: datetime) -> str:
    """A moment as text; ValueError when it has no time zone."""
    if at.tzinfo is None:
        message = f"{at} names no time zone"
        raise ValueError(message)
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def parse_timestamp(text: str) -> datetime:
    """The moment that ``format_timestamp`` wrote."""
    return datetime.fromisoformat(text)


def moment_or_none(text: str | None) -> datetime | None:
    """The moment that was stored so; None where none was."""
    return parse_timestamp(text) if text else None


# --- a mailbox is one, whatever tag stands behind its plus sign (RFC 5233)


def mailbox_bounds(address: str) -> dict[str, str]:
    """What finds the addresses of a mailbox in a sorted column: ``plain`` is the one without a tag.

    Those with one sort behind ``first`` and before ``behind``; so do some of other domains, so ``domain`` is its own.
    """
    local, _, domain = address.rpartition("@")
    local = local.partition("+")[0]
    return {"plain": f"{local}@{domain}", "first": f"{local}+", "behind": f"{local},", "domain": domain.lower()}
