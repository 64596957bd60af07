"""What the log of each game folds to, stored with its newest events, and the tables by which lists find their games."""

import logging
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from hashlib import sha256
from itertools import chain
from pathlib import Path
from threading import Lock
from typing import Any, Literal, get_args, get_type_hints

from sqlite_utils import Database

import judge
from judge.game.folded_log import FoldedLog
from judge.game.league import Excerpt, Need, Summary, need_of, stage_of
from judge.game.names import Stage
from judge.game.settings import Address, GameName, Language
from judge.game.state import Game
from judge.store import event_log
from judge.store.connection import is_infrastructure_error
from judge.store.event_json import UNREADABLE, dump_folded_log, dump_part, dump_summary, read_folded_log, read_summary
from judge.store.rows import format_timestamp

# --- the tables by which lists find their games: answered from indexes, however many games have been played


def list_game(db: Database, game: GameName, summary: Summary) -> None:
    """Put a game where lists find it, with everyone who has had to do with it; nothing is written where all is so."""
    facts = ("stage", "need", "hidden", "closed", "ended")
    db.execute(
        """UPDATE listed_games SET (stage, need, hidden, closed, ended) = (:stage, :need, :hidden, :closed, :ended)
           WHERE game = :game
             AND (stage, need, hidden, closed, ended) IS NOT (:stage, :need, :hidden, :closed, :ended)""",
        {**dict(zip(facts, _facts(summary), strict=True)), "game": game},
    )
    (number,) = db.execute("SELECT number FROM listed_games WHERE game = ?", [game]).fetchone()
    _write_people(db, number, summary)


def _facts(summary: Summary) -> tuple[str | int | None, ...]:
    """Where a game stands, whom it needs, whether it is hidden, when a phase last closed and when it ended."""
    return (
        stage_of(summary).value,
        need_of(summary).value,
        int(summary.settings.access.hidden),
        format_timestamp(summary.last_closed) if summary.last_closed else None,
        format_timestamp(summary.ended.at) if summary.ended else None,
    )


def is_listed_as(db: Database, game: GameName, summary: Summary) -> bool:
    """Whether lists have a game as its summary tells of it; also where they are yet to have it."""
    number, *facts = db.execute(
        "SELECT number, stage, need, hidden, closed, ended FROM listed_games WHERE game = ?", [game]
    ).fetchone()
    people = db.execute("SELECT address, language FROM game_people WHERE number = ?", [number]).fetchall()
    return facts[0] is None or (tuple(facts) == _facts(summary) and dict(people) == summary.languages)


def _write_people(db: Database, number: int, summary: Summary) -> None:
    known = dict(db.execute("SELECT address, language FROM game_people WHERE number = ?", [number]).fetchall())
    for address in known.keys() - summary.languages.keys():
        db.execute("DELETE FROM game_people WHERE address = ? AND number = ?", [address, number])
    for address, language in summary.languages.items() - known.items():
        db.execute("INSERT OR REPLACE INTO game_people VALUES (?, ?, ?)", [address, number, language])


def forget_listing(db: Database, game: GameName) -> None:
    """Have a game put anew where lists find it, before the next list."""
    db.execute("UPDATE listed_games SET stage = NULL WHERE game = ?", [game])


def leave_out(db: Database, game: GameName) -> None:
    """Have a game that cannot be told in no list, until something of it is stored again."""
    db.execute("UPDATE listed_games SET stage = 'untold', hidden = 1 WHERE game = ?", [game])


def is_listed(db: Database, game: GameName) -> bool:
    """Whether lists find a game, or leave it out."""
    (stage,) = db.execute("SELECT stage FROM listed_games WHERE game = ?", [game]).fetchone()
    return stage is not None


def unlisted_games(db: Database, most: int) -> tuple[GameName, ...]:
    """The first games that are yet to be put where lists find them."""
    return _names(db, "SELECT game FROM listed_games WHERE stage IS NULL ORDER BY number LIMIT ?", [most])


# --- pages of the list of all games


_PAGES = {
    Stage.OPENING: "stage = 'opening' AND hidden = 0 ORDER BY need, number",
    Stage.RUNNING: "stage = 'running' AND hidden = 0 ORDER BY need, number",
    Stage.OVER: "ended IS NOT NULL AND hidden = 0 ORDER BY ended DESC, number DESC",
}
"""Which games come first: those that need people, and of these the oldest; of games that are over the last."""


