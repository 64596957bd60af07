"""The SMTP door: a letter is answered with 250 only once it has been kept (RFC 5321)."""

import asyncio
import logging
import re
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from threading import Thread
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope, Session, syntax

from judge.mail.limits import LARGEST_LETTER, excess

log = logging.getLogger(__name__)

Keep = Callable[[str, str | None, str, bytes], Future[int]]
"""Keeps a letter (door, sender, recipient, bytes); the future gives its number once it is on the disk."""

_LINE_LIMIT = 64 * 1024  # RFC 5321 4.5.3.1.6 says 1000; real senders do not all obey, and nothing is gained by refusing
_PATH = re.compile(r"<[^<>\x00-\x20\x7f-\x9f\ud800-\udfff]*>(?: .*)?")


@dataclass(frozen=True)
class Terms:
    """The name a door goes by, and what it allows.

    ``connections`` at once, ``recipients`` of one letter, seconds of ``silence``, seconds a letter has left when the
    door closes (``farewell``).
    """

    hostname: str = "localhost"
    connections: int = 20
    recipients: int = 10
    silence: float = 300
    farewell: float = 5


class SmtpDoor:
    """Listens in a thread of its own, where nothing happens but receiving.

    ``known`` says whether a recipient has a box here.
    """

    def __init__(
        self,
        host: str,
        port: int,
        known: Callable[[str], bool],
        keep: Keep,
        terms: Terms = Terms(),
    ) -> None:
        """Nothing is opened before ``start``; port 0 takes a free one."""
        self.terms = terms
        self.known = known
        self.keep = keep
        self.live: set[Conversation] = set()
        self._address = (host, port)
        self._opened: Future[int] = Future()
        self._thread = Thread(target=lambda: asyncio.run(self._serve()), name="smtp-door", daemon=True)

    def start(self) -> None:
        """Open the door; OSError when the port cannot be had."""
        logging.getLogger("mail.log").setLevel(logging.WARNING)  # aiosmtpd tells every address there
        self._thread.start()
        self._opened.result()

    def stop(self) -> None:
        """Let letters that are being received come to their end, answer 421 to everyone else, close."""
        with suppress(RuntimeError):  # closed already
            self._loop.call_soon_threadsafe(self._closing.set)
        self._thread.join()

    @property
    def port(self) -> int:
        """The port the door listens on."""
        return self._opened.result()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._closing = asyncio.Event()
        try:
            server = await self._loop.create_server(self._conversation, *self._address)
        except OSError as error:
            self._opened.set_exception(error)
            return
        self._opened.set_result(server.sockets[0].getsockname()[1])
        await self._closing.wait()
        server.close()
        await self._say_farewell()

    async def _say_farewell(self) -> None:
        for conversation in tuple(self.live):
            if conversation.receiving is None:
                conversation.dismiss()
        letters = [conversation.receiving for conversation in self.live if conversation.receiving]
        if letters:
            await asyncio.wait(letters, timeout=self.terms.farewell)
        for conversation in tuple(self.live):
            conversation.dismiss()

    def _conversation(self) -> "Conversation":
        return Conversation(self)


