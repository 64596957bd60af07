"""Nothing lost, nothing twice: the judge is killed at lines of its stories and started again.

One in twenty-five of the lines is drawn, the same each time; ``make kill`` takes every one.
"""

import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from judge.game.deadlines.messages import DeadlineMoved
from judge.handlers import plans
from judge.mail import maildir, smtp_session
from judge.paths import archive, deadline, deliver, receive
from judge.service.timeline import Timeline
from judge.store import connection, event_log, inbox, outbox, rows, spool, store
from judge.system import files
from tests.crash.killed import OPENED, check, run, story_of, turkeys_letter
from tests.crash.lives import Line, lines_of, some_of

LETTER_PATH = lines_of(
    smtp_session.SessionHooks.handle_DATA,
    spool.Arrivals.keep,
    spool.Spool._insert,
    spool.Spool._remove,
    receive.Pickup.take_in,
    rows.keep,
    connection.StoreWriter._write,
    receive.receive,
    receive.settle_letter,
    store.write_transaction,
    event_log.append,
    inbox.settle,
    outbox.are_next_numbers,
    outbox.queue,
    archive.write_missing_pages,
    files.write_whole,
    files.write_private,
)
DEADLINE_PATH = lines_of(
    deadline.decide_deadline,
    plans.with_plans_taken_up,
    store.write_transaction,
    event_log.append,
    archive.write_missing_pages,
)
OUTAGE_PATH = lines_of(
    deadline.make_up_outage,
    Timeline._give_back,
    Timeline._pay,
    store.write_transaction,
    event_log.append,
    rows.heartbeat,
)
DELIVERY_PATH = lines_of(
    deliver.deliver_due,
    deliver._put_into_maildir,
    deliver._SendingRound.note,
    deliver._SendingRound.mark_sent,
    maildir.MaildirDelivery.put,
    maildir.MaildirDelivery.sync,
    maildir._write,
    files.write_private,
    outbox.mark_sent,
)


AT_DEADLINE = OPENED + timedelta(days=30)


@pytest.fixture(scope="session")
def deadline_in_peace(waiting_for_turkey: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = shutil.copytree(waiting_for_turkey, tmp_path_factory.mktemp("deadline") / "judge")
    assert not run(folder, AT_DEADLINE, None, None)
    return folder


@pytest.mark.parametrize("end", [*some_of(LETTER_PATH), *some_of(DELIVERY_PATH)], ids=str)
def test_a_letter_counts_once_wherever_the_judge_is_killed(folder: Path, letter_in_peace: Path, end: Line) -> None:
    mail = turkeys_letter(folder)
    run(folder, OPENED, mail, end)
    told_250 = (folder / "accepted").exists()
    run(folder, OPENED, None if told_250 else mail, None)  # whoever was not told 250 sends again
    check(folder, letter_in_peace, closed=1)


@pytest.mark.parametrize("end", some_of(DEADLINE_PATH), ids=str)
def test_a_deadline_is_met_once_wherever_the_judge_is_killed(folder: Path, deadline_in_peace: Path, end: Line) -> None:
    run(folder, AT_DEADLINE, None, end)
    run(folder, AT_DEADLINE, None, None)
    check(folder, deadline_in_peace, closed=1)


AFTER_OUTAGE = OPENED + timedelta(days=3)


@pytest.fixture(scope="session")
def outage_in_peace(waiting_for_turkey: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = shutil.copytree(waiting_for_turkey, tmp_path_factory.mktemp("outage") / "judge")
    assert not run(folder, AFTER_OUTAGE, None, None, awake=False)
    return folder


@pytest.mark.parametrize("end", some_of(OUTAGE_PATH), ids=str)
def test_an_outage_is_made_up_for_once_wherever_the_judge_is_killed(
    folder: Path, outage_in_peace: Path, end: Line
) -> None:
    run(folder, AFTER_OUTAGE, None, end, awake=False)
    run(folder, AFTER_OUTAGE, None, None, awake=False)
    check(folder, outage_in_peace, closed=0)
    events, *_ = story_of(folder)
    assert sum(isinstance(event, DeadlineMoved) for event in events) == 1
