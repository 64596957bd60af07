"""The judge as an operator runs it, on a machine whose wall clock really leaps under it."""

import mailbox
import shutil
import sqlite3
import struct
import subprocess
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from judge.store.rows import parse_timestamp
from tests.shared.served import configure, letter, send, serving, subjects, until

HERE = Path(__file__).parent
DAY, YEAR = timedelta(days=1), timedelta(days=365)
Leap = Callable[[timedelta], None]


@pytest.fixture
def leap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Leap:
    """Sets how far the wall clock of every process started from now on is off, at any time."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("a C compiler makes the clock leap")
    library, leaps = tmp_path / "leaping.so", tmp_path / "leaps"
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, HERE / "leaping.c", "-ldl"], check=True)
    leaps.write_bytes(struct.pack("q", 0))
    monkeypatch.setenv("LD_PRELOAD", str(library))
    monkeypatch.setenv("LEAPS", str(leaps))

    def by(length: timedelta) -> None:
        with leaps.open("r+b") as file:
            file.write(struct.pack("q", int(length.total_seconds())))

    return by


def ask(folder: Path, sql: str) -> str:
    with closing(sqlite3.connect(folder / "data" / "judge.db")) as db:
        (found,) = db.execute(sql).fetchone()
    return str(found)


def is_now(folder: Path, sql: str) -> bool:
    """Whether a moment in the database is of the last minutes, as they really were."""
    return abs(datetime.now(UTC) - parse_timestamp(ask(folder, sql))) < timedelta(minutes=5)


def test_letters_sweeps_and_the_heartbeat_go_on_whatever_the_wall_clock_says(tmp_path: Path, leap: Leap) -> None:
    config = configure(tmp_path)
    with serving(config) as port:
        leap(YEAR)
        send(port, "OPEN rome")
        until(lambda: len(subjects(tmp_path)) == 1)
        assert is_now(tmp_path, "SELECT max(arrived) FROM letters")
        leap(-DAY)
        mailbox.Maildir(tmp_path / "mailboxes" / "in").add(letter("HELP").as_bytes())
        until(lambda: len(subjects(tmp_path)) == 2)  # by the sweep alone, which APScheduler had planned for next year
        assert is_now(tmp_path, "SELECT max(arrived) FROM letters")
    assert is_now(tmp_path, "SELECT at FROM heartbeat")
    assert float(ask(tmp_path, "SELECT leap FROM heartbeat")) == pytest.approx(-86400, abs=60)
    leap(7 * DAY)  # while it does not run
    with serving(config) as port:
        send(port, "HELP?")
        until(lambda: len(subjects(tmp_path)) == 3)
        assert is_now(tmp_path, "SELECT max(arrived) FROM letters")
    assert is_now(tmp_path, "SELECT at FROM heartbeat")
    leap(timedelta())
    with serving(config) as port:
        pass
    assert ask(tmp_path, "SELECT leap FROM heartbeat") == "None", "a clock that is back is believed at once"
