"""A backup put back: what stood there is kept, the games go on from it; whatever is in the way is one clear line."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from judge.game.deadlines.messages import PhaseExtended
from judge.shell.local_game import GAME, LocalGame, start_local_game
from judge.shell.play import load_record, play_phase
from judge.store.data_folder import FolderLock
from judge.store.life import back_up
from judge.store.spool import spool_path
from tests.shared.seated import lay_seated_table
from tests.shared.shell import shell

WELL = "file: ok\nlog: ok\nsnapshots: ok\ninbox: ok\noutbox: ok\n"
HINTS = (
    "run the doctor, then start the judge\n"
    "letters that came later are not in it: its players are told to write them again\n"
)


def play_on(table: LocalGame) -> None:
    """A phase, a backup, and another phase that the backup knows nothing of."""
    play_phase(table, load_record("one")[0], {})
    data = table.judge.services.config.folders.data
    back_up(data / "judge.db", spool_path(data), data.parent / "backup.db")
    play_phase(table, load_record("one")[1], {})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A judge that was stopped, with a backup that is a phase older."""
    lay_seated_table(tmp_path / "lived", played_on=play_on).judge.stop()
    folder = shutil.copytree(tmp_path / "lived", tmp_path / "judge")  # which nothing of this process has open
    (folder / "config.toml").write_text('[folders]\narchive = "archive"\n', encoding="utf-8")
    return folder


