"""The file as somebody looks at it who changes nothing, beside a running judge or without one."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlite_utils import Database

from judge.game.messages import Event
from judge.game.settings import GameName
from judge.store import ledger, outbox
from judge.store.backup import look_at
from judge.store.moments import read_moment
from judge.store.schema import migrations
from judge.store.values import Queued


class OlderSchemaError(Exception):
    """The file is of an older judge; the next start of the judge brings it up to date."""


@dataclass(frozen=True)
class Received:
    """A letter in: ``author`` is whose it was found to be, None where that is not settled; ``state`` is its fate."""

    id: int
    arrived: datetime
    recipient: str
    state: str
    author: str | None
    raw: bytes


class Looking:
    """What the file holds at this moment."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def games(self) -> tuple[GameName, ...]:
        """Every game, in the order of opening."""
        return ledger.games(self._db)

    def events(self, game: GameName) -> tuple[Event, ...]:
        """What happened to a game, oldest first; nothing when there is no such game."""
        return ledger.events(self._db, game)

    def unsent(self, game: GameName) -> tuple[tuple[str, int, int], ...]:
        """Addresses that letters of a game do not reach, with how many are tried again and how many given up."""
        return outbox.unsent(self._db, game)

    def received(self, author: str) -> tuple[Received, ...]:
        """The letters of an author, and those whose author is not settled, oldest first."""
        rows = self._db.execute(
            """SELECT id, arrived, recipient, state, author, raw FROM letters JOIN letter_bytes ON letter = id
               WHERE author = ? OR (author IS NULL AND state <> 'robot') ORDER BY arrived, id""",
            [author],
        )
        return tuple(Received(row[0], read_moment(row[1]), *row[2:]) for row in rows)

    def acted_in(self, game: GameName) -> frozenset[int]:
        """The letters that brought something about in a game."""
        rows = self._db.execute("SELECT DISTINCT letter FROM events WHERE game = ? AND letter IS NOT NULL", [game])
        return frozenset(int(letter) for (letter,) in rows)

    def sent_to(self, game: GameName, reader: int) -> tuple[Queued, ...]:
        """The series of one reader of a game, oldest first, copies too."""
        return outbox.select(self._db, "WHERE game = ? AND reader = ? ORDER BY id", [game, reader])

    def queue(self) -> tuple[Queued, ...]:
        """The letters that wait to leave, then those that were given up, each oldest first."""
        return outbox.select(self._db, "WHERE state <> 'sent' ORDER BY state DESC, id", [])


@contextmanager
def looking(path: Path) -> Iterator[Looking]:
    """The file at ``path``: FileNotFoundError when there is none, OlderSchemaError, sqlite3.Error of a bad one."""
    if not path.is_file():
        raise FileNotFoundError(path)
    connection = look_at(path)
    try:
        db = Database(connection, execute_plugins=False)
        if migrations.pending(db):
            raise OlderSchemaError
        yield Looking(db)
    finally:
        connection.close()
