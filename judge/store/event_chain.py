"""The chain of a game's events: each has a hash of the hash before it and of its own text; none changes unseen."""

import hmac
from collections.abc import Iterable, Iterator, Mapping
from secrets import token_hex

from sqlite_utils import Database

from judge.game.names import GameName

# The hash is keyed (HMAC-SHA256) with the judge's secret key: events hold orders, votes and press that nobody may know
# yet, and without the key nobody can try whether a guess of them fits a hash that is told.


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


def rewrite(db: Database, game: GameName, texts: Mapping[int, str]) -> None:
    """Write events of a game without words that are to be forgotten, by their numbers.

    The hash of each stays, and what was told by it: the chain goes on from it. A seal, made of it and of what is left
    with the same key, shows that nobody has changed that since.
    """
    for number, text in texts.items():
        seal = _seal(key_of(db), hash_of(db, game, number), text)
        db.execute("UPDATE events SET event = ? WHERE game = ? AND number = ?", [text, game, number])
        db.execute("INSERT OR REPLACE INTO event_seals VALUES (?, ?, ?)", [game, number, seal])
    db.execute("UPDATE games SET rewritten = rewritten + 1, pages_since = 0 WHERE name = ?", [game])


def rewritten(db: Database, game: GameName) -> int:
    """How often the log of a game was changed so; what was folded before is of no use."""
    row = db.execute("SELECT rewritten FROM games WHERE name = ?", [game]).fetchone()
    return int(row[0]) if row else 0


def written(db: Database) -> tuple[int, int]:
    """How many events there are, and how often logs were changed: as long as that is so, no log is another."""
    (events,) = db.execute("SELECT coalesce(max(rowid), 0) FROM events").fetchone()
    (changed,) = db.execute("SELECT coalesce(sum(rewritten), 0) FROM games").fetchone()
    return int(events), int(changed)


def _seal(key: str, own: str, text: str) -> bytes:
    return hmac.digest(key.encode(), f"{own}\nforgotten\n{text}".encode(), "sha256")


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
    seals = dict(db.execute("SELECT number, seal FROM event_seals WHERE game = ?", [game]).fetchall())
    right = first_hash(key, game)
    for number, text in rows:
        kept = stored.pop(number, None)
        (right,) = hashes(key, right, (text,))
        if kept and number in seals and seals[number] == _seal(key, kept.hex(), text):
            right = kept.hex()
        if kept is None or kept.hex() != right:
            yield f"{game}: event {number} is not what was written: its hash is " + ("another" if kept else "missing")
            return
    if stored:
        yield f"{game}: event {min(stored)} is missing, though its hash is there"
