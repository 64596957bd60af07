"""Which judge a database is of, in which of its lives; how another file takes its place.

A life ends where a backup is put back: the next one writes letters of the same numbers, and they are other letters.
"""

import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from sqlite3 import Connection

from sqlite_utils import Database

from judge.store import rows, spool
from judge.store.connection import connect_read_only, open_up_to_date
from judge.store.data_folder import AlreadyRunningError, FolderLock
from judge.store.rows import note_letters_lost
from judge.store.schema import NewerJudgeError, migrations, note_version, noted_version, refuse_newer
from judge.store.spool import arrived_letters
from judge.system.files import private_file, private_folder, sync_folder


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


# --- puts another file in the place of the database, in one step; what stood there is kept beside it


_BESIDE = ("-journal", "-wal", "-shm")
"""What SQLite puts behind the name of a database for the files beside it."""


class ReplacementError(Exception):
    """The database was not replaced, and the judge has the one that it had; the text says why, in one line."""


@contextmanager
def alone_in(data: Path) -> Iterator[None]:
    """No judge runs meanwhile, none is started; whatever keeps files from being read or written is one line."""
    try:
        private_folder(data)
        owner = data.stat().st_uid
        if os.geteuid() == 0 and owner:
            raise ReplacementError(
                f"{data} belongs to user {owner}: run this as that user, or the judge cannot write there"
            )
        lock = FolderLock(data)
        try:
            yield
        finally:
            lock.release()
    except AlreadyRunningError as error:
        raise ReplacementError(str(error)) from error
    except OSError as error:
        raise ReplacementError(f"{error.filename or data}: {error.strerror or error}") from error


@contextmanager
def reading(source: Path) -> Iterator[None]:
    """Whatever is wrong with a database that is read is one line about it."""
    try:
        yield
    except sqlite3.Error as error:
        raise ReplacementError(f"{source} cannot be read: {error}") from error
    except NewerJudgeError as error:
        raise ReplacementError(str(error)) from error


def copy_database(source: Path, to: Path) -> None:
    """Copy a database into a file of its own that only the judge may read; nobody needs to stop writing to it."""
    remove_database(to)
    to.touch(mode=0o600)
    with reading(source), closing(connect_read_only(source)) as original, closing(sqlite3.connect(to)) as copy:
        original.backup(copy)


def bring_up_to_date(copy: Path, change: Callable[[Database], None] = lambda _: None) -> None:
    """Migrate a copy to the schema of this judge, and ``change`` it; it is one file, and on the disk, afterwards."""
    with closing(open_up_to_date(copy, migrations)) as db:
        note_version(db)
        with db.atomic():
            change(db)
        db.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
    with copy.open("rb") as file:
        os.fsync(file.fileno())


def put_in_place(replacement: Path, database: Path) -> None:
    """Give a file the name of the database, which nobody has open: the one step that counts.

    What lay beside the old one is gone for good before, lest SQLite take it for the new one's after a power cut.
    """
    for end in _BESIDE:
        _named(database, end).unlink(missing_ok=True)
    sync_folder(database.parent)
    replacement.replace(database)
    sync_folder(database.parent)


def keep_database(database: Path, now: datetime) -> Path:
    """Give the database a second name, so that it stays when another takes the first; return that."""
    kept = name_of_kept(database, now)
    for end in ("", *_BESIDE):
        if _named(database, end).exists():
            os.link(_named(database, end), _named(kept, end))
    try:
        with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=rw", timeout=1, uri=True)) as db:
            db.execute("PRAGMA locking_mode = EXCLUSIVE")  # an error if somebody else has it open
            db.execute("PRAGMA wal_checkpoint")  # all of it in one file
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY"):
            remove_database(kept)
            raise ReplacementError(f"another program has {database} open: end it first (Litestream?)") from error
    else:
        for end in _BESIDE:  # which are kept only where the database is damaged
            _named(kept, end).unlink(missing_ok=True)
    return kept


