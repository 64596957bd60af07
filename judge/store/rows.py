"""The rows understood without any game: letters in, alarms, games that stand still, moments, the judge's heartbeat."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from hashlib import sha256

from sqlite_utils import Database

from judge.game.names import GameName
from judge.system.clock import ClockDoubt, ClockLeap, Heartbeat


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


# --- the heartbeat: when the judge was last known to run, which games are to be given time back


@dataclass(frozen=True)
class LostTime:
    """Since when (UTC) a game has lost time: by an outage, or where ``by_clock`` by a clock leap.

    A moment in the future means that the clock has been set back since. ``with_letters`` where the database was set
    back to that moment, so that letters were lost.
    """

    since: datetime
    by_clock: bool = False
    with_letters: bool = False


def heartbeat(db: Database, one: Heartbeat) -> None:
    """Note that the judge runs."""
    doubt = one.doubt
    db.execute(
        """INSERT INTO heartbeat (one, at, uptime, boot, leap, leapt) VALUES (1, ?, ?, ?, ?, ?)
           ON CONFLICT DO UPDATE SET at = excluded.at, uptime = excluded.uptime, boot = excluded.boot,
               leap = excluded.leap, leapt = excluded.leapt""",
        [
            format_timestamp(one.at),
            None if one.uptime is None else one.uptime.total_seconds(),
            one.boot,
            None if doubt is None else doubt.leap.total_seconds(),
            None if doubt is None else doubt.since.total_seconds(),
        ],
    )


def last_heartbeat(db: Database) -> Heartbeat | None:
    """The last heartbeat; None before the first."""
    row = db.execute("SELECT at, uptime, boot, leap, leapt FROM heartbeat").fetchone()
    if row is None:
        return None
    at, uptime, boot, leap, leapt = row
    doubt = None if leap is None else ClockDoubt(timedelta(seconds=leap), timedelta(seconds=leapt))
    return Heartbeat(parse_timestamp(at), None if uptime is None else timedelta(seconds=uptime), boot, doubt)


def note_outage(db: Database, since: datetime | None, now_on: Heartbeat) -> None:
    """Note that the games have lost the time since then (None: none), and that the judge runs; an older note stays.

    A game without an alarm waits for nothing, and loses none. What could not be given back before is tried again.
    """
    if since is not None and since > now_on.at:
        _owe_all(db, since, now_on.at)
    elif since is not None:
        _owe_all(db, since, now_on.at, "alarm IS NOT NULL")
    db.execute("UPDATE owed SET again = ?", [format_timestamp(now_on.at)])
    heartbeat(db, now_on)


def _owe_all(db: Database, since: datetime, again: datetime, which: str = "true", *, by_clock: bool = False) -> None:
    db.execute(
        f"""INSERT INTO owed (game, since, again, by_clock) SELECT name, ?, ?, ? FROM games WHERE {which}
            ON CONFLICT DO UPDATE SET again = excluded.again""",  # noqa: S608
        [format_timestamp(since), format_timestamp(again), by_clock],
    )


def next_owed(db: Database, now: datetime) -> GameName | None:
    """The game that is to be given back next what it has lost; None when none is by now."""
    row = db.execute(
        "SELECT game FROM owed WHERE again <= ? ORDER BY again, game LIMIT 1", [format_timestamp(now)]
    ).fetchone()
    return None if row is None else GameName(row[0])


def owe_until(db: Database, game: GameName, again: datetime) -> None:
    """Put off to a later moment that a game is given back what it has lost."""
    db.execute("UPDATE owed SET again = ? WHERE game = ?", [format_timestamp(again), game])


def lost_time(db: Database, game: GameName) -> LostTime | None:
    """Since when a game has lost time that it has not been given back; None where it has lost none."""
    row = db.execute("SELECT since, by_clock, lost FROM owed WHERE game = ?", [game]).fetchone()
    return None if row is None else LostTime(parse_timestamp(row[0]), bool(row[1]), bool(row[2]))


def note_letters_lost(db: Database) -> None:
    """Note that all games have lost the letters since the last heartbeat, for the database was set back."""
    db.execute(
        """INSERT INTO owed (game, since, again, lost) SELECT name, at, at, 1 FROM games, heartbeat WHERE one = 1
           ON CONFLICT DO UPDATE SET lost = 1"""
    )


def clear_lost_time(db: Database, game: GameName) -> None:
    """Note that a game has been given back the time it lost."""
    db.execute("DELETE FROM owed WHERE game = ?", [game])


def accept_wall_clock(db: Database, leap: ClockLeap, now_on: Heartbeat) -> None:
    """Accept a wall clock that has leapt: every game has lost the difference, and no stored hour lies beyond reach.

    What the judge itself has put off, to an hour of a clock that has been set back since, is due at once.
    """
    now = format_timestamp(leap.now)
    heartbeat(db, now_on)
    _owe_all(db, leap.was, leap.now, by_clock=True)
    if leap.now < leap.was:
        db.execute("UPDATE outbox SET next_try = ? WHERE state = 'waiting' AND next_try > ?", [now, now])
        db.execute("UPDATE outbox SET queued = ? WHERE queued > ?", [now, now])
        db.execute("UPDATE letters SET again = ? WHERE again > ?", [now, now])
        db.execute("DELETE FROM destinations WHERE until > ?", [now])
        db.execute("UPDATE gazette SET at = ? WHERE at > ?", [now, now])
        db.execute("UPDATE zine_issues SET at = min(at, ?), drafted = min(drafted, ?) WHERE at > ?", [now, now, now])
        db.execute("UPDATE editor_letters SET at = ? WHERE at > ?", [now, now])
