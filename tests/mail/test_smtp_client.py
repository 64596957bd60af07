"""Letters handed to a real next machine, whatever it answers."""

import socket
import ssl
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread
from typing import Any, Literal

import pytest

from judge.mail.smtp_client import (
    ConnectionLost,
    Login,
    RefusalScope,
    Relay,
    RelayAccepted,
    RelayRefused,
    RelayUnreachable,
    Route,
    SendOutcome,
    SmtpStep,
    Timeouts,
    classify_reply,
)
from tests.mail.sink import Sink, listening

LETTER = b"Subject: Rome\r\n\r\n.\r\nA PAR - BUR\r\n"
QUICK = Timeouts(step=5, greeting=5, command=5, data=5, block=5, dot=5)
JUDGE, ALICE, BOB = "judge+bounce@example.net", "alice@example.org", "bob@example.org"


@pytest.fixture
def relay(port: int) -> Iterator[Relay]:
    with Relay(Route("127.0.0.1", port, patience=QUICK)) as relay:
        yield relay


def test_a_letter_arrives_as_it_was_written(relay: Relay, sink: Sink) -> None:
    assert relay.send(JUDGE, ALICE, LETTER) == RelayAccepted()
    assert sink.taken == [(JUDGE, [ALICE], LETTER)]


def test_the_null_sender_goes_as_such(relay: Relay, sink: Sink) -> None:
    assert relay.send("", ALICE, LETTER) == RelayAccepted()
    assert sink.taken[0][0] == "<>"


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"], ids=["LF", "CR", "CRLF"])
def test_no_line_end_can_smuggle_a_second_letter(relay: Relay, sink: Sink, end: bytes) -> None:
    smuggler = b"one" + end + b"." + end + b"MAIL FROM:<mallory@example.com>" + end
    assert relay.send(JUDGE, ALICE, smuggler) == RelayAccepted()
    assert sink.taken == [(JUDGE, [ALICE], b"one\r\n.\r\nMAIL FROM:<mallory@example.com>\r\n")]


def test_one_connection_serves_many_letters(relay: Relay, sink: Sink) -> None:
    assert [relay.send(JUDGE, ALICE, LETTER) for _ in range(5)] == [RelayAccepted()] * 5
    assert sink.greeted == 1


def test_a_recipient_unknown_there_is_for_good_and_his_own_affair(relay: Relay, sink: Sink) -> None:
    sink.answers[BOB] = "550 5.1.1 No such\tuser"
    assert relay.send(JUDGE, BOB, LETTER) == RelayRefused("550 5.1.1 No such user", permanent=True)
    assert relay.send(JUDGE, ALICE, LETTER) == RelayAccepted()
    assert sink.greeted == 1


