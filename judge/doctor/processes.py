"""Checks what runs: the door, the worker, and the letters that have come by the one and not yet to the other."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

from sqlite_utils import Database

from judge.doctor.check import SLOW, CheckFinding, Installation, fine, length_in_words, note, wrong
from judge.store.connection import connect_read_only
from judge.store.folder_lock import door_lock_path, is_locked
from judge.store.heartbeat import last_heartbeat
from judge.store.schema import migrations
from judge.store.spool import spool_path
from judge.store.spooled import waiting_for_worker

_SILENT = timedelta(minutes=3)
"""The worker notes every minute that it runs."""


def check_processes(installation: Installation) -> Iterator[CheckFinding]:
    """Yield whether door and worker run, and what waits in the spool; nothing where no judge has been started yet."""
    data = installation.config.folders.data
    try:
        with closing(connect_read_only(data / "judge.db")) as connection:
            db = Database(connection, execute_plugins=False)
            heartbeat = None if migrations.pending(db) else last_heartbeat(db)
            if heartbeat is None:
                return
            now = installation.now - heartbeat.doubt.leap if heartbeat.doubt else installation.now
            yield _running(data, now - heartbeat.at)
            yield _spool(db, spool_path(data), now)
    except sqlite3.Error:
        return  # said where the database is looked at


def _running(data: Path, silent: timedelta) -> CheckFinding:
    """``silent``: since when the worker has not noted that it runs."""
    is_receiving, is_at_work = is_locked(door_lock_path(data)), silent < _SILENT
    last = f"the worker noted {length_in_words(silent)} ago that it ran"
    match is_receiving, is_at_work:
        case True, True:
            return fine("processes", f"the door runs; {last}")
        case True, False:
            return wrong("processes", f"the door runs, the worker does not: {last}", "read the log, restart the judge")
        case False, True if door_lock_path(data).exists():
            return wrong("processes", f"the door does not run; {last}", "start the judge, or read its log")
        case _:
            return note("processes", last)


def _spool(db: Database, path: Path, now: datetime) -> CheckFinding:
    """Whether letters wait for the worker; one that it has taken may lie there for a while."""
    try:
        waiting = waiting_for_worker(db, path)
    except sqlite3.Error as error:
        do = "move it away, and fetch what is in it with the shell of SQLite (.recover)"
        return wrong("spool", f"{path} cannot be read: {error}", do)
    if waiting.oldest is None:
        return fine("spool", "no letter waits for the worker")
    longest = now - waiting.oldest
    said = f"{waiting.letters} letters wait for the worker, the oldest for {length_in_words(longest)}"
    return wrong("spool", said, "start the judge, or read its log") if longest > SLOW else note("spool", said)
