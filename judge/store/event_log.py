"""Games as their numbered events, chained by hashes, each game with its next alarm."""

from collections.abc import Collection, Mapping
from datetime import datetime

from sqlite_utils import Database

from judge.game.folded_log import adds_pages
from judge.game.mastery.messages import RolledBack
from judge.game.messages import Event
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import GameName
from judge.store.event_chain import chain
from judge.store.event_json import dump_event, read_event
from judge.store.records import Transaction
from judge.store.rows import Alarm, GameWork, format_timestamp, parse_timestamp, stuck, stuck_games

# --- games as their numbered events, each with its next alarm


def games(db: Database) -> tuple[GameName, ...]:
    """Every game, in the order of opening."""
    return tuple(GameName(name) for (name,) in db.execute("SELECT name FROM games ORDER BY rowid"))


def is_game(db: Database, name: GameName) -> bool:
    """Whether there is a game of that name."""
    return db.execute("SELECT 1 FROM games WHERE name = ?", [name]).fetchone() is not None


def events(db: Database, game: GameName, after: int = 0) -> tuple[Event, ...]:
    """The events of a game, oldest first, without the first ``after`` events."""
    return tuple(map(read_event, texts(db, game, after)))


def texts(db: Database, game: GameName, after: int = 0) -> tuple[str, ...]:
    """The same, each as it is written."""
    rows = db.execute("SELECT event FROM events WHERE game = ? AND number > ? ORDER BY number", [game, after])
    return tuple(text for (text,) in rows.fetchall())  # an event that cannot be read leaves no open query


def without_orders(db: Database, game: GameName) -> tuple[Event, ...]:
    """The events of a game that are no order, oldest first; the closes without the orders, their verdicts left out.

    People, press and positions come to the same without them, and they are nearly all of a long log.
    """
    rows = db.execute(
        """SELECT CASE json_extract(event, '$.is') WHEN 'phase-closed'
               THEN json_set(event, '$.orders', json('{}'), '$.judgement.verdicts', json('{}')) ELSE event END
           FROM events WHERE game = ? AND json_extract(event, '$.is') <> 'order-given' ORDER BY number""",
        [game],
    )
    return tuple(read_event(text) for (text,) in rows.fetchall())


def event(db: Database, game: GameName, number: int) -> Event:
    """One event of a game, by its number."""
    (text,) = db.execute("SELECT event FROM events WHERE game = ? AND number = ?", [game, number]).fetchone()
    return read_event(text)


def close_numbers(db: Database, game: GameName) -> tuple[int, ...]:
    """The numbers of the closes and rollbacks of a game, oldest first."""
    rows = db.execute(
        """SELECT number FROM events
           WHERE game = ? AND json_extract(event, '$.is') IN ('phase-closed', 'rolled-back') ORDER BY number""",
        [game],
    )
    return tuple(number for (number,) in rows.fetchall())


def silent_close_numbers(db: Database, game: GameName) -> tuple[int, ...]:
    """The numbers of the closes of phases in which a power gave no orders, undone ones too, oldest first."""
    rows = db.execute(
        """SELECT number FROM events
           WHERE game = ? AND json_extract(event, '$.is') IN ('phase-closed', 'rolled-back')
           AND json_array_length(event, '$.silent') > 0 ORDER BY number""",
        [game],
    )
    return tuple(number for (number,) in rows.fetchall())


def closes(db: Database, game: GameName, since: datetime | None = None) -> tuple[Event, ...]:
    """The closes and rollbacks of a game, oldest first; with ``since`` those after that moment, and no others are read.

    A rollback comes after the closes it undoes, so it is among these where they are.
    """
    found: list[Event] = []
    for number in reversed(close_numbers(db, game)):
        one = event(db, game, number)
        if since is not None and isinstance(one, PhaseClosed | RolledBack) and one.at <= since:
            break
        found.append(one)
    return tuple(reversed(found))


def last_press(db: Database, game: GameName) -> Event | None:
    """The press that was last written in a game; None where there is none. Nothing else is read."""
    row = db.execute(
        """SELECT event FROM events WHERE game = ? AND json_extract(event, '$.is') = 'press-sent'
           ORDER BY number DESC LIMIT 1""",
        [game],
    ).fetchone()
    return read_event(row[0]) if row else None


def version(db: Database, game: GameName) -> int:
    """How many events a game has."""
    row = db.execute("SELECT coalesce(max(number), 0) FROM events WHERE game = ?", [game]).fetchone()
    return int(row[0])


_FIRST_ALARMS = (
    "SELECT name, alarm, '', 0 FROM games WHERE alarm IS NOT NULL ORDER BY alarm, name LIMIT 1",
    "SELECT game, again, '', 0 FROM owed ORDER BY again, game LIMIT 1",
    "SELECT NULL, alarm, name, 0 FROM tournaments WHERE alarm IS NOT NULL ORDER BY alarm, name LIMIT 1",
    "SELECT NULL, alarm, '', 0 FROM gazette WHERE alarm IS NOT NULL",
    "SELECT NULL, alarm, '', number FROM digests WHERE alarm IS NOT NULL ORDER BY alarm, number LIMIT 1",
)
"""One query for each table with alarms, so that each is answered from an index."""


def next_alarm(db: Database) -> Alarm | None:
    """The earliest alarm of any game, or of anything else, which comes after games of the same moment."""
    found = [db.execute(first).fetchone() for first in _FIRST_ALARMS]
    row = min((row for row in found if row), key=lambda row: (row[1], row[0] is None, row[0]), default=None)
    return None if row is None else Alarm(GameName(row[0]) if row[0] else None, parse_timestamp(row[1]), *row[2:])


