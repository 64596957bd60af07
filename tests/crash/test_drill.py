"""A rehearsal of a loss: one line says that nothing was lost; nothing is changed, no letter leaves; what is missing."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from judge.config import read_config
from judge.shell.drill import StoredBefore
from judge.store.data_folder import FolderLock
from judge.store.overview import open_read_only
from tests.mail.sink import Sink, listening
from tests.shared.shell import lay_stopped_judge, shell


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lay_stopped_judge(tmp_path_factory.mktemp("lived"))


@pytest.fixture
def folder(lived: Path, tmp_path: Path) -> Path:
    """A judge that was stopped, in the middle of a game."""
    return shutil.copytree(lived, tmp_path / "judge")


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_the_last_backup_is_put_back_elsewhere_killed_twice_and_loses_nothing(folder: Path) -> None:
    assert shell(folder, "backup", str(folder / "backup.db")).exit_code == 0
    with listening(sink := Sink()) as port:
        relay = f'[relay]\nhost = "127.0.0.1"\nport = {port}\n[judge]\noperator = "operator@example.org"\n'
        (folder / "config.toml").write_text(relay, encoding="utf-8")
        before = contents(folder)
        done = shell(folder, "drill", "--mail")
    assert (done.exit_code, done.stderr) == (0, "")
    noted = json.loads((folder / "data" / "last-backup.json").read_text())["at"]
    minute = f"{noted[:10]} {noted[11:16]} UTC"
    says = done.stdout.strip()
    assert says.startswith(f"Drill passed: backup of {minute}, 22 letters, 1 game, verified; restored in ")
    assert says.endswith(" s; killed twice, nothing lost")
    ((_, to, raw),) = sink.taken
    assert to == ["operator@example.org"], (
        "of all letters that the backup has to send, and those of the drill, none left"
    )
    assert b"Subject: Drill passed\r\n" in raw
    after = contents(folder)
    assert after.keys() - before.keys() == {str(folder / "data" / "last-drill.json")}
    assert {path: after[path] for path in before} == before

    status = json.loads(shell(folder, "status", "--json").stdout)
    assert (status["drill"]["says"], status["drill"]["passed"]) == (says, True)
    assert f"{says}\n" in shell(folder, "status").stdout
    assert [
        line for line in shell(folder, "doctor").stdout.splitlines() if line.startswith("ok     drill") and says in line
    ]


def gone(folder: Path) -> None:
    (folder / "backup.db").unlink()


def cut_short(folder: Path) -> None:
    with (folder / "backup.db").open("r+b") as file:
        file.truncate(20_000)


def an_event_less(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "backup.db")) as db, db:
        db.execute("DROP TRIGGER event_removed")
        db.execute("DELETE FROM events WHERE number = 9")


WRONG: dict[str, tuple[Callable[[Path], object], str]] = {
    "the backup is gone": (
        gone,
        "the last backup, …/backup.db, is not there; name another (--backup FILE), or make one",
    ),
    "it is cut short": (cut_short, "putting the backup back: …/backup.db "),
    "an event is gone": (
        an_event_less,
        "putting the backup back: …/backup.db is damaged, and was not put back (log: rome",
    ),
    "the database is gone": (
        lambda folder: (folder / "data" / "judge.db").unlink(),
        "there is no database at …/data/judge.db, so there is nothing to try",
    ),
}


@pytest.mark.parametrize(("make", "told"), WRONG.values(), ids=WRONG)
def test_what_is_missing_or_damaged_is_one_line_and_the_exit_status(
    folder: Path, make: Callable[[Path], object], told: str
) -> None:
    shell(folder, "backup", str(folder / "backup.db"))
    make(folder)
    before = contents(folder)
    done = shell(folder, "drill", "--mail")
    first, second = done.stderr.replace(str(folder), "…").splitlines()
    assert first.startswith(f"Drill failed: {told}")
    assert second == "The operator was not told: set judge.operator"
    assert (done.exit_code, done.stdout) == (1, "")
    after = contents(folder)
    assert after.keys() - before.keys() == {str(folder / "data" / "last-drill.json")}
    assert {path: after[path] for path in before} == before
    failed = [line for line in shell(folder, "doctor").stdout.splitlines() if line.startswith("WRONG  drill")]
    assert len(failed) == 1
    assert failed[0].endswith("put right what it names, then try again: judge.py drill")


def test_a_disk_without_room_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(folder)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=30 << 20))
    done = shell(folder, "drill")
    told = f"Drill failed: 30 MB are left on the disk of {folder}/data/drill, and a drill needs "
    assert (done.exit_code, done.stderr[: len(told)]) == (1, told)


def test_two_drills_do_not_meet(folder: Path) -> None:
    (folder / "data" / "drill").mkdir()
    lock = FolderLock(folder / "data" / "drill")
    done = shell(folder, "drill")
    lock.release()
    assert done.stderr == f"Drill failed: another drill is at work in {folder}/data/drill: wait for its end\n"


def test_a_letter_or_an_event_that_is_gone_is_named(folder: Path) -> None:
    config = read_config(folder / "config.toml")
    before = StoredBefore.of(config)
    with open_read_only(folder / "data" / "judge.db") as found:
        assert [*before.lost(found)] == []
    with closing(sqlite3.connect(folder / "data" / "judge.db")) as db, db:
        db.execute("DELETE FROM letters WHERE id = 3")
        last = "SELECT max(number) FROM event_chain WHERE game = 'rome'"
        db.execute(f"UPDATE event_chain SET hash = x'00' WHERE game = 'rome' AND number = ({last})")
    with open_read_only(folder / "data" / "judge.db") as found:
        assert [*before.lost(found)] == ["1 letter of the backup, the first 3", "events of rome"]
