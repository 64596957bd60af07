"""The servers that receive letters by SMTP or LMTP, each in a thread that does nothing but receive."""

import asyncio
import logging
import socket
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

_BACKLOG = 100
"""How many clients may wait to be accepted."""


class SmtpListener:
    """Listens for SMTP clients; ``known`` tells whether a recipient exists here."""

    name = "smtp-door"
    kind: type[SmtpSession] = SmtpSession

    def __init__(
        self, place: ListenAddress, known: Callable[[str], bool], keep: KeepLetter, terms: ServerLimits
    ) -> None:
        """Nothing is opened before ``bind`` or ``start``."""
        self._place = place
        self._server = Server(terms, known, keep)
        self._sockets: tuple[socket.socket, ...] = ()
        self.port = 0
        """The port it listens on once it is bound; 0 for a Unix socket."""
        self._serves: Future[None] = Future()
        self._thread: Thread | None = None  # begun where it serves: no thread outlives a fork

    def bind(self) -> None:
        """Open the sockets: clients wait from now on; OSError, which names the address, when that is impossible.

        A process forked from here may ``start`` on them, and another one after it.
        """
        try:
            self._sockets = _bound(self._place)
        except OSError as error:
            where = self._place if isinstance(self._place, Path) else ":".join(map(str, self._place))
            raise OSError(error.errno, f"cannot listen on {where}: {error.strerror}") from error
        name = self._sockets[0].getsockname()
        self.port = int(name[1]) if isinstance(name, tuple) else 0

    def start(self) -> None:
        """Serve, after ``bind`` where that has not been done."""
        logging.getLogger("mail.log").setLevel(logging.WARNING)  # aiosmtpd tells every address there
        if not self._sockets:
            self.bind()
        self._thread = Thread(target=lambda: asyncio.run(self._serve()), name=self.name, daemon=True)
        self._thread.start()
        self._serves.result()

    def call(self, act: Callable[[], None]) -> None:
        """Have something done between two commands of clients; never once the server has stopped."""
        with suppress(RuntimeError):  # closed already
            self._loop.call_soon_threadsafe(act)

    def stop(self) -> None:
        """Let letters being received come to their end, answer 421 to every other client, stop listening."""
        if self._thread:
            self.call(self._closing.set)
            self._thread.join()
        for each in self._sockets:
            each.close()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._closing = asyncio.Event()
        servers = [await self._loop.create_server(self._conversation, sock=each.dup()) for each in self._sockets]
        self._serves.set_result(None)
        await self._closing.wait()
        for server in servers:
            server.close()
        await self._say_farewell()

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


def _bound(place: ListenAddress) -> tuple[socket.socket, ...]:
    """Sockets that listen, though nobody accepts yet: one, or one for each address of a host."""
    match place:
        case Path() as path:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists() and S_ISSOCK(path.stat().st_mode):
                path.unlink()  # left over by a judge that was killed
            return (_bound_to_path(path),)
        case (host, port):
            return asyncio.run(_bound_to_host(host, port))


def _bound_to_path(path: Path) -> socket.socket:
    bound = socket.socket(socket.AF_UNIX)
    try:
        bound.bind(str(path))
        path.chmod(0o666)  # the rights of its folder say who may come in
        bound.listen(_BACKLOG)
    except OSError:
        bound.close()
        raise
    return bound


async def _bound_to_host(host: str, port: int) -> tuple[socket.socket, ...]:
    server = await asyncio.get_running_loop().create_server(asyncio.Protocol, host, port, backlog=_BACKLOG)
    try:
        return tuple(each.dup() for each in server.sockets)
    finally:
        server.close()


def tls_context(certificate: Path, key: Path | None) -> ssl.SSLContext:
    """The TLS context for STARTTLS; OSError (ssl.SSLError is one) when the files are missing or do not match."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    return context
