"""Letters on their way out: queued with what caused them, sent later, each Message-ID once."""

from datetime import datetime

from sqlite_utils import Database

from judge.game.settings import GameName
from judge.store.moments import write_moment
from judge.store.values import Outgoing, Waiting

AT_ONCE = 100
"""How many waiting letters are handed out together."""


def queue(db: Database, letter: Outgoing) -> None:
    """Put a letter into the outbox; a twin of one that is or was there changes nothing."""
    values = [letter.message_id, letter.game, letter.to, letter.envelope_from, letter.raw]
    db.execute(
        """INSERT INTO outbox (message_id, game, recipient, envelope_from, raw) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (message_id) DO NOTHING""",
        values,
    )


def due(db: Database, now: datetime) -> tuple[Waiting, ...]:
    """The oldest letters whose time to be sent has come."""
    rows = db.execute(
        """SELECT id, message_id, game, recipient, envelope_from, raw, tries FROM outbox
           WHERE state = 'waiting' AND (next_try IS NULL OR next_try <= ?) ORDER BY id LIMIT ?""",
        [write_moment(now), AT_ONCE],
    )
    return tuple(Waiting(*row) for row in rows)


def mark_sent(db: Database, letter: int, at: datetime) -> None:
    """The next machine has taken the letter over."""
    db.execute("UPDATE outbox SET state = 'sent', sent = ?, why = NULL WHERE id = ?", [write_moment(at), letter])


def mark_failed(db: Database, letter: int, why: str, next_try: datetime | None) -> None:
    """Sending failed: try again at ``next_try``, or never."""
    state = "given-up" if next_try is None else "waiting"
    text = None if next_try is None else write_moment(next_try)
    db.execute(
        "UPDATE outbox SET state = ?, next_try = ?, why = ?, tries = tries + 1 WHERE id = ?", [state, text, why, letter]
    )


def count(db: Database, game: GameName | None, to: str) -> int:
    """How many letters were ever queued for a person in a game."""
    row = db.execute("SELECT count(*) FROM outbox WHERE game IS ? AND recipient = ?", [game, to]).fetchone()
    return int(row[0])
