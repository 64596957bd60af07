"""Letters on their way out: queued with what caused them, sent later, each Message-ID once."""

from collections.abc import Sequence
from datetime import datetime

from sqlite_utils import Database

from judge.game.settings import GameName
from judge.store.destinations import EVERYWHERE
from judge.store.moments import read_moment, write_moment
from judge.store.values import Failure, Occasion, Outgoing, Queued

AT_ONCE = 100
"""How many waiting letters are handed out together."""

_COLUMNS = (
    "id, message_id, game, recipient, envelope_from, raw, reader, number, state, tries, unsure, coalesce(why, ''), "
    "queued, next_try, refused"
)
"""The columns that make a ``Queued``, in the order of its fields, which has moments last."""


def queue(db: Database, letter: Outgoing) -> None:
    """Put a letter into the outbox; a twin of one that is or was there changes nothing."""
    reader, number = (letter.place.reader, letter.place.number) if letter.place else (None, None)
    queued = write_moment(letter.at) if letter.at else None
    values = [letter.message_id, letter.game, letter.to, letter.envelope_from, letter.raw]
    db.execute(
        """INSERT INTO outbox (message_id, game, recipient, envelope_from, raw, reader, number, occasion, queued)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (message_id) DO NOTHING""",
        [*values, reader, number, letter.occasion.value, queued],
    )


def follow(db: Database, letters: Sequence[Outgoing]) -> bool:
    """Whether the numbers that some letters bear are the next ones of their series, so that no gap ever lies."""
    last: dict[tuple[GameName | None, int], int] = {}
    for letter in letters:
        if letter.place is None or letter.occasion is Occasion.COPY:
            continue
        series = letter.game, letter.place.reader
        before = last[series] if series in last else last_number(db, *series)
        if letter.place.number != before + 1:
            return False
        last[series] = letter.place.number
    return True


def last_number(db: Database, game: GameName | None, reader: int) -> int:
    """The number of the last letter to a reader of a game, 0 before the first."""
    row = db.execute(
        "SELECT coalesce(max(number), 0) FROM outbox WHERE game IS ? AND reader = ? AND occasion <> 'copy'",
        [game, reader],
    ).fetchone()
    return int(row[0])


def select(db: Database, which: str, values: Sequence[object] | dict[str, object]) -> tuple[Queued, ...]:
    """Letters of the outbox; ``which`` is what stands behind FROM, ``values`` what its marks stand for."""
    rows = db.execute(f"SELECT {_COLUMNS} FROM outbox {which}", values)  # noqa: S608
    return tuple(Queued(*row[:-3], *map(_moment, row[-3:])) for row in rows)


def _moment(text: str | None) -> datetime | None:
    return read_moment(text) if text else None


def numbered(db: Database, game: GameName, reader: int, number: int) -> Queued | None:
    """One letter of a series as it was queued."""
    which = "WHERE game = ? AND reader = ? AND number = ? AND occasion <> 'copy'"
    return next(iter(select(db, which, [game, reader, number])), None)


def under_envelope(db: Database, envelope_from: str) -> Queued | None:
    """The letter that was sent with this envelope sender."""
    return next(iter(select(db, "WHERE envelope_from = ? LIMIT 1", [envelope_from])), None)


def count(db: Database, to: str, occasions: Sequence[Occasion], since: datetime) -> int:
    """How many letters for these occasions were queued for a mailbox after a moment, whatever tags it was given."""
    local, _, domain = to.rpartition("@")
    local = local.partition("+")[0]
    marks = ", ".join("?" for _ in occasions)
    row = db.execute(
        f"""SELECT count(*) FROM outbox WHERE occasion IN ({marks}) AND queued > ? AND (recipient = ?
            OR (recipient > ? AND recipient < ? AND domain = ?))""",  # noqa: S608
        [*(one.value for one in occasions), write_moment(since), f"{local}@{domain}", *_tagged(local), domain.lower()],
    ).fetchone()
    return int(row[0])


def count_wide(db: Database, domain: str | None, occasions: Sequence[Occasion], since: datetime) -> int:
    """How many letters for these occasions were queued for a mail domain after a moment, or for all (None)."""
    marks = ", ".join("?" for _ in occasions)
    row = db.execute(
        f"""SELECT count(*) FROM outbox WHERE occasion IN ({marks}) AND queued > ?
            AND (? IS NULL OR domain = ?)""",  # noqa: S608
        [*(one.value for one in occasions), write_moment(since), domain, domain],
    ).fetchone()
    return int(row[0])


def _tagged(local: str) -> tuple[str, str]:
    """Between what the addresses of a mailbox with a tag lie."""
    return f"{local}+", f"{local},"


def due(db: Database, now: datetime) -> tuple[Queued, ...]:
    """Letters whose time to be sent has come, to destinations that are not paused; those that broke off come last."""
    return select(
        db,
        """WHERE state = 'waiting' AND (next_try IS NULL OR next_try <= :now) AND NOT EXISTS (
               SELECT 1 FROM destinations WHERE until > :now AND name IN (:everywhere, outbox.domain))
           ORDER BY behind, id LIMIT :most""",
        {"now": write_moment(now), "everywhere": EVERYWHERE, "most": AT_ONCE},
    )


def unsent(db: Database, game: GameName) -> tuple[tuple[str, int, int], ...]:
    """Where letters of a game go that have been refused at least once: how many wait, how many are given up."""
    rows = db.execute(
        """SELECT recipient, sum(state = 'waiting'), sum(state = 'given-up') FROM outbox
           WHERE game = ? AND (state = 'given-up' OR (state = 'waiting' AND tries > 0)) GROUP BY recipient""",
        [game],
    )
    return tuple((str(to), int(waiting), int(given_up)) for to, waiting, given_up in rows)


def mark_sent(db: Database, letter: int, at: datetime) -> None:
    """The next machine has taken the letter over, so its destination takes letters."""
    db.execute("UPDATE outbox SET state = 'sent', sent = ?, why = NULL WHERE id = ?", [write_moment(at), letter])
    db.execute(
        "DELETE FROM destinations WHERE name = ? OR name = (SELECT domain FROM outbox WHERE id = ?)",
        [EVERYWHERE, letter],
    )


def mark_failed(db: Database, letter: int, failure: Failure, at: datetime) -> None:
    """Sending failed at a moment."""
    state = "given-up" if failure.next_try is None else "waiting"
    text = None if failure.next_try is None else write_moment(failure.next_try)
    refused = write_moment(at) if failure.is_refusal else None
    db.execute(
        """UPDATE outbox SET state = ?, next_try = ?, why = ?, tries = tries + 1, unsure = unsure + ?,
           behind = ?, refused = coalesce(refused, ?) WHERE id = ?""",
        [state, text, failure.why, failure.is_unsure, failure.goes_behind, refused, letter],
    )


def send_again(db: Database) -> int:
    """Letters that were given up wait as if nobody had tried them yet; how many they are."""
    return int(
        db.execute(
            """UPDATE outbox SET state = 'waiting', next_try = NULL, why = NULL, tries = 0, unsure = 0, behind = 0,
               refused = NULL
               WHERE state = 'given-up'"""
        ).rowcount
    )