def name_of_kept(path: Path, now: datetime) -> Path:
    """Return the second name of what was replaced at a moment, UTC."""
    return _named(path, f".before-{now:%Y-%m-%dT%H%M%S.%fZ}")


def remove_database(database: Path) -> None:
    """Remove a database with all that lies beside it; nothing if there is none."""
    for end in ("", *_BESIDE):
        _named(database, end).unlink(missing_ok=True)


def _named(path: Path, end: str) -> Path:
    return path.with_name(f"{path.name}{end}")


# --- brings the database of an older judge up to date


FIRST_VERSION = "0.1.0"
"""The last version that did not note itself in the database."""


def version_of(database: Path) -> str:
    """Return the version of the judge that last opened a database; ReplacementError if that is newer than this one."""
    with reading(database), closing(connect_read_only(database)) as connection:
        db = Database(connection, execute_plugins=False)
        refuse_newer(db, database, migrations)
        return noted_version(db) or FIRST_VERSION


def is_older(database: Path) -> bool:
    """Return whether a database lacks tables of this judge; ReplacementError if it is of a newer one."""
    with reading(database), closing(connect_read_only(database)) as connection:
        db = Database(connection, execute_plugins=False)
        refuse_newer(db, database, migrations)
        return bool(migrations.applied(db) and migrations.pending(db))


def upgrade_database(database: Path, now: datetime, say: Callable[[str], object]) -> None:
    """Migrate the database of a judge that does not run; one that is up to date is left alone.

    ``say`` is told where the one from before is kept. Killed at any moment, the judge has the one database or the
    other, whole. ReplacementError when it cannot be done.
    """
    with alone_in(database.parent):
        if not is_older(database):
            return
        unfinished = database.with_name("judge.db.upgraded")
        try:
            copy_database(database, unfinished)
            with reading(database):
                bring_up_to_date(unfinished)
                _check(unfinished, database)
            say(f"kept: {keep_database(database, now)}, the database as it was")
            put_in_place(unfinished, database)
        finally:
            remove_database(unfinished)


def _check(copy: Path, database: Path) -> None:
    """ReplacementError if a copy is damaged, as the database was then before."""
    with closing(connect_read_only(copy)) as db:
        (found,) = db.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok" or db.execute("PRAGMA foreign_key_check").fetchone():
            raise ReplacementError(f"{database} is damaged: restore the last backup, see docs/operating.md")


# --- copies the database while the judge goes on working


def back_up(source: Path, spool: Path, target: Path) -> None:
    """Copy the database whole, as of one moment, and into the copy what only the spool holds.

    Nothing is at ``target`` until it is on the disk, and there it stays.

    FileExistsError when something is there already, FileNotFoundError when there is no database, or no folder for the
    copy, sqlite3.Error when the database is damaged.
    """
    if target.exists():
        raise FileExistsError(f"{target} is there already")
    if not source.exists():
        raise FileNotFoundError(f"there is no database at {source}")
    if not target.parent.is_dir():
        raise FileNotFoundError(f"there is no folder {target.parent}")
    unfinished = target.with_name(f"{target.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    unfinished.touch(mode=0o600)
    original, copy = connect_read_only(source), sqlite3.connect(unfinished)
    try:
        with arrived_letters(spool) as letters:  # a letter leaves the spool later than it comes into the database
            original.backup(copy)
            for letter in letters:
                rows.keep(Database(copy, execute_plugins=False), letter)
        mark_as_copy(copy)
        copy.commit()
        found = copy.execute("PRAGMA integrity_check").fetchone()[0]
        if found != "ok":
            raise sqlite3.DatabaseError(str(found))
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
    finally:
        original.close()
        copy.close()
    with unfinished.open("rb") as file:
        os.fsync(file.fileno())
    unfinished.rename(target)
    sync_folder(target.parent)
