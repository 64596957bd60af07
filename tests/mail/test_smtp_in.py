"""Conversations at the door, as they go over the wire, and what was kept of them."""

import logging
import smtplib
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass, field

import pytest

from judge.mail.smtp_in import SmtpDoor, Terms

HOST = "127.0.0.1"
GREETING = "220 judge.example.net ESMTP"
EHLO = """\
> EHLO client.example.org
250-judge.example.net
250-SIZE 5242880
250-8BITMIME
250-SMTPUTF8
250-PIPELINING
250 HELP
"""


@dataclass
class Cellar:
    """Keeps letters in memory; ``broken`` makes it fail, ``waits`` makes it take its time."""

    kept: list[tuple[str, str | None, str, bytes]] = field(default_factory=list)
    broken: bool = False
    waits: bool = False
    promised: list[Future[int]] = field(default_factory=list)

    def keep(self, door: str, sender: str | None, recipient: str, raw: bytes) -> Future[int]:
        future: Future[int] = Future()
        self.promised.append(future)
        self.kept.append((door, sender, recipient, raw))
        if self.broken:
            future.set_exception(OSError("no space left on /var/secret"))
        elif not self.waits:
            future.set_result(len(self.kept))
        return future


def known(recipient: str) -> bool:
    """The judge has every box at its own host, and one that makes it stumble."""
    if recipient.startswith("stumble"):
        raise KeyError(recipient)
    return recipient.startswith("judge") and recipient.endswith("@example.net")


Open = Callable[..., SmtpDoor]


@pytest.fixture
def cellar() -> Cellar:
    return Cellar()


@pytest.fixture
def open_door(cellar: Cellar) -> Iterator[Open]:
    with ExitStack() as doors:

        def open_one(**terms: float) -> SmtpDoor:
            door = SmtpDoor(HOST, 0, known, cellar.keep, Terms("judge.example.net", **terms))  # type: ignore[arg-type]
            door.start()
            doors.callback(door.stop)
            return door

        yield open_one


class Client:
    """One end of a conversation, written down as it goes."""

    def __init__(self, door: SmtpDoor) -> None:
        self.socket = socket.create_connection((HOST, door.port), timeout=10)
        self._answers = self.socket.makefile("rb")
        self.written = ""

    def close(self) -> None:
        self._answers.close()
        self.socket.close()

    def hear(self) -> str:
        """One whole answer."""
        lines = []
        while line := self._answers.readline().decode():
            lines.append(line.rstrip("\r\n"))
            if line[3:4] != "-":
                break
        return "\n".join(lines)

    def say(self, *lines: bytes | str) -> str:
        """Say each line, hear its answer; the whole exchange as text."""
        heard = ""
        for line in lines:
            raw = line if isinstance(line, bytes) else line.encode()
            self.socket.sendall(raw + b"\r\n")
            heard += f"> {raw.decode('ascii', 'backslashreplace')}\n{self.hear()}\n"
        return heard


@pytest.fixture
def call(open_door: Open) -> Iterator[Callable[..., Client]]:
    """A client that has been greeted, at a door of its own or at one given."""
    with ExitStack() as calls:

        def greeted(door: SmtpDoor | None = None) -> Client:
            client = calls.enter_context(closing(Client(door or open_door())))
            assert client.hear() == GREETING
            return client

        yield greeted


Call = Callable[..., Client]
LETTER = b"Subject: Rome\r\n\r\nA PAR - BUR\r\n"
BEGIN = ["EHLO client.example.org", "MAIL FROM:<alice@example.org>", "RCPT TO:<judge@example.net>", "DATA"]


def test_a_letter_is_kept_then_answered_for(call: Call, cellar: Cellar) -> None:
    client = call()
    assert client.say(*BEGIN, LETTER + b".", "QUIT") == EHLO + (
        "> MAIL FROM:<alice@example.org>\n250 OK\n"
        "> RCPT TO:<judge@example.net>\n250 2.1.5 Ok\n"
        "> DATA\n354 End data with <CR><LF>.<CR><LF>\n"
        "> Subject: Rome\r\n\r\nA PAR - BUR\r\n.\n250 2.0.0 Ok: kept as 1\n"
        "> QUIT\n221 Bye\n"
    )
    assert cellar.kept == [("smtp", "alice@example.org", "judge@example.net", LETTER)]


