"""How a judge stands, in figures: answered by indexes, so that it costs the same however much has been played."""

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from sqlite_utils import Database

from judge.game.names import GameName, Stage
from judge.store.connection import connect, connect_read_only
from judge.store.event_chain import written
from judge.store.retention import Dropped, Junk, dropped, junk
from judge.store.rows import (
    EVERYWHERE,
    Alarm,
    StuckGame,
    format_timestamp,
    last_heartbeat,
    moment_or_none,
    parse_timestamp,
    stuck_games,
)
from judge.store.schema import check_schema, migrations
from judge.system.clock import Heartbeat

_LATE = timedelta(minutes=5)
"""After how long an alarm that nobody has acted on is overdue."""

MOST_ALARMS = 5
"""How many of the next alarms are told."""


@dataclass(frozen=True)
class Waiting:
    """Letters that wait: how many, since when the oldest does (None where none)."""

    letters: int
    oldest: datetime | None


@dataclass(frozen=True)
class Overview:
    """How a judge stands at a moment.

    ``games`` by stage; letters ``unread``, ``held`` for their confirmation, ``put_off`` to be read later; ``outgoing``
    and ``given_up`` letters; ``paused`` mail domains, "" for all; ``alarms`` that come next, how many are ``overdue``;
    letters ``received`` and ``queued``, events ``stored`` since the beginning; ``junk`` is what strangers have sent;
    ``stuck`` are games that stand still; ``dropped`` what letters have lost, for they were kept long enough.
    """

    games: dict[Stage, int]
    unread: Waiting
    held: Waiting
    put_off: int
    outgoing: Waiting
    given_up: int
    paused: tuple[str, ...]
    alarms: tuple[Alarm, ...]
    overdue: int
    received: int
    queued: int
    stored: int
    heartbeat: Heartbeat | None
    junk: Junk
    stuck: tuple[StuckGame, ...]
    dropped: Mapping[str, Dropped]

    @property
    def is_sending_paused(self) -> bool:
        """Whether no letter leaves at all."""
        return EVERYWHERE in self.paused


def overview(db: Database, now: datetime) -> Overview:
    """How the judge stands; ``now`` is the hour by which alarms are overdue and pauses over (UTC)."""
    at = format_timestamp(now)
    late = format_timestamp(now - _LATE)
    return Overview(
        games=_games(db),
        unread=_waiting(db, "count(*), min(arrived) FROM letters WHERE state = 'new'"),
        held=_waiting(db, "count(*), min(arrived) FROM holds JOIN letters ON letter = id WHERE NOT cancelled"),
        put_off=_count(db, "FROM letters WHERE again IS NOT NULL AND state = 'set-aside'"),
        outgoing=_waiting(db, "count(*), min(queued) FROM outbox WHERE state = 'waiting'"),
        given_up=_count(db, "FROM outbox WHERE state <> 'sent' AND state = 'given-up'"),
        paused=tuple(str(name) for (name,) in db.execute("SELECT name FROM destinations WHERE until > ?", [at])),
        alarms=_next_alarms(db),
        overdue=_count(db, "FROM games WHERE alarm < ?", late),
        received=_last_number(db, "letters"),
        queued=_last_number(db, "outbox"),
        stored=written(db)[0],
        heartbeat=last_heartbeat(db),
        junk=junk(db),
        stuck=stuck_games(db),
        dropped=dropped(db),
    )


def _games(db: Database) -> dict[Stage, int]:
    """How many games there are of each stage; one that cannot be told is of none."""
    counts = dict(db.execute("SELECT stage, count(*) FROM listed_games GROUP BY stage").fetchall())
    return {stage: int(counts.get(stage.value, 0)) for stage in Stage}


def _waiting(db: Database, which: str) -> Waiting:
    letters, oldest = db.execute(f"SELECT {which}").fetchone()
    return Waiting(int(letters), parse_timestamp(oldest) if oldest else None)


def _count(db: Database, which: str, *values: object) -> int:
    return int(db.execute(f"SELECT count(*) {which}", [*values]).fetchone()[0])


def _next_alarms(db: Database) -> tuple[Alarm, ...]:
    rows = db.execute(
        "SELECT name, alarm FROM games WHERE alarm IS NOT NULL ORDER BY alarm, name LIMIT ?", [MOST_ALARMS]
    )
    return tuple(Alarm(GameName(name), parse_timestamp(at)) for name, at in rows)


def open_phase(db: Database, game: GameName) -> tuple[str | None, datetime | None]:
    """The phase that a game is in, and its deadline, by its summary; None for what it has not, or cannot be told."""
    query = """SELECT json_extract(summary, '$.phase'), json_extract(summary, '$.due') FROM summaries
               WHERE game = ? AND json_valid(summary)"""
    phase, due = db.execute(query, [game]).fetchone() or (None, None)
    return phase, moment_or_none(due)


def _last_number(db: Database, table: str) -> int:
    """How many rows a table has had: none is ever removed, and numbers are given one by one."""
    row = db.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", [table]).fetchone()
    return 0 if row is None else int(row[0])


def logs(db: Database) -> Mapping[GameName, tuple[int, int]]:
    """How many events each game has, and how often its log was changed because somebody was forgotten."""
    counted = "SELECT name, (SELECT max(number) FROM events WHERE game = name), rewritten FROM games ORDER BY rowid"
    return {GameName(name): (int(events), int(changed)) for name, events, changed in db.execute(counted)}


# --- the letters that wait to leave, and those given up


@dataclass(frozen=True)
class LetterToLeave:
    """A letter out that has not left: ``queued`` is None where that was not noted, ``next_try`` where it is at once."""

    number: int
    game: str | None
    to: str
    raw: bytes
    state: str
    tries: int
    why: str
    queued: datetime | None
    next_try: datetime | None


def letters_to_leave(db: Database) -> tuple[LetterToLeave, ...]:
    """Those that wait, then those given up, each oldest first."""
    rows = db.execute(
        """SELECT id, game, recipient, raw, state, tries, coalesce(why, ''), queued, next_try FROM outbox
           WHERE state <> 'sent' ORDER BY state DESC, id"""
    )
    return tuple(LetterToLeave(*row[:-2], *map(moment_or_none, row[-2:])) for row in rows)


def send_again(db: Database) -> int:
    """Let letters that were given up wait as if never tried; how many they are."""
    return int(
        db.execute(
            """UPDATE outbox SET state = 'waiting', next_try = NULL, why = NULL, tries = 0, unsure = 0, behind = 0,
               refused = NULL
               WHERE state = 'given-up' AND gone IS NULL"""
        ).rowcount
    )


# --- the database beside a running judge or without one, opened read-only


@contextmanager
def open_database(path: Path) -> Iterator[Database]:
    """Open the file at ``path``.

    FileNotFoundError when there is none, OlderSchemaError, NewerJudgeError, sqlite3.Error of a bad one.
    """
    if not path.is_file():
        raise FileNotFoundError(path)
    connection = connect_read_only(path)
    try:
        db = Database(connection, execute_plugins=False)
        check_schema(db, path, migrations)
        yield db
    finally:
        connection.close()


def requeue_given_up(path: Path) -> int:
    """Have every letter that was given up sent once more; how many there are.

    FileNotFoundError when there is no file at ``path``, OlderSchemaError, NewerJudgeError, sqlite3.Error of a bad
    one. A running judge sends them at its next sweep.
    """
    with open_database(path):
        pass  # it has the tables of this judge, or an error is raised
    with closing(connect(path)) as db, db.atomic():
        return send_again(db)
