"""Letters handed to a real next machine, whatever it answers."""

import socket
import ssl
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any, Literal

import pytest

from judge.mail.smtp_out import Failed, Login, Relay, Route, Sent
from tests.mail.sink import Sink, listening

LETTER = b"Subject: Rome\r\n\r\n.\r\nA PAR - BUR\r\n"
JUDGE, ALICE, BOB = "judge+bounce@example.net", "alice@example.org", "bob@example.org"


@pytest.fixture
def sink() -> Sink:
    return Sink()


@pytest.fixture
def port(sink: Sink) -> Iterator[int]:
    with listening(sink) as port:
        yield port


@pytest.fixture
def relay(port: int) -> Iterator[Relay]:
    with Relay(Route("127.0.0.1", port, timeout=5)) as relay:
        yield relay


def test_a_letter_arrives_as_it_was_written(relay: Relay, sink: Sink) -> None:
    assert relay.send(JUDGE, ALICE, LETTER) == Sent()
    assert sink.taken == [(JUDGE, [ALICE], LETTER)]


def test_the_null_sender_goes_as_such(relay: Relay, sink: Sink) -> None:
    assert relay.send("", ALICE, LETTER) == Sent()
    assert sink.taken[0][0] == "<>"


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"], ids=["LF", "CR", "CRLF"])
def test_no_line_end_can_smuggle_a_second_letter(relay: Relay, sink: Sink, end: bytes) -> None:
    smuggler = b"one" + end + b"." + end + b"MAIL FROM:<mallory@example.com>" + end
    assert relay.send(JUDGE, ALICE, smuggler) == Sent()
    assert sink.taken == [(JUDGE, [ALICE], b"one\r\n.\r\nMAIL FROM:<mallory@example.com>\r\n")]


def test_one_connection_serves_many_letters(relay: Relay, sink: Sink) -> None:
    assert [relay.send(JUDGE, ALICE, LETTER) for _ in range(5)] == [Sent()] * 5
    assert sink.greeted == 1


def test_a_recipient_unknown_there_is_for_good_and_his_own_affair(relay: Relay, sink: Sink) -> None:
    sink.answers[BOB] = "550 5.1.1 No such\tuser"
    assert relay.send(JUDGE, BOB, LETTER) == Failed("550 5.1.1 No such user", permanent=True)
    assert relay.send(JUDGE, ALICE, LETTER) == Sent()
    assert sink.greeted == 1


