"""The summaries of all games, as stored with their snapshots: questions about many games read no events."""

import logging
from collections.abc import Callable
from threading import Lock

from sqlite_utils import Database

from judge.game.settings import GameName
from judge.game.summary import Summary
from judge.store.event_json import UNREADABLE, read_summary

_log = logging.getLogger("judge")

_Row = tuple[int | None, str | None]
"""The version of a stored summary and the code that made it; both None where there is none."""


class Summaries:
    """The summaries as they were last read: one is read again once another is stored."""

    def __init__(self) -> None:
        """Nothing is read before it is asked for."""
        self._known: dict[GameName, tuple[_Row, Summary | None]] = {}
        self._newest = 0
        self._lock = Lock()

    def all(self, db: Database, make: Callable[[GameName], Summary | None]) -> tuple[Summary, ...]:
        """The summary of every game, in the order of opening; without the games of which none can be made.

        One that other code has stored will do until it is made anew, if it can still be read; one that is missing is
        made.
        """
        with self._lock:
            if not self._is_up_to_date(db, make):
                self._read_all(db, make)
            return tuple(summary for _, summary in self._known.values() if summary)

    def _is_up_to_date(self, db: Database, make: Callable[[GameName], Summary | None]) -> bool:
        """Read what has been stored since the last time; whether every game is known then.

        A row that is stored again is the newest of its table. The newest is read once more, for its number is given
        again when it is replaced.
        """
        newest, stored, games = db.execute(
            """SELECT coalesce((SELECT max(rowid) FROM summaries), 0), (SELECT count(*) FROM summaries),
               (SELECT count(*) FROM games)"""
        ).fetchone()
        if newest < self._newest:
            return False
        rows = db.execute(
            "SELECT game, version, made_by FROM summaries WHERE rowid >= ? ORDER BY rowid", [self._newest]
        )
        for name, version, made_by in rows.fetchall():
            self._at(db, GameName(name), (version, made_by), make)
        self._newest = newest
        return bool(len(self._known) == stored == games)

    def _read_all(self, db: Database, make: Callable[[GameName], Summary | None]) -> None:
        """Go through all games, after a start or when a summary is missing."""
        rows = db.execute(
            "SELECT name, version, made_by FROM games LEFT JOIN summaries ON game = name ORDER BY games.rowid"
        ).fetchall()
        for name, version, made_by in rows:
            self._at(db, GameName(name), (version, made_by), make)
        self._known = {GameName(name): self._known[GameName(name)] for name, _, _ in rows}

    def _at(self, db: Database, game: GameName, row: _Row, make: Callable[[GameName], Summary | None]) -> None:
        known = self._known.get(game)
        if known is None or known[0] != row:
            self._known[game] = (row, _stored(db, game) or make(game))


def _stored(db: Database, game: GameName) -> Summary | None:
    """The stored summary of a game; None where there is none, or none that this code can read."""
    row = db.execute("SELECT summary FROM summaries WHERE game = ?", [game]).fetchone()
    try:
        return read_summary(row[0]) if row else None
    except UNREADABLE:
        _log.info("the summary of %s is of other code and is made anew", game)
        return None
