"""A name server that says nothing holds up the letter that needs it, and no other letter and no deadline."""

import smtplib
from collections.abc import Callable, Iterator
from pathlib import Path
from pickle import loads
from threading import Event

import pytest

from judge.config import IdentityConfig
from judge.game.deadlines.messages import PhaseExtended
from judge.game.orders.messages import OrderGiven
from judge.mail.dkim_keys import DkimKeyAwaitedError, DkimKeys, DnsUnavailableError
from judge.rules.orders import Move
from judge.shell.local_game import LocalGame
from tests.impostors.scene import EDITH, GAME_BOX, GRETA, MALLORY, from_edith, laid
from tests.mail.domains import NameService, letter, signed
from tests.shared.by_mail import box, happened

SECONDS = 60
"""Patience of a test before it fails."""


class SlowNameService(NameService):
    """It answers nobody before it is ``let_go``."""

    let_go: Event
    in_question: Event

    def keys(self, name: str) -> bytes | None:
        """The record of a name, as late as may be."""
        self.in_question.set()
        assert self.let_go.wait(SECONDS)
        return super().keys(name)


@pytest.fixture
def slow() -> Iterator[SlowNameService]:
    service = SlowNameService()
    service.let_go, service.in_question = Event(), Event()
    service.publish("example.net")
    yield service
    service.let_go.set()


@pytest.fixture
def table(tmp_path: Path, slow: SlowNameService) -> Iterator[LocalGame]:
    for one in laid(tmp_path, slow, IdentityConfig()):
        yield one
        slow.let_go.set()


def hand_in(table: LocalGame, raw: bytes, to: str = GAME_BOX, envelope: str = MALLORY) -> None:
    """Hand a letter in at the door, and wait for nothing."""
    with smtplib.SMTP("127.0.0.1", table.judge.door.port, timeout=SECONDS) as line:
        line.sendmail(envelope, [to], raw)


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    patience = Event()
    for _ in range(SECONDS * 100):
        if holds():
            return
        patience.wait(0.01)
    message = "it never came about"
    raise AssertionError(message)


def test_others_are_answered_while_a_key_is_looked_up(table: LocalGame, slow: SlowNameService) -> None:
    hand_in(table, signed(from_edith(table), "example.net"))
    assert slow.in_question.wait(SECONDS)
    hand_in(table, letter(GRETA, "judge@localhost", "HELP", table.clock))
    until(lambda: bool(box(table, GRETA)))
    assert not happened(table, OrderGiven), "her order waits for the key"
    slow.let_go.set()
    table.settle()
    assert happened(table, OrderGiven), "and counts once it has come"


def test_what_somebody_writes_later_does_not_overtake_what_waits(table: LocalGame, slow: SlowNameService) -> None:
    hand_in(table, signed(from_edith(table, "F LON - NTH"), "example.net"))
    assert slow.in_question.wait(SECONDS)
    hand_in(table, signed(from_edith(table, "F LON - ENG"), "example.net"))
    hand_in(table, letter(GRETA, "judge@localhost", "HELP", table.clock))
    until(lambda: bool(box(table, GRETA)))
    slow.let_go.set()
    table.settle()
    given = [event for event in table.judge.services.store.events(table.game.name) if isinstance(event, OrderGiven)]
    assert [event.order.to.province for event in given if isinstance(event.order, Move)] == ["NTH", "ENG"]


def test_a_deadline_waits_for_no_name_server(table: LocalGame, slow: SlowNameService) -> None:
    hand_in(table, signed(from_edith(table), "example.net"))
    assert slow.in_question.wait(SECONDS)
    assert table.game.deadline
    table.clock.advance_to(table.game.deadline.at)
    table.judge.wake()
    until(lambda: bool(happened(table, PhaseExtended)))
    assert not happened(table, OrderGiven)
    assert [mail for mail in box(table, EDITH) if "Did you write this?" in str(mail["Subject"])], "she is asked"


# --- what is known of names


class Seconds:
    """A clock that goes forward when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


NAME = "rome._domainkey.example.net"


def asked(keys: DkimKeys, name: str = NAME) -> bytes | None:
    """The key, once its look-up has ended."""
    with pytest.raises(DkimKeyAwaitedError):
        keys(name)
    keys.ask(name)
    until(lambda: not keys.is_awaited(name))
    return keys(name)


def test_an_answer_counts_for_a_while_and_then_is_asked_for_again() -> None:
    names, seconds = NameService({NAME: b"v=DKIM1"}), Seconds()
    keys = DkimKeys(names.keys, lambda: None, seconds)
    assert asked(keys) == b"v=DKIM1"
    assert keys(NAME) == b"v=DKIM1"
    assert names.asked == [NAME]
    seconds.now = 3600
    assert asked(keys) == b"v=DKIM1"
    assert names.asked == [NAME, NAME]


def test_another_process_is_told_what_is_known_and_nothing_while_that_is_the_same() -> None:
    names, seconds = NameService({NAME: b"v=DKIM1"}), Seconds()
    keys = DkimKeys(names.keys, lambda: None, seconds)
    before = keys.told()
    asked(keys)
    told = keys.told()
    assert loads(told)(NAME) == b"v=DKIM1"
    assert told is keys.told() is not before
    seconds.now = 3600
    with pytest.raises(DkimKeyAwaitedError):
        loads(keys.told())(NAME)


def test_silence_is_remembered_too() -> None:
    names = NameService(silent=True)
    keys = DkimKeys(names.keys, lambda: None, Seconds())
    with pytest.raises(DnsUnavailableError):
        asked(keys)
    with pytest.raises(DnsUnavailableError):
        keys(NAME)
    assert names.asked == [NAME]


def test_a_key_known_before_counts_while_its_name_server_is_silent() -> None:
    names, seconds = NameService({NAME: b"v=DKIM1"}), Seconds()
    keys = DkimKeys(names.keys, lambda: None, seconds)
    asked(keys)
    names.silent, seconds.now = True, 7200
    assert asked(keys) == b"v=DKIM1"
    seconds.now = 100_000
    with pytest.raises(DnsUnavailableError):
        asked(keys)


def test_a_domain_is_asked_so_often_in_an_hour_and_no_more() -> None:
    names, seconds = NameService(), Seconds()
    keys = DkimKeys(names.keys, lambda: None, seconds)
    found = [refused(keys, f"s{number}._domainkey.example.net") for number in range(100)]
    assert found == [False] * 60 + [True] * 40
    assert refused(keys, "s._domainkey.example.org") is False, "another domain is asked all the same"
    seconds.now = 3601
    assert refused(keys, "t._domainkey.example.net") is False


def refused(keys: DkimKeys, name: str) -> bool:
    """Whether nobody was asked."""
    try:
        return asked(keys, name) is not None
    except DnsUnavailableError:
        return True


def test_domains_that_have_never_answered_leave_room_for_those_that_have(slow: SlowNameService) -> None:
    slow.let_go.set()
    keys = DkimKeys(slow.keys, lambda: None, seconds := Seconds())
    assert asked(keys) is not None
    slow.let_go.clear()
    for number in range(40):
        keys.ask(f"s._domainkey.unknown-{number}.example")
    waiting = [number for number in range(40) if keys.is_awaited(f"s._domainkey.unknown-{number}.example")]
    assert waiting == list(range(16))
    seconds.now = 1000
    keys.ask("new._domainkey.example.net")
    assert keys.is_awaited("new._domainkey.example.net")
