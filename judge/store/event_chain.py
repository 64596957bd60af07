"""The chain of a game's events: each has a hash of the hash before it and of its own text; none changes unseen.

The hash is keyed (HMAC-SHA256) with the judge's secret key: events hold orders, votes and press that nobody may know
yet, and without the key nobody can try whether a guess of them fits a hash that is told.
"""

import hmac
from collections.abc import Iterable, Iterator
from secrets import token_hex

from sqlite_utils import Database

from judge.game.settings import GameName


def first_hash(key: str, game: GameName) -> str:
    """The hash before the first event of a game: 64 hexadecimal digits, as all are."""
    return hmac.digest(key.encode(), f"events of {game}".encode(), "sha256").hex()


def hashes(key: str, before: str, texts: Iterable[str]) -> Iterator[str]:
    """The hash of each event, by its JSON, behind one whose hash is ``before``."""
    for text in texts:
        before = hmac.digest(key.encode(), f"{before}\n{text}".encode(), "sha256").hex()
        yield before


def last_hash(db: Database, key: str, game: GameName) -> str:
    """The hash of the last event of a game, or that before its first."""
    row = db.execute("SELECT hash FROM event_chain WHERE game = ? ORDER BY number DESC LIMIT 1", [game]).fetchone()
    return row[0].hex() if row else first_hash(key, game)


def hash_of(db: Database, game: GameName, number: int) -> str:
    """The hash of an event of a game by its number, empty where there is none."""
    row = db.execute("SELECT hash FROM event_chain WHERE game = ? AND number = ?", [game, number]).fetchone()
    return row[0].hex() if row else ""


def chain(db: Database, game: GameName, after: int, texts: Iterable[str]) -> None:
    """Store the hashes of new events, those behind the first ``after``, by their JSON."""
    key = key_of(db)
    found = hashes(key, last_hash(db, key, game), texts)
    rows = [(game, number, bytes.fromhex(one)) for number, one in enumerate(found, after + 1)]
    db.conn.executemany("INSERT INTO event_chain (game, number, hash) VALUES (?, ?, ?)", rows)


def read_secret_key(db: Database) -> str | None:
    """The key that ids are made with; None before there is one."""
    row = db.execute("SELECT key FROM secret").fetchone()
    return None if row is None else str(row[0])


def store_secret_key(db: Database, made: str) -> str:
    """Store the key ``made`` unless there is one already; the key that is stored."""
    db.execute("INSERT INTO secret VALUES (1, ?) ON CONFLICT (one) DO NOTHING", [made])
    return str(db.execute("SELECT key FROM secret").fetchone()[0])


def key_of(db: Database) -> str:
    """The judge's secret key, made where there is none yet."""
    return read_secret_key(db) or store_secret_key(db, token_hex(16))


def chain_faults(db: Database, game: GameName) -> Iterator[str]:
    """The first event of a game that is not the one that was written, if any is; nothing is changed."""
    key = read_secret_key(db) or ""
    rows = db.execute("SELECT number, event FROM events WHERE game = ? ORDER BY number", [game]).fetchall()
    stored = dict(db.execute("SELECT number, hash FROM event_chain WHERE game = ?", [game]).fetchall())
    for (number, _), right in zip(rows, hashes(key, first_hash(key, game), (text for _, text in rows)), strict=True):
        kept = stored.pop(number, None)
        if kept is None or kept.hex() != right:
            yield f"{game}: event {number} is not what was written: its hash is " + ("another" if kept else "missing")
            return
    if stored:
        yield f"{game}: event {min(stored)} is missing, though its hash is there"
