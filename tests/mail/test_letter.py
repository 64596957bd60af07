"""Letters as they come, each named after what is odd in it, and what a person meant by them."""

import time
from email.message import EmailMessage
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from judge.mail.headers import LARGEST_LETTER
from judge.mail.letter import Letter, read_letter
from tests.shared.each_case import each_case
from tests.shared.shares import drawn

LETTERS = sorted(Path(__file__).with_name("letters").glob("*.eml"))
SHOWN = ("sender", "subject", "message_id", "references", "date", "robot", "trouble", "attachments", "below", "struck")


def described(letter: Letter) -> str:
    """A letter as the file beside it describes it: a line for each thing it has, then its text."""
    lines = []
    for name in SHOWN:
        match getattr(letter, name):
            case None | "" | ():
                continue
            case tuple(values):
                lines.append(f"{name}: {' | '.join(values)}")
            case str(value):
                lines.append(f"{name}: {value}")
            case moment:
                lines.append(f"{name}: {moment.isoformat()}")
    return "\n".join([*lines, "", letter.text, ""])


@each_case("path", LETTERS, ids=lambda path: path.stem)
def test_a_letter_is_read_as_it_was_meant(path: Path) -> None:
    assert described(read_letter(path.read_bytes())) == path.with_suffix(".txt").read_text("utf-8")


def test_every_letter_has_its_number() -> None:
    assert [int(path.stem[:4]) for path in LETTERS] == list(range(1, len(LETTERS) + 1))


# --- whatever comes


@drawn(200)
@given(st.binary(max_size=2000))
def test_no_bytes_make_the_reader_fail(raw: bytes) -> None:
    assert isinstance(read_letter(raw), Letter)


PIECES = (
    b"From: |Subject: |Content-Type: |multipart/mixed; boundary=|text/html|text/plain; charset=|format=flowed|"
    b"Content-Transfer-Encoding: |base64|quoted-printable|a|=?utf-8?q?|?=|<|>|@|\r\n|\n|\r\n\r\n|--|--a\r\n|--a--|; |"
    b'"|utf-16|idna|=E9|\xe9|\xff|\x00|On 5 Jan 20:00 x wrote:|-- |<blockquote>|<!--|&#x110000;|name*0*=|%|('
).split(b"|")


@drawn(300)
@given(st.lists(st.sampled_from(PIECES), max_size=40))
def test_no_malformed_letter_makes_the_reader_fail(pieces: list[bytes]) -> None:
    letter = read_letter(b"".join(pieces))
    letter.text.encode()
    assert "\n" not in letter.subject


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=20)
LINES = st.lists(WORDS, min_size=1, max_size=6).map(" ".join).filter(lambda line: line[0] not in ">-_&")


@drawn(100)
@given(
    lines=st.lists(LINES, min_size=1, max_size=8),
    encoding=st.sampled_from(["base64", "quoted-printable", "8bit"]),
    charset=st.sampled_from(["utf-8", "gb18030"]),
)
def test_lines_survive_every_encoding(lines: list[str], encoding: str, charset: str) -> None:
    message = EmailMessage()
    message["From"] = "alice@example.org"
    message.set_content("\n".join(lines), charset=charset, cte=encoding)
    assert read_letter(message.as_bytes()).text == "\n".join(lines)


ORDERS = ["A PAR - BUR", "F BRE - MAO", "A MAR S A PAR - BUR", "F STP/SC H", "+F STPcn", "-A UKR", "A TOU r PIE"]


@drawn(100)
@given(
    orders=st.lists(st.sampled_from(ORDERS), min_size=1, max_size=6),
    quoted=st.lists(st.sampled_from(ORDERS), max_size=6),
    said=st.sampled_from(
        [
            "On Mon, Jan 5, 2026 at 8:00 PM Judge <judge@example.net> wrote:",
            "Le 05/01/2026 à 20:00, Arbitre a écrit :",
            "Am 05.01.26 um 20:00 schrieb Judge:",
            "-----Original Message-----",
        ]
    ),
)
def test_orders_are_told_from_those_quoted_below(orders: list[str], quoted: list[str], said: str) -> None:
    body = "\r\n".join([*orders, "", said, *(f"> {order}" for order in quoted)])
    assert read_letter(b"From: alice@example.org\r\n\r\n" + body.encode()).text == "\n".join(orders)


