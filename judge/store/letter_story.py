"""What the database knows of one letter: how it came, what it caused, what was answered, what came back."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlite_utils import Database

from judge.game.settings import GameName
from judge.store import outbox
from judge.store.records import OutboxRow
from judge.store.timestamps import parse_timestamp


@dataclass(frozen=True)
class ReceivedLetter:
    """A letter in, without its bytes: ``size`` counts them; ``author`` is None while that is not settled."""

    id: int
    arrived: datetime
    transport: str
    recipient: str
    size: int
    state: str
    author: str | None
    is_confirmed: bool
    tries: int
    about: str | None


@dataclass(frozen=True)
class SentAnswer:
    """A letter out that a letter in has caused: when it left, as which letters it came back."""

    letter: OutboxRow
    sent: datetime | None
    bounces: tuple[int, ...]


def received_letter(db: Database, number: int) -> ReceivedLetter | None:
    """The letter of that number; None where there is none."""
    row = db.execute(
        """SELECT id, arrived, door, recipient, coalesce(length(raw), 0), state, author, confirmed, tries, about
           FROM letters LEFT JOIN letter_bytes ON letter = id WHERE id = ?""",
        [number],
    ).fetchone()
    if row is None:
        return None
    letter, arrived, transport, recipient, size, state, author, confirmed, tries, about = row
    moment = parse_timestamp(arrived)
    return ReceivedLetter(letter, moment, transport, recipient, size, state, author, bool(confirmed), tries, about)


def answers_to(db: Database, number: int) -> tuple[SentAnswer, ...]:
    """The letters that a letter has caused, oldest first."""
    letters = outbox.select(db, "WHERE letter = ? ORDER BY id", [number])
    sent = dict(db.execute("SELECT id, sent FROM outbox WHERE letter = ? AND sent IS NOT NULL", [number]).fetchall())
    return tuple(
        SentAnswer(one, parse_timestamp(sent[one.id]) if one.id in sent else None, _bounces(db, one)) for one in letters
    )


def _bounces(db: Database, letter: OutboxRow) -> tuple[int, ...]:
    rows = db.execute("SELECT id FROM letters WHERE recipient = ? ORDER BY id", [letter.envelope_from])
    return tuple(int(number) for (number,) in rows)


def events_of(db: Database, number: int, games: Collection[GameName]) -> tuple[tuple[GameName, str], ...]:
    """The events that a letter has caused in some games: the game and the kind of event, in the order of the log."""
    return tuple(
        (game, str(kind))
        for game in games
        for (kind,) in db.execute(
            "SELECT json_extract(event, '$.is') FROM events WHERE game = ? AND letter = ? ORDER BY number",
            [game, number],
        )
    )
