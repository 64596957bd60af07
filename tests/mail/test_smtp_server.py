"""Conversations at the door, as they go over the wire, and what was kept of them."""

import pytest

from tests.mail.wire import BEGIN, EHLO, LETTER, Call, Cellar


def test_a_letter_is_kept_then_answered_for(call: Call, cellar: Cellar) -> None:
    client = call()
    assert client.say(*BEGIN, LETTER + b".", "QUIT") == EHLO + (
        "> MAIL FROM:<alice@example.org>\n250 2.0.0 OK\n"
        "> RCPT TO:<judge@example.net>\n250 2.1.5 Ok\n"
        "> DATA\n354 End data with <CR><LF>.<CR><LF>\n"
        "> Subject: Rome\r\n\r\nA PAR - BUR\r\n.\n250 2.0.0 Ok: kept\n"
        "> QUIT\n221 2.0.0 Bye\n"
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
    assert client.socket.recv(100) == b"250 2.0.0 Ok: kept\r\n"


def test_trouble_of_ours_is_passing_and_tells_nothing(call: Call, cellar: Cellar) -> None:
    cellar.broken = True
    client = call()
    client.say(*BEGIN)
    assert client.say(LETTER + b".").endswith("451 4.3.0 Something is wrong here, please try again later\n")
    cellar.broken = False
    again = client.say(*BEGIN[1:], LETTER + b".")
    assert again.endswith("250 2.0.0 Ok: kept\n")


def test_trouble_in_looking_up_a_recipient_is_passing(call: Call) -> None:
    client = call()
    said = client.say(*BEGIN[:2], "RCPT TO:<stumble@example.net>")
    assert said.endswith("451 4.3.0 Something is wrong here, please try again later\n")
    assert client.say("MAIL FROM:<alice@example.org>").endswith("250 2.0.0 OK\n")


def test_the_null_sender_is_none(call: Call, cellar: Cellar) -> None:
    call().say("EHLO x", "MAIL FROM:<>", *BEGIN[2:], LETTER + b".")
    assert cellar.kept[0][1] is None


def test_each_recipient_gets_the_letter_once(call: Call, cellar: Cellar) -> None:
    to = ["RCPT TO:<judge+a@example.net>", "RCPT TO:<judge+b@example.net>", "RCPT TO:<judge+a@example.net>"]
    said = call().say(*BEGIN[:2], *to, "DATA", LETTER + b".")
    assert said.endswith("250 2.0.0 Ok: kept\n")
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
        ("DATA", "503 5.5.1 Error: need RCPT command"),
        ("MAIL FROM:<again@example.org>", "503 5.5.1 Error: nested MAIL command"),
        ("VRFY judge@example.net", "252 2.5.0 Cannot say, but will try"),
        (b"VRFY \xff", "252 2.5.0 Cannot say, but will try"),
        ("EXPN everyone", "502 5.5.1 EXPN not implemented"),
        ("AUTH PLAIN AGEAYg==", "538 5.7.11 Encryption required for requested authentication mechanism"),
        ("STARTTLS", "454 4.7.0 TLS not available"),
        ("GET / HTTP/1.1", '500 5.5.1 Error: command "GET" not recognized'),
        (b"\x16\x03\x01", '500 5.5.1 Error: command "\x16\x03\x01" not recognized'),
        (b"\xff\xfe", "500 5.5.2 Error: bad syntax"),
        ("", "500 5.5.2 Error: bad syntax"),
        ("NOOP " + "x" * 100_000, "500 5.5.2 Command line too long"),
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
    assert client.say(*BEGIN[2:], LETTER + b".").endswith("250 2.0.0 Ok: kept\n")


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
