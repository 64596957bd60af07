"""The heartbeat in the file: when the judge was last known to run, and which games have time to be given back."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlite_utils import Database

from judge.beats import Beat, Doubt, Leap
from judge.game.settings import GameName
from judge.store.moments import read_moment, write_moment


@dataclass(frozen=True)
class Owed:
    """Since when (UTC) a game's time has not gone as its deadlines have: for an outage, or ``by_clock`` for a leap.

    A moment to come is of a clock that has been set back since.
    """

    since: datetime
    by_clock: bool = False


def beat(db: Database, one: Beat) -> None:
    """Note that the judge runs."""
    doubt = one.doubt
    db.execute(
        """INSERT INTO heartbeat (one, at, uptime, boot, leap, leapt) VALUES (1, ?, ?, ?, ?, ?)
           ON CONFLICT DO UPDATE SET at = excluded.at, uptime = excluded.uptime, boot = excluded.boot,
               leap = excluded.leap, leapt = excluded.leapt""",
        [
            write_moment(one.at),
            None if one.uptime is None else one.uptime.total_seconds(),
            one.boot,
            None if doubt is None else doubt.leap.total_seconds(),
            None if doubt is None else doubt.since.total_seconds(),
        ],
    )


def last_beat(db: Database) -> Beat | None:
    """What was noted last; None before anything was."""
    row = db.execute("SELECT at, uptime, boot, leap, leapt FROM heartbeat").fetchone()
    if row is None:
        return None
    at, uptime, boot, leap, leapt = row
    doubt = None if leap is None else Doubt(timedelta(seconds=leap), timedelta(seconds=leapt))
    return Beat(read_moment(at), None if uptime is None else timedelta(seconds=uptime), boot, doubt)


def owe(db: Database, game: GameName, since: datetime, again: datetime) -> None:
    """Note that the outage since then could not be made up for; one that is older already stays."""
    values = [game, write_moment(since), write_moment(again)]
    db.execute(
        """INSERT INTO owed (game, since, again) VALUES (?, ?, ?)
           ON CONFLICT DO UPDATE SET again = excluded.again""",
        values,
    )


def owed(db: Database, game: GameName) -> Owed | None:
    """Since when a game has lost time that it has not been given back; None where it has."""
    row = db.execute("SELECT since, by_clock FROM owed WHERE game = ?", [game]).fetchone()
    return None if row is None else Owed(read_moment(row[0]), bool(row[1]))


def paid(db: Database, game: GameName) -> None:
    """Note that a game has been given back what it lost."""
    db.execute("DELETE FROM owed WHERE game = ?", [game])


def believe(db: Database, leap: Leap, now_on: Beat) -> None:
    """Go by a wall clock that has leapt: every game is owed the difference, and no hour is to come that never will.

    What the judge itself has put off, to an hour of a clock that has been set back since, is due at once.
    """
    was, now = write_moment(leap.was), write_moment(leap.now)
    beat(db, now_on)
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