def page_of_games(db: Database, stage: Stage, page: int, most: int, reader: Address | None) -> Excerpt[GameName]:
    """A page of the games that anybody may know of, in the order of opening; the first has the reader's hidden ones."""
    games, before = _count(db, stage), (page - 1) * most
    if before > games:
        return Excerpt()
    rows = db.execute(
        f"SELECT number, game FROM listed_games WHERE {_PAGES[stage]} LIMIT ? OFFSET ?",  # noqa: S608
        [most, before],
    ).fetchall()
    hidden = db.execute(
        """SELECT number, game FROM game_people JOIN listed_games USING (number)
           WHERE address = ? AND hidden = 1 AND stage = ? ORDER BY number LIMIT ?""",
        [reader, stage.value, most if page == 1 else 0],
    ).fetchall()
    return Excerpt(tuple(GameName(game) for _, game in sorted(rows + hidden)), games - before - len(rows))


def _count(db: Database, stage: Stage, need: Need = Need.NOBODY) -> int:
    """How many games of a stage that anybody may know of need people as much as that, or more."""
    (games,) = db.execute(
        "SELECT coalesce(sum(games), 0) FROM game_counts WHERE stage = ? AND need <= ?", [stage.value, need]
    ).fetchone()
    return int(games)


def games_that_need(db: Database, stage: Stage, need: Need, most: int) -> Excerpt[GameName]:
    """The games of a stage that need people as much as that, or more, oldest first."""
    rows = db.execute(
        """SELECT number, game FROM listed_games WHERE stage = ? AND hidden = 0 AND need <= ?
           ORDER BY need, number LIMIT ?""",
        [stage.value, need, most],
    ).fetchall()
    return Excerpt(tuple(GameName(game) for _, game in sorted(rows)), _count(db, stage, need) - len(rows))


# --- what has happened lately


def games_closed_since(db: Database, since: datetime, most: int) -> Excerpt[GameName]:
    """The games in which a phase has closed after a moment: those in which one closed last."""
    return _latest(db, "closed", since, most)


def games_ended_since(db: Database, since: datetime, most: int) -> Excerpt[GameName]:
    """The games that have ended after a moment: the last ones."""
    return _latest(db, "ended", since, most)


def _latest(db: Database, column: str, since: datetime, most: int) -> Excerpt[GameName]:
    after = format_timestamp(since)
    rows = db.execute(
        f"""SELECT number, game FROM listed_games WHERE hidden = 0 AND {column} > ?
            ORDER BY {column} DESC, number DESC LIMIT ?""",  # noqa: S608
        [after, most],
    ).fetchall()
    (games,) = db.execute(
        f"SELECT count(*) FROM listed_games WHERE hidden = 0 AND {column} > ?",  # noqa: S608
        [after],
    ).fetchone()
    return Excerpt(tuple(GameName(game) for _, game in sorted(rows)), games - len(rows))


# --- the games of one person


def games_of(db: Database, address: Address, stages: Sequence[Stage], most: int = -1) -> tuple[GameName, ...]:
    """The games of these stages that somebody has ever had to do with, in the order of opening, at most so many."""
    marks = ", ".join("?" * len(stages))
    return _names(
        db,
        f"""SELECT game FROM game_people JOIN listed_games USING (number)
            WHERE address = ? AND stage IN ({marks}) ORDER BY number LIMIT ?""",  # noqa: S608
        [address, *(stage.value for stage in stages), most],
    )


def first_games(db: Database, most: int) -> tuple[GameName, ...]:
    """The first games that anybody may know of."""
    return _names(db, "SELECT game FROM listed_games WHERE hidden = 0 ORDER BY number LIMIT ?", [most])


def count_over(db: Database, games: Sequence[GameName]) -> int:
    """How many of these games are over."""
    marks = ", ".join("?" * len(games))
    row = db.execute(f"SELECT count(*) FROM listed_games WHERE game IN ({marks}) AND stage = 'over'", games)  # noqa: S608
    return int(row.fetchone()[0])


def language_of(db: Database, address: Address) -> Language | None:
    """The language that somebody reads in the first game they have had to do with; None for a stranger."""
    row = db.execute("SELECT language FROM game_people WHERE address = ? ORDER BY number LIMIT 1", [address]).fetchone()
    return row[0] if row else None


def _names(db: Database, query: str, values: Sequence[str | int]) -> tuple[GameName, ...]:
    return tuple(GameName(game) for (game,) in db.execute(query, values).fetchall())


