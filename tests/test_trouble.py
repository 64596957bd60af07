"""Trouble of the house: a full disk or a database that cannot be written costs no letter, and is no letter's fault."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from bench.siege import GAME, Siege, besieged
from judge.game.orders.messages import OrderGiven
from judge.store.store import Store
from tests.shared.narrow import no_more_pages, quota, read_only
from tests.shared.worst_letters import letter

ORDER = letter(b"A PAR - BUR\r\nBROADCAST\r\n" + b"Hello there\r\n" * 800 + b"ENDPRESS\r\n")
LARGE = letter(b"A PAR - BUR\r\n" * 100_000)
BEGIN = b"EHLO x\r\nMAIL FROM:<france@example.org>\r\nRCPT TO:<%s>\r\nDATA\r\n"


@pytest.fixture
def siege() -> Iterator[Siege]:
    with besieged() as siege:
        yield siege


def test_a_letter_that_does_not_fit_is_told_to_come_again(siege: Siege) -> None:
    begin = BEGIN % siege.recipients[0].encode()
    with quota(1024 * 1024):
        said = siege._told(begin + LARGE + b"\r\n.\r\n" + begin + ORDER + b"\r\n.\r\nQUIT\r\n")
    assert b"\r\n452 4.3.1 The disk here is full, please try again later\r\n" in said
    assert b"\r\n250 2.0.0 Ok: kept\r\n" in said, "a letter that fits is taken all the same"
    said = siege._told(begin + LARGE + b"\r\n.\r\nQUIT\r\n")
    assert b"\r\n250 2.0.0 Ok: kept\r\n" in said


@pytest.mark.parametrize("trouble", [no_more_pages, read_only], ids=["full", "read-only"])
def test_a_letter_is_not_blamed_for_trouble_of_the_house(
    siege: Siege, trouble: Callable[[Store], AbstractContextManager[None]]
) -> None:
    judge, store = siege._judge, siege._judge.services.store
    store.keep("smtp", "france@example.org", siege.recipients[0], ORDER).result()
    with trouble(store):
        for _ in range(5):
            with pytest.raises(Exception, match=r"cannot grow|readonly"):
                judge.timeline.step()
    waiting = store.next_letter()
    assert waiting
    assert waiting.tries == 0
    assert judge.timeline.step()
    assert any(isinstance(event, OrderGiven) for event in store.events(GAME))
    assert store.next_letter() is None
    assert not (Path(judge.services.config.folders.mailboxes) / "set-aside").exists()