@pytest.mark.parametrize(
    ("place", "answer", "failed"),
    [
        (ALICE, "450 4.2.2 Mailbox full", Failed("450 4.2.2 Mailbox full", permanent=False)),
        (ALICE, "450 Busy", Failed("450 Busy", permanent=False)),
        (ALICE, "451 4.7.1 Greylisted", Failed("451 4.7.1 Greylisted", permanent=False, destination=True)),
        (ALICE, "451 Later", Failed("451 Later", permanent=False, destination=True)),
        ("DATA", "451 4.3.0 Later", Failed("451 4.3.0 Later", permanent=False, destination=True)),
        ("DATA", "554 5.7.1 Spam", Failed("554 5.7.1 Spam", permanent=True)),
        ("MAIL", "552 5.3.4 Too big", Failed("552 5.3.4 Too big", permanent=True)),
        ("MAIL", "530 5.7.0 Who are you", Failed("530 5.7.0 Who are you", permanent=False, everyone=True)),
        ("MAIL", "421 4.3.2 Closing", Failed("421 4.3.2 Closing", permanent=False, everyone=True)),
        (ALICE, "421 4.3.2 Closing", Failed("421 4.3.2 Closing", permanent=False, everyone=True)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_refusal_is_understood(relay: Relay, sink: Sink, place: str, answer: str, failed: Failed) -> None:
    sink.answers[place] = answer
    assert relay.send(JUDGE, ALICE, LETTER) == failed
    assert sink.taken == []
    sink.answers.clear()
    assert relay.send(JUDGE, ALICE, LETTER) == Sent()


def test_a_connection_lost_in_the_letter_is_no_fault_of_the_recipient(relay: Relay, sink: Sink) -> None:
    sink.hang_up = True
    failed = relay.send(JUDGE, ALICE, LETTER)
    assert isinstance(failed, Failed)
    assert not failed.permanent
    assert failed.everyone
    sink.hang_up = False
    assert relay.send(JUDGE, ALICE, LETTER) == Sent()


def test_a_connection_that_fell_silent_is_made_anew(relay: Relay, sink: Sink) -> None:
    relay.send(JUDGE, ALICE, LETTER)
    sink.answers["DATA"] = "250 OK"
    assert relay._connection is not None  # the line is cut from below, as a network does
    assert relay._connection.sock is not None
    relay._connection.sock.shutdown(socket.SHUT_RDWR)
    assert relay.send(JUDGE, ALICE, LETTER) == Sent()
    assert sink.greeted == 2


def test_nobody_at_home_is_passing() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        port = server.getsockname()[1]
    with Relay(Route("127.0.0.1", port, timeout=5)) as relay:
        assert relay.send(JUDGE, ALICE, LETTER) == Failed(
            "[Errno 111] Connection refused", permanent=False, everyone=True
        )


def test_what_is_no_mail_server_is_passing() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:

        def answer() -> None:
            connection, _ = server.accept()
            with connection:
                connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        answering = Thread(target=answer)
        answering.start()
        with Relay(Route("127.0.0.1", server.getsockname()[1], timeout=5)) as relay:
            failed = relay.send(JUDGE, ALICE, LETTER)
        answering.join()
    assert isinstance(failed, Failed)
    assert failed.everyone
    assert not failed.permanent


@pytest.mark.parametrize("options", [{"tls": "starttls"}, {"login": Login("judge", "secret")}], ids=["TLS", "login"])
def test_a_relay_without_what_we_ask_for_gets_no_letter(port: int, sink: Sink, options: dict[str, object]) -> None:
    with Relay(replace(Route("127.0.0.1", port, timeout=5), **options)) as relay:  # type: ignore[arg-type]  # one of two options
        failed = relay.send(JUDGE, ALICE, LETTER)
    assert isinstance(failed, Failed)
    assert failed.everyone
    assert "secret" not in failed.why
    assert sink.taken == []


def test_an_address_beyond_ascii_needs_a_relay_that_knows_them(relay: Relay, sink: Sink) -> None:
    assert relay.send(JUDGE, "andré@example.org", LETTER) == Sent()
    assert sink.taken[0][1] == ["andré@example.org"]


def encrypted(certificate: Path) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)
    return context


@pytest.mark.parametrize("tls", ["starttls", "implicit"])
def test_a_relay_is_spoken_to_under_encryption_with_a_login(
    sink: Sink, certificate: Path, tls: Literal["starttls", "implicit"]
) -> None:
    context = encrypted(certificate)
    options: dict[str, Any] = {"tls_context": context} if tls == "starttls" else {"implicit": context}
    options |= {"auth_require_tls": tls == "starttls", "authenticator": sink.log_in}
    with listening(sink, **options) as port:
        route = Route("127.0.0.1", port, tls, certificate, Login("judge", "open sesame"))
        with Relay(route) as relay:
            assert relay.send(JUDGE, ALICE, LETTER) == Sent()
    assert sink.taken == [(JUDGE, [ALICE], LETTER)]
    assert [login.login for login in sink.logins] == [b"judge"]


def test_a_wrong_password_is_no_fault_of_the_recipient_and_is_not_told(sink: Sink, certificate: Path) -> None:
    with listening(sink, tls_context=encrypted(certificate), authenticator=sink.log_in) as port:
        login = Login("judge", "close sesame")
        with Relay(Route("127.0.0.1", port, "starttls", certificate, login)) as relay:
            failed = relay.send(JUDGE, ALICE, LETTER)
    assert isinstance(failed, Failed)
    assert (failed.permanent, failed.everyone) == (False, True)
    assert failed.why.startswith("535 ")
    assert "sesame" not in repr((failed, login))


@pytest.mark.parametrize("tls", ["starttls", "implicit"])
def test_a_certificate_nobody_vouches_for_gets_no_letter(
    sink: Sink, certificate: Path, tls: Literal["starttls", "implicit"]
) -> None:
    context = encrypted(certificate)
    options: dict[str, Any] = {"tls_context": context} if tls == "starttls" else {"implicit": context}
    with listening(sink, **options) as port, Relay(Route("127.0.0.1", port, tls)) as relay:
        failed = relay.send(JUDGE, ALICE, LETTER)
    assert isinstance(failed, Failed)
    assert failed.everyone
    assert "certificate" in failed.why
    assert sink.taken == []


def test_a_relay_that_takes_so_many_on_one_connection_gets_the_rest_on_another(relay: Relay, sink: Sink) -> None:
    sink.limit = 2
    assert [relay.send(JUDGE, ALICE, LETTER) for _ in range(5)] == [Sent()] * 5
    assert sink.greeted == 3


def test_ascii_asks_for_nothing_beyond_it(sink: Sink) -> None:
    with listening(sink, enable_SMTPUTF8=False) as port, Relay(Route("127.0.0.1", port)) as relay:
        assert relay.send(JUDGE, ALICE, LETTER) == Sent()
        refused = relay.send(JUDGE, "andré@example.org", LETTER)
    assert isinstance(refused, Failed)
    assert refused.permanent
