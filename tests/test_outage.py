"""A judge that did not run gives the time back: every deadline it slept through moves by as much, and all are told."""

import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import NoReturn

import pytest

from judge.game.deadlines.messages import DeadlineMoved
from judge.game.messages import Event
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import Address
from judge.mail.maildir import mailbox_of, make_maildir
from judge.paths.receive import inbox_of
from judge.rules.board import Power
from judge.service.app import Judge
from judge.shell.local_game import GAME, LocalGame, start_local_game
from judge.store.store import Store
from judge.system.clock import SettableClock
from tests.shared.kinds import kinds_of
from tests.shared.narrow import no_more_pages, read_only
from tests.shared.seated import lay_seated_table

HOUR = timedelta(hours=1)


@pytest.fixture
def stopped(tmp_path: Path) -> LocalGame:
    """Seven players, the first spring open, and the judge stopped in good order."""
    table = lay_seated_table(tmp_path)
    table.judge.stop()
    return table


def deadline_of(judge: Judge) -> datetime:
    game = judge.services.game(GAME)
    assert game
    assert game.deadline
    return game.deadline.at


def last_heartbeat(judge: Judge) -> datetime:
    heartbeat = judge.services.store.last_heartbeat()
    assert heartbeat
    return heartbeat.at


def restarted(table: LocalGame, at: datetime) -> tuple[datetime, tuple[Event, ...], list[int]]:
    """The deadline, the log and how many letters each player has once the judge has been started and has settled."""
    judge = Judge(table.judge.services.config, SettableClock(at))
    judge.start()
    assert judge.settle(timeout=600)
    boxes = [mailbox_of(judge.services.config.folders.mailboxes, one.address) for one in table.players.values()]
    found = deadline_of(judge), judge.services.store.events(GAME), [len(list((box / "new").iterdir())) for box in boxes]
    judge.stop()
    return found


def due(table: LocalGame) -> datetime:
    judge = Judge(table.judge.services.config, SettableClock(table.clock.now()))
    try:
        return deadline_of(judge)
    finally:
        judge.stop()


def test_a_running_deadline_moves_by_as_much_and_everyone_is_told_once(stopped: LocalGame) -> None:
    before, now = due(stopped), stopped.clock.now() + 5 * HOUR
    _, log, letters = restarted(stopped, stopped.clock.now())
    moved, longer, more = restarted(stopped, now)
    assert moved == before + 5 * HOUR
    assert kinds_of(longer[len(log) :]) == [DeadlineMoved]
    assert more == [number + 1 for number in letters]
    again = restarted(stopped, now + HOUR)
    assert again == (moved, longer, more), "an hour is no outage, and the one before was made up for"


def test_a_deadline_that_passed_meanwhile_is_not_met_before_its_time_is_given_back(stopped: LocalGame) -> None:
    before, now = due(stopped), stopped.clock.now()
    moved, log, _ = restarted(stopped, before + 2 * HOUR)
    assert moved == before + (before + 2 * HOUR - now)
    assert not any(isinstance(event, PhaseClosed) for event in log)


def test_letters_that_came_meanwhile_through_the_other_door_count(stopped: LocalGame) -> None:
    before = due(stopped)
    folders, to = inbox_of(stopped.judge.services), reply_to(stopped)
    make_maildir(folders)
    late = (
        f"From: {stopped.players[Power('ENGLAND')].address}\r\nTo: {to}\r\nMessage-ID: <late@example.net>\r\n\r\n"
        "F LON - NTH\r\n"
    )
    (folders / "new" / "1.dropped").write_bytes(late.encode())
    restarted(stopped, before + 2 * HOUR)
    judge = Judge(stopped.judge.services.config, SettableClock(before + 2 * HOUR))
    game = judge.services.game(GAME)
    judge.stop()
    assert game
    assert len(game.orders_of(Power("ENGLAND"))) == 1


def reply_to(table: LocalGame) -> str:
    judge = Judge(table.judge.services.config, SettableClock(table.clock.now()))
    game = judge.services.game(GAME)
    judge.stop()
    assert game
    token = game.people[Address(table.players[Power("ENGLAND")].address)].token
    return f"judge+{GAME}.{token}@localhost"


def test_a_judge_notes_that_it_runs_as_soon_as_it_is_started(tmp_path: Path) -> None:
    table = start_local_game(tmp_path)
    assert last_heartbeat(table.judge) == table.clock.now()
    table.judge.stop()


