"""Letters nobody would write, from the bytes that are kept to the answers that go out: promises hold all the same."""

import ast
import logging
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.fuzz_letter import as_the_writers, changed, corpus
from bench.guided_fuzz import write_corpus, write_words
from bench.siege import WRITER, Siege, besieged
from judge.handlers.settle_letter import MOST_MISREAD_LINES, QUOTAS
from judge.mail.body_text import MOST_PARTS, split_parts
from judge.reports.line_answers import Outcome
from judge.requests.requests import MOST_LINES_OF_LETTER
from tests.shared.shares import drawn
from tests.shared.worst_letters import letter

LETTERS = corpus()


@pytest.fixture
def siege() -> Iterator[Siege]:
    with besieged() as siege:
        yield siege


def answer(siege: Siege, raw: bytes, recipient: int = 0) -> str:
    """The text of the one letter that goes out."""
    (out,) = siege.send(raw, siege.recipients[recipient])
    message = message_from_bytes(out.raw, policy=default)
    return str(message.get_body(("plain",)).get_content())  # type: ignore[union-attr]


# --- whatever the bytes


@drawn(15)
@given(raw=st.lists(st.binary(max_size=400), min_size=1, max_size=4), recipient=st.integers(0, 5))
def test_no_bytes_bring_the_judge_down(raw: list[bytes], recipient: int) -> None:
    with besieged() as siege:
        for one in raw:
            siege.send(one, siege.recipients[recipient], None)
            siege.send(as_the_writers(one), siege.recipients[recipient])


@drawn(15)
@given(seed=st.integers(0, 2**32), recipient=st.integers(0, 5))
def test_no_letter_of_ours_changed_at_random_brings_the_judge_down(seed: int, recipient: int) -> None:
    chance = random.Random(seed)
    with besieged() as siege:
        for _ in range(5):
            siege.send(changed(chance.choice(LETTERS), LETTERS, chance), siege.recipients[recipient])


NASTY = st.text(st.sampled_from("ab <>@\"',:;\r\n\t\0\x7f\u2028\u202e\udce9é=?"), max_size=40)


@drawn(15)
@given(subject=NASTY, name=NASTY, word=st.sampled_from(["STATUS", "HELP", "A PAR - BUR", "BROADCAST\r\nx"]))
def test_nothing_in_a_subject_or_a_name_becomes_a_header(subject: str, name: str, word: str) -> None:
    injected = "\r\nBcc: mallory@example.net\r\nX-Evil: yes"
    with besieged() as siege:
        for hidden in (subject + injected, f"=?utf-8?q?{''.join(f'={byte:02X}' for byte in injected.encode())}?="):
            plain = hidden.replace("\r\n", "\r\n ").encode("utf-8", "surrogateescape")
            head = b"Subject: " + plain + b"\r\nX-Name: " + name.encode("utf-8", "surrogateescape") + b"\r\n"
            siege.send(as_the_writers(head + b"\r\n" + word.encode() + b"\r\n"), siege.recipients[0])


