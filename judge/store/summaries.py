"""The summaries of games, as stored with their snapshots: questions about many games read no events."""

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from threading import Lock

from sqlite_utils import Database

from judge.game.settings import GameName
from judge.game.summary import Summary
from judge.store.event_json import UNREADABLE, read_summary

_log = logging.getLogger("judge")

MOST_KEPT = 1000
"""Summaries in memory: more than a list and a gazette tell of; some twenty kilobytes each."""

_Row = tuple[int | None, str | None]
"""The version of a stored summary and the code that made it; both None where there is none."""


class Summaries:
    """The summaries last asked for, as they were read: one is read again once another is stored."""

    def __init__(self) -> None:
        """Nothing is read before it is asked for."""
        self._known: OrderedDict[GameName, tuple[_Row, Summary | None]] = OrderedDict()
        self._lock = Lock()

    def of(
        self, db: Database, games: Iterable[GameName], make: Callable[[GameName], Summary | None]
    ) -> Mapping[GameName, Summary]:
        """The summaries of some games, in their order; without the games of which none can be made.

        One that other code has stored will do until it is made anew, if it can still be read; one that is missing is
        made.
        """
        with self._lock:
            found = {game: self._at(db, game, make) for game in games}
        return {game: summary for game, summary in found.items() if summary}

    def _at(self, db: Database, game: GameName, make: Callable[[GameName], Summary | None]) -> Summary | None:
        row = db.execute("SELECT version, made_by FROM summaries WHERE game = ?", [game]).fetchone() or (None, None)
        known = self._known.pop(game, None)
        if known is None or known[0] != row:
            known = (row, _stored(db, game) or make(game))
        self._known[game] = known
        if len(self._known) > MOST_KEPT:
            self._known.popitem(last=False)
        return known[1]


def _stored(db: Database, game: GameName) -> Summary | None:
    """The stored summary of a game; None where there is none, or none that this code can read."""
    row = db.execute("SELECT summary FROM summaries WHERE game = ?", [game]).fetchone()
    try:
        return read_summary(row[0]) if row else None
    except UNREADABLE:
        _log.info("the summary of %s is of other code and is made anew", game)
        return None
