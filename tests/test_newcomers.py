"""Letters in strangers' names keep no newcomer out: what a mail domain speaks for counts apart, and so do new names."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from bench.siege import Siege, besieged
from judge.config import StrangersConfig
from judge.handlers.acknowledgement import (
    MOST_TO_A_DOMAIN,
    MOST_TO_ALL,
    MOST_UNANSWERED,
    RESERVED_FOR_NEW_DOMAINS,
    RESERVED_FOR_NEW_MAILBOXES,
)
from judge.store.records import OutboxRow
from tests.mail.domains import NameService, letter, signed

BARE = 2
"""The place of the judge's bare address among those that a letter may come to."""

ENTRANCES = ["LIST", "HELP", "JOIN rome", "OPEN xy", "Hello?", "JOIN nowhere", ""]


@pytest.fixture
def names() -> NameService:
    service = NameService()
    service.publish("example.com")
    return service


@pytest.fixture
def siege(names: NameService) -> Iterator[Siege]:
    with besieged(names.keys) as siege:
        siege.hasten = timedelta(seconds=1)
        yield siege


def forged(siege: Siege, name: str, text: str = "LIST") -> tuple[OutboxRow, ...]:
    """What goes out for a letter that no other is like."""
    head = f"From: {name}\r\nX-Written: {siege.clock.now()}\r\n"
    return siege.send(f"{head}\r\n{text}\r\n".encode(), siege.recipients[BARE], name)


def signed_by_domain(siege: Siege, name: str, text: str) -> tuple[OutboxRow, ...]:
    to = siege.recipients[BARE]
    return siege.send(signed(letter(name, to, text, siege.clock), "example.com"), to, name)


@pytest.mark.parametrize("text", ENTRANCES)
def test_what_a_mail_domain_speaks_for_is_answered_while_it_is_flooded(siege: Siege, text: str) -> None:
    for number in range(MOST_TO_A_DOMAIN + 5):
        forged(siege, f"victim{number}@example.com")
    assert not forged(siege, "newcomer@example.com", text)
    assert [one.to for one in signed_by_domain(siege, "newcomer@example.com", text)] == ["newcomer@example.com"]


def test_so_it_is_while_all_are(siege: Siege) -> None:
    for number in range(MOST_TO_ALL + 5):
        forged(siege, f"victim@h{number}.example.org")
    for text in ("LIST", "JOIN rome", "Hello?"):
        assert signed_by_domain(siege, "newcomer@example.com", text)


def test_what_is_forged_in_somebodys_name_uses_up_nothing_that_their_signed_letters_need(siege: Siege) -> None:
    for number in range(30):
        forged(siege, "newcomer@example.com", "LIST")
        forged(siege, "newcomer@example.com", f"OPEN xy{number}")
    for text in ("LIST", "JOIN rome", "Hello?"):
        assert signed_by_domain(siege, "newcomer@example.com", text)


def test_letters_in_a_few_mailboxes_names_leave_room_for_others_of_their_domain(siege: Siege) -> None:
    for number in range(60):
        forged(siege, f"victim{number % 8}@example.com", "LIST")
    assert sum(bool(forged(siege, f"new{number}@example.com")) for number in range(20)) >= RESERVED_FOR_NEW_MAILBOXES


def test_letters_in_a_few_domains_names_leave_room_for_others(siege: Siege) -> None:
    for number in range(400):
        forged(siege, f"victim{number}@h{number % 6}.example.org")
    others = sum(bool(forged(siege, f"new@n{number}.example.org")) for number in range(70))
    assert others >= RESERVED_FOR_NEW_DOMAINS


@pytest.mark.parametrize("names_of", ["victim@example.com", "victim+{}@example.com"], ids=["one address", "its tags"])
def test_a_mailbox_that_has_never_answered_is_written_to_ten_times_a_day_at_most(siege: Siege, names_of: str) -> None:
    siege.hasten = timedelta(minutes=15)
    sent = [
        one
        for number in range(90)
        for one in forged(siege, names_of.format(number), ENTRANCES[number % len(ENTRANCES)])
    ]
    assert 0 < len(sent) <= MOST_UNANSWERED
    siege.hasten = timedelta(days=1)
    assert forged(siege, "victim@example.com")


def test_the_last_of_them_says_so(siege: Siege) -> None:
    siege.hasten = timedelta(minutes=20)
    sent = [one for number in range(MOST_UNANSWERED + 5) for one in forged(siege, "victim@example.com", "LIST")]
    assert len(sent) == MOST_UNANSWERED
    assert b"until" in sent[-1].raw
    assert sent[-1].raw != sent[-2].raw


def test_whoever_has_answered_once_is_written_to_as_often_as_they_ask(siege: Siege) -> None:
    siege.hasten = timedelta(minutes=10)
    (question,) = forged(siege, "newcomer@example.org", "OPEN paris")
    code = next(
        line.split(b":")[1].strip().decode() for line in question.raw.splitlines() if line.startswith(b"Reply-To:")
    )
    siege.send(b"From: newcomer@example.org\r\n\r\nYes.\r\n", code, "newcomer@example.org")
    answers = [forged(siege, "newcomer+games@example.org", "LIST") for number in range(MOST_UNANSWERED + 5)]
    assert all(answers)


def test_letters_in_which_nothing_stands_make_the_judge_write_no_more_often_than_others(siege: Siege) -> None:
    sent = [one for number in range(60) for one in forged(siege, f"victim{number}@example.com", "")]
    assert len(sent) <= MOST_TO_A_DOMAIN


def test_what_waits_in_one_mailboxs_name_leaves_room_for_what_waits_in_others(siege: Siege) -> None:
    for number in range(MOST_TO_A_DOMAIN):
        forged(siege, f"victim{number}@example.com")
    for number in range(100):
        forged(siege, f"victim+{number}@example.com", f"OPEN xy{number}")
    assert siege.put_off < 20


def test_what_a_flood_of_large_letters_leaves_behind_is_bounded(siege: Siege) -> None:
    (question,) = forged(siege, "newcomer@example.org", "OPEN paris")
    for number in range(8):
        forged(siege, f"flood{number}@example.org", "OPEN xy\r\n" + "\r\n".join(["x" * 60_000] * 70))
    junk = siege.tidied()
    assert junk.bytes <= StrangersConfig().bytes_a_day
    assert junk.gone_bytes > 8_000_000
    code = next(
        line.split(b":")[1].strip().decode() for line in question.raw.splitlines() if line.startswith(b"Reply-To:")
    )
    assert siege.send(b"From: newcomer@example.org\r\n\r\nYes.\r\n", code, "newcomer@example.org")
    assert siege.has_game("paris")