# --- large, deep or malicious ones

HEAD = b"From: alice@example.org\r\n"
MULTIPART = b"Content-Type: multipart/mixed; boundary=%d\r\n\r\n--%d\r\n"


def filled(head: bytes, piece: bytes, size: int) -> bytes:
    return head + piece * (size // len(piece))


SLOW_FOR_OTHERS = {
    "html, tags never closed": filled(HEAD + b"Content-Type: text/html\r\n\r\n", b"<a ", 300_000),
    "html, attributes never closed": filled(HEAD + b"Content-Type: text/html\r\n\r\n", b'<a x="', 300_000),
    "html, comments never closed": filled(HEAD + b"Content-Type: text/html\r\n\r\n", b"<!--", 300_000),
    "html, styles never closed": filled(HEAD + b"Content-Type: text/html\r\n\r\n", b"<style>", 300_000),
    "html, blocks within blocks": filled(HEAD + b"Content-Type: text/html\r\n\r\n", b"<div>", 300_000),
    "html, quotations within quotations": filled(HEAD + b"Content-Type: text/html\r\n\r\n", b"<blockquote>x", 300_000),
    "subject of encoded words": filled(HEAD + b"Subject: ", b"=?utf-8?q?x?= ", 8_000),
    "from of brackets": filled(b"From: ", b"(", 8_000),
    "from of addresses": filled(b"From: ", b"a@b.c, ", 8_000),
    "parameters never closed": filled(HEAD + b"Content-Type: text/plain", b'; a="', 8_000),
    "a line of attributions": filled(HEAD + b"\r\n", b"On On ", 900_000),
    "attributions": filled(HEAD + b"\r\n", b"On 20:00\r\n", 900_000),
    "old headers": filled(HEAD + b"\r\n", b"From: x\r\n", 900_000),
    "addresses": filled(HEAD + b"\r\n", b"a@b\r\n", 900_000),
    "spaces": filled(HEAD + b"\r\n", b" ", 900_000),
    "blank lines": filled(HEAD + b"\r\n", b"\r\n", 900_000),
    "bytes of no charset": filled(HEAD + b"Content-Type: text/plain; charset=punycode\r\n\r\n", b"\xe9a-", 900_000),
    "letters within letters": filled(HEAD, b"Content-Type: message/rfc822\r\n\r\n", 900_000),
    "parts within parts": HEAD + b"".join(MULTIPART % (depth, depth) for depth in range(900)),
    "empty parts": filled(HEAD + b"Content-Type: multipart/mixed; boundary=a\r\n\r\n", b"--a\r\n", 4_900),
    "as large as may be": filled(
        HEAD + b"Content-Transfer-Encoding: base64\r\n\r\n", b"QSBQQVIgLSBCVVIK\r\n", 5_000_000
    ),
}


PATIENCE = 10
"""Seconds of the processor: whoever looks at everything for everything needs minutes, others less than one."""


@each_case("raw", SLOW_FOR_OTHERS.values(), ids=SLOW_FOR_OTHERS)
def test_no_letter_keeps_the_reader_long(raw: bytes) -> None:
    begun = time.process_time()
    read_letter(raw)
    assert time.process_time() - begun < PATIENCE


@each_case(
    ("raw", "trouble"),
    [
        (HEAD + b"\r\n" + b"x" * LARGEST_LETTER, "letter too big"),
        (HEAD + b"X: y\r\n" * 300 + b"\r\n", "too many headers"),
        (HEAD + b"X: " + b"y" * 9000 + b"\r\n\r\n", "header too long"),
        (b"".join(b"X-%d: %s\r\n" % (n, b"y" * 1000) for n in range(80)) + b"\r\n", "header block too big"),
        (filled(HEAD + b"Content-Type: multipart/mixed; boundary=a\r\n\r\n", b"--a\r\n", 100_000), "too many parts"),
    ],
    ids=["size", "headers", "one header", "header block", "parts"],
)
def test_what_is_too_much_is_said_and_not_read(raw: bytes, trouble: str) -> None:
    assert read_letter(raw) == Letter(trouble=trouble)