class Hooks:
    """What the door does at each step of a conversation, under the names aiosmtpd looks for."""

    def __init__(self, door: SmtpDoor) -> None:
        self._door = door

    async def handle_EHLO(  # noqa: N802  # the name is aiosmtpd's
        self, _: SMTP, session: Session, __: Envelope, hostname: str, answers: list[str]
    ) -> list[str]:
        """Greet."""
        session.host_name = hostname
        return [*answers[:-1], "250-PIPELINING", answers[-1]]

    async def handle_RCPT(  # noqa: N802
        self, _: SMTP, __: Session, envelope: Envelope, address: str, ___: list[str]
    ) -> str:
        """Take a recipient who has a box here."""
        if not self._door.known(address):
            return "550 5.1.1 Nobody of that address here"
        if len(envelope.rcpt_tos) >= self._door.terms.recipients:
            return "452 4.5.3 Too many recipients"
        if address not in envelope.rcpt_tos:
            envelope.rcpt_tos.append(address)
        return "250 2.1.5 Ok"

    async def handle_DATA(self, _: SMTP, __: Session, envelope: Envelope) -> str:  # noqa: N802
        """Keep the letter for each recipient, and say so when it is kept for all of them."""
        raw = envelope.original_content or b""
        too_much = excess(raw)
        if too_much:
            return f"554 5.6.0 Unusable: {too_much}"
        sender = None if envelope.mail_from in {None, "", "<>"} else envelope.mail_from
        keeping = [self._door.keep("smtp", sender, recipient, raw) for recipient in envelope.rcpt_tos]
        kept = await asyncio.shield(asyncio.gather(*map(asyncio.wrap_future, keeping)))
        return f"250 2.0.0 Ok: kept as {' '.join(map(str, kept))}"


class Conversation(SMTP):
    """One client's connection, with what aiosmtpd leaves open closed."""

    line_length_limit = _LINE_LIMIT

    def __init__(self, door: SmtpDoor) -> None:
        super().__init__(
            Hooks(door),
            data_size_limit=LARGEST_LETTER,
            enable_SMTPUTF8=True,
            hostname=door.terms.hostname,
            ident="ESMTP",
            timeout=door.terms.silence,
            auth_exclude_mechanism=["LOGIN", "PLAIN"],
        )
        self._door = door
        self.receiving: asyncio.Future[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to talk, unless too many do already."""
        super().connection_made(transport)
        self._door.live.add(self)
        if len(self._door.live) > self._door.terms.connections:
            self.dismiss("421 4.3.2 Too many connections")

    def connection_lost(self, error: Exception | None) -> None:
        """The client has gone, or was sent away."""
        self._door.live.discard(self)
        super().connection_lost(error)

    def dismiss(self, words: str = "421 4.3.2 Closing") -> None:
        """Say so and hang up."""
        if isinstance(self.transport, asyncio.Transport):
            self.transport.write(words.encode() + b"\r\n")
            self.transport.close()

    async def handle_exception(self, error: Exception) -> str:
        """Whatever went wrong here is ours: the client shall come again, and learns nothing of it."""
        log.error("a letter could not be taken", exc_info=error)
        self.envelope = self._create_envelope()
        return "451 4.3.0 Something is wrong here, please try again later"

    @syntax("MAIL FROM: <address>", extended=" [SP <mail-parameters>]")
    async def smtp_MAIL(self, arg: str | None) -> None:  # noqa: N802
        """Take a sender, whose address must be one."""
        await self._with_path("FROM:", arg, super().smtp_MAIL)

    @syntax("RCPT TO: <address>", extended=" [SP <mail-parameters>]")
    async def smtp_RCPT(self, arg: str | None) -> None:  # noqa: N802
        """Take a recipient, whose address must be one."""
        await self._with_path("TO:", arg, super().smtp_RCPT)

    async def smtp_VRFY(self, _: str) -> None:  # noqa: N802
        """Tell nothing about who is known here."""
        await self.push("252 2.5.0 Cannot say, but will try")

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        """Receive a letter."""
        self.receiving = self.loop.create_future()
        try:
            await super().smtp_DATA(arg)
        finally:
            self.receiving.set_result(None)
            self.receiving = None

    async def _with_path(
        self, word: str, arg: str | None, go_on: Callable[[str | None], Coroutine[Any, Any, None]]
    ) -> None:
        """Check the path before aiosmtpd's own parser, which stumbles over unfinished ones."""
        if arg and arg[: len(word)].upper() == word and not _PATH.fullmatch(arg[len(word) :].strip()):
            await self.push("553 5.1.7 That is no address")
        else:
            await go_on(arg)