def test_nothing_is_promised_before_it_is_kept(call: Call, cellar: Cellar) -> None:
    cellar.waits = True
    client = call()
    client.say(*BEGIN)
    client.socket.sendall(LETTER + b".\r\n")
    client.socket.settimeout(0.2)
    with pytest.raises(TimeoutError):
        client.socket.recv(100)
    cellar.promised[0].set_result(7)
    client.socket.settimeout(10)
    assert client.socket.recv(100) == b"250 2.0.0 Ok: kept as 7\r\n"


def test_trouble_of_ours_is_passing_and_tells_nothing(call: Call, cellar: Cellar) -> None:
    cellar.broken = True
    client = call()
    client.say(*BEGIN)
    assert client.say(LETTER + b".").endswith("451 4.3.0 Something is wrong here, please try again later\n")
    cellar.broken = False
    again = client.say(*BEGIN[1:], LETTER + b".")
    assert again.endswith("250 2.0.0 Ok: kept as 2\n")


def test_trouble_in_looking_up_a_recipient_is_passing(call: Call) -> None:
    client = call()
    said = client.say(*BEGIN[:2], "RCPT TO:<stumble@example.net>")
    assert said.endswith("451 4.3.0 Something is wrong here, please try again later\n")
    assert client.say("MAIL FROM:<alice@example.org>").endswith("250 OK\n")


def test_the_null_sender_is_none(call: Call, cellar: Cellar) -> None:
    call().say("EHLO x", "MAIL FROM:<>", *BEGIN[2:], LETTER + b".")
    assert cellar.kept[0][1] is None


def test_each_recipient_gets_the_letter_once(call: Call, cellar: Cellar) -> None:
    to = ["RCPT TO:<judge+a@example.net>", "RCPT TO:<judge+b@example.net>", "RCPT TO:<judge+a@example.net>"]
    said = call().say(*BEGIN[:2], *to, "DATA", LETTER + b".")
    assert said.endswith("250 2.0.0 Ok: kept as 1 2\n")
    assert [recipient for _, _, recipient, _ in cellar.kept] == ["judge+a@example.net", "judge+b@example.net"]


def test_unless_all_are_kept_none_is_answered_for(call: Call, cellar: Cellar) -> None:
    cellar.waits = True
    client = call()
    client.say(*BEGIN[:3], "RCPT TO:<judge+b@example.net>", "DATA")
    client.socket.sendall(LETTER + b".\r\nNOOP\r\n")
    while len(cellar.promised) < 2:
        client.socket.settimeout(0.01)
        with pytest.raises(TimeoutError):
            client.socket.recv(100)
    cellar.promised[0].set_result(1)
    cellar.promised[1].set_exception(OSError())
    client.socket.settimeout(10)
    assert client.socket.recv(1000).startswith(b"451 4.3.0 ")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("RCPT TO:<nobody@example.net>", "550 5.1.1 Nobody of that address here"),
        ("RCPT TO:<judge@example.com>", "550 5.1.1 Nobody of that address here"),
        ("RCPT TO:<judge@example.net", "553 5.1.7 That is no address"),
        ("RCPT TO:judge@example.net", "553 5.1.7 That is no address"),
        (b"RCPT TO:<judge\xff@example.net>", "553 5.1.7 That is no address"),
        ("RCPT TO:<judge\x07@example.net>", "553 5.1.7 That is no address"),
        ("DATA", "503 Error: need RCPT command"),
        ("MAIL FROM:<again@example.org>", "503 Error: nested MAIL command"),
        ("VRFY judge@example.net", "252 2.5.0 Cannot say, but will try"),
        (b"VRFY \xff", "252 2.5.0 Cannot say, but will try"),
        ("EXPN everyone", "502 EXPN not implemented"),
        ("AUTH PLAIN AGEAYg==", "538 5.7.11 Encryption required for requested authentication mechanism"),
        ("STARTTLS", "454 TLS not available"),
        ("GET / HTTP/1.1", '500 Error: command "GET" not recognized'),
        (b"\x16\x03\x01", '500 Error: command "\x16\x03\x01" not recognized'),
        (b"\xff\xfe", "500 Error: bad syntax"),
        ("", "500 Error: bad syntax"),
        ("NOOP " + "x" * 100_000, "500 Command line too long"),
    ],
    ids=lambda value: None if isinstance(value, str) and len(value) > 60 else value,
)
def test_what_is_wrong_has_its_answer_and_changes_nothing(
    call: Call, cellar: Cellar, line: bytes | str, answer: str
) -> None:
    client = call()
    client.say(*BEGIN[:2])
    if line:
        client.socket.sendall((line if isinstance(line, bytes) else line.encode()) + b"\r\n")
    else:
        client.socket.sendall(b"\r\n")
    assert client.hear() == answer
    assert cellar.kept == []
    assert client.say(*BEGIN[2:], LETTER + b".").endswith("250 2.0.0 Ok: kept as 1\n")


