"""The next machine: a mail server that takes letters, or answers as it was told to."""

import asyncio
import os
import ssl
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from threading import Thread
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session


@dataclass
class Sink:
    """The next machine: it takes every letter but those it was told to answer otherwise.

    At the final dot of a letter to one of ``poison`` it hangs up; with ``slow`` it answers that many seconds late.
    """

    answers: dict[str, str] = field(default_factory=dict)
    taken: list[tuple[str | None, list[str], bytes]] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    greeted: int = 0
    hang_up: bool = False
    poison: set[str] = field(default_factory=set)
    slow: float = 0
    logins: list[LoginPassword] = field(default_factory=list)
    limit: int = 1000

    @property
    def subjects(self) -> list[str]:
        """The subject of each letter that was taken."""
        return [str(message_from_bytes(raw)["Subject"]) for _, _, raw in self.taken]

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
        self.asked.append(address)
        envelope.rcpt_tos.append(address)
        return self.answers.get(address, "250 OK")

    async def handle_DATA(self, server: SMTP, _: Session, envelope: Envelope) -> str:  # noqa: N802
        if len(self.taken) and len(self.taken) % self.limit == 0 and self.greeted <= len(self.taken) // self.limit:
            return "421 4.3.2 That many on one connection, and no more"
        if self.slow:
            await asyncio.sleep(self.slow)
        if self.hang_up or self.poison.intersection(envelope.rcpt_tos):
            assert server.transport is not None
            server.transport.close()
        answer = self.answers.get("DATA", "250 OK")
        if answer.startswith("250"):
            assert envelope.original_content is not None
            self.taken.append((envelope.mail_from, envelope.rcpt_tos, envelope.original_content))
        return answer

    def wait_for(self, *recipients: str) -> None:
        """Come back once a letter has come to each of these."""
        end = time.monotonic() + 600
        while not {*recipients} <= {to for _, all_of_them, _ in self.taken for to in all_of_them}:
            assert time.monotonic() < end, self.taken
            os.sched_yield()

    def log_in(self, _: SMTP, __: Session, ___: Envelope, ____: str, login: LoginPassword) -> AuthResult:
        self.logins.append(login)
        return AuthResult(success=login.password == b"open sesame", handled=False)


@contextmanager
def listening(sink: Sink, *, implicit: ssl.SSLContext | None = None, **options: Any) -> Iterator[int]:
    """The port of a sink, which listens in a thread of its own; ``options`` are aiosmtpd's."""
    opened: Future[int] = Future()
    loop = asyncio.new_event_loop()
    closing_time = asyncio.Event()

    async def listen() -> None:
        settings = {"enable_SMTPUTF8": True, "loop": loop, "hostname": "mx.example.com", **options}
        speakers: list[SMTP] = []

        def speaker() -> SMTP:
            speakers.append(SMTP(sink, **settings))
            return speakers[-1]

        server = await loop.create_server(speaker, "127.0.0.1", 0, ssl=implicit)
        opened.set_result(server.sockets[0].getsockname()[1])
        await closing_time.wait()
        server.close()
        for each in speakers:  # a mail server may keep its connection for the next letter
            if isinstance(each.transport, asyncio.Transport):
                each.transport.abort()
        conversations = asyncio.all_tasks() - {asyncio.current_task()}
        for conversation in conversations:
            conversation.cancel()
        await asyncio.gather(*conversations, return_exceptions=True)

    thread = Thread(target=lambda: loop.run_until_complete(listen()))
    thread.start()
    try:
        yield opened.result(10)
    finally:
        loop.call_soon_threadsafe(closing_time.set)
        thread.join()
        loop.close()
