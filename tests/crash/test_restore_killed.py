"""A backup that is being put back while the machine dies: at whatever line, the one database is there or the other."""

import shutil
import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from judge.config import Config
from judge.shell import operate
from judge.store import life
from judge.store.life import back_up
from judge.store.spool import spool_path
from tests.crash.killed import PROCESSES
from tests.crash.lives import Line, assassin, config_of, lines_of, some_of

NOW = datetime(2026, 1, 6, 9, 0, tzinfo=UTC)
LINES = lines_of(operate.restore) + some_of(
    lines_of(
        operate._copy,
        operate._check_origin,
        operate._check_database,
        life.bring_up_to_date,
        life.copy_database,
        life.keep_database,
        life.put_in_place,
        life.remove_database,
    )
)


def put_back(config: Config, backup: Path, end: Line | None) -> None:
    if end:
        threading.settrace(assassin(end))
    thread = threading.Thread(target=lambda: operate.restore(config, backup, NOW, str, replace=True))
    thread.start()
    thread.join()


def letters(database: Path) -> int:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return int(db.execute("SELECT count(*) FROM letters").fetchone()[0])


def test_a_backup_is_put_back_whole_or_not_at_all(waiting_for_turkey: Path, tmp_path: Path) -> None:
    lived = shutil.copytree(waiting_for_turkey, tmp_path / "lived")
    data, backup = lived / "data", tmp_path / "backup.db"
    back_up(data / "judge.db", spool_path(data), backup)
    with closing(sqlite3.connect(backup)) as db, db:
        db.execute("DELETE FROM holds")
        db.execute("DELETE FROM letter_bytes WHERE letter = (SELECT max(id) FROM letters)")
        db.execute("UPDATE events SET letter = NULL WHERE letter = (SELECT max(id) FROM letters)")
        db.execute("DELETE FROM letters WHERE id = (SELECT max(id) FROM letters)")
    old, new = letters(data / "judge.db"), letters(backup)
    assert old != new
    found = set()
    for number, line in enumerate((*LINES, None)):
        folder = shutil.copytree(lived, tmp_path / str(number))
        process = PROCESSES.Process(target=put_back, args=(config_of(folder), backup, line))
        process.start()
        process.join(600)
        stands = letters(folder / "data" / "judge.db")
        assert stands == old or (stands == new and kept(folder) == [old]), line
        found.add((process.exitcode == 0, stands))
        operate.restore(config_of(folder), backup, NOW + timedelta(minutes=1), str, replace=True)
        assert letters(folder / "data" / "judge.db") == new, line
        assert not (folder / "data" / "judge.db.restored").exists()
    assert found == {(False, old), (False, new), (True, new)}


def kept(folder: Path) -> list[int]:
    beside = (folder / "data").glob("judge.db.before-*")
    return [letters(path) for path in beside if not path.name.endswith(("-wal", "-shm"))]