@pytest.mark.parametrize(
    "path",
    [
        b"<",
        b"<alice@example.org",
        b"alice",
        b"<a b@example.org>",
        b"<al\xe9@example.org>",
        b"<a\x00@example.org>",
        b"<<a@b>>",
    ],
    ids=["broken off", "no end", "no brackets", "space", "stray byte", "control", "twice"],
)
def test_a_sender_who_is_no_address_is_refused(call: Call, path: bytes) -> None:
    assert call().say("EHLO x", b"MAIL FROM:" + path).endswith("553 5.1.7 That is no address\n")


def test_a_sender_beyond_ascii_is_taken(call: Call, cellar: Cellar) -> None:
    call().say("EHLO x", "MAIL FROM:<andré@exämple.org> SMTPUTF8", *BEGIN[2:], LETTER + b".")
    assert cellar.kept[0][1] == "andré@exämple.org"


def test_recipients_beyond_the_tenth_come_again(call: Call, cellar: Cellar) -> None:
    client = call()
    client.say(*BEGIN[:2])
    said = client.say(*(f"RCPT TO:<judge+{number}@example.net>" for number in range(11)))
    assert said.endswith("452 4.5.3 Too many recipients\n")
    client.say("DATA", LETTER + b".")
    assert len(cellar.kept) == 10


def test_a_letter_announced_as_too_big_is_refused_at_once(call: Call) -> None:
    said = call().say("EHLO x", "MAIL FROM:<alice@example.org> SIZE=5242881")
    assert said.splitlines()[-1].startswith("552 ")


def test_five_megabytes_and_a_byte_are_refused(call: Call, cellar: Cellar) -> None:
    client = call()
    client.say(*BEGIN)
    letter = b"\r\n" + (b"x" * 1022 + b"\r\n") * 5119 + b"x" * 1020
    client.socket.sendall(letter + b"\r\n.\r\n")
    assert client.hear() == "250 2.0.0 Ok: kept as 1"
    assert len(cellar.kept[0][3]) == 5 * 1024 * 1024
    client.say(*BEGIN[1:])
    client.socket.sendall(letter + b"y\r\n.\r\n")
    assert client.hear() == "552 Error: Too much mail data"
    assert len(cellar.kept) == 1


@pytest.mark.parametrize(
    ("raw", "what"),
    [
        (b"X: y\r\n" * 201, "too many headers"),
        (b"X: " + b"y" * 8200, "header too long"),
        (b"\r\n" + b"--a\r\n" * 1100, "too many parts"),
    ],
    ids=["headers", "header", "parts"],
)
def test_what_no_person_writes_is_refused(call: Call, cellar: Cellar, raw: bytes, what: str) -> None:
    client = call()
    client.say(*BEGIN)
    assert client.say(raw + b"\r\n.").endswith(f"554 5.6.0 Unusable: {what}\n")
    assert cellar.kept == []


def test_binary_junk_is_kept_byte_for_byte(call: Call, cellar: Cellar) -> None:
    junk = bytes(range(256)).replace(b"\n", b"") * 20 + b"\r\n"
    client = call()
    client.say(*BEGIN)
    client.socket.sendall(junk + b".\r\n")
    assert client.hear() == "250 2.0.0 Ok: kept as 1"
    assert cellar.kept[0][3] == junk


@pytest.mark.parametrize("smuggled", [b"\n.\n", b"\n.\r\n", b"\r.\r", b"\r.\r\n", b"\r\n.\n", b"\r\n.\r"], ids=repr)
def test_only_one_sequence_ends_a_letter(call: Call, cellar: Cellar, smuggled: bytes) -> None:
    client = call()
    client.say(*BEGIN)
    client.socket.sendall(b"one" + smuggled + b"MAIL FROM:<mallory@example.com>\r\n.\r\n")
    assert client.hear() == "250 2.0.0 Ok: kept as 1"
    ((_, sender, _, raw),) = cellar.kept
    assert sender == "alice@example.org"
    assert b"mallory" in raw


def test_dots_at_the_start_of_a_line_are_unstuffed(call: Call, cellar: Cellar) -> None:
    client = call()
    client.say(*BEGIN)
    client.socket.sendall(b"..\r\n...x\r\n.\r\n")
    client.hear()
    assert cellar.kept[0][3] == b".\r\n..x\r\n"


