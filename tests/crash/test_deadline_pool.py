"""Deadlines of many games at once: decided in processes of their own, the same as one after the other."""

import multiprocessing
import os
import shutil
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from bench.copied_games import lay_copies, name_of
from judge.config import Config, FolderConfig, JudgeConfig, SmtpConfig
from judge.handlers.services import Services
from judge.service import pools
from judge.service.timeline import Timeline
from judge.shell.play.local_game import no_dkim_keys
from judge.store.connection import connect_read_only
from judge.store.store import Store
from judge.system.clock import SettableClock

GAMES = 3
AT_ONCE, ONE_BY_ONE = 2, 1000


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, SettableClock]:
    folder = tmp_path_factory.mktemp("games")
    return folder, SettableClock(lay_copies(folder, 0, GAMES))


@contextmanager
def working(folder: Path, fewest: int, clock: SettableClock) -> Iterator[Timeline]:
    """A worker whose games wait for one of seven; deadlines are decided side by side from ``fewest`` on."""
    config = Config(
        judge=JudgeConfig(),
        smtp=SmtpConfig(port=0),
        folders=FolderConfig(folder / "data", folder / "archive", folder / "mailboxes"),
    )
    store = Store(config.folders.data / "judge.db", clock.now)
    timeline = Timeline(Services(config, store, clock, no_dkim_keys), fewest_side_by_side=fewest)
    try:
        yield timeline
    finally:
        timeline.close()
        store.close()


def run_deadlines(timeline: Timeline, clock: SettableClock) -> None:
    """Go to the next deadline of the games, which is the same for all, and settle what is due."""
    games = [timeline.services.game(name_of(number)) for number in range(GAMES)]
    clock.advance_to(max(game.deadline.at for game in games if game and game.deadline))
    while timeline.step():
        pass


def written(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    """Everything that the deadlines have left in the database and in the archive; opaque ids are a key's affair."""
    db = connect_read_only(folder / "data" / "judge.db")
    tables = {
        "events": db.execute("SELECT game, number, event FROM events ORDER BY game, number").fetchall(),
        "games": db.execute("SELECT name, alarm FROM games ORDER BY name").fetchall(),
        "outbox": db.execute("SELECT game, reader, number, recipient, raw FROM outbox ORDER BY 1, 2, 3").fetchall(),
    }
    db.close()
    pages = [(path.name, path.read_text(encoding="utf-8")) for path in sorted((folder / "archive").rglob("*.txt"))]
    return {**tables, "pages": pages}


def left_by(
    laid: tuple[Path, SettableClock], folder: Path, fewest: int, harm: Callable[[BaseProcess], None] = lambda _: None
) -> Mapping[str, object]:
    """What two deadlines have left, between which something may be done to the processes."""
    clock = SettableClock(laid[1].now())
    shutil.copytree(laid[0], folder)
    with working(folder, fewest, clock) as timeline:
        run_deadlines(timeline, clock)
        assert bool(multiprocessing.active_children()) == (fewest == AT_ONCE), "where they were decided"
        for process in multiprocessing.active_children():
            harm(process)
        run_deadlines(timeline, clock)
        assert all(game and game.phases_closed for game in map(timeline.services.game, map(name_of, range(GAMES))))
    return written(folder)


@pytest.fixture(scope="module")
def one_by_one(laid: tuple[Path, SettableClock], tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, object]:
    return left_by(laid, tmp_path_factory.mktemp("one") / "by one", ONE_BY_ONE)


def test_deadlines_side_by_side_leave_what_they_leave_one_by_one(
    laid: tuple[Path, SettableClock], one_by_one: Mapping[str, object], tmp_path: Path
) -> None:
    assert left_by(laid, tmp_path / "at once", AT_ONCE) == one_by_one
    assert left_by(laid, tmp_path / "killed", AT_ONCE, kill) == one_by_one


def test_deadlines_wait_for_no_process_that_hangs(
    laid: tuple[Path, SettableClock],
    one_by_one: Mapping[str, object],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stop(process: BaseProcess) -> None:
        assert process.pid
        os.kill(process.pid, signal.SIGSTOP)
        monkeypatch.setattr(pools, "SECONDS_TO_DECIDE", 0)

    assert left_by(laid, tmp_path / "stopped", AT_ONCE, stop) == one_by_one
    assert multiprocessing.active_children() == []


def kill(process: BaseProcess) -> None:
    process.kill()
    process.join()


def test_an_hour_that_comes_after_a_letter_waits_for_it(laid: tuple[Path, SettableClock], tmp_path: Path) -> None:
    folder, clock = tmp_path / "letter", SettableClock(laid[1].now())
    shutil.copytree(laid[0], folder)
    with working(folder, AT_ONCE, clock) as timeline:
        store = timeline.services.store
        alarm = store.next_alarm()
        assert alarm
        clock.advance_to(alarm.at)
        store.keep("smtp", "x@example.org", "judge@localhost", b"From: x@example.org\r\n\r\nHELP\r\n").result()
        clock.advance_to(alarm.at + timedelta(hours=1))
        assert store.due_alarms(clock.now(), alarm.at) == ()
        assert len(store.due_alarms(clock.now(), None)) == GAMES
        timeline.step()
        assert store.next_letter() is None, "it had come up to the very instant"
        assert len(store.due_alarms(clock.now(), None)) == GAMES
