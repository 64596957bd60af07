"""Deadlines: of many games at once, the same as one by one; and those over which a process hangs, or dies."""

import multiprocessing
import os
import shutil
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from bench.copied_games import lay_copies, name_of
from judge.config import Config, FolderConfig, JudgeConfig, SmtpConfig
from judge.game.phases.messages import CloseFailed
from judge.game.settings import GameName
from judge.handlers.services import SMTP, Services
from judge.mail.dkim_keys import DkimKeys
from judge.paths.archive import write_new_pages
from judge.paths.deadline import decide_deadline
from judge.service import pools, timeline
from judge.service.pools import LetterReader, ReadingLimits
from judge.service.timeline import Timeline
from judge.shell.local_game import no_dkim_keys
from judge.store.connection import connect_read_only
from judge.store.records import Transaction
from judge.store.rows import Alarm
from judge.store.store import Store
from judge.system.clock import SettableClock
from tests.crash.killed import PROCESSES

GAMES = 3
AT_ONCE, ONE_BY_ONE = 2, 1000


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, SettableClock]:
    folder = tmp_path_factory.mktemp("games")
    return folder, SettableClock(lay_copies(folder, 0, GAMES))


@contextmanager
def working(folder: Path, fewest: int, clock: SettableClock) -> Iterator[Timeline]:
    """A worker with keys as ``serve`` has them; deadlines are decided side by side from ``fewest`` on."""
    config = Config(
        judge=JudgeConfig(),
        smtp=SmtpConfig(port=0),
        folders=FolderConfig(folder / "data", folder / "archive", folder / "mailboxes"),
    )
    store = Store(config.folders.data / "judge.db", clock.now)
    keys = DkimKeys(no_dkim_keys, lambda: None)
    timeline = Timeline(Services(config, store, clock, keys), fewest_side_by_side=fewest, keys=keys)
    try:
        yield timeline
    finally:
        timeline.close()
        keys.close()
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
        deciding = [one for one in multiprocessing.active_children() if one.name != "painter"]  # painters are kept
        assert bool(deciding) == (fewest == AT_ONCE), "where they were decided"
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


# --- hours over which a process hangs, or dies


DEADLY, *HARMLESS = map(name_of, range(GAMES))


def hanging(services: Services, alarm: Alarm) -> Transaction | None:
    """As an adjudication that never comes to its end."""
    while alarm.game == DEADLY:
        pass
    return decide_deadline(services, alarm)


def dying(services: Services, alarm: Alarm) -> Transaction | None:
    """As the kernel ends what takes too much memory."""
    if alarm.game == DEADLY:
        os.kill(os.getpid(), signal.SIGKILL)
    return decide_deadline(services, alarm)


def failing(services: Services, alarm: Alarm) -> Transaction | None:
    if alarm.game == DEADLY:
        raise ZeroDivisionError
    return decide_deadline(services, alarm)


def to_deadline(worker: Timeline, clock: SettableClock) -> datetime:
    """Go to the deadline that all games have, with a letter that comes right behind it."""
    deadlines = {
        game.deadline.at for game in map(worker.services.game, map(name_of, range(GAMES))) if game and game.deadline
    }
    clock.advance_to(max(deadlines))
    store = worker.services.store
    store.heartbeat(clock.heartbeat())
    clock.advance_to(clock.now() + timedelta(seconds=1))
    store.keep(SMTP, "x@example.org", "judge@localhost", b"From: x@example.org\r\n\r\nHELP\r\n").result()
    return clock.now()


def closed(worker: Timeline) -> list[GameName]:
    """The games in which a phase has been closed, and nothing of it is still to be done."""
    games = map(worker.services.game, map(name_of, range(GAMES)))
    return [game.name for game in games if game and game.phases_closed]


def told(worker: Timeline) -> int:
    return sum(isinstance(event, CloseFailed) for event in worker.services.store.events(DEADLY))


def settle(worker: Timeline) -> None:
    while worker.step():
        pass


@pytest.fixture
def folder(laid: tuple[Path, SettableClock], tmp_path: Path) -> Path:
    return shutil.copytree(laid[0], tmp_path / "judge")


