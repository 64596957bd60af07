"""Letters we write: read back they say what was meant, and no value in them becomes a header."""

from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.mail.compose import MessageFields, compose
from judge.mail.letter import read_letter
from tests.shared.each_case import each_case
from tests.shared.shares import drawn

SHEET = MessageFields(
    sender_name="Judge of Rome",
    sender_address="judge@example.net",
    reply_to="judge+rome.k7abc@example.net",
    to="alice@example.org",
    subject="Rome, Spring 1901: your orders",
    text="A PAR - BUR\n  accepted\n\n-- \nThe judge\n",
    message_id="<rome.17@example.net>",
    date=datetime(2026, 1, 5, 20, 0, tzinfo=UTC),
    in_reply_to="<0123@example.org>",
    references=("<rome@example.net>", "<rome.S1901M@example.net>"),
    list_id="rome.example.net",
    automatic="replied",
)

EXPECTED = """\
From: Judge of Rome <judge@example.net>
Reply-To: judge+rome.k7abc@example.net
To: alice@example.org
Subject: Rome, Spring 1901: your orders
Date: Mon, 05 Jan 2026 20:00:00 +0000
Message-ID: <rome.17@example.net>
In-Reply-To: <0123@example.org>
References: <rome@example.net>
 <rome.S1901M@example.net>
 <0123@example.org>
List-Id: <rome.example.net>
Auto-Submitted: auto-replied
X-Auto-Response-Suppress: All
Precedence: list
X-Loop: judge@example.net
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: quoted-printable
MIME-Version: 1.0

A PAR - BUR
  accepted

--=20
The judge
"""


def parsed(raw: bytes) -> EmailMessage:
    """A letter as another mail program would take it."""
    return message_from_bytes(raw, _class=EmailMessage, policy=policy.default)


def test_a_letter_looks_like_this() -> None:
    assert compose(SHEET) == EXPECTED.replace("\n", "\r\n").encode()


def test_the_same_sheet_makes_the_same_bytes() -> None:
    assert compose(SHEET) == compose(SHEET)


def test_a_report_says_that_an_event_made_it() -> None:
    report = parsed(compose(replace(SHEET, automatic="generated", in_reply_to=None, references=())))
    assert report["Auto-Submitted"] == "auto-generated"
    assert report["In-Reply-To"] is None
    assert report["References"] is None


def test_our_own_letters_are_robots_to_us() -> None:
    assert read_letter(compose(SHEET)).robot == "Auto-Submitted: auto-replied"


def test_a_long_message_id_stays_whole() -> None:
    long = f"<{'AM9PR07MB7905' * 8}@prod.outlook.example.com>"
    letter = parsed(compose(replace(SHEET, in_reply_to=long)))
    assert letter["In-Reply-To"] == long
    assert letter["References"].split()[-1] == long


def test_a_thread_keeps_its_newest_letters() -> None:
    many = tuple(f"<{number}@example.org>" for number in range(40))
    references = parsed(compose(replace(SHEET, references=many)))["References"].split()
    assert references[-2:] == ["<39@example.org>", "<0123@example.org>"]
    assert len(references) == 12


def test_french_reads_as_french() -> None:
    letter = parsed(
        compose(replace(SHEET, sender_name="Arbitre, «é»", subject="Été 1901 — vos ordres", text="désolé\n" * 3))
    )
    assert letter["From"].addresses[0].display_name == "Arbitre, «é»"
    assert letter["Subject"] == "Été 1901 — vos ordres"
    assert letter.get_content().splitlines() == ["désolé"] * 3


@each_case("to", ["alice@example.org", "andré@example.org"])
@each_case("words", range(1, 13))
def test_a_subject_of_any_length_is_read_as_it_was_written(words: int, to: str) -> None:
    subject = "[rome] Printemps 1901 : " + " ".join(["ordre", "refusée"] * words)
    assert parsed(compose(replace(SHEET, subject=subject, to=to)))["Subject"] == subject


def test_an_address_beyond_ascii_is_written_as_it_is() -> None:
    assert "To: andré@exämple.org\r\n".encode() in compose(replace(SHEET, to="andré@exämple.org"))


@each_case(
    "address",
    ["", "alice", "alice@example.org\r\nBcc: bob@example.org", "a@b, c@d", "Alice <a@b>", "a b@c", "=?utf-8?q?a?=@b"],
)
@each_case("place", ["to", "reply_to", "sender_address"])
def test_what_is_no_address_is_refused(place: str, address: str) -> None:
    with pytest.raises(ValueError, match="cannot be addressed so"):
        compose(replace(SHEET, **{place: address}))  # type: ignore[arg-type]  # a place is one of three


def test_a_letter_needs_its_message_id() -> None:
    with pytest.raises(ValueError, match="cannot be addressed so"):
        compose(replace(SHEET, message_id=""))


NASTY = st.text(
    st.one_of(st.characters(codec="utf-8"), st.sampled_from("\r\n\0\x0b\x85\u2028:<>@,; =?\"'()")), max_size=60
)
NAMES = [line.partition(":")[0] for line in EXPECTED.splitlines()[:18] if not line.startswith(" ")]


@drawn(150)
@given(name=NASTY, subject=NASTY, list_id=NASTY, before=NASTY, references=st.lists(NASTY, max_size=3).map(tuple))
def test_no_value_becomes_a_header(
    name: str, subject: str, list_id: str, before: str, references: tuple[str, ...]
) -> None:
    raw = compose(
        replace(
            SHEET,
            sender_name=name,
            subject=subject,
            list_id=list_id,
            in_reply_to=before,
            references=references,
            text="",
        )
    )
    head, _, body = raw.partition(b"\r\n\r\n")
    names = [line.partition(b":")[0].decode() for line in head.split(b"\r\n") if not line.startswith((b" ", b"\t"))]
    assert set(names) <= set(NAMES)
    assert len(names) == len(set(names))
    assert body.strip() == b""
    assert b"\n" not in head.replace(b"\r\n", b"")
    assert read_letter(raw).sender == "judge@example.net"


@drawn(150)
@given(st.text(max_size=300))
def test_any_text_is_sent_in_short_safe_lines(text: str) -> None:
    _, _, body = compose(replace(SHEET, text=text)).partition(b"\r\n\r\n")
    assert body.isascii()
    assert all(len(line) <= 76 for line in body.split(b"\r\n"))
    assert b"\n" not in body.replace(b"\r\n", b"")


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=20)
LINES = st.lists(WORDS, min_size=1, max_size=12).map(" ".join).filter(lambda line: line[0] not in ">-_")


@drawn(150)
@given(st.lists(LINES, min_size=1, max_size=10))
def test_what_was_written_is_what_is_read(lines: list[str]) -> None:
    assert read_letter(compose(replace(SHEET, text="\n".join(lines)))).text == "\n".join(lines)
