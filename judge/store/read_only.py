"""The database beside a running judge or without one: opened read-only, letters that were given up put back."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlite_utils import Database

from judge.game.messages import Event
from judge.game.settings import GameName
from judge.game.state import Game
from judge.game.summary import Summary
from judge.store import event_log, issues, outbox
from judge.store.connection import connect, connect_read_only
from judge.store.event_json import UNREADABLE
from judge.store.overview import Overview, overview
from judge.store.publications import EditorLetter, StoredTournament, ZineIssue
from judge.store.records import OutboxRow, parse_timestamp
from judge.store.schema import check_schema, migrations
from judge.store.stored_games import GameCache


@dataclass(frozen=True)
class ReceivedRow:
    """A received letter: ``author`` is None while that is not settled; ``state`` is its status."""

    id: int
    arrived: datetime
    recipient: str
    state: str
    author: str | None
    raw: bytes


class ReadOnlyStore:
    """Queries on the database as it is at this moment."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._games = GameCache()

    @property
    def database(self) -> Database:
        """The database itself, for whoever looks over all of it."""
        return self._db

    def overview(self, now: datetime) -> Overview:
        """How the judge stands; ``now`` is UTC."""
        return overview(self._db, now)

    def pages_missing_since(self, game: GameName) -> int | None:
        """After how many events of a game pages of its archive may be missing; None when none is."""
        return event_log.pages_missing_since(self._db, game)

    def tournaments(self) -> tuple[StoredTournament, ...]:
        """The tournaments that were opened by letter, by name."""
        return issues.tournaments(self._db)

    def games(self) -> tuple[GameName, ...]:
        """Every game, in the order of opening."""
        return event_log.games(self._db)

    def events(self, game: GameName) -> tuple[Event, ...]:
        """The events of a game, oldest first; none when there is no such game."""
        return event_log.events(self._db, game)

    def game(self, name: GameName) -> Game | None:
        """A game as it stands, its snapshot with what is newer; None when there is no such game."""
        return self._games.folded(self._db, name).game

    def summaries(self, names: Iterable[GameName]) -> Mapping[GameName, Summary]:
        """Some games in short, without those there are not, and those that cannot be read."""
        return {name: summary for name in names if (summary := self._summary(name))}

    def _summary(self, name: GameName) -> Summary | None:
        try:
            return self._games.folded(self._db, name).summary
        except UNREADABLE:
            return None

    def unsent(self, game: GameName) -> tuple[tuple[str, int, int], ...]:
        """Addresses that letters of a game do not reach, with how many are tried again and how many given up."""
        return outbox.unsent(self._db, game)

    def received(self, author: str) -> tuple[ReceivedRow, ...]:
        """The letters of an author, and those whose author is not settled, oldest first."""
        rows = self._db.execute(
            """SELECT id, arrived, recipient, state, author, coalesce(raw, x'')
               FROM letters LEFT JOIN letter_bytes ON letter = id
               WHERE author = ? OR (author IS NULL AND state <> 'robot') ORDER BY arrived, id""",
            [author],
        )
        return tuple(ReceivedRow(row[0], parse_timestamp(row[1]), *row[2:]) for row in rows)

    def acted_in(self, game: GameName) -> frozenset[int]:
        """The ids of the letters that caused events of a game."""
        rows = self._db.execute("SELECT DISTINCT letter FROM events WHERE game = ? AND letter IS NOT NULL", [game])
        return frozenset(int(letter) for (letter,) in rows)

    def sent_to(self, game: GameName, reader: int) -> tuple[OutboxRow, ...]:
        """The series of one reader of a game, oldest first, copies too."""
        return outbox.select(self._db, "WHERE game = ? AND reader = ? ORDER BY id", [game, reader])

    def queue(self) -> tuple[OutboxRow, ...]:
        """The letters that wait to be sent, then those given up, each oldest first."""
        return outbox.select(self._db, "WHERE state <> 'sent' ORDER BY state DESC, id", [])

    def last_zine_issue(self) -> ZineIssue | None:
        """The last issue of the zine; None before the first."""
        return issues.last_issue(self._db)

    def letters_to_editor(self, since: datetime | None = None) -> tuple[EditorLetter, ...]:
        """The letters to the editor that have come after a moment, or all, oldest first."""
        return issues.letters_to_editor(self._db, since)


@contextmanager
def open_read_only(path: Path) -> Iterator[ReadOnlyStore]:
    """Open the file at ``path``.

    FileNotFoundError when there is none, OlderSchemaError, NewerJudgeError, sqlite3.Error of a bad one.
    """
    if not path.is_file():
        raise FileNotFoundError(path)
    connection = connect_read_only(path)
    try:
        db = Database(connection, execute_plugins=False)
        check_schema(db, path, migrations)
        yield ReadOnlyStore(db)
    finally:
        connection.close()


# --- puts letters that were given up back into the queue, beside a running judge or without one


def requeue_given_up(path: Path) -> int:
    """Have every letter that was given up sent once more; how many there are.

    FileNotFoundError when there is no file at ``path``, OlderSchemaError, NewerJudgeError, sqlite3.Error of a bad
    one. A running judge sends them at its next sweep.
    """
    with open_read_only(path):
        pass  # it has the tables of this judge, or an error is raised
    with closing(connect(path)) as db, db.atomic():
        return outbox.send_again(db)
