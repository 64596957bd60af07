"""The heartbeat in the database: when the judge was last known to run, and which games are to be given time back."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlite_utils import Database

from judge.game.names import GameName
from judge.store.rows import format_timestamp, parse_timestamp
from judge.system.clock import ClockDoubt, ClockLeap, Heartbeat


@dataclass(frozen=True)
class LostTime:
    """Since when (UTC) a game has lost time: by an outage, or where ``by_clock`` by a clock leap.

    A moment in the future means that the clock has been set back since. ``with_letters`` where the database was set
    back to that moment, so that letters were lost.
    """

    since: datetime
    by_clock: bool = False
    with_letters: bool = False


def heartbeat(db: Database, one: Heartbeat) -> None:
    """Note that the judge runs."""
    doubt = one.doubt
    db.execute(
        """INSERT INTO heartbeat (one, at, uptime, boot, leap, leapt) VALUES (1, ?, ?, ?, ?, ?)
           ON CONFLICT DO UPDATE SET at = excluded.at, uptime = excluded.uptime, boot = excluded.boot,
               leap = excluded.leap, leapt = excluded.leapt""",
        [
            format_timestamp(one.at),
            None if one.uptime is None else one.uptime.total_seconds(),
            one.boot,
            None if doubt is None else doubt.leap.total_seconds(),
            None if doubt is None else doubt.since.total_seconds(),
        ],
    )


def last_heartbeat(db: Database) -> Heartbeat | None:
    """The last heartbeat; None before the first."""
    row = db.execute("SELECT at, uptime, boot, leap, leapt FROM heartbeat").fetchone()
    if row is None:
        return None
    at, uptime, boot, leap, leapt = row
    doubt = None if leap is None else ClockDoubt(timedelta(seconds=leap), timedelta(seconds=leapt))
    return Heartbeat(parse_timestamp(at), None if uptime is None else timedelta(seconds=uptime), boot, doubt)


def note_outage(db: Database, since: datetime | None, now_on: Heartbeat) -> None:
    """Note that the games have lost the time since then (None: none), and that the judge runs; an older note stays.

    A game without an alarm waits for nothing, and loses none. What could not be given back before is tried again.
    """
    if since is not None and since > now_on.at:
        _owe_all(db, since, now_on.at)
    elif since is not None:
        _owe_all(db, since, now_on.at, "alarm IS NOT NULL")
    db.execute("UPDATE owed SET again = ?", [format_timestamp(now_on.at)])
    heartbeat(db, now_on)


def _owe_all(db: Database, since: datetime, again: datetime, which: str = "true", *, by_clock: bool = False) -> None:
    db.execute(
        f"""INSERT INTO owed (game, since, again, by_clock) SELECT name, ?, ?, ? FROM games WHERE {which}
            ON CONFLICT DO UPDATE SET again = excluded.again""",  # noqa: S608
        [format_timestamp(since), format_timestamp(again), by_clock],
    )


def next_owed(db: Database, now: datetime) -> GameName | None:
    """The game that is to be given back next what it has lost; None when none is by now."""
    row = db.execute(
        "SELECT game FROM owed WHERE again <= ? ORDER BY again, game LIMIT 1", [format_timestamp(now)]
    ).fetchone()
    return None if row is None else GameName(row[0])


def owe_until(db: Database, game: GameName, again: datetime) -> None:
    """Put off to a later moment that a game is given back what it has lost."""
    db.execute("UPDATE owed SET again = ? WHERE game = ?", [format_timestamp(again), game])


def lost_time(db: Database, game: GameName) -> LostTime | None:
    """Since when a game has lost time that it has not been given back; None where it has lost none."""
    row = db.execute("SELECT since, by_clock, lost FROM owed WHERE game = ?", [game]).fetchone()
    return None if row is None else LostTime(parse_timestamp(row[0]), bool(row[1]), bool(row[2]))


def note_letters_lost(db: Database) -> None:
    """Note that all games have lost the letters since the last heartbeat, for the database was set back."""
    db.execute(
        """INSERT INTO owed (game, since, again, lost) SELECT name, at, at, 1 FROM games, heartbeat WHERE one = 1
           ON CONFLICT DO UPDATE SET lost = 1"""
    )


def clear_lost_time(db: Database, game: GameName) -> None:
    """Note that a game has been given back the time it lost."""
    db.execute("DELETE FROM owed WHERE game = ?", [game])


def accept_wall_clock(db: Database, leap: ClockLeap, now_on: Heartbeat) -> None:
    """Accept a wall clock that has leapt: every game has lost the difference, and no stored hour lies beyond reach.

    What the judge itself has put off, to an hour of a clock that has been set back since, is due at once.
    """
    now = format_timestamp(leap.now)
    heartbeat(db, now_on)
    _owe_all(db, leap.was, leap.now, by_clock=True)
    if leap.now < leap.was:
        db.execute("UPDATE outbox SET next_try = ? WHERE state = 'waiting' AND next_try > ?", [now, now])
        db.execute("UPDATE outbox SET queued = ? WHERE queued > ?", [now, now])
        db.execute("UPDATE letters SET again = ? WHERE again > ?", [now, now])
        db.execute("DELETE FROM destinations WHERE until > ?", [now])
        db.execute("UPDATE gazette SET at = ? WHERE at > ?", [now, now])
        db.execute("UPDATE zine_issues SET at = min(at, ?), drafted = min(drafted, ?) WHERE at > ?", [now, now, now])
        db.execute("UPDATE editor_letters SET at = ? WHERE at > ?", [now, now])
