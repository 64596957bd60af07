"""Games as their numbered events, with the alarm each has set."""

from datetime import datetime
from threading import Lock

from sqlite_utils import Database

from judge.game.folded import Folded, fold_on
from judge.game.messages import Event
from judge.game.settings import GameName
from judge.store.events import dump_event, read_event
from judge.store.moments import read_moment, write_moment
from judge.store.values import Alarm, Change

RECENT_GAMES = 16
"""How many games are kept in memory, each some megabytes by its end."""


def games(db: Database) -> tuple[GameName, ...]:
    """Every game, in the order of opening."""
    return tuple(GameName(name) for (name,) in db.execute("SELECT name FROM games ORDER BY rowid"))


def events(db: Database, game: GameName, after: int = 0) -> tuple[Event, ...]:
    """What happened to a game, oldest first, without the first ``after`` events."""
    rows = db.execute("SELECT event FROM events WHERE game = ? AND number > ? ORDER BY number", [game, after])
    return tuple(read_event(text) for (text,) in rows)


class Recent:
    """The games last asked for, with their events: what has happened stays so, only what is new is read and folded."""

    def __init__(self) -> None:
        self._games: dict[GameName, tuple[Event, ...]] = {}
        self._folded: dict[GameName, Folded] = {}
        self._lock = Lock()

    def events(self, db: Database, game: GameName) -> tuple[Event, ...]:
        """What happened to a game by now, oldest first."""
        with self._lock:
            known = self._games.pop(game, ())
        whole = known + events(db, game, after=len(known))
        with self._lock:
            self._games[game] = whole
            if len(self._games) > RECENT_GAMES:
                oldest = next(iter(self._games))
                del self._games[oldest]
                self._folded.pop(oldest, None)
        return whole

    def folded(self, db: Database, game: GameName) -> Folded:
        """What the events of a game come to by now."""
        whole = self.events(db, game)
        with self._lock:
            known = self._folded.get(game, Folded())
        folded = fold_on(known, whole)
        with self._lock:
            if game in self._games:
                self._folded[game] = folded
        return folded

    def after(self, db: Database, game: GameName, seen: int, events: tuple[Event, ...]) -> Folded:
        """What a game comes to that has ``seen`` events, once more have happened to it."""
        log = (*self.events(db, game)[:seen], *events)
        known = self.folded(db, game)
        return fold_on(known if known.version == seen else Folded(), log)


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
    return None if row is None else Alarm(GameName(row[0]) if row[0] else None, read_moment(row[1]))


def append(db: Database, game: GameName, change: Change) -> None:
    """Write the events of a change under their numbers, and set the game's alarm."""
    if change.events:
        db.execute("INSERT INTO games (name) VALUES (?) ON CONFLICT DO NOTHING", [game])
    for number, event in enumerate(change.events, change.seen + 1):
        values = [game, number, change.letter, dump_event(event)]
        db.execute("INSERT INTO events (game, number, letter, event) VALUES (?, ?, ?, ?)", values)
    set_alarm(db, game, change.alarm)


def set_alarm(db: Database, game: GameName, at: datetime | None) -> None:
    """Set when a game next wants attention."""
    db.execute("UPDATE games SET alarm = ? WHERE name = ?", [_text(at), game])


def postpone(db: Database, game: GameName, at: datetime | None) -> None:
    """Look at a game at this moment and not before, whatever it waits for."""
    set_alarm(db, game, at)
    db.execute("UPDATE owed SET again = coalesce(?, again) WHERE game = ?", [_text(at), game])


def key(db: Database) -> str | None:
    """The key that ids are made with; None before there is one."""
    row = db.execute("SELECT key FROM secret").fetchone()
    return None if row is None else str(row[0])


def keep_key(db: Database, made: str) -> str:
    """The key from now on: the one there is, else the one ``made`` now."""
    db.execute("INSERT INTO secret VALUES (1, ?) ON CONFLICT (one) DO NOTHING", [made])
    return str(db.execute("SELECT key FROM secret").fetchone()[0])


def _text(at: datetime | None) -> str | None:
    return None if at is None else write_moment(at)
