"""The spool: letters as they arrive, in an SQLite file that only the door writes, until the store has them.

The door confirms a letter once it is here, and waits for nobody who writes to the store.
"""

import errno
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from pathlib import Path
from threading import Lock

from sqlite_utils import Database, Migrations

from judge.store.connection import StoreWriter, connect, connect_read_only, open_up_to_date, shrink
from judge.store.data_folder import FileIdentity
from judge.store.rows import ArrivedLetter, fingerprint, format_timestamp, id_of, parse_timestamp
from judge.store.standing import Waiting
from judge.system.files import private_file, private_folder

# --- letters as they arrive: stamped with the time and handed to the writer in the same order


class Arrivals:
    """Stores arriving letters by ``keep``, which returns the id of a letter; any thread may call.

    ``now`` tells the time of arrival, UTC.
    """

    def __init__(
        self, writer: StoreWriter, now: Callable[[], datetime], keep: Callable[[Database, ArrivedLetter], int]
    ) -> None:
        self._writer = writer
        self._now = now
        self._keep = keep
        self._order = Lock()

    def keep(self, transport: str, sender: str | None, recipient: str, raw: bytes) -> Future[int]:
        """Store a letter that has just arrived; the future gives its id once it is on the disk."""
        with self._order:  # the order of arrival is the order of writing, or ``settle`` would promise too much
            letter = ArrivedLetter(self._now(), transport, sender, recipient, raw)
            return self._writer.submit(lambda db: self._keep(db, letter))

    def settle(self) -> None:
        """Return once every letter that had arrived before the call is on the disk, or its sender told why not."""
        with self._order:
            barrier = self._writer.submit(lambda _: None)
        wait([barrier])


# --- the spool: received letters that are not in the store yet, in an SQLite file that only the door writes


_MOST_AT_ONCE = 200
"""How many letters are read from the spool at once, at most."""

_MOST_BYTES_AT_ONCE = 16 * 2**20
"""Bytes of letters after which no further one is read at once."""

_REMOVED_AT_ONCE = 50
"""How many letters are removed in one transaction, at most, for a letter that arrives waits for it."""

migrations = Migrations("spool")


@migrations()
def letters_received(db: Database) -> None:
    """Received letters; an id is never given twice, so that whoever has read up to one has read all before it."""
    db.execute("""
        CREATE TABLE letters (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            arrived TEXT NOT NULL,
            transport TEXT NOT NULL,
            sender TEXT,
            recipient TEXT NOT NULL,
            raw BLOB NOT NULL
        ) STRICT""")


@migrations()
def whose_letters(db: Database) -> None:
    """The judge that the letters are for, none before its first start."""
    db.execute("CREATE TABLE life (one INTEGER PRIMARY KEY CHECK (one = 1), judge TEXT NOT NULL) STRICT")


def belong_to(data: Path, judge: str) -> None:
    """Have a spool in the data folder, made if there is none, and note whose it is unless that is noted."""
    with closing(_open(spool_path(data))) as db, db.atomic():
        db.execute("INSERT INTO life VALUES (1, ?) ON CONFLICT DO NOTHING", [judge])


def spool_path(data: Path) -> Path:
    """Where the spool lies in the data folder."""
    return data / "spool.db"


@dataclass(frozen=True)
class SpooledLetter:
    """A letter of the spool with its id there."""

    id: int
    letter: ArrivedLetter


class Spool:
    """Keeps arriving letters until they are released; any thread may call.

    A full disk raises OSError with ENOSPC, a broken one ``sqlite3.Error``.
    """

    def __init__(self, path: Path, now: Callable[[], datetime]) -> None:
        """Open the file at ``path``, made if it is missing; ``now`` tells the time of arrivals, UTC."""
        opened = _open(path)
        self._writer = StoreWriter(opened, FileIdentity(path))
        self._arrivals = Arrivals(self._writer, now, self._insert)
        self._released = 0
        self._removed = 0

    def keep(self, transport: str, sender: str | None, recipient: str, raw: bytes) -> Future[int]:
        """Store a letter that has just arrived; the future gives its id here once it is on the disk."""
        return self._arrivals.keep(transport, sender, recipient, raw)

    def settle(self) -> None:
        """Return once every letter that had arrived before the call is on the disk."""
        self._arrivals.settle()

    def release(self, letter_id: int) -> None:
        """Let go of all letters up to one: they are in the store. They are removed as others arrive."""
        self._released = max(self._released, letter_id)

    def close(self) -> None:
        """Write what was submitted, then close the file; no method may be called afterwards."""
        self._writer.submit(lambda db: db.execute("DELETE FROM letters WHERE id <= ?", [self._released]))
        self._writer.close()

    def _insert(self, db: Database, letter: ArrivedLetter) -> int:
        if self._removed < self._released:  # no transaction of its own, which would cost a sync
            self._remove(db)
        row = db.execute(
            "INSERT INTO letters (arrived, transport, sender, recipient, raw) VALUES (?, ?, ?, ?, ?)",
            [format_timestamp(letter.at), letter.transport, letter.sender, letter.recipient, letter.raw],
        )
        assert row.lastrowid is not None
        return row.lastrowid

    def _remove(self, db: Database) -> None:
        """Remove some of the letters that were released."""
        (first,) = db.execute("SELECT min(id) FROM letters").fetchone()
        upto = min(self._released, (first or self._released) + _REMOVED_AT_ONCE)
        db.execute("DELETE FROM letters WHERE id <= ?", [upto])
        self._removed = upto