@pytest.mark.parametrize(
    ("place", "answer", "outcome"),
    [
        (ALICE, "450 4.2.2 Mailbox full", RelayRefused("450 4.2.2 Mailbox full")),
        (ALICE, "450 Busy", RelayRefused("450 Busy")),
        (ALICE, "451 4.7.1 Greylisted", RelayRefused("451 4.7.1 Greylisted", scope=RefusalScope.DOMAIN)),
        (ALICE, "451 Later", RelayRefused("451 Later", scope=RefusalScope.DOMAIN)),
        (ALICE, "550 Nobody", RelayRefused("550 Nobody", permanent=True)),
        (
            ALICE,
            "554 5.7.1 <a>: Relay access denied",
            RelayRefused("554 5.7.1 <a>: Relay access denied", scope=RefusalScope.RELAY),
        ),
        (ALICE, "550 relay not permitted", RelayRefused("550 relay not permitted", scope=RefusalScope.RELAY)),
        (
            ALICE,
            "553 not in rcpthosts (#5.7.1)",
            RelayRefused("553 not in rcpthosts (#5.7.1)", scope=RefusalScope.RELAY),
        ),
        (ALICE, "550 5.1.1 no relay here knows him", RelayRefused("550 5.1.1 no relay here knows him", permanent=True)),
        (ALICE, "530 5.7.0 Log in first", RelayUnreachable("530 5.7.0 Log in first")),
        ("DATA", "451 4.3.0 Later", RelayRefused("451 4.3.0 Later", scope=RefusalScope.DOMAIN)),
        ("DATA", "554 5.7.1 Spam", RelayRefused("554 5.7.1 Spam", permanent=True)),
        ("DATA", "421 4.3.2 Closing", ConnectionLost("421 4.3.2 Closing")),
        ("MAIL", "552 5.3.4 Too big", RelayRefused("552 5.3.4 Too big", permanent=True)),
        ("MAIL", "550 5.1.8 No such sender", RelayRefused("550 5.1.8 No such sender", scope=RefusalScope.RELAY)),
        ("MAIL", "530 5.7.0 Who are you", RelayUnreachable("530 5.7.0 Who are you")),
        ("MAIL", "535 5.7.8 Wrong password", RelayUnreachable("535 5.7.8 Wrong password")),
        ("MAIL", "421 4.3.2 Closing", ConnectionLost("421 4.3.2 Closing")),
        (ALICE, "421 4.3.2 Closing", ConnectionLost("421 4.3.2 Closing")),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_refusal_is_understood(relay: Relay, sink: Sink, place: str, answer: str, outcome: SendOutcome) -> None:
    sink.answers[place] = answer
    assert relay.send(JUDGE, ALICE, LETTER) == outcome
    assert sink.taken == []
    sink.answers.clear()
    assert relay.send(JUDGE, ALICE, LETTER) == RelayAccepted()


OF_THE_RELAY: dict[SmtpStep, tuple[str, ...]] = {
    SmtpStep.MAIL: ("550 5.7.1 Sender rejected", "554 Policy", "555 Unknown parameter", "552 5.2.2 Quota of the sender", "521 x"),  # noqa: E501
    SmtpStep.RCPT: (
        "550 5.7.1 relay denied", "551 We do not relay", "553 that domain isn't in my list of allowed rcpthosts",
        "550 Authentication required", "550 5.5.1 auth required", "554 policy", "554 Your IP is blacklisted",
        "550 Sender verify failed", "550 Access denied", "550 5.3.2 System not accepting", "521 No mail here",
        "503 5.5.1 Bad sequence", "500 What?", "502 Not implemented", "550 5.4.5 Daily sending quota exceeded",
        "550 5.7.23 SPF", "550 Log in first", "550 Client host rejected",
    ),
    SmtpStep.DATA: (
        "550 5.7.1 relay denied", "554 5.7.1 Relay access denied", "550 5.7.1 Authentication required",
        "550 5.7.60 Client does not have permissions to send as this sender", "550 5.7.26 unauthenticated",
        "550 5.4.5 Daily user sending limit exceeded", "503 5.5.1 No valid recipients", "521 No mail here",
        "554 Client host listed by spamhaus",
    ),
}  # fmt: skip
OF_THE_LETTER: dict[SmtpStep, tuple[str, ...]] = {
    SmtpStep.MAIL: ("552 5.3.4 Too big", "552 Too big"),
    SmtpStep.RCPT: (
        "550 5.1.1 No such user", "550 5.5.0 mailbox unavailable", "550 5.4.1 Recipient address rejected: Access denied",  # noqa: E501
        "556 5.1.10 takes no mail", "550 User unknown",
        "552 5.2.2 Mailbox full", "553 No such name", "550 5.2.1 Disabled",
    ),
    SmtpStep.DATA: ("554 5.7.1 Spam", "552 5.3.4 Too big", "554 5.6.0 Unusable", "554 Transaction failed", "500 5.5.2 Line too long"),  # noqa: E501
}  # fmt: skip


def test_a_refusal_of_the_relays_own_doing_is_no_letters() -> None:
    for step, refusals in OF_THE_RELAY.items():
        for refusal in refusals:
            told = classify_reply(step, int(refusal[:3]), refusal[4:])
            assert told == RelayRefused(refusal, scope=RefusalScope.RELAY), (step, refusal)
    for step, refusals in OF_THE_LETTER.items():
        for refusal in refusals:
            assert classify_reply(step, int(refusal[:3]), refusal[4:]) == RelayRefused(refusal, permanent=True), (
                step,
                refusal,
            )


def test_a_connection_lost_in_the_letter_is_no_fault_of_the_recipient(relay: Relay, sink: Sink) -> None:
    sink.hang_up = True
    assert relay.send(JUDGE, ALICE, LETTER) == ConnectionLost("Connection unexpectedly closed", is_unsure=True)
    sink.hang_up = False
    assert relay.send(JUDGE, ALICE, LETTER) == RelayAccepted()


def test_the_answer_to_a_letter_is_waited_for_as_long_as_the_protocol_asks() -> None:
    """RFC 5321 4.5.3.2.6: a server may take its time over the final dot; who does not wait sends twice."""
    assert Timeouts().dot >= 600
    assert (Timeouts().greeting, Timeouts().command, Timeouts().data, Timeouts().block) == (300, 300, 120, 180)


def test_a_slow_answer_to_the_letter_is_an_answer(port: int, sink: Sink) -> None:
    sink.slow = 1
    with Relay(Route("127.0.0.1", port, patience=replace(QUICK, step=0.5))) as relay:
        assert relay.send(JUDGE, ALICE, LETTER) == RelayAccepted()
    assert len(sink.taken) == 1


def test_no_answer_to_the_letter_leaves_open_whether_it_was_taken(port: int, sink: Sink) -> None:
    sink.slow = 1
    with Relay(Route("127.0.0.1", port, patience=replace(QUICK, dot=0.2))) as relay:
        assert relay.send(JUDGE, ALICE, LETTER) == ConnectionLost("no answer in time", is_unsure=True)


def test_a_judge_that_is_stopped_does_not_wait_out_a_slow_relay(port: int, sink: Sink) -> None:
    sink.slow = 1
    stopping = Event()
    stopping.set()
    with Relay(Route("127.0.0.1", port, patience=replace(QUICK, dot=600, farewell=0.2)), stopping) as relay:
        outcome = relay.send(JUDGE, ALICE, LETTER)
    assert outcome == ConnectionLost("no answer before the judge was stopped", is_unsure=True)


def test_a_connection_that_fell_silent_is_made_anew(relay: Relay, sink: Sink) -> None:
    relay.send(JUDGE, ALICE, LETTER)
    sink.answers["DATA"] = "250 OK"
    assert relay._connection is not None  # the line is cut from below, as a network does
    assert relay._connection.sock is not None
    relay._connection.sock.shutdown(socket.SHUT_RDWR)
    assert relay.send(JUDGE, ALICE, LETTER) == RelayAccepted()
    assert sink.greeted == 2


def test_nobody_at_home_is_passing() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        port = server.getsockname()[1]
    with Relay(Route("127.0.0.1", port, patience=QUICK)) as relay:
        assert relay.send(JUDGE, ALICE, LETTER) == RelayUnreachable("[Errno 111] Connection refused")


def test_what_is_no_mail_server_is_passing() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:

        def answer() -> None:
            connection, _ = server.accept()
            with connection:
                connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        answering = Thread(target=answer)
        answering.start()
        with Relay(Route("127.0.0.1", server.getsockname()[1], patience=QUICK)) as relay:
            failed = relay.send(JUDGE, ALICE, LETTER)
        answering.join()
    assert isinstance(failed, RelayUnreachable)


@pytest.mark.parametrize("options", [{"tls": "starttls"}, {"login": Login("judge", "secret")}], ids=["TLS", "login"])
def test_a_relay_without_what_we_ask_for_gets_no_letter(port: int, sink: Sink, options: dict[str, object]) -> None:
    with Relay(replace(Route("127.0.0.1", port, patience=QUICK), **options)) as relay:  # type: ignore[arg-type]  # one of two options
        failed = relay.send(JUDGE, ALICE, LETTER)
    assert isinstance(failed, RelayUnreachable)
    assert "secret" not in failed.why
    assert sink.taken == []


def test_an_address_beyond_ascii_needs_a_relay_that_knows_them(relay: Relay, sink: Sink) -> None:
    assert relay.send(JUDGE, "andré@example.org", LETTER) == RelayAccepted()
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
            assert relay.send(JUDGE, ALICE, LETTER) == RelayAccepted()
    assert sink.taken == [(JUDGE, [ALICE], LETTER)]
    assert [login.login for login in sink.logins] == [b"judge"]


def test_a_wrong_password_is_no_fault_of_the_recipient_and_is_not_told(sink: Sink, certificate: Path) -> None:
    with listening(sink, tls_context=encrypted(certificate), authenticator=sink.log_in) as port:
        login = Login("judge", "close sesame")
        with Relay(Route("127.0.0.1", port, "starttls", certificate, login)) as relay:
            failed = relay.send(JUDGE, ALICE, LETTER)
    assert isinstance(failed, RelayUnreachable)
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
    assert isinstance(failed, RelayUnreachable)
    assert "certificate" in failed.why
    assert sink.taken == []


def test_a_relay_that_takes_so_many_on_one_connection_gets_the_rest_on_another(relay: Relay, sink: Sink) -> None:
    sink.limit = 2
    assert [relay.send(JUDGE, ALICE, LETTER) for _ in range(5)] == [RelayAccepted()] * 5
    assert sink.greeted == 3


def test_ascii_asks_for_nothing_beyond_it(sink: Sink) -> None:
    with listening(sink, enable_SMTPUTF8=False) as port, Relay(Route("127.0.0.1", port)) as relay:
        assert relay.send(JUDGE, ALICE, LETTER) == RelayAccepted()
        refused = relay.send(JUDGE, "andré@example.org", LETTER)
    assert isinstance(refused, RelayRefused)
    assert refused.permanent