def spoil(table: LocalGame, was: str, is_now: str) -> None:
    """Change a word of what Edith gave when she joined."""
    with closing(sqlite3.connect(table.judge.services.config.folders.data / "judge.db")) as db, db:
        db.execute("UPDATE events SET event = replace(event, ?, ?) WHERE number = 3", [was, is_now])


def fail(*_: object, **__: object) -> NoReturn:
    message = "a fault of our own"
    raise LookupError(message)


def test_a_game_that_cannot_be_given_its_time_back_gets_it_as_soon_as_it_can(
    stopped: LocalGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, down, now = due(stopped), stopped.clock.now(), stopped.clock.now() + 5 * HOUR
    with monkeypatch.context() as fault:
        fault.setattr("judge.paths.deadline.moved", fail)
        assert restarted(stopped, now)[0] == before, "it runs, and what the game lost is not forgotten by that"
    clock = SettableClock(now + HOUR / 10)
    judge = Judge(stopped.judge.services.config, clock)
    assert not judge.timeline.step(), "not tried again yet"
    clock.advance_to(now + HOUR / 6)
    assert judge.timeline.step()
    assert deadline_of(judge) == before + (clock.now() - down)
    log = judge.services.store.events(GAME)
    while judge.timeline.step():
        pass
    assert judge.services.store.events(GAME) == log, "once"
    judge.stop()


def test_a_log_that_cannot_be_read_keeps_the_judge_from_nothing_else(stopped: LocalGame) -> None:
    edith = stopped.players[Power("ENGLAND")]
    spoil(stopped, '"format": 1', '"format": 99')
    judge = Judge(stopped.judge.services.config, SettableClock(stopped.clock.now() + HOUR))
    judge.start()
    known = {path.name for path in (edith.mailbox / "new").iterdir()}
    edith.server = (edith.server[0], judge.door.port)
    edith.write(judge.services.config.judge.address, "OPEN oslo\n")
    assert judge.settle(timeout=600)
    answers = [path for path in (edith.mailbox / "new").iterdir() if path.name not in known]
    judge.stop()
    assert len(answers) == 1
    assert b"Did you write this?" in answers[0].read_bytes()


def test_no_hour_of_a_game_is_met_before_it_has_been_given_back_what_it_lost(
    stopped: LocalGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = due(stopped)
    with monkeypatch.context() as fault:
        fault.setattr("judge.paths.deadline.moved", fail)
        deadline, log, _ = restarted(stopped, before + HOUR)
    assert deadline == before
    assert not any(isinstance(event, PhaseClosed) for event in log)
    deadline, log, _ = restarted(stopped, before + HOUR * 3 / 2)
    assert deadline > before + HOUR * 3 / 2
    assert not any(isinstance(event, PhaseClosed) for event in log)


def begin(judge: Judge) -> None:
    """What a judge does first."""
    judge.timeline.catch_up()
    judge.timeline.step()


@pytest.mark.parametrize("trouble", [no_more_pages, read_only], ids=["full", "read-only"])
def test_trouble_of_the_house_forgets_no_outage(
    stopped: LocalGame, trouble: Callable[[Store], AbstractContextManager[None]]
) -> None:
    before, now = due(stopped), stopped.clock.now() + 5 * HOUR
    judge = Judge(stopped.judge.services.config, SettableClock(now))
    with trouble(judge.services.store), pytest.raises(Exception, match=r"cannot grow|readonly"):
        begin(judge)
    judge.stop()
    assert restarted(stopped, now)[0] == before + 5 * HOUR


class RunningClock(SettableClock):
    """One that nobody sets, as far as the judge knows."""

    runs = True


def test_a_judge_that_was_suspended_gives_the_time_back_before_it_does_anything_else(stopped: LocalGame) -> None:
    before, down = due(stopped), stopped.clock.now()
    clock = RunningClock(down)
    judge = Judge(stopped.judge.services.config, clock)
    judge.timeline.catch_up()
    clock.advance_to(before + HOUR)
    judge.timeline.heartbeat()
    assert last_heartbeat(judge) == down, "the pulse alone forgets nothing"
    while judge.timeline.step():
        pass
    assert deadline_of(judge) == before + (clock.now() - down)
    log = judge.services.store.events(GAME)
    assert not any(isinstance(event, PhaseClosed) for event in log)
    clock.advance_to(clock.now() + HOUR)
    judge.timeline.heartbeat()
    assert last_heartbeat(judge) == clock.now(), "an hour is no outage"
    assert not judge.timeline.step()
    assert judge.services.store.events(GAME) == log, "once"
    judge.stop()
