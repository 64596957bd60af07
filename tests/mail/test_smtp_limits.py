"""What the door does with too much, too long, too late: each has its answer, and the next client is served."""

import logging
import smtplib
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from judge.mail.smtp_session import ServerLimits, SmtpListener
from tests.mail.wire import BEGIN, HOST, LETTER, Call, Cellar, Client, Open, known


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
    assert client.hear() == "250 2.0.0 Ok: kept"
    assert len(cellar.kept[0][3]) == 5 * 1024 * 1024
    client.say(*BEGIN[1:])
    client.socket.sendall(letter + b"y\r\n.\r\n")
    assert client.hear() == "552 5.3.4 Error: Too much mail data"
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
    assert client.hear() == "250 2.0.0 Ok: kept"
    assert cellar.kept[0][3] == junk


@pytest.mark.parametrize("smuggled", [b"\n.\n", b"\n.\r\n", b"\r.\r", b"\r.\r\n", b"\r\n.\n", b"\r\n.\r"], ids=repr)
def test_what_only_some_servers_take_for_the_end_is_refused(call: Call, cellar: Cellar, smuggled: bytes) -> None:
    client = call()
    client.say(*BEGIN)
    client.socket.sendall(b"one" + smuggled + b"MAIL FROM:<mallory@example.com>\r\n.\r\n")
    assert client.hear() == "554 5.5.2 Refused: a dot alone between bare line ends"
    assert cellar.kept == []


@pytest.mark.parametrize("cut", range(1, 8))
def test_the_next_letter_of_the_connection_is_judged_by_itself(call: Call, cellar: Cellar, cut: int) -> None:
    """However the network cuts what is sent: mail servers hand many letters over on one connection."""
    client = call()
    client.say(*BEGIN)
    bad = b"one\n.\ntwo\r\n.\r\n"
    client.socket.sendall(bad[:-cut])
    client.socket.sendall(bad[-cut:])
    assert client.hear() == "554 5.5.2 Refused: a dot alone between bare line ends"
    client.say(*BEGIN[1:])
    client.socket.sendall(b"good\r\n.\r\n")
    assert client.hear() == "250 2.0.0 Ok: kept"
    client.say(*BEGIN[1:])
    client.socket.sendall(bad)
    assert client.hear() == "554 5.5.2 Refused: a dot alone between bare line ends"
    assert [raw for *_, raw in cellar.kept] == [b"good\r\n"]


def test_a_letter_said_before_its_time_is_looked_at_too(call: Call) -> None:
    client = call()
    client.socket.sendall(
        "\r\n".join(BEGIN).encode() + b"\r\none\r\n.\r\nMAIL FROM:<a@example.org>\r\n"
        b"RCPT TO:<judge@example.net>\r\nDATA\r\ntwo\n.\nthree\r\n.\r\nQUIT\r\n"
    )
    said = client.until("221")
    assert "250 2.0.0 Ok: kept" in said
    assert "554 5.5.2 Refused: a dot alone between bare line ends" in said


def test_bare_line_ends_that_end_nothing_are_kept_as_they_are(call: Call, cellar: Cellar) -> None:
    client = call()
    client.say(*BEGIN)
    client.socket.sendall(b"one\ntwo\r..\nthree\r\n..\r\n\n.x\r\n.\r\n")
    assert client.hear() == "250 2.0.0 Ok: kept"
    assert cellar.kept[0][3] == b"one\ntwo\r..\nthree\r\n.\r\n\n.x\r\n"


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
    assert client.hear() == "250 2.0.0 Ok: kept"
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
    assert call(door).say(*BEGIN, LETTER + b".").endswith("250 2.0.0 Ok: kept\n")
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
    assert other.say("NOOP").endswith("250 2.0.0 OK\n")


def test_the_eleventh_hour_caller_is_asked_to_come_again(open_door: Open, call: Call) -> None:
    door = open_door(connections=2)
    first, second = call(door), call(door)
    for client in (first, second):
        client.say(*BEGIN)
    with closing(Client(door)) as third:
        assert third.hear() == "421 4.3.2 Too many connections"
        assert third.hear() == ""
    second.say(LETTER + b".", "QUIT")
    assert second.hear() == ""
    assert first.say(LETTER + b".").endswith("250 2.0.0 Ok: kept\n")
    assert call(door).say("NOOP").endswith("250 2.0.0 OK\n")


def test_a_silent_client_is_sent_away(open_door: Open, call: Call) -> None:
    client = call(open_door(silence=0.1))
    assert client.hear() == "421 4.4.2 Too slow"
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
        assert client.hear() == "250 2.0.0 Ok: kept"
        assert client.hear() == "421 4.3.2 Closing"


def test_a_port_that_is_taken_is_told_at_once(open_door: Open, cellar: Cellar) -> None:
    taken = open_door()
    with pytest.raises(OSError, match="address already in use"):
        SmtpListener((HOST, taken.port), known, cellar.keep, ServerLimits()).start()


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
