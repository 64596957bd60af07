"""Games as their numbered events, each with its next alarm."""

from datetime import datetime
from threading import Lock

from sqlite_utils import Database

from judge.game.folded_log import FoldedLog, continue_fold
from judge.game.messages import Event
from judge.game.settings import GameName
from judge.store.event_json import dump_event, read_event
from judge.store.records import Alarm, Transaction
from judge.store.timestamps import format_timestamp, parse_timestamp

MOST_CACHED_GAMES = 16
"""How many games are kept in memory, each some megabytes by its end."""


def games(db: Database) -> tuple[GameName, ...]:
    """Every game, in the order of opening."""
    return tuple(GameName(name) for (name,) in db.execute("SELECT name FROM games ORDER BY rowid"))


def exists(db: Database, game: GameName) -> bool:
    """Whether there is a game of that name."""
    return db.execute("SELECT 1 FROM games WHERE name = ?", [game]).fetchone() is not None


def events(db: Database, game: GameName, after: int = 0) -> tuple[Event, ...]:
    """The events of a game, oldest first, without the first ``after`` events."""
    rows = db.execute("SELECT event FROM events WHERE game = ? AND number > ? ORDER BY number", [game, after])
    return tuple(read_event(text) for (text,) in rows)


class GameCache:
    """The games last asked for, with their events: events never transaction, so only new ones are read and folded."""

    def __init__(self) -> None:
        self._games: dict[GameName, tuple[Event, ...]] = {}
        self._folded: dict[GameName, FoldedLog] = {}
        self._lock = Lock()

    def events(self, db: Database, game: GameName) -> tuple[Event, ...]:
        """All events of a game, oldest first."""
        with self._lock:
            known = self._games.pop(game, ())
        whole = known + events(db, game, after=len(known))
        with self._lock:
            self._games[game] = whole
            if len(self._games) > MOST_CACHED_GAMES:
                oldest = next(iter(self._games))
                del self._games[oldest]
                self._folded.pop(oldest, None)
        return whole

    def folded(self, db: Database, game: GameName) -> FoldedLog:
        """The fold of all events of a game."""
        whole = self.events(db, game)
        with self._lock:
            known = self._folded.get(game, FoldedLog())
        folded = continue_fold(known, whole)
        with self._lock:
            if game in self._games:
                self._folded[game] = folded
        return folded

    def after(self, db: Database, game: GameName, seen: int, events: tuple[Event, ...]) -> FoldedLog:
        """The fold of the first ``seen`` events of a game and of more events behind them."""
        log = (*self.events(db, game)[:seen], *events)
        known = self.folded(db, game)
        return continue_fold(known if known.version == seen else FoldedLog(), log)


def version(db: Database, game: GameName) -> int:
    """How many events a game has."""
    row = db.execute("SELECT coalesce(max(number), 0) FROM events WHERE game = ?", [game]).fetchone()
    return int(row[0])


def next_alarm(db: Database) -> Alarm | None:
    """The earliest alarm of any game, or of the gazette, which comes after those of the same moment."""
    row = db.execute(
        """SELECT name, alarm FROM (SELECT name, alarm FROM games UNION ALL SELECT NULL, alarm FROM gazette
                                    UNION ALL SELECT game, again FROM owed)
           WHERE alarm IS NOT NULL ORDER BY alarm, name IS NULL, name LIMIT 1"""
    ).fetchone()
    return None if row is None else Alarm(GameName(row[0]) if row[0] else None, parse_timestamp(row[1]))


def append(db: Database, game: GameName, transaction: Transaction) -> None:
    """Write the events of a transaction under their numbers, and set the game's alarm."""
    if transaction.events:
        db.execute("INSERT INTO games (name) VALUES (?) ON CONFLICT DO NOTHING", [game])
    for number, event in enumerate(transaction.events, transaction.seen + 1):
        values = [game, number, transaction.letter, dump_event(event)]
        db.execute("INSERT INTO events (game, number, letter, event) VALUES (?, ?, ?, ?)", values)
    set_alarm(db, game, transaction.alarm)


def set_alarm(db: Database, game: GameName, at: datetime | None) -> None:
    """Set the next alarm of a game."""
    db.execute("UPDATE games SET alarm = ? WHERE name = ?", [_timestamp_or_none(at), game])


def postpone(db: Database, game: GameName, at: datetime | None) -> None:
    """Set the next alarm of a game, whatever it waits for."""
    set_alarm(db, game, at)
    db.execute("UPDATE owed SET again = coalesce(?, again) WHERE game = ?", [_timestamp_or_none(at), game])


def read_secret_key(db: Database) -> str | None:
    """The key that ids are made with; None before there is one."""
    row = db.execute("SELECT key FROM secret").fetchone()
    return None if row is None else str(row[0])


def store_secret_key(db: Database, made: str) -> str:
    """Store the key ``made`` unless there is one already; the key that is stored."""
    db.execute("INSERT INTO secret VALUES (1, ?) ON CONFLICT (one) DO NOTHING", [made])
    return str(db.execute("SELECT key FROM secret").fetchone()[0])


def _timestamp_or_none(at: datetime | None) -> str | None:
    return None if at is None else format_timestamp(at)