HIDDEN = "=?utf-8?q?=0D=0ABcc:_mallory=40example.net=0D=0AX-Evil:_yes?="
NAMES = {
    "encoded": f"{HIDDEN} <france@example.org>",
    "encoded, in quotes": f'"{HIDDEN}" <france@example.org>',
    "folded": "France\r\n Bcc: mallory@example.net\r\n <france@example.org>",
    "a comment": f"france@example.org ({HIDDEN})",
    "bare line ends": "France\rBcc: mallory@example.net\n <france@example.org>",
    "a NUL": "Fra\0nce <france@example.org>",
    "another's address": "germany@example.org <france@example.org>",
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_nothing_in_the_name_of_a_sender_becomes_a_header_or_a_recipient(siege: Siege, name: str) -> None:
    """The siege looks at the headers of every letter out, press and acknowledgement."""
    raw = b"From: " + name.encode() + b"\r\nSubject: " + HIDDEN.encode() + b"\r\n\r\nBROADCAST\r\nHello\r\n"
    out = siege.hand_in(raw, siege.recipients[0])
    assert "mallory@example.net" not in {letter.to for letter in out}
    assert not any(b"mallory" in letter.raw and letter.to != WRITER for letter in out)


def test_a_nul_goes_nowhere(siege: Siege) -> None:
    raw = as_the_writers(b"Subject: a\0b\r\n\r\nA PAR\0 - BUR\r\nBROADCAST\r\nHel\0lo\r\n")
    assert len(siege.send(raw, siege.recipients[0])) == 8


def test_the_guided_fuzzer_begins_with_every_letter_and_knows_every_word(tmp_path: Path) -> None:
    write_corpus(tmp_path / "letters")
    write_words(tmp_path / "words")
    assert len(list((tmp_path / "letters").iterdir())) == len(LETTERS)
    words = [ast.literal_eval(f"b{line}") for line in (tmp_path / "words").read_text().splitlines()]
    assert {b"RESEND ", b"PR\xc3\x89F\xc3\x89RENCES ", b"\r\n.\r\n", b"\0"} <= set(words)


# --- whatever the size


def test_lines_without_end_are_answered_as_far_as_they_are_read(siege: Siege) -> None:
    said = answer(siege, letter(b"A PAR H\r\n" * (MOST_LINES_OF_LETTER + 500)))
    assert said.count("> A PAR H") == 1, "the first that is not read; those that are stand in the list of orders"
    assert f"the first {MOST_LINES_OF_LETTER} lines are" in said


def test_a_letter_that_is_no_letter_to_the_judge_is_not_read_to_its_end(siege: Siege) -> None:
    said = answer(siege, letter(b"A PAR - XYZ\r\n" * 200))
    assert said.count("> A PAR - XYZ") == MOST_MISREAD_LINES + 1


def test_questions_and_press_are_rationed(siege: Siege) -> None:
    said = answer(siege, letter(b"STATUS\r\n" * 40))
    assert said.count("> STATUS") == 40
    assert said.count("Not answered") == 40 - QUOTAS[Outcome.TOO_MANY_QUESTIONS]
    out = siege.send(letter(b"BROADCAST\r\nx\r\nENDPRESS\r\n" * 90), siege.recipients[0])
    assert len(out) == 7 * QUOTAS[Outcome.TOO_MUCH_PRESS] + 1


@pytest.mark.parametrize("header", ["To", "Cc", "Reply-To", "X-Original-To", "Delivered-To"])
def test_ten_thousand_addresses_in_a_header_have_one_letter_answered_once(siege: Siege, header: str) -> None:
    many = b",\r\n ".join(b"player%d@example.com" % number for number in range(10_000))
    raw = header.encode() + b": " + many + b"\r\n\r\nA PAR - BUR\r\nBROADCAST\r\nHello\r\n"
    assert siege.hand_in(as_the_writers(raw), siege.recipients[0]) == (), "refused at the door"
    assert len(siege.drop(as_the_writers(raw))) <= 1, "a Maildir has no door to refuse at"
    few = header.encode() + b": " + many[:8000].rpartition(b",")[0] + b"\r\n\r\nSTATUS\r\n"
    (out,) = siege.hand_in(as_the_writers(few), siege.recipients[0])
    assert out.to == WRITER


def test_press_to_ten_thousand_powers_goes_to_none(siege: Siege) -> None:
    line = b"PRESS TO " + b", ".join(b"POWER%d" % number for number in range(10_000)) + b"\r\nHello\r\nENDPRESS\r\n"
    assert {out.to for out in siege.send(letter(line), siege.recipients[0])} == {WRITER}


def test_parts_are_counted_over_the_whole_letter() -> None:
    inner = b"".join(b"--b\r\n\r\nx\r\n" for _ in range(30)) + b"--b--\r\n"
    many = b"".join(b"--a\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" + inner for _ in range(10))
    _, parts = split_parts(b"Content-Type: multipart/mixed; boundary=a\r\n\r\n" + many)
    assert len(tuple(parts.leaves)) == MOST_PARTS


# --- whose secret


def test_no_answer_to_a_forger_bears_a_secret(siege: Siege) -> None:
    """With somebody else's token, with none, with a code that is wrong: the siege looks at every letter out."""
    for number in range(1, 6):
        raw = b"From: mallory@example.net\r\n\r\nSTATUS rome\r\nA PAR - BUR\r\n"
        for out in siege.send(raw, siege.recipients[number], "mallory@example.net"):
            tokens = [person.token.encode() for person in siege._people]
            assert out.to != "mallory@example.net" or not any(token in out.raw for token in tokens)


# --- three failures


def test_after_three_failures_a_letter_is_set_aside_and_sender_and_operator_are_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    siege = Siege(tmp_path)
    with closing(sqlite3.connect(tmp_path / "data" / "judge.db")) as db:
        db.execute("DROP TABLE holds")
    caplog.set_level(logging.ERROR)
    told = siege.send_broken(letter(b"Yes, that was me.\r\n"), siege.recipients[4])
    nobody = siege.send_broken(b"From: stranger@example.net\r\n\r\nYes.\r\n", siege.recipients[4])
    siege.close()
    assert [out.to for out in told] == [WRITER]
    assert b"The judge failed over it three times" in told[0].raw
    assert [out.to for out in nobody] == ["stranger@example.net"], "whoever has no part in a game is told, too"
    assert len(list((tmp_path / "mailboxes" / "set-aside" / "new").iterdir())) == 2
    assert "failed 3 times; it lies in mailboxes/set-aside" in caplog.text