# --- snapshots and summaries: what the log of each game folds to, stored with its newest events
#
# The log alone is the truth. A snapshot bears the number of events and the digest of the code that it was made by; one
# of other code is not used, and made anew.


_FOLD = {name: kind for name, kind in get_type_hints(FoldedLog).items() if name != "game"}
_GAME = get_type_hints(Game)
"""The fields of a fold and of its game, each with its type."""

_KEY = re.compile(r"[\w .'-]+")
"""A key that can be written in a path of SQLite."""


def changed_parts(before: FoldedLog, after: FoldedLog) -> Mapping[str, str] | None:
    """The JSON of each part of a fold that is another than in the one before, by its path in SQLite.

    Put where the JSON of the fold before has those parts, or at the end of the object they belong to, it gives the JSON
    of the one after. None where the game has just been opened. What is the same object is the same, for all of it is
    frozen.
    """
    if before.game is None or after.game is None:
        return None
    changed = (*_changed(before, after, "$", _FOLD), *_changed(before.game, after.game, "$.game", _GAME))
    return {path: dump_part(part, kind) for path, part, kind in changed}


def _changed(before: object, after: object, path: str, kinds: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """The path of each field that is another, with its value and its type; of a table only of the rows that are."""
    for name, kind in kinds.items():
        old, new = getattr(before, name), getattr(after, name)
        if old is new:
            continue
        if isinstance(new, Mapping) and _goes_on(old, new):
            for key, value in new.items():
                if value is not old.get(key):
                    yield f'{path}.{name}."{key}"', value, get_args(kind)[1]
        else:
            yield f"{path}.{name}", new, kind


def _goes_on(old: Mapping[Any, Any], new: Mapping[Any, Any]) -> bool:
    """Whether a table has the rows of the old one in their order, and new ones behind them, each with a path."""
    keys = [*new]
    return keys[: len(old)] == [*old] and all(isinstance(key, str) and _KEY.fullmatch(key) for key in keys)


# --- snapshots


_log = logging.getLogger("judge")

_SOURCE_FOLDERS = ("game", "rules", "store")
"""The folders whose code and data a snapshot depends on, beside the log."""


@cache
def code_digest() -> str:
    """A digest of the code that makes snapshots, and of the boards and rule books."""
    digest, package = sha256(), Path(judge.__file__).parent
    files = (
        path for room in _SOURCE_FOLDERS for path in (package / room).rglob("*") if path.suffix in {".py", ".toml"}
    )
    for path in sorted(files):
        text = path.read_bytes()
        digest.update(f"{path.relative_to(package)} {len(text)}\n".encode() + text)
    return digest.hexdigest()


_TABLES = {"state": "snapshots", "summary": "summaries"}
"""The table of each column of JSON."""

_ALL = "$"
"""The path of the whole."""

_MOST_PARTS = 8
"""Where more parts change, as when a phase closes, all is written."""


@dataclass(frozen=True)
class Snapshot:
    """What the first ``version`` events of a game fold to, to be stored.

    ``state`` and ``summary`` are JSON, by its path: all of it is ``$``, and what there is of other paths goes in the
    place of those parts of the stored snapshot, that of the first ``since`` events.
    """

    folded: FoldedLog
    state: Mapping[str, str]
    summary: Mapping[str, str]
    since: int = 0

    @property
    def version(self) -> int:
        """The number of events folded in."""
        return self.folded.version

    @property
    def characters(self) -> int:
        """The length of the state, where all of it is here; else 0."""
        return len(self.state.get(_ALL, ""))


def make_snapshot(
    game: GameName, fold: Callable[[], FoldedLog], stored: Callable[[], FoldedLog | None] = lambda: None
) -> Snapshot | None:
    """The snapshot of what ``fold`` returns for a game; None where there are no events, or where that fails.

    ``stored`` then returns the fold whose snapshot is stored, if any: of that only the changes are written.
    A failure is logged, because the game itself goes on without a snapshot.
    """
    try:
        folded, before = fold(), stored()
        parts = changed_parts(before, folded) if before else None
        if before and parts and len(parts) <= _MOST_PARTS:
            return Snapshot(folded, parts, _summary_parts(before, folded), before.version)
        return Snapshot(folded, {_ALL: dump_folded_log(folded)}, _summary_parts(None, folded)) if folded.game else None
    except Exception as error:
        if is_infrastructure_error(error):
            raise
        _log.exception("%s cannot be told", game)
        return None


def _summary_parts(before: FoldedLog | None, folded: FoldedLog) -> Mapping[str, str]:
    """What is to be written of the summary, given the fold whose summary is stored."""
    if before and before.is_told_like(folded):
        return {"$.version": str(folded.version)}
    return {_ALL: dump_summary(folded.summary)} if folded.summary else {}


def store_snapshot(db: Database, game: GameName, snapshot: Snapshot | None) -> None:
    """Store the snapshot of a game with its summary; None deletes both."""
    if snapshot is None:
        db.execute("DELETE FROM snapshots WHERE game = ?", [game])
        db.execute("DELETE FROM summaries WHERE game = ?", [game])
        forget_listing(db, game)
        return
    if not (_store(db, game, snapshot, "state") and _store(db, game, snapshot, "summary")):
        # What was to be changed has been taken away by hand.
        store_snapshot(db, game, make_snapshot(game, lambda: snapshot.folded))
    elif _ALL in snapshot.summary and (summary := snapshot.folded.summary):
        list_game(db, game, summary)


def _store(db: Database, game: GameName, snapshot: Snapshot, column: Literal["state", "summary"]) -> bool:
    """Store the state or the summary of a snapshot, or what is new of it; False where that is not there to change."""
    parts = snapshot.state if column == "state" else snapshot.summary
    if whole := parts.get(_ALL):
        db.execute(
            f"INSERT OR REPLACE INTO {_TABLES[column]} (game, version, made_by, {column}) VALUES (?, ?, ?, ?)",  # noqa: S608
            [game, snapshot.version, code_digest(), whole],
        )
        return True
    places = ", ".join(["?, json(?)"] * len(parts))
    changed = db.execute(
        f"""UPDATE {_TABLES[column]} SET version = ?, {column} = json_set({column}, {places})
            WHERE game = ? AND version = ? AND made_by = ? AND json_valid({column})""",  # noqa: S608
        [snapshot.version, *chain.from_iterable(parts.items()), game, snapshot.since, code_digest()],
    )
    return changed.rowcount == 1


def replace_snapshot(db: Database, game: GameName, snapshot: Snapshot | None) -> None:
    """Store a snapshot made outside a transaction, unless the game has gone on since."""
    if snapshot is None or snapshot.version == event_log.version(db, game):
        store_snapshot(db, game, snapshot)


def stale_games(db: Database) -> tuple[GameName, ...]:
    """The games whose snapshot is missing, or is of other code or of another number of events, in order of opening.

    Those of another number of events are deleted: a judge that knew of no snapshots has gone on with the game.
    """
    newest = "(SELECT max(number) FROM events WHERE events.game = {0}.game)"
    for table in ("snapshots", "summaries"):
        outdated = db.execute(f"SELECT game FROM {table} WHERE version <> {newest.format(table)}")  # noqa: S608
        for (name,) in outdated.fetchall():
            db.execute(f"DELETE FROM {table} WHERE game = ?", [name])  # noqa: S608
            forget_listing(db, name)
    rows = db.execute(
        """SELECT name FROM games LEFT JOIN snapshots ON snapshots.game = name
           LEFT JOIN summaries ON summaries.game = name
           WHERE snapshots.made_by IS NOT :digest OR summaries.made_by IS NOT :digest ORDER BY games.rowid""",
        {"digest": code_digest()},
    )
    return tuple(GameName(name) for (name,) in rows.fetchall())


def read_snapshot(db: Database, game: GameName) -> tuple[FoldedLog, int]:
    """The fold in the snapshot of a game, with the length of its JSON; an empty one where this code has made none."""
    row = db.execute("SELECT state FROM snapshots WHERE game = ? AND made_by = ?", [game, code_digest()]).fetchone()
    if row is None:
        return FoldedLog(), 0
    try:
        return read_folded_log(row[0]), len(row[0])
    except UNREADABLE:
        _log.exception("the snapshot of %s is damaged; its events are read instead", game)
        return FoldedLog(), 0


# --- the summaries of games, as stored with their snapshots: questions about many games read no events


MOST_KEPT = 1000
"""Summaries in memory: more than a list and a gazette tell of; some twenty kilobytes each."""

_Row = tuple[int | None, str | None, int | None]
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
        query = "SELECT version, made_by, rewritten FROM games LEFT JOIN summaries ON game = name WHERE name = ?"
        row = db.execute(query, [game]).fetchone() or (None, None, None)
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
