"""The heartbeat in the database: when the judge was last known to run, and which games are to be given time back."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlite_utils import Database

from judge.game.settings import GameName
from judge.heartbeat import ClockDoubt, ClockLeap, Heartbeat
from judge.store.timestamps import format_timestamp, parse_timestamp


@dataclass(frozen=True)
class LostTime:
    """Since when (UTC) a game has lost time: by an outage, or where ``by_clock`` by a clock leap.

    A moment in the future means that the clock has been set back since.
    """

    since: datetime
    by_clock: bool = False


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


def note_lost_time(db: Database, game: GameName, since: datetime, again: datetime) -> None:
    """Note that the outage since then could not be made up for yet; an older note stays."""
    values = [game, format_timestamp(since), format_timestamp(again)]
    db.execute(
        """INSERT INTO owed (game, since, again) VALUES (?, ?, ?)
           ON CONFLICT DO UPDATE SET again = excluded.again""",
        values,
    )


def lost_time(db: Database, game: GameName) -> LostTime | None:
    """Since when a game has lost time that it has not been given back; None where it has lost none."""
    row = db.execute("SELECT since, by_clock FROM owed WHERE game = ?", [game]).fetchone()
    return None if row is None else LostTime(parse_timestamp(row[0]), bool(row[1]))


def clear_lost_time(db: Database, game: GameName) -> None:
    """Note that a game has been given back the time it lost."""
    db.execute("DELETE FROM owed WHERE game = ?", [game])


def accept_wall_clock(db: Database, leap: ClockLeap, now_on: Heartbeat) -> None:
    """Accept a wall clock that has leapt: every game has lost the difference, and no stored hour lies beyond reach.

    What the judge itself has put off, to an hour of a clock that has been set back since, is due at once.
    """
    was, now = format_timestamp(leap.was), format_timestamp(leap.now)
    heartbeat(db, now_on)
    db.execute(
        """INSERT INTO owed (game, since, again, by_clock) SELECT name, ?, ?, 1 FROM games WHERE true
           ON CONFLICT DO UPDATE SET again = excluded.again""",
        [was, now],
    )
    if leap.now < leap.was:
        db.execute("UPDATE outbox SET next_try = ? WHERE state = 'waiting' AND next_try > ?", [now, now])
        db.execute("UPDATE outbox SET queued = ? WHERE queued > ?", [now, now])
        db.execute("UPDATE letters SET again = ? WHERE again > ?", [now, now])
        db.execute("DELETE FROM destinations WHERE until > ?", [now])
        db.execute("UPDATE gazette SET at = ? WHERE at > ?", [now, now])
