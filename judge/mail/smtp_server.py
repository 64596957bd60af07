"""The servers that receive letters by SMTP or LMTP, each in a thread that does nothing but receive."""

import asyncio
import logging
import ssl
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from stat import S_ISSOCK
from threading import Thread

from judge.mail.smtp_session import KeepLetter, LmtpSession, Server, ServerLimits, SmtpSession

ListenAddress = tuple[str, int] | Path
"""Where a server listens: a host with a port, 0 for a free one, or a Unix socket."""


class SmtpListener:
    """Listens for SMTP clients; ``known`` tells whether a recipient exists here."""

    name = "smtp-door"
    kind: type[SmtpSession] = SmtpSession

    def __init__(
        self, place: ListenAddress, known: Callable[[str], bool], keep: KeepLetter, terms: ServerLimits
    ) -> None:
        """Nothing is opened before ``start``."""
        self._place = place
        self._server = Server(terms, known, keep)
        self._opened: Future[int] = Future()
        self._thread = Thread(target=lambda: asyncio.run(self._serve()), name=self.name, daemon=True)

    def start(self) -> None:
        """Start listening; OSError, which names the address, when that is impossible."""
        logging.getLogger("mail.log").setLevel(logging.WARNING)  # aiosmtpd tells every address there
        self._thread.start()
        try:
            self._opened.result()
        except OSError as error:
            where = self._place if isinstance(self._place, Path) else ":".join(map(str, self._place))
            raise OSError(error.errno, f"cannot listen on {where}: {error.strerror}") from error

    def stop(self) -> None:
        """Let letters being received come to their end, answer 421 to every other client, stop listening."""
        if self._thread.ident is None:  # never opened
            return
        with suppress(RuntimeError):  # closed already
            self._loop.call_soon_threadsafe(self._closing.set)
        self._thread.join()

    @property
    def port(self) -> int:
        """The port it listens on; 0 for a Unix socket."""
        return self._opened.result()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._closing = asyncio.Event()
        try:
            server = await self._listen()
        except OSError as error:
            self._opened.set_exception(error)
            return
        name = server.sockets[0].getsockname()
        self._opened.set_result(name[1] if isinstance(name, tuple) else 0)
        await self._closing.wait()
        server.close()
        await self._say_farewell()

    async def _listen(self) -> asyncio.Server:
        match self._place:
            case Path() as path:
                path.parent.mkdir(parents=True, exist_ok=True)
                if path.exists() and S_ISSOCK(path.stat().st_mode):
                    path.unlink()  # left over by a judge that was killed
                server = await self._loop.create_unix_server(self._conversation, path)
                path.chmod(0o666)  # the rights of its folder say who may come in
                return server
            case (host, port):
                return await self._loop.create_server(self._conversation, host, port)

    async def _say_farewell(self) -> None:
        live = self._server.live
        for conversation in tuple(live):
            if conversation.receiving is None:
                conversation.hang_up()
        letters = [conversation.receiving for conversation in live if conversation.receiving]
        if letters:
            await asyncio.wait(letters, timeout=self._server.terms.farewell)
        for conversation in tuple(live):
            conversation.hang_up()

    def _conversation(self) -> SmtpSession:
        return self.kind(self._server)


class LmtpListener(SmtpListener):
    """Listens for a mail server on this machine (RFC 2033)."""

    name = "lmtp-door"
    kind = LmtpSession


def tls_context(certificate: Path, key: Path | None) -> ssl.SSLContext:
    """The TLS context for STARTTLS; OSError (ssl.SSLError is one) when the files are missing or do not match."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    return context
