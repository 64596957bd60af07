"""Nothing lost, nothing twice: the judge is killed at lines of its stories and started again.

A tenth of the lines is drawn, the same each time; ``make kill`` takes every one.
"""

import mailbox
import multiprocessing
import shutil
import signal
from collections import Counter
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

import pytest

from judge import archive, deadline, deliver, outage, receive
from judge.app import Judge
from judge.clock import SettableClock
from judge.desk import take_up
from judge.game.deadlines.messages import DeadlineMoved
from judge.game.messages import Event
from judge.game.orders.messages import OrderGiven
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import GameName
from judge.game.state import Game
from judge.mail import conversation, maildir
from judge.store import heartbeat, inbox, ledger, outbox, store, writer
from judge.timeline import Timeline
from tests.crash.lives import Line, Mail, config_of, lines_of, live, send, some_of

ROME = GameName("rome")
OPENED = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")

LETTER_PATH = lines_of(
    conversation.Hooks.handle_DATA,
    store.Store.keep,
    inbox.keep,
    writer.Writer._write,
    receive.receive,
    receive.settle,
    store._apply,
    ledger.append,
    inbox.settle,
    outbox.follow,
    outbox.queue,
    archive.keep_up,
    archive._write_whole,
)
DEADLINE_PATH = lines_of(deadline.meet, take_up.with_plans, store._apply, ledger.append, archive.keep_up)
OUTAGE_PATH = lines_of(outage.make_up, Timeline._give_back, Timeline._pay, store._apply, ledger.append, heartbeat.beat)
DELIVERY_PATH = lines_of(
    deliver.deliver, deliver._put, deliver._Round.note, maildir.deliver, maildir._write, outbox.mark_sent
)

PROCESSES = multiprocessing.get_context("forkserver")


def address(power: str) -> str:
    return f"{power.lower()}@example.org"


def letter(power: str, recipient: str, text: str) -> Mail:
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"], message["Subject"] = address(power), recipient, "orders"
    message["Message-ID"] = f"<{power.lower()}.{len(text)}@example.org>"
    message.set_content(text)
    return Mail(address(power), recipient, bytes(message))


def game_of(judge: Judge) -> Game:
    game = judge.office.game(ROME)
    assert game
    return game


def reply_to(judge: Judge, power: str) -> str:
    return f"judge+rome.{game_of(judge).people[address(power)].token}@localhost"  # type: ignore[index]


def holds(judge: Judge, power: str) -> str:
    position = game_of(judge).position
    assert position
    return "".join(f"{unit} H\n" for unit in position.units.values() if unit.power == power)


@pytest.fixture(scope="session")
def waiting_for_turkey(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A judge's folder: the game is open, six players have written, Turkey's letter would close the phase."""
    folder = tmp_path_factory.mktemp("before") / "judge"
    judge = Judge(config_of(folder), SettableClock(OPENED))
    judge.start()
    send(judge, letter("AUSTRIA", "judge@localhost", "OPEN rome\nJOIN rome AS AUSTRIA\n"))
    assert judge.settle(timeout=600)
    _confirm(judge, "AUSTRIA")
    for power in POWERS[1:]:
        send(judge, letter(power, "judge@localhost", f"JOIN rome AS {power}\n"))
        assert judge.settle(timeout=600)
        _confirm(judge, power)
    for power in POWERS[:-1]:
        send(judge, letter(power, reply_to(judge, power), holds(judge, power)))
    assert judge.settle(timeout=600)
    judge.stop()
    return folder


def _confirm(judge: Judge, power: str) -> None:
    box = mailbox.Maildir(judge.office.config.folders.mailboxes / address(power))
    (asked,) = [message for message in box if "+ok." in message["Reply-To"]]
    send(judge, letter(power, asked["Reply-To"], "Yes."))
    assert judge.settle(timeout=600)


@pytest.fixture
def folder(waiting_for_turkey: Path, tmp_path: Path) -> Path:
    return shutil.copytree(waiting_for_turkey, tmp_path / "judge")


def turkeys_letter(folder: Path) -> Mail:
    judge = Judge(config_of(folder), SettableClock(OPENED))
    try:
        return letter("TURKEY", reply_to(judge, "TURKEY"), holds(judge, "TURKEY"))
    finally:
        judge.stop()


def run(folder: Path, moment: datetime, mail: Mail | None, end: Line | None, *, awake: bool = True) -> bool:
    """One life in a process of its own; True when it was killed."""
    process = PROCESSES.Process(target=live, args=(folder, moment, mail, end), kwargs={"awake": awake})
    process.start()
    process.join(600)
    assert process.exitcode in {0, -signal.SIGKILL}
    return process.exitcode != 0


def story_of(folder: Path) -> tuple[list[Event], dict[str, Counter[str]], dict[str, str]]:
    """What is in a judge's folder: the log, the ids in each mailbox, the pages of the archive."""
    judge = Judge(config_of(folder), SettableClock(OPENED))
    try:
        events = list(judge.office.store.events(ROME))
    finally:
        judge.stop()
    boxes = {
        power: Counter(str(message["Message-ID"]) for message in mailbox.Maildir(folder / "mailboxes" / address(power)))
        for power in POWERS
    }
    pages = {page.name: page.read_text(encoding="utf-8") for page in (folder / "archive" / "rome").glob("*.txt")}
    return events, boxes, pages


def check(folder: Path, untroubled: Path, closed: int) -> None:
    """The killed judge, started again, has told the same story as one that was left in peace."""
    events, boxes, pages = story_of(folder)
    expected_events, expected_boxes, expected_pages = story_of(untroubled)
    assert _without_instants(events) == _without_instants(expected_events)
    assert boxes == expected_boxes
    assert pages == expected_pages
    assert all(count == 1 for box in boxes.values() for count in box.values()), "twins bear one id and are one file"
    assert sum(isinstance(event, PhaseClosed) for event in events) == closed


def _without_instants(events: list[Event]) -> list[object]:
    """Events as they are told, orders reduced to what was ordered: letter numbers may skip one after a crash."""
    return [(event.power, event.order) if isinstance(event, OrderGiven) else event for event in events]


@pytest.fixture(scope="session")
def letter_in_peace(waiting_for_turkey: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = shutil.copytree(waiting_for_turkey, tmp_path_factory.mktemp("letter") / "judge")
    assert not run(folder, OPENED, turkeys_letter(folder), None)
    return folder


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
