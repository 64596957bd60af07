"""The database looked over: whether it is whole, what waits in it, whether anybody works on it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from sqlite_utils import Database

from judge.beats import Beat
from judge.doctor.finding import Finding, Patient, State, fine, note, span, wrong
from judge.store.backup import look_at
from judge.store.destinations import EVERYWHERE
from judge.store.heartbeat import last_beat
from judge.store.moments import read_moment, write_moment
from judge.store.schema import migrations

_SLOW = timedelta(minutes=5)

_NOT_CARRIED = """SELECT count(*), why FROM outbox
    WHERE state = 'waiting' AND behind AND NOT unsure AND refused IS NULL GROUP BY why ORDER BY min(id) LIMIT 3"""
"""Letters that failed for no reason of their own, by what was last said against them."""


def books(patient: Patient) -> Iterator[Finding]:
    """Everything the database tells, read without changing it."""
    path = patient.config.folders.data / "judge.db"
    if not path.exists():
        yield note("database", f"{path} will be made at the first start")
        return
    try:
        with closing(look_at(path)) as db:
            whole = _whole(db, path)
            yield whole
            if whole.state is State.OK:
                yield from _questions(db, patient)
    except sqlite3.Error as error:
        yield wrong("database", f"{path} cannot be read: {error}", "restore the last backup, see docs/operating.md")
    yield from _set_aside(patient)


def _questions(db: sqlite3.Connection, patient: Patient) -> Iterator[Finding]:
    """What waits, by the hour that counts: while the clock of the machine is in doubt that is not its own."""
    beat = last_beat(Database(db, execute_plugins=False))
    now = patient.now - beat.doubt.leap if beat and beat.doubt else patient.now
    for question in (_waiting, _unanswered, _overdue):
        yield from question(db, replace(patient, now=now))
    yield from _clock_ran_back(db, patient)
    yield from _disbelieved(beat)


def _whole(db: sqlite3.Connection, path: Path) -> Finding:
    (found,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    strays = db.execute("PRAGMA foreign_key_check").fetchall()
    if found != "ok" or strays:
        what = found if found != "ok" else f"{len(strays)} rows point to nowhere"
        return wrong("database", f"{path} is damaged: {what}", "restore the last backup, see docs/operating.md")
    if migrations.pending(Database(db, execute_plugins=False)):
        return note("database", "its schema is of an older judge", "back it up; the next start brings it up to date")
    (games,) = db.execute("SELECT count(*) FROM games").fetchone()
    return fine("database", f"{path} is whole, {games} games")


def _waiting(db: sqlite3.Connection, patient: Patient) -> Iterator[Finding]:
    waiting, refused = db.execute("SELECT count(*), min(refused) FROM outbox WHERE state = 'waiting'").fetchone()
    (given_up,) = db.execute("SELECT count(*) FROM outbox WHERE state = 'given-up'").fetchone()
    paused = dict(db.execute("SELECT name, until FROM destinations WHERE until > ?", [write_moment(patient.now)]))
    since = f", the first refused {span(patient.now - read_moment(refused))} ago" if refused else ""
    if EVERYWHERE in paused:
        yield wrong("queue", f"nothing can leave; {waiting} letters wait", "see the line about the relay, and the log")
    elif waiting:
        domains = ", ".join(sorted(paused)) or "nowhere in particular"
        yield note("queue", f"{waiting} letters wait{since}; paused: {domains}")
    else:
        yield fine("queue", "no letter waits to leave")
    for count, why in db.execute(_NOT_CARRIED):
        do = "see the relay's settings and relay.*; judge.py queue shows them"
        yield wrong("queue", f"{count} letters wait that the relay does not carry: {why}", do)
    if given_up:
        do = "judge.py queue shows them, judge.py queue --again sends them once more"
        yield note("queue", f"{given_up} letters were given up since the beginning", do)


def _unanswered(db: sqlite3.Connection, patient: Patient) -> Iterator[Finding]:
    (oldest,) = db.execute("SELECT min(arrived) FROM letters WHERE state = 'new'").fetchone()
    held, since = db.execute("SELECT count(*), min(arrived) FROM letters WHERE state = 'held'").fetchone()
    waits = patient.now - read_moment(oldest) if oldest else timedelta()
    if waits > _SLOW:
        yield wrong("letters", f"the oldest unanswered one came {span(waits)} ago", "start the judge, or read its log")
    else:
        yield fine("letters", "all are answered")
    if held:
        age = span(patient.now - read_moment(since))
        yield note("letters", f"{held} wait for their confirmation, the oldest for {age}")


def _overdue(db: sqlite3.Connection, patient: Patient) -> Iterator[Finding]:
    late = db.execute("SELECT name FROM games WHERE alarm < ?", [write_moment(patient.now - _SLOW)]).fetchall()
    for (name,) in late:
        yield wrong("deadlines", f"that of {name} has passed, and nothing happened", "start the judge, or read its log")


def _clock_ran_back(db: sqlite3.Connection, patient: Patient) -> Iterator[Finding]:
    # not the greatest hour: one that was given by a clock set right since says nothing any more
    (newest,) = db.execute("SELECT (SELECT arrived FROM letters ORDER BY id DESC LIMIT 1)").fetchone()
    if newest and read_moment(newest) > patient.now + timedelta(seconds=5):
        ahead = _shown(read_moment(newest))
        yield wrong("clock", f"the newest letter came at {ahead}, which is to come", "set the clock right")


def _disbelieved(beat: Beat | None) -> Iterator[Finding]:
    """A judge that went by the uptime of its machine when it last noted that it runs."""
    if beat and beat.doubt:
        ahead = span(abs(beat.doubt.leap))
        how = "forward" if beat.doubt.leap > timedelta() else "back"
        says = f"that of the machine leapt {ahead} {how}; the judge goes by its uptime, and it was {_shown(beat.at)}"
        yield wrong("clock", says, "set it right; one that stands for an hour is believed")


def _shown(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"


def _set_aside(patient: Patient) -> Iterator[Finding]:
    folder = patient.config.folders.mailboxes / "set-aside" / "new"
    letters = len(list(folder.iterdir())) if folder.is_dir() else 0
    if letters:
        yield wrong("letters", f"{letters} were set aside", f"read those in {folder}, then move them away")