def due_alarms(db: Database, now: datetime, before: datetime | None, most: int) -> tuple[Alarm, ...]:
    """The alarms of games that are due, and with ``before`` are earlier than that; not of games that have lost time."""
    rows = db.execute(
        """SELECT name, alarm FROM games WHERE alarm <= :now AND (:before IS NULL OR alarm < :before)
           AND name NOT IN (SELECT game FROM owed) ORDER BY alarm, name LIMIT :most""",
        {"now": format_timestamp(now), "before": _timestamp_or_none(before), "most": most},
    )
    return tuple(Alarm(GameName(name), parse_timestamp(alarm)) for name, alarm in rows.fetchall())


def append(db: Database, game: GameName, transaction: Transaction) -> None:
    """Write the events of a transaction under their numbers, each with its hash, and set the game's alarm."""
    if transaction.events and not transaction.seen:
        db.execute("INSERT INTO games (name) VALUES (?) ON CONFLICT DO NOTHING", [game])
    texts = [dump_event(event) for event in transaction.events]
    rows = [(game, number, transaction.letter, text) for number, text in enumerate(texts, transaction.seen + 1)]
    db.conn.executemany("INSERT INTO events (game, number, letter, event) VALUES (?, ?, ?, ?)", rows)
    if texts:
        chain(db, game, transaction.seen, texts)
    if adds_pages(transaction.events):
        values = [transaction.seen, game]
        db.execute("UPDATE games SET pages_since = coalesce(pages_since, ?) WHERE name = ?", values)
    set_alarm(db, game, transaction.alarm)


def pages_missing_since(db: Database, game: GameName) -> int | None:
    """After how many events of a game pages of its archive may be missing; None when none is."""
    row = db.execute("SELECT pages_since FROM games WHERE name = ?", [game]).fetchone()
    return None if row is None else row[0]


def next_missing_pages(db: Database, after: str) -> GameName | None:
    """The first game behind a name, by name, of which pages may be missing; None when there is none."""
    row = db.execute(
        "SELECT name FROM games WHERE pages_since IS NOT NULL AND name > ? ORDER BY name LIMIT 1", [after]
    ).fetchone()
    return None if row is None else GameName(row[0])


def note_all_pages_missing(db: Database) -> None:
    """Note that pages of every game may be missing from the first on."""
    db.execute("UPDATE games SET pages_since = 0")


def note_pages_written(db: Database, game: GameName, number: int) -> None:
    """Note that every page of the first ``number`` events of a game is written; nothing where it has more by now."""
    if version(db, game) == number:
        db.execute("UPDATE games SET pages_since = NULL WHERE name = ?", [game])
        _forget_ends(db, GameWork.PAGES, game)


def set_alarm(db: Database, game: GameName, at: datetime | None) -> None:
    """Set the next alarm of a game."""
    db.execute("UPDATE games SET alarm = ? WHERE name = ?", [_timestamp_or_none(at), game])


def postpone(db: Database, game: GameName, at: datetime | None) -> None:
    """Set the next alarm of a game, whatever it waits for."""
    set_alarm(db, game, at)
    db.execute("UPDATE owed SET again = coalesce(?, again) WHERE game = ?", [_timestamp_or_none(at), game])


# --- games that stand still, for the judge has failed over their hour


def note_whether_stuck(db: Database, game: GameName, transaction: Transaction) -> None:
    """Note that a game stands still, or that its hour was kept; a letter leaves one that does its next try.

    It has one that does tried at once, unless processes have ended over its hour.
    """
    if one := transaction.stuck:
        values = [game, format_timestamp(one.since), format_timestamp(one.again), one.tries, one.why]
        db.execute("INSERT OR REPLACE INTO stuck (game, since, again, tries, why) VALUES (?, ?, ?, ?, ?)", values)
        postpone(db, game, one.again)
    elif transaction.letter is None or any(isinstance(event, PhaseClosed) for event in transaction.events):
        db.execute("DELETE FROM stuck WHERE game = ?", [game])
        _forget_ends(db, GameWork.HOUR, game)
    elif there := stuck(db, game):
        is_deadly = game in ended_over(db, GameWork.HOUR)
        set_alarm(db, game, there.again if is_deadly else min(filter(None, (transaction.alarm, there.again))))


def retry_stuck(db: Database, now: datetime, but: Collection[GameName]) -> None:
    """Have every game that stands still tried again now, those in ``but`` at their hour."""
    for one in stuck_games(db):
        postpone(db, one.name, one.again if one.name in but else now)


# --- work of games over which processes have ended


def note_end(db: Database, work: GameWork, game: GameName) -> None:
    """Count that a process has ended while it did that work of a game."""
    values = [work.value, game]
    db.execute("INSERT INTO work_ended VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET times = times + 1", values)


def ended_over(db: Database, work: GameWork) -> Mapping[GameName, int]:
    """The games over whose work processes have ended since it was last done, and how often."""
    rows = db.execute("SELECT game, times FROM work_ended WHERE work = ?", [work.value]).fetchall()
    return {GameName(game): times for game, times in rows}


def _forget_ends(db: Database, work: GameWork, game: GameName) -> None:
    db.execute("DELETE FROM work_ended WHERE work = ? AND game = ?", [work.value, game])


def _timestamp_or_none(at: datetime | None) -> str | None:
    return None if at is None else format_timestamp(at)
