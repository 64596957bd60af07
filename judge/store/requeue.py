"""Puts letters that were given up back into the queue, beside a running judge or without one."""

from contextlib import closing
from pathlib import Path

from judge.store import outbox
from judge.store.connection import connect
from judge.store.read_only import open_read_only


def requeue_given_up(path: Path) -> int:
    """Have every letter that was given up sent once more; how many there are.

    FileNotFoundError when there is no file at ``path``, OlderSchemaError, NewerJudgeError, sqlite3.Error of a bad
    one. A running judge sends them at its next sweep.
    """
    with open_read_only(path):
        pass  # it has the tables of this judge, or an error is raised
    with closing(connect(path)) as db, db.atomic():
        return outbox.send_again(db)
