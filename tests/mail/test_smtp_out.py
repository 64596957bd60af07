"""Letters handed to a real next machine, whatever it answers."""

import asyncio
import socket
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass, field
from threading import Thread

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session

from judge.mail.smtp_out import Failed, Login, Relay, Sent

LETTER = b"Subject: Rome\r\n\r\n.\r\nA PAR - BUR\r\n"
JUDGE, ALICE, BOB = "judge+bounce@example.net", "alice@example.org", "bob@example.org"


@dataclass
class Sink:
    """The next machine: it takes every letter but those it was told to answer otherwise."""

    answers: dict[str, str] = field(default_factory=dict)
    taken: list[tuple[str | None, list[str], bytes]] = field(default_factory=list)
    greeted: int = 0
    hang_up: bool = False

    async def handle_EHLO(  # noqa: N802
        self, _: SMTP, session: Session, __: Envelope, hostname: str, answers: list[str]
    ) -> list[str]:
        session.host_name = hostname
        self.greeted += 1
        return answers

    async def handle_MAIL(  # noqa: N802
        self, _: SMTP, __: Session, envelope: Envelope, address: str, ___: list[str]
    ) -> str:
        envelope.mail_from = address
        return self.answers.get("MAIL", "250 OK")

    async def handle_RCPT(  # noqa: N802
        self, _: SMTP, __: Session, envelope: Envelope, address: str, ___: list[str]
    ) -> str:
        envelope.rcpt_tos.append(address)
        return self.answers.get(address, "250 OK")

    async def handle_DATA(self, server: SMTP, _: Session, envelope: Envelope) -> str:  # noqa: N802
        if self.hang_up:
            assert server.transport is not None
            server.transport.close()
        answer = self.answers.get("DATA", "250 OK")
        if answer.startswith("250"):
            assert envelope.original_content is not None
            self.taken.append((envelope.mail_from, envelope.rcpt_tos, envelope.original_content))
        return answer


@pytest.fixture
def sink() -> Sink:
    return Sink()


@pytest.fixture
def port(sink: Sink) -> Iterator[int]:
    """The port of the sink, which listens in a thread of its own."""
    opened: Future[int] = Future()
    loop = asyncio.new_event_loop()

    async def listen() -> None:
        server = await loop.create_server(lambda: SMTP(sink, enable_SMTPUTF8=True, loop=loop), "127.0.0.1", 0)
        opened.set_result(server.sockets[0].getsockname()[1])
        await closing_time.wait()
        server.close()

    closing_time = asyncio.Event()
    thread = Thread(target=lambda: loop.run_until_complete(listen()))
    thread.start()
    yield opened.result(10)
    loop.call_soon_threadsafe(closing_time.set)
    thread.join()
    loop.close()


@pytest.fixture
def relay(port: int) -> Iterator[Relay]:
    with Relay("127.0.0.1", port, timeout=5) as relay:
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
        ("DATA", "451 4.3.0 Later", Failed("451 4.3.0 Later", permanent=False)),
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
    with Relay("127.0.0.1", port, timeout=5) as relay:
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
        with Relay("127.0.0.1", server.getsockname()[1], timeout=5) as relay:
            failed = relay.send(JUDGE, ALICE, LETTER)
        answering.join()
    assert isinstance(failed, Failed)
    assert failed.everyone
    assert not failed.permanent


@pytest.mark.parametrize("options", [{"starttls": True}, {"login": Login("judge", "secret")}], ids=["TLS", "login"])
def test_a_relay_without_what_we_ask_for_gets_no_letter(port: int, sink: Sink, options: dict[str, object]) -> None:
    with Relay("127.0.0.1", port, timeout=5, **options) as relay:  # type: ignore[arg-type]  # one of two options
        failed = relay.send(JUDGE, ALICE, LETTER)
    assert isinstance(failed, Failed)
    assert failed.everyone
    assert "secret" not in failed.why
    assert sink.taken == []


def test_an_address_beyond_ascii_needs_a_relay_that_knows_them(relay: Relay, sink: Sink) -> None:
    assert relay.send(JUDGE, "andré@example.org", LETTER) == Sent()
    assert sink.taken[0][1] == ["andré@example.org"]
