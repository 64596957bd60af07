"""Whether a database is of this judge, of an older or of a newer one, and which version last opened it."""

from pathlib import Path

from sqlite_utils import Database, Migrations

from judge.version import __version__, version_number


class OlderSchemaError(Exception):
    """The file is of an older judge; the next start of the judge migrates it."""


class NewerJudgeError(Exception):
    """The file is of a newer judge, which alone can read it; the text says so, in one line."""


def refuse_newer(db: Database, path: Path, known: Migrations) -> None:
    """Raise NewerJudgeError where a newer judge has opened the file: there is no way back but a backup from before."""
    if is_newer(db, known):
        version = noted_version(db)
        newer = f"judge {version}" if version_number(version) > version_number(__version__) else "a newer judge"
        message = f"{path} is of {newer}, and this is judge {__version__}: install the newer one again, or restore"
        raise NewerJudgeError(f"{message} a backup from before the upgrade")


def is_newer(db: Database, known: Migrations) -> bool:
    """Return whether a newer judge has opened a database, or has made tables in it that this one does not know."""
    made = {one.name for one in known.applied(db)}
    strange = made - {one.name for one in known.pending(Database(memory=True, execute_plugins=False))}
    return bool(strange) or version_number(noted_version(db)) > version_number(__version__)


def check_schema(db: Database, path: Path, known: Migrations) -> None:
    """Raise OlderSchemaError or NewerJudgeError unless the file has exactly the tables of this judge."""
    refuse_newer(db, path, known)
    if known.pending(db):
        raise OlderSchemaError


def noted_version(db: Database) -> str:
    """Return the newest version that has opened the file; empty where that was before versions were noted."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'program'").fetchone():
        return ""
    row = db.execute("SELECT version FROM program").fetchone()
    return str(row[0]) if row else ""


def note_version(db: Database) -> None:
    """Note that this version has opened the file, unless that is noted already."""
    if noted_version(db) != __version__:
        with db.atomic():
            db.execute("INSERT OR REPLACE INTO program VALUES (1, ?)", [__version__])
