"""A database that is being upgraded while the machine dies: at whatever line, it is the old one or the new one."""

import gzip
import shutil
import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from judge.store import life
from judge.store.life import is_older, upgrade_database, version_of
from judge.system.files import __version__
from tests.crash.killed import PROCESSES
from tests.crash.lives import Line, assassin, lines_of, some_of

RELEASED = Path(__file__).parent.parent / "released"
NOW = datetime(2026, 1, 14, 12, 0, tzinfo=UTC)
LINES = lines_of(life.upgrade_database, life.put_in_place) + some_of(
    lines_of(
        life._check,
        life.bring_up_to_date,
        life.copy_database,
        life.keep_database,
        life.remove_database,
    )
)


def upgraded(database: Path, end: Line | None) -> None:
    if end:
        threading.settrace(assassin(end))
    thread = threading.Thread(target=lambda: upgrade_database(database, NOW, str))
    thread.start()
    thread.join()


def contents(database: Path) -> tuple[object, ...]:
    """Its tables, and the events in it, which no upgrade changes."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        events = db.execute("SELECT * FROM events ORDER BY game, number").fetchall()
        return (*db.execute("SELECT sql FROM sqlite_master ORDER BY name").fetchall(), *events)


def test_a_database_is_upgraded_whole_or_not_at_all(tmp_path: Path) -> None:
    lived = tmp_path / "lived"
    lived.mkdir()
    (lived / "judge.db").write_bytes(gzip.decompress((RELEASED / "0.0.2.db.gz").read_bytes()))
    done = shutil.copytree(lived, tmp_path / "done") / "judge.db"
    upgrade_database(done, NOW, str)
    old, new = contents(lived / "judge.db"), contents(done)
    found = set()
    for number, line in enumerate((*LINES, None)):
        database = shutil.copytree(lived, tmp_path / str(number)) / "judge.db"
        process = PROCESSES.Process(target=upgraded, args=(database, line))
        process.start()
        process.join(600)
        stands = contents(database)
        assert stands == (old if is_older(database) else new), line
        found.add((process.exitcode == 0, stands == new))
        upgrade_database(database, NOW.replace(hour=13), str)
        assert contents(database) == new, line
        assert version_of(database) == __version__
        assert not (database.parent / "judge.db.upgraded").exists()
        assert all(contents(path) == old for path in database.parent.glob("judge.db.before-*Z")), line
    assert found == {(False, False), (False, True), (True, True)}
