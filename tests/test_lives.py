"""A database has lives: one that is gone, exchanged or set back is noticed, and no Message-ID comes twice."""

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from judge.config import Config, read_config
from judge.service.app import Judge
from judge.shell.doctor import FindingState, Installation, check_database
from judge.shell.local_game import start_local_game
from judge.store.life import NotOursError
from judge.system.clock import SettableClock
from tests.shared.seated import lay_seated_table
from tests.shared.served import HERE
from tests.shared.shell import shell

NOW = datetime(2026, 1, 5, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A judge of one game that was stopped."""
    lay_seated_table(tmp_path / "lived").judge.stop()
    folder = shutil.copytree(tmp_path / "lived", tmp_path / "judge")  # which nothing of this process has open
    (folder / "config.toml").write_text('[smtp]\nport = 0\n[folders]\narchive = "archive"\n', encoding="utf-8")
    return folder


def another_judge(folder: Path) -> Path:
    """The data folder of another judge."""
    config = folder / "other" / "config.toml"
    config.parent.mkdir()
    config.write_text("[smtp]\nport = 0\n", encoding="utf-8")
    start_and_stop(read_config(config))
    return config.parent / "data"


def start_and_stop(config: Config) -> None:
    Judge(config, SettableClock(NOW)).stop()


def remove(folder: Path, *names: str) -> None:
    for name in names:
        for path in (folder / "data").glob(f"{name}*"):
            path.unlink()


def exchange(folder: Path, name: str) -> None:
    shutil.copy(another_judge(folder) / name, folder / "data" / name)


def lose_the_data(folder: Path) -> None:
    shutil.rmtree(folder / "data")


def lose_all_but_mailboxes(folder: Path) -> None:
    lose_the_data(folder)
    shutil.rmtree(folder / "archive")
    (folder / "mailboxes" / "alice@example.org").mkdir(parents=True, exist_ok=True)


def empty_the_database(folder: Path) -> None:
    remove(folder, "judge.db")
    (folder / "data" / "judge.db").touch()


def exchange_the_spool(folder: Path) -> None:
    exchange(folder, "spool.db")


IN_THE_WAY: dict[str, tuple[Callable[[Path], None], str, str]] = {
    "no database": (lambda folder: remove(folder, "judge.db"), "judge.db is not there, though", "judge restore"),
    "no data": (lose_the_data, "judge.db is not there, though {folder}/archive is", "move"),
    "only mailboxes": (lose_all_but_mailboxes, "judge.db is not there, though {folder}/mailboxes is", "move"),
    "an empty file": (empty_the_database, "judge.db is empty, though", "judge restore"),
    "the database of another judge": (
        lambda folder: exchange(folder, "judge.db"),
        "judge.db is not of the judge that has worked in this folder",
        "--replace",
    ),
    "the spool of another judge": (lambda folder: exchange(folder, "spool.db"), "spool.db is not that of", "move"),
    "no spool": (lambda folder: remove(folder, "spool.db"), "spool.db is not there", "put it back"),
}


@pytest.mark.parametrize(("change", "said", "do"), IN_THE_WAY.values(), ids=IN_THE_WAY)
def test_a_judge_without_what_is_its_own_does_not_start_and_says_what_to_do(
    folder: Path, change: Callable[[Path], None], said: str, do: str
) -> None:
    start_and_stop(read_config(folder / "config.toml"))
    change(folder)
    config = read_config(folder / "config.toml")
    before = {path for path in folder.rglob("*") if path.is_file()}
    with pytest.raises(NotOursError) as error:
        Judge(config, SettableClock(NOW))
    assert said.format(folder=folder) in str(error.value)
    assert do in str(error.value)
    assert "\n" not in str(error.value)
    assert set(folder.rglob("*.db")) <= before
    found = list(check_database(Installation(config, NOW, {}, lambda *_: ())))
    assert [one.state for one in found if said.format(folder=folder) in one.says] == [FindingState.WRONG]


def test_what_a_first_start_finds_is_no_trace_of_a_judge(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[smtp]\nport = 0\n", encoding="utf-8")
    (tmp_path / "mailboxes" / "in" / "new").mkdir(parents=True)
    start_and_stop(read_config(tmp_path / "config.toml"))
    start_and_stop(read_config(tmp_path / "config.toml"))


@pytest.mark.parametrize("name", ["judge.db", "spool.db"])
def test_what_a_newer_judge_has_written_is_one_clear_line(folder: Path, name: str) -> None:
    start_and_stop(read_config(folder / "config.toml"))
    with closing(sqlite3.connect(folder / "data" / name)) as db, db:
        kind = "judge" if name == "judge.db" else "spool"
        db.execute("INSERT INTO _sqlite_migrations (migration_set, name) VALUES (?, 'things_to_come')", [kind])
    command = [sys.executable, str(HERE / "judge.py"), "--config", str(folder / "config.toml"), "serve"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=HERE)
    assert done.returncode == 1
    assert done.stderr.startswith(f"Error: {folder}/data/{name} is of a newer judge, ")
    assert done.stderr.count("\n") == 1


# --- Message-IDs


def lived_on(folder: Path, text: str) -> tuple[set[str], Path]:
    """The Message-IDs of a judge that is started, is asked something and is stopped; a copy nobody has open."""
    table = start_local_game(folder)
    try:
        letter = f"From: edith@example.net\r\nTo: judge@localhost\r\nMessage-ID: <1@example.net>\r\n\r\n{text}\r\n"
        table.judge.services.store.keep("smtp", "edith@example.net", "judge@localhost", letter.encode()).result()
        table.judge.wake()
        table.settle()
    finally:
        table.judge.stop()
    copy = Path(shutil.copytree(folder, folder.with_name(f"{folder.name}-{text}")))
    return ids_of(copy / "data" / "judge.db"), copy


def ids_of(database: Path) -> set[str]:
    with closing(sqlite3.connect(database)) as db:
        return {one for (one,) in db.execute("SELECT message_id FROM outbox")}


def put_back(folder: Path, backup: Path) -> None:
    assert shell(folder, "restore", "--replace", str(backup)).exit_code == 0


def copy_over(folder: Path, backup: Path) -> None:
    remove(folder, "judge.db")
    shutil.copy(backup, folder / "data" / "judge.db")


def copy_without_mark(folder: Path, backup: Path) -> None:
    """As onto a new machine, or where whoever copies thinks that all of ``data`` belongs away."""
    copy_over(folder, backup)
    remove(folder, "life")


@pytest.mark.parametrize("put", [put_back, copy_over, copy_without_mark])
def test_a_letter_written_after_the_database_was_set_back_is_another_letter(
    folder: Path, put: Callable[[Path, Path], None]
) -> None:
    backup = folder.parent / "backup.db"
    assert shell(folder, "backup", str(backup)).exit_code == 0
    before, seen = ids_of(backup), set[str]()
    for text in ("HELP", "AIDE", "RULES"):
        ids, folder = lived_on(folder, text)
        assert ids - before
        assert not seen & (ids - before)
        seen |= ids - before
        put(folder, backup)


def test_a_start_is_no_new_life(folder: Path) -> None:
    lives = []
    for text in ("HELP", "AIDE"):
        _, folder = lived_on(folder, text)
        with closing(sqlite3.connect(folder / "data" / "judge.db")) as db:
            lives.append(db.execute("SELECT judge, epoch FROM life").fetchone())
    assert {*lives} == {(lives[0][0], "")}


@pytest.mark.parametrize("put", [put_back, copy_over, copy_without_mark])
def test_players_are_told_once_which_letters_were_lost(folder: Path, put: Callable[[Path, Path], None]) -> None:
    backup = folder.parent / "backup.db"
    assert shell(folder, "backup", str(backup)).exit_code == 0
    _, folder = lived_on(folder, "HELP")
    put(folder, backup)
    for text in ("AIDE", "RULES"):
        _, folder = lived_on(folder, text)
        with closing(sqlite3.connect(folder / "data" / "judge.db")) as db:
            told = db.execute(
                "SELECT recipient FROM outbox WHERE cast(raw AS TEXT) LIKE '%Please write again%'"
            ).fetchall()
            (events,) = db.execute("SELECT count(*) FROM events WHERE event LIKE '%letters-lost%'").fetchone()
        assert events == 1
        assert len({*told}) == len(told) == 6, "the seventh reads French"
    assert shell(folder, "fsck").exit_code == 0
