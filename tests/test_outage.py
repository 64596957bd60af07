"""A judge that did not run gives the time back: every deadline it slept through moves by as much, and all are told."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from judge.app import Judge
from judge.clock import SettableClock
from judge.deliver import mailbox_of
from judge.game.deadlines.events import DeadlineMoved
from judge.game.events import Event
from judge.game.phases.events import PhaseClosed
from judge.game.settings import Address
from judge.intake import inbox_of
from judge.mail.maildir import make
from judge.play.table import GAME, Table, lay_table, open_and_join
from judge.rules.board import Power

HOUR = timedelta(hours=1)


@pytest.fixture
def stopped(tmp_path: Path) -> Table:
    """Seven players, the first spring open, and the judge stopped in good order."""
    table = lay_table(tmp_path)
    open_and_join(table)
    table.judge.stop()
    return table


def deadline_of(judge: Judge) -> datetime:
    game = judge.office.game(GAME)
    assert game
    assert game.deadline
    return game.deadline.at


def restarted(table: Table, at: datetime) -> tuple[datetime, tuple[Event, ...], list[int]]:
    """The deadline, the log and how many letters each player has once the judge has been started and has settled."""
    judge = Judge(table.judge.office.config, SettableClock(at))
    judge.start()
    assert judge.settle(timeout=60)
    boxes = [mailbox_of(judge.office.config.folders.mailboxes, one.address) for one in table.players.values()]
    found = deadline_of(judge), judge.office.store.events(GAME), [len(list((box / "new").iterdir())) for box in boxes]
    judge.stop()
    return found


def due(table: Table) -> datetime:
    judge = Judge(table.judge.office.config, SettableClock(table.clock.now()))
    try:
        return deadline_of(judge)
    finally:
        judge.office.store.close()


def test_a_running_deadline_moves_by_as_much_and_everyone_is_told_once(stopped: Table) -> None:
    before, now = due(stopped), stopped.clock.now() + 5 * HOUR
    _, log, letters = restarted(stopped, stopped.clock.now())
    moved, longer, more = restarted(stopped, now)
    assert moved == before + 5 * HOUR
    assert [type(event) for event in longer[len(log) :]] == [DeadlineMoved]
    assert more == [number + 1 for number in letters]
    again = restarted(stopped, now + HOUR)
    assert again == (moved, longer, more), "an hour is no outage, and the one before was made up for"


def test_a_deadline_that_passed_meanwhile_is_not_met_before_its_time_is_given_back(stopped: Table) -> None:
    before, now = due(stopped), stopped.clock.now()
    moved, log, _ = restarted(stopped, before + 2 * HOUR)
    assert moved == before + (before + 2 * HOUR - now)
    assert not any(isinstance(event, PhaseClosed) for event in log)


def test_letters_that_came_meanwhile_through_the_other_door_count(stopped: Table) -> None:
    before = due(stopped)
    folders, to = inbox_of(stopped.judge.office), reply_to(stopped)
    make(folders)
    late = (
        f"From: {stopped.players[Power('ENGLAND')].address}\r\nTo: {to}\r\nMessage-ID: <late@example.net>\r\n\r\n"
        "F LON - NTH\r\n"
    )
    (folders / "new" / "1.dropped").write_bytes(late.encode())
    restarted(stopped, before + 2 * HOUR)
    judge = Judge(stopped.judge.office.config, SettableClock(before + 2 * HOUR))
    game = judge.office.game(GAME)
    judge.office.store.close()
    assert game
    assert len(game.orders_of(Power("ENGLAND"))) == 1


def reply_to(table: Table) -> str:
    judge = Judge(table.judge.office.config, SettableClock(table.clock.now()))
    game = judge.office.game(GAME)
    judge.office.store.close()
    assert game
    token = game.people[Address(table.players[Power("ENGLAND")].address)].token
    return f"judge+{GAME}.{token}@localhost"


def test_a_judge_notes_that_it_runs_as_soon_as_it_is_started(tmp_path: Path) -> None:
    table = lay_table(tmp_path)
    assert table.judge.office.store.last_beat() == table.clock.now()
    table.judge.stop()