def test_very_long_lines_are_taken(call: Call, cellar: Cellar) -> None:
    client = call()
    client.say(*BEGIN)
    client.socket.sendall(b"\r\n" + b"x" * 60_000 + b"\r\n.\r\n")
    assert client.hear() == "250 2.0.0 Ok: kept as 1"
    assert len(cellar.kept[0][3]) == 60_004


def test_commands_may_come_all_at_once(call: Call, cellar: Cellar) -> None:
    client = call()
    client.socket.sendall("\r\n".join(BEGIN).encode() + b"\r\n" + LETTER + b".\r\nQUIT\r\n")
    answers = [client.hear().splitlines()[-1] for _ in range(6)]
    assert [answer[:3] for answer in answers] == ["250", "250", "250", "354", "250", "221"]
    assert len(cellar.kept) == 1


def test_half_a_letter_is_no_letter(open_door: Open, call: Call, cellar: Cellar) -> None:
    door = open_door()
    client = call(door)
    client.say(*BEGIN)
    client.socket.sendall(b"A PAR - BUR\r\nA MAR -")
    client.close()
    assert call(door).say(*BEGIN, LETTER + b".").endswith("250 2.0.0 Ok: kept as 1\n")
    assert [raw for _, _, _, raw in cellar.kept] == [LETTER]


def test_a_client_gone_before_the_answer_has_its_letter_kept(open_door: Open, call: Call, cellar: Cellar) -> None:
    cellar.waits = True
    door = open_door()
    client = call(door)
    client.say(*BEGIN)
    client.socket.sendall(LETTER + b".\r\n")
    other = call(door)
    while not cellar.promised:
        other.say("NOOP")
    client.close()
    other.say("NOOP")
    assert not cellar.promised[0].cancelled()
    cellar.promised[0].set_result(1)
    assert other.say("NOOP").endswith("250 OK\n")


def test_the_eleventh_hour_caller_is_asked_to_come_again(open_door: Open, call: Call) -> None:
    door = open_door(connections=2)
    first, second = call(door), call(door)
    with closing(Client(door)) as third:
        assert third.hear() == "421 4.3.2 Too many connections"
        assert third.hear() == ""
    second.say("QUIT")
    assert second.hear() == ""
    assert first.say("NOOP").endswith("250 OK\n")
    assert call(door).say("NOOP").endswith("250 OK\n")


def test_a_silent_client_is_sent_away(open_door: Open, call: Call) -> None:
    client = call(open_door(silence=0.1))
    assert client.hear() == ""


def test_a_closing_door_says_farewell(open_door: Open, call: Call) -> None:
    door = open_door()
    client = call(door)
    client.say(*BEGIN[:2])
    door.stop()
    door.stop()
    assert client.hear() == "421 4.3.2 Closing"
    assert client.hear() == ""
    with pytest.raises(ConnectionRefusedError):
        Client(door)


def test_a_closing_door_lets_a_letter_finish(open_door: Open, call: Call, cellar: Cellar) -> None:
    cellar.waits = True
    door = open_door()
    client, other = call(door), call(door)
    client.say(*BEGIN)
    client.socket.sendall(LETTER + b".\r\n")
    while not cellar.promised:
        other.say("NOOP")
    with ThreadPoolExecutor() as pool:
        pool.submit(door.stop)
        assert other.hear() == "421 4.3.2 Closing"
        cellar.promised[0].set_result(1)
        assert client.hear() == "250 2.0.0 Ok: kept as 1"
        assert client.hear() == "421 4.3.2 Closing"


def test_a_port_that_is_taken_is_told_at_once(open_door: Open, cellar: Cellar) -> None:
    taken = open_door()
    with pytest.raises(OSError, match="address already in use"):
        SmtpDoor(HOST, taken.port, known, cellar.keep).start()


def test_what_went_wrong_is_in_our_log_alone(call: Call, cellar: Cellar, caplog: pytest.LogCaptureFixture) -> None:
    cellar.broken = True
    with caplog.at_level(logging.DEBUG):
        said = call().say(*BEGIN, b"secret orders\r\n.")
    assert "/var/secret" not in said
    assert "/var/secret" in caplog.text
    assert "secret orders" not in caplog.text
    assert "alice@example.org" not in caplog.text


def test_a_library_client_gets_through(open_door: Open, cellar: Cellar) -> None:
    with smtplib.SMTP(HOST, open_door().port) as client:
        client.sendmail("alice@example.org", ["judge@example.net"], LETTER)
    assert cellar.kept == [("smtp", "alice@example.org", "judge@example.net", LETTER)]
