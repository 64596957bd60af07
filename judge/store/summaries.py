"""Games in short, each kept beside its events and written with them: what is asked of many games reads no events.

The log alone is the truth. A summary is what the code made of it; that of other code, or of fewer events, is made anew
when the file is opened.
"""

import logging
from collections.abc import Callable
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from threading import Lock

from sqlite_utils import Database

import judge
from judge.game.folded import Folded, fold_on
from judge.game.settings import GameName
from judge.game.summary import Summary
from judge.store import ledger
from judge.store.events import dump_summary, read_summary
from judge.store.trouble import is_of_the_house

_log = logging.getLogger("judge")

_MAKERS = ("game", "rules", "store")
"""The rooms whose code and data a summary follows from, beside the log."""


@cache
def made_by() -> str:
    """What tells the code that makes summaries from any other: a digest of its files, and of boards and rule books."""
    digest, house = sha256(), Path(judge.__file__).parent
    files = (path for room in _MAKERS for path in (house / room).rglob("*") if path.suffix in {".py", ".toml"})
    for path in sorted(files):
        text = path.read_bytes()
        digest.update(f"{path.relative_to(house)} {len(text)}\n".encode() + text)
    return digest.hexdigest()


def refresh(db: Database) -> None:
    """Make every summary that is missing, or that other code or fewer events have made; of databases from before, all.

    A game that cannot be told has none, and is looked at again the next time; it keeps no other from being told.
    """
    stale = db.execute(
        """SELECT name FROM games LEFT JOIN summaries ON game = name
           WHERE made_by IS NOT ? OR version IS NOT (SELECT max(number) FROM events WHERE events.game = name)""",
        [made_by()],
    )
    for (name,) in stale.fetchall():
        with db.atomic():
            keep(db, GameName(name), told(GameName(name), partial(_from_the_log, db, GameName(name))))


def _from_the_log(db: Database, game: GameName) -> Summary | None:
    return fold_on(Folded(), ledger.events(db, game)).summary


def told(game: GameName, make: Callable[[], Summary | None]) -> Summary | None:
    """What ``make`` makes of a game; None where that fails, for the game itself goes on without."""
    try:
        return make()
    except Exception as error:
        if is_of_the_house(error):
            raise
        _log.exception("%s cannot be told", game)
        return None


def keep(db: Database, game: GameName, summary: Summary | None) -> None:
    """A game in short from now on; None where there is nothing to tell of it."""
    if summary is None:
        db.execute("DELETE FROM summaries WHERE game = ?", [game])
        return
    values = [game, summary.version, made_by(), dump_summary(summary)]
    db.execute("INSERT OR REPLACE INTO summaries (game, version, made_by, summary) VALUES (?, ?, ?, ?)", values)


class Summaries:
    """The games in short as they were last read: one is read again once more has happened to its game."""

    def __init__(self) -> None:
        """Nothing is read before it is asked for."""
        self._known: dict[str, tuple[int, Summary]] = {}
        self._lock = Lock()

    def all(self, db: Database) -> tuple[Summary, ...]:
        """Every game by now, in the order of opening."""
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
