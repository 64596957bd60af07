"""A judge killed at a line of its code and started again, beside one that was never killed."""

import mailbox
import multiprocessing
import signal
from collections import Counter
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

from judge.game.messages import Event
from judge.game.orders.messages import OrderGiven
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import GameName
from judge.game.state import Game
from judge.service.app import Judge
from judge.system.clock import SettableClock
from tests.crash.lives import Line, Mail, config_of, live, send

ROME = GameName("rome")
OPENED = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
PROCESSES = multiprocessing.get_context("forkserver")
LOADED_ONCE = ["tests.crash.lives", "judge.shell.take_over"]  # each life would load them anew
PROCESSES.set_forkserver_preload(LOADED_ONCE)


def address(power: str) -> str:
    return f"{power.lower()}@example.org"


def letter(power: str, recipient: str, text: str) -> Mail:
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"], message["Subject"] = address(power), recipient, "orders"
    message["Message-ID"] = f"<{power.lower()}.{len(text)}@example.org>"
    message.set_content(text)
    return Mail(address(power), recipient, bytes(message))


def game_of(judge: Judge) -> Game:
    game = judge.services.game(ROME)
    assert game
    return game


def reply_to(judge: Judge, power: str) -> str:
    return f"judge+rome.{game_of(judge).people[address(power)].token}@localhost"  # type: ignore[index]


def holds(judge: Judge, power: str) -> str:
    position = game_of(judge).position
    assert position
    return "".join(f"{unit} H\n" for unit in position.units.values() if unit.power == power)


def confirm(judge: Judge, power: str) -> None:
    box = mailbox.Maildir(judge.services.config.folders.mailboxes / address(power))
    (asked,) = [message for message in box if "+ok." in message["Reply-To"]]
    send(judge, letter(power, asked["Reply-To"], "Yes."))
    assert judge.settle(timeout=600)


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
        events = list(judge.services.store.events(ROME))
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