@pytest.mark.parametrize(("decide", "fewest"), [(hanging, ONE_BY_ONE), (dying, AT_ONCE), (failing, ONE_BY_ONE)])
def test_a_game_whose_hour_its_process_hangs_or_dies_over_stands_still_and_all_others_go_on(
    laid: tuple[Path, SettableClock],
    folder: Path,
    decide: pools.DecideDeadline,
    fewest: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = SettableClock(laid[1].now())
    with working(folder, fewest, clock) as worker, monkeypatch.context() as fault:
        fault.setattr(timeline, "decide_deadline", decide)
        worker.read_in(LetterReader(ReadingLimits(60, 1)))
        to_deadline(worker, clock)
        settle(worker)
        store = worker.services.store
        assert closed(worker) == HARMLESS
        assert store.next_letter() is None, "the letter behind it is answered"
        (stuck,) = store.overview().stuck
        assert (stuck.name, stuck.tries, stuck.again - clock.now()) == (DEADLY, 1, timedelta(minutes=10))
        clock.advance_to(stuck.again)
        settle(worker)
        assert [one.tries for one in store.overview().stuck] == [2]
        assert told(worker) == 1
        fault.setattr(timeline, "decide_deadline", decide_deadline)
        clock.advance_to(clock.now() + timedelta(hours=6))
        settle(worker)
        assert len(closed(worker)) == GAMES
        assert store.overview().stuck == ()


Fault = tuple[str, Callable[..., object]]
"""A function of the timeline's, and what takes its place."""


def live(folder: Path, now: datetime, fault: Fault | None) -> None:
    """One life of a worker that reads letters and keeps hours itself, until nothing is left to be done."""
    if fault:
        setattr(timeline, *fault)
    with working(folder, ONE_BY_ONE, SettableClock(now)) as worker:
        worker.services.store.heartbeat(worker.services.clock.heartbeat())
        worker.catch_up()
        settle(worker)
        while worker.tidy():
            pass


def lives(folder: Path, now: datetime, fault: Fault | None = None) -> int:
    """How many lives end by a kill before one comes to its end."""
    for number in range(10):
        process = PROCESSES.Process(target=live, args=(folder, now, fault))
        process.start()
        process.join(600)
        if process.exitcode == 0:
            return number
        assert process.exitcode == -signal.SIGKILL
    raise AssertionError("it dies again and again")


def test_an_hour_that_kills_the_worker_is_left_alone_after_three_deaths_and_told_once(
    laid: tuple[Path, SettableClock], folder: Path
) -> None:
    clock = SettableClock(laid[1].now())
    with working(folder, ONE_BY_ONE, clock) as worker:
        now = to_deadline(worker, clock)
    fault = ("decide_deadline", dying)
    assert lives(folder, now, fault) == 3
    with working(folder, ONE_BY_ONE, clock) as worker:
        assert closed(worker) == HARMLESS
        assert worker.services.store.next_letter() is None
        assert (told(worker), [one.tries for one in worker.services.store.overview().stuck]) == (1, [1])
    later = now + timedelta(minutes=10)
    assert lives(folder, later, fault) == 1, "it is tried again, and the next life goes on"
    with working(folder, ONE_BY_ONE, SettableClock(later)) as worker:
        assert (told(worker), [one.tries for one in worker.services.store.overview().stuck]) == (1, [2])
    assert lives(folder, later) == 0
    with working(folder, ONE_BY_ONE, SettableClock(later)) as worker:
        assert len(closed(worker)) == GAMES, "at a start behind an orderly end it is tried at once"
        assert worker.services.store.overview().stuck == ()


def dying_over_pages(services: Services, name: GameName, written: Transaction | None = None) -> None:
    if name == DEADLY:
        os.kill(os.getpid(), signal.SIGKILL)
    write_new_pages(services, name, written)


def test_pages_that_kill_the_worker_are_left_unwritten_after_three_deaths(
    laid: tuple[Path, SettableClock], folder: Path
) -> None:
    clock = SettableClock(laid[1].now())
    with working(folder, ONE_BY_ONE, clock) as worker:
        now = to_deadline(worker, clock)
    assert lives(folder, now, ("write_new_pages", dying_over_pages)) == 3
    with working(folder, ONE_BY_ONE, clock) as worker:
        assert len(closed(worker)) == GAMES
        assert worker.services.store.next_letter() is None
        assert worker.services.store.overview().stuck == ()
        assert worker.services.store.next_missing_pages() == DEADLY
    assert lives(folder, now) == 0
    with working(folder, ONE_BY_ONE, clock) as worker:
        assert worker.services.store.next_missing_pages() is None
