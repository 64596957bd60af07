"""Which judge a database is of, and in which of its lives: what tells that it is gone, was exchanged or was set back.

A life ends where a backup is put back: the next one writes letters of the same numbers, and they are other letters.
"""

import os
import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from sqlite3 import Connection

from sqlite_utils import Database

from judge.store import spool
from judge.store.connection import connect_read_only, open_up_to_date
from judge.store.heartbeat import note_letters_lost
from judge.store.schema import migrations
from judge.system.private_files import private_file, private_folder


class NotOursError(Exception):
    """The database is not there, or not that of this judge; the text says what to do, in one line."""


@dataclass(frozen=True)
class Life:
    """The judge that a database is of, a name nobody chose, and its life: empty the first."""

    judge: str
    epoch: str


def life_of(db: Database) -> Life:
    """The life that a database is in."""
    return Life(*db.execute("SELECT judge, epoch FROM life WHERE one = 1").fetchone())


_A_COPY = 1
"""The ``user_version`` of a copy for keeping: a number that SQLite keeps in the header of a file, and does not use."""


def mark_as_copy(db: Connection) -> None:
    """Have a copy of a database known as one, in whatever way it is put back."""
    db.execute(f"PRAGMA user_version = {_A_COPY}")


def _is_copy(db: Database) -> bool:
    return bool(db.execute("PRAGMA user_version").fetchone()[0] == _A_COPY)


def begin_new_life(db: Database) -> None:
    """Have a database that was put back write other Message-IDs than before, and tell players what is not in it."""
    db.execute("PRAGMA user_version = 0")
    db.execute("UPDATE life SET epoch = lower(hex(randomblob(8)))")
    note_letters_lost(db)


class LifeMark:
    """A file beside the database: its judge, its life, the number of the last letter that was to leave in it.

    It is written without a sync, like the mark of the letter being read: only a power cut may have it say less.
    """

    def __init__(self, data: Path) -> None:
        """Nothing is opened; ``data`` is the folder of the database."""
        self.path = data / "life"

    def read(self) -> tuple[Life, int] | None:
        """The life, and the number of the last letter out; None where there is none, or where it cannot be read."""
        try:
            found = _MARK.fullmatch(self.path.read_text(encoding="ascii", errors="replace"))
        except FileNotFoundError:
            return None
        return (Life(found[1], found[2].strip("-")), int(found[3])) if found else None

    def write(self, life: Life, last: int) -> None:
        """Note a life, and the last letter out; OSError where that fails."""
        private_file(self.path)
        file = os.open(self.path, os.O_WRONLY)
        try:
            os.pwrite(file, f"{life.judge:->32} {life.epoch:->16} {last:018}\n".encode("ascii"), 0)
        finally:
            os.close(file)


_MARK = re.compile(r"([0-9a-f]{32}) (-{16}|[0-9a-f]{16}) (\d{18})\n")


def check_ours(data: Path, archive: Path, mailboxes: Path) -> None:
    """NotOursError where the database is not there though a judge has worked here, or where it is another's.

    Nothing is changed. A damaged database raises ``sqlite3.Error``.
    """
    database, mark = data / "judge.db", LifeMark(data)
    is_empty = database.exists() and not database.stat().st_size
    if is_empty or not database.exists():
        left = next(_traces(data, archive, mailboxes), None)
        if left:
            raise NotOursError(
                f"{database} is {'empty' if is_empty else 'not there'}, though {left} is: put a backup back (judge "
                f"restore FILE{' --replace' if is_empty else ''}), or, to begin with nothing, move {left} away"
            )
        return
    own, noted, letters = _judge_of(database), mark.read(), spool.spool_path(data)
    if own and noted and noted[0].judge != own:
        raise NotOursError(
            f"{database} is not of the judge that has worked in this folder: put that one's back, or a backup "
            "(judge restore FILE --replace)"
        )
    if noted and not letters.exists():
        raise NotOursError(
            f"{letters} is not there, and with it letters of the last moments: put it back, or move {mark.path} away "
            "to go on without them"
        )
    if own and letters.exists() and _judge_of(letters) not in {"", own}:
        raise NotOursError(f"{letters} is not that of {database}: put the right one back, or move it away")


def _traces(data: Path, archive: Path, mailboxes: Path) -> Iterator[Path]:
    """What only a judge that has worked leaves behind, besides its database."""
    yield from (path for path in (LifeMark(data).path, spool.spool_path(data)) if path.exists())
    yield from sorted(data.glob("judge.db.before-*"))
    if archive.is_dir() and any(archive.iterdir()):
        yield archive
    if mailboxes.is_dir() and any("@" in path.name for path in mailboxes.iterdir()):
        yield mailboxes


def _judge_of(path: Path) -> str:
    """The judge of a database or of a spool; empty where that was not noted yet."""
    with closing(connect_read_only(path)) as db:
        if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'life'").fetchone():
            return ""
        row = db.execute("SELECT judge FROM life").fetchone()
        return str(row[0]) if row else ""


def begin(data: Path) -> None:
    """Have the database and the spool of this judge there, made if there were none, in a new life if one was set back.

    To be called once at each start, after ``check_ours``, before anything is read or written.
    """
    private_folder(data)
    private_file(data / "judge.db")
    mark = LifeMark(data)
    with closing(open_up_to_date(data / "judge.db", migrations)) as db:
        noted, last = mark.read(), last_letter_out(db)
        with db.atomic():
            if _is_copy(db) or (noted and (noted[0].epoch != life_of(db).epoch or noted[1] > last)):
                begin_new_life(db)
        life = life_of(db)
    spool.belong_to(data, life.judge)
    mark.write(life, last)


def last_letter_out(db: Database) -> int:
    """The number of the last letter that was ever queued, 0 before the first."""
    row = db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'").fetchone()
    return int(row[0]) if row else 0