class SpoolReader:
    """Reads the spool beside the door; one thread may call."""

    def __init__(self, path: Path) -> None:
        """Nothing is opened before the first question."""
        self._path = path
        self._opened: tuple[Database, FileIdentity] | None = None

    def letters_after(self, letter_id: int) -> tuple[SpooledLetter, ...]:
        """The oldest letters after an id, in the order of arrival; not all where they are many or large."""
        if self._opened is None:
            self._opened = _open(self._path), FileIdentity(self._path)
        db, file = self._opened
        file.check()
        found: list[SpooledLetter] = []
        size = 0
        for row in db.execute(_LETTERS_AFTER, [letter_id, _MOST_AT_ONCE]):
            found.append(_spooled_letter(row))
            size += len(found[-1].letter.raw)
            if size > _MOST_BYTES_AT_ONCE:
                break
        return tuple(found)

    def close(self) -> None:
        """Close the file."""
        if self._opened is not None:
            self._opened[0].close()


@contextmanager
def arrived_letters(path: Path) -> Iterator[Iterator[ArrivedLetter]]:
    """The letters in a spool as it is at this moment, oldest first; none where there is no spool."""
    if not path.exists():
        yield iter(())
        return
    with closing(connect_read_only(path)) as db:
        db.execute("BEGIN")
        rows = db.execute(_LETTERS_AFTER, [0, -1])
        first = rows.fetchone()  # from now on the connection sees nothing newer
        yield (_spooled_letter(row).letter for row in chain([first] if first else [], rows))


_LETTERS_AFTER = "SELECT id, arrived, transport, sender, recipient, raw FROM letters WHERE id > ? ORDER BY id LIMIT ?"


def _spooled_letter(row: tuple[int, str, str, str | None, str, bytes]) -> SpooledLetter:
    letter_id, arrived, transport, sender, recipient, raw = row
    return SpooledLetter(letter_id, ArrivedLetter(parse_timestamp(arrived), transport, sender, recipient, raw))


def _open(path: Path) -> Database:
    """Open the file, made if it is missing: whoever of the door and its reader comes first makes it.

    OSError that names it when it cannot be used.
    """
    private_folder(path.parent)
    private_file(path)
    try:
        return open_up_to_date(path, migrations)
    except sqlite3.Error as error:
        raise OSError(errno.EIO, f"cannot be used: {error}", str(path)) from error


def drop_taken(path: Path, is_taken: Callable[[bytes], bool]) -> None:
    """Remove the letters that are in the store, by their fingerprints, at once, and leave nothing of them in the file.

    The door waits meanwhile.
    """
    if not path.exists():
        return
    with closing(connect(path)) as db:
        db.execute("BEGIN IMMEDIATE")
        rows = map(_spooled_letter, db.execute(_LETTERS_AFTER, [0, -1]).fetchall())
        for one in [row.id for row in rows if is_taken(fingerprint(row.letter))]:
            db.execute("DELETE FROM letters WHERE id = ?", [one])
        db.execute("COMMIT")
        shrink(db)


# --- letters of the spool that the worker has not taken into the store yet


def waiting_for_worker(db: Database, spool: Path) -> Waiting:
    """How many wait, since when the oldest does; one that the worker has may lie in the spool for a while."""
    with arrived_letters(spool) as letters:
        waiting = [letter.at for letter in letters if id_of(db, fingerprint(letter)) is None]
    return Waiting(len(waiting), min(waiting, default=None))
