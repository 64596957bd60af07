"""Summaries of games, stored beside their events: questions about many games read no events.

The log alone is the truth. A summary is what the code made of it; one made by other code, or of fewer events, is made
anew when the file is opened.
"""

import logging
from collections.abc import Callable
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from threading import Lock

from sqlite_utils import Database

import judge
from judge.game.folded_log import FoldedLog, continue_fold
from judge.game.settings import GameName
from judge.game.summary import Summary
from judge.store import event_log
from judge.store.event_json import dump_summary, read_summary
from judge.store.infrastructure_errors import is_infrastructure_error

_log = logging.getLogger("judge")

_SOURCE_FOLDERS = ("game", "rules", "store")
"""The folders whose code and data a summary depends on, beside the log."""


@cache
def code_digest() -> str:
    """A digest of the code that makes summaries, and of the boards and rule books."""
    digest, package = sha256(), Path(judge.__file__).parent
    files = (
        path for room in _SOURCE_FOLDERS for path in (package / room).rglob("*") if path.suffix in {".py", ".toml"}
    )
    for path in sorted(files):
        text = path.read_bytes()
        digest.update(f"{path.relative_to(package)} {len(text)}\n".encode() + text)
    return digest.hexdigest()


def refresh(db: Database) -> None:
    """Make every summary that is missing, or that other code or fewer events have made; of databases from before, all.

    A game that cannot be told has none, and is looked at again the next time; it keeps no other from being told.
    """
    stale = db.execute(
        """SELECT name FROM games LEFT JOIN summaries ON game = name
           WHERE made_by IS NOT ? OR version IS NOT (SELECT max(number) FROM events WHERE events.game = name)""",
        [code_digest()],
    )
    for (name,) in stale.fetchall():
        with db.atomic():
            store_summary(db, GameName(name), make_or_none(GameName(name), partial(_from_log, db, GameName(name))))


def _from_log(db: Database, game: GameName) -> Summary | None:
    return continue_fold(FoldedLog(), event_log.events(db, game)).summary


def make_or_none(game: GameName, make: Callable[[], Summary | None]) -> Summary | None:
    """What ``make`` returns for a game; None where that fails, because the game itself goes on without a summary."""
    try:
        return make()
    except Exception as error:
        if is_infrastructure_error(error):
            raise
        _log.exception("%s cannot be told", game)
        return None


def store_summary(db: Database, game: GameName, summary: Summary | None) -> None:
    """Store the summary of a game; None deletes it."""
    if summary is None:
        db.execute("DELETE FROM summaries WHERE game = ?", [game])
        return
    values = [game, summary.version, code_digest(), dump_summary(summary)]
    db.execute("INSERT OR REPLACE INTO summaries (game, version, made_by, summary) VALUES (?, ?, ?, ?)", values)


class Summaries:
    """The summaries as they were last read: one is read again once its game has more events."""

    def __init__(self) -> None:
        """Nothing is read before it is asked for."""
        self._known: dict[str, tuple[int, Summary]] = {}
        self._lock = Lock()

    def all(self, db: Database) -> tuple[Summary, ...]:
        """The summary of every game, in the order of opening."""
        there = db.execute("SELECT game, version FROM summaries JOIN games ON name = game ORDER BY games.rowid")
        with self._lock:
            return tuple(self._at(db, game, version) for game, version in there.fetchall())

    def _at(self, db: Database, game: str, version: int) -> Summary:
        known = self._known.get(game)
        if known is None or known[0] != version:
            (text,) = db.execute("SELECT summary FROM summaries WHERE game = ?", [game]).fetchone()
            summary = read_summary(text)
            known = self._known[game] = (summary.version, summary)
        return known[1]