def rows(database: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        return db.execute(query).fetchall()


def events(database: Path) -> list[tuple[object, ...]]:
    return rows(database, "SELECT * FROM events ORDER BY game, number")


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def kept(folder: Path, name: str) -> Path:
    (path,) = (path for path in folder.glob(f"{name}.before-*") if not path.name.endswith(("-wal", "-shm")))
    return path


def test_a_backup_takes_the_place_of_the_database_which_is_kept(folder: Path) -> None:
    database, backup = folder / "data" / "judge.db", folder / "backup.db"
    before, pages = events(database), {path.name for path in (folder / "archive" / GAME).iterdir()}
    done = shell(folder, "restore", "--replace", str(backup))
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == (
        f"{WELL}{backup}: 1 games; its judge last ran at {last_minute(backup)} UTC\n"
        f"kept: {kept(folder / 'data', 'judge.db')}\nkept: {kept(folder, 'archive')}\n"
        f"{database} is what {backup} holds; {HINTS}"
    )
    assert events(database) == events(backup) == before[: len(events(backup))] != before
    assert events(kept(folder / "data", "judge.db")) == before
    assert {path.name for path in (kept(folder, "archive") / GAME).iterdir()} == pages
    assert database.stat().st_mode & 0o077 == 0


def test_the_umask_is_afterwards_what_it_was(folder: Path) -> None:
    before = os.umask(0o022)
    try:
        shell(folder, "restore", "--replace", str(folder / "backup.db"))
    finally:
        assert os.umask(before) == 0o022


def last_minute(database: Path) -> str:
    ((at,),) = rows(database, "SELECT at FROM heartbeat")
    return str(at)[:16].replace("T", " ")


def test_the_games_go_on_from_the_backup(folder: Path) -> None:
    assert shell(folder, "restore", "--replace", str(folder / "backup.db")).exit_code == 0
    table = start_local_game(folder)
    try:
        table.settle()
        assert str(table.game.position.phase if table.game.position else "") == "F1901M"
        assert {path.name for path in (folder / "archive" / GAME).iterdir()} == {
            "000-opening.txt",
            "001-S1901M.txt",
            "index.txt",
        }
        assert table.game.deadline
        table.clock.advance_to(table.game.deadline.at)
        table.judge.wake()
        table.settle()
        assert isinstance(table.judge.services.store.events(GAME)[-1], PhaseExtended), "nobody has written"
    finally:
        table.judge.stop()
    assert shell(folder, "fsck").stdout == f"{WELL}archive: ok\n"


def test_where_nothing_is_left_the_backup_is_all_there_is(folder: Path) -> None:
    for path in (folder / "data").iterdir():
        path.unlink()
    done = shell(folder, "restore", str(folder / "backup.db"))
    assert done.exit_code == 0
    assert events(folder / "data" / "judge.db") == events(folder / "backup.db")


def test_a_database_beyond_reading_is_kept_with_what_lies_beside_it(folder: Path) -> None:
    data = folder / "data"
    (data / "judge.db").write_bytes(b"nothing that could be read" * 1000)
    (data / "judge.db-wal").write_bytes(b"what was written last")
    assert shell(folder, "restore", "--replace", str(folder / "backup.db")).exit_code == 0
    assert events(data / "judge.db") == events(folder / "backup.db")
    name = kept(data, "judge.db").name
    assert (data / name).read_bytes().startswith(b"nothing")
    assert (data / f"{name}-wal").read_bytes() == b"what was written last"


def changed(*statements: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        with closing(sqlite3.connect(folder / "backup.db")) as db, db:
            for statement in statements:
                db.execute(statement)

    return change


def another_database(folder: Path) -> None:
    (folder / "backup.db").unlink()
    changed("CREATE TABLE cheeses (name TEXT)")(folder)


def no_replica(folder: Path) -> None:
    (folder / "backup.db").unlink()
    (folder / "backup.db").mkdir()


def test_a_backup_of_an_older_judge_is_brought_up_to_date(folder: Path) -> None:
    changed("DROP INDEX closes", "DELETE FROM _sqlite_migrations WHERE name = 'phases_found'")(folder)
    assert shell(folder, "restore", "--replace", str(folder / "backup.db")).exit_code == 0
    assert shell(folder, "games").exit_code == 0


IN_THE_WAY: dict[str, tuple[Callable[[Path], object], str]] = {
    "no database": (lambda folder: (folder / "backup.db").write_text("Dear Judge" * 999), "cannot be read: file is "),
    "a file that is empty": (lambda folder: (folder / "backup.db").write_text(""), "backup.db is no database of a "),
    "another database": (another_database, "backup.db is no database of a judge"),
    "a newer judge": (
        changed("INSERT INTO _sqlite_migrations (migration_set, name) VALUES ('judge', 'things_to_come')"),
        "backup.db is of a newer judge than this one",
    ),
    "an event is gone": (
        changed("DROP TRIGGER event_removed", "DELETE FROM events WHERE number = 9"),
        "backup.db is damaged, and was not put back",
    ),
    "no replica": (
        no_replica,
        "backup.db is ",
    ),
}


@pytest.mark.parametrize(("make", "said"), IN_THE_WAY.values(), ids=IN_THE_WAY)
def test_what_cannot_be_put_back_changes_nothing(folder: Path, make: Callable[[Path], object], said: str) -> None:
    make(folder)
    before = contents(folder)
    done = shell(folder, "restore", "--replace", str(folder / "backup.db"))
    assert (done.exit_code, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.startswith("Error: ")
    assert said in done.stderr
    assert contents(folder) == before


def test_a_database_that_stands_there_stays_unless_told(folder: Path) -> None:
    before = contents(folder)
    done = shell(folder, "restore", str(folder / "backup.db"))
    assert done.stderr == (
        f"Error: {folder}/data/judge.db is there already; with --replace it is kept beside the backup put back\n"
    )
    assert contents(folder) == before


def test_a_judge_that_runs_is_left_alone(folder: Path) -> None:
    before = events(folder / "data" / "judge.db")
    lock = FolderLock(folder / "data")
    done = shell(folder, "restore", "--replace", str(folder / "backup.db"))
    lock.release()
    assert done.stderr == f"Error: another judge, process {os.getpid()}, works on {folder}/data: stop it first\n"
    assert events(folder / "data" / "judge.db") == before


def test_a_program_that_has_the_database_open_is_told(folder: Path) -> None:
    database = folder / "data" / "judge.db"
    with closing(sqlite3.connect(database)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("SELECT count(*) FROM games").fetchone()
        done = shell(folder, "restore", "--replace", str(folder / "backup.db"))
    assert done.stderr == f"Error: another program has {database} open: end it first (Litestream?)\n"
    assert not list((folder / "data").glob("judge.db.*"))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root writes into the folder of another user")
def test_root_leaves_no_file_of_its_own_to_the_judge(folder: Path) -> None:
    os.chown(folder / "data", 4711, 4711)
    done = shell(folder, "restore", "--replace", str(folder / "backup.db"))
    assert done.stderr.startswith(f"Error: {folder}/data belongs to user 4711: run this as that user, ")
