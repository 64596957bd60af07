"""Receives letters by SMTP or LMTP: the session of a client, limits and refusals; the server (RFC 5321, RFC 2033)."""

import asyncio
import errno
import logging
import re
import socket
import ssl
from collections.abc import Callable, Collection, Coroutine
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from pathlib import Path
from stat import S_ISSOCK
from threading import Thread
from typing import Any, ClassVar, Protocol

from aiosmtpd.lmtp import LMTP
from aiosmtpd.proxy_protocol import ProxyData
from aiosmtpd.smtp import SMTP, Envelope, Session, syntax

from judge.mail.headers import LARGEST_LETTER, LONGEST_SMTP_LINE, limit_exceeded

# --- who may connect while others do: idle connections make room, letters under way do not


TOO_MANY = "421 4.3.2 Too many connections"
TOO_MANY_OF_YOURS = "421 4.7.0 Too many connections from your address"
PLACE_NEEDED = "421 4.3.2 Others are waiting, please come again"

_MOST_REMEMBERED = 10_000
"""Clients that are remembered to have delivered a letter."""

_IPV6_PREFIX = 64
"""Bits of an IPv6 address that whoever is given a network has not chosen (RFC 6177 2)."""

Networks = tuple[IPv4Network | IPv6Network, ...]


class Connection(Protocol):
    """A connection, as its slot is given and taken away.

    ``client`` is its address, None where there is none; ``heard`` when something was heard last, in seconds of the
    event loop; ``is_at_letter`` from DATA to the answer, ``has_sender`` from MAIL on.
    """

    client: str | None
    heard: float

    @property
    def is_at_letter(self) -> bool: ...  # noqa: D102

    @property
    def has_sender(self) -> bool: ...  # noqa: D102

    def hang_up(self, words: str) -> None: ...  # noqa: D102


def slot_holder(client: str) -> str:
    """Whom the slots of an address count for: itself, or of IPv6 the network of which one client has every address."""
    address = ip_address(client.partition("%")[0])
    return str(address if isinstance(address, IPv4Address) else ip_network((address, _IPV6_PREFIX), strict=False))


def is_among(client: str, networks: Networks) -> bool:
    """Whether an address is in one of the networks."""
    address = ip_address(client.partition("%")[0])
    return any(address in network for network in networks)


@dataclass(frozen=True)
class ConnectionSlots:
    """The connections of one server: ``most`` at once, ``per_client`` from one address outside the ``trusted``.

    Addresses that have delivered no letter yet have three quarters of all together. Where somebody finds no room, the
    connection that has been silent longest leaves, whatever it has said so far; of those at a letter none does.
    """

    most: int
    per_client: int
    trusted: Networks
    live: set[Connection] = field(default_factory=set)
    _delivered: dict[str, None] = field(default_factory=dict)

    @property
    def are_scarce(self) -> bool:
        """Whether more than half of them are taken."""
        return len(self.live) > self.most / 2

    def note_delivered(self, client: str | None) -> None:
        """Remember that an address has handed over a letter."""
        if client is None:
            return
        holder = slot_holder(client)
        self._delivered.pop(holder, None)
        self._delivered[holder] = None
        if len(self._delivered) > _MOST_REMEMBERED:
            del self._delivered[next(iter(self._delivered))]

    def refusal_of(self, newcomer: Connection) -> str | None:
        """The reply that refuses a new connection, already among the ``live``; None once there is room for it."""
        if self._has_too_many(newcomer.client):
            return TOO_MANY_OF_YOURS
        strangers = [one for one in self.live if self._is_stranger(one)]
        most_of_strangers = self.most - self.most // 4
        if self._is_stranger(newcomer) and len(strangers) > most_of_strangers:
            return self._without_longest_idle(strangers, newcomer)
        return self._without_longest_idle(self.live, newcomer) if len(self.live) > self.most else None

    def _has_too_many(self, client: str | None) -> bool:
        if client is None or is_among(client, self.trusted):
            return False
        holder = slot_holder(client)
        of_theirs = sum(slot_holder(other.client) == holder for other in self.live if other.client)
        return of_theirs > self.per_client

    def _is_stranger(self, one: Connection) -> bool:
        client = one.client
        return client is not None and not is_among(client, self.trusted) and slot_holder(client) not in self._delivered

    def _without_longest_idle(self, crowd: Collection[Connection], newcomer: Connection) -> str | None:
        """Close the idle connection that can be spared first; the reply to the newcomer where there is none."""
        idle = [one for one in crowd if one is not newcomer and not one.is_at_letter]
        if not idle:
            return TOO_MANY
        spared = min(idle, key=lambda one: (not self._is_stranger(one), one.has_sender, one.heard))
        self.live.discard(spared)
        spared.hang_up(PLACE_NEEDED)
        return None


# --- adds enhanced status codes to the SMTP replies of the library, which leaves them out (RFC 2034, RFC 3463)


_REPLY = re.compile(r"(?P<code>[245]\d\d) (?P<words>(?![245]\.\d{1,3}\.\d{1,3} ).*)", re.DOTALL)

_BY_CODE = {
    "220": "2.0.0",
    "221": "2.0.0",
    "250": "2.0.0",
    "252": "2.5.0",
    "421": "4.3.0",
    "451": "4.3.0",
    "454": "4.7.0",
    "500": "5.5.2",
    "501": "5.5.4",
    "502": "5.5.1",
    "503": "5.5.1",
    "504": "5.5.4",
    "530": "5.7.0",
    "535": "5.7.8",
    "538": "5.7.11",
    "552": "5.3.4",
    "553": "5.1.7",
    "554": "5.7.0",
    "555": "5.5.4",
}
_UNKNOWN_COMMAND = "5.5.1"
_ANY = "{}.0.0"


def with_status_code(reply: str, hostname: str) -> str:
    """A reply with its enhanced status code; one that has a code is unchanged.

    The greeting and the answers to EHLO, LHLO and HELO have none (RFC 2034 4); nor do the replies 3xx.
    """
    found = _REPLY.fullmatch(reply)
    if found is None or reply in {f"220 {hostname} ESMTP", f"250 {hostname}", "250 HELP"}:
        return reply
    code, words = found["code"], found["words"]
    by_code = _BY_CODE.get(code, _ANY.format(code[0]))
    status = _UNKNOWN_COMMAND if code == "500" and words.endswith("not recognized") else by_code
    return f"{code} {status} {words}"


# --- one client's SMTP or LMTP session: commands, replies, limits, refusals (RFC 5321, RFC 2033)


log = logging.getLogger(__name__)

KeepLetter = Callable[[str, str | None, str, bytes], Future[int]]
"""Stores a letter (server, sender, recipient, bytes); the future gives its number once it is on the disk.

The future raises OSError with ENOSPC when the disk is full.
"""

_END_OF_LETTER = b"\r\n.\r\n"

_PATH = re.compile(r"<[^<>\x00-\x20\x7f-\x9f\ud800-\udfff]*>(?: .*)?")
_PLAIN_PATH = re.compile(r"<([a-z0-9+_=-]+(?:\.[a-z0-9+_=-]+)*@[a-z0-9-]+(?:\.[a-z0-9-]+)*)>(?: +(.*))?", re.IGNORECASE)
"""A path as nearly every client writes it; the parser of all that is allowed takes a hundred times as long."""

_PROXY_TIMEOUT = 5.0

_SMUGGLED = re.compile(rb"\.(?:(?:(?<=\r\.)|(?<=[^\r]\n\.))\r\n|(?<=[\r\n]\.)(?:\n|\r[^\n]))")
"""A dot alone between line ends of which one is bare: some servers would take the letter to end there.

Only CR LF dot CR LF ends a letter (RFC 5321 4.1.1.4), and no honest client writes this.
"""

CLOSING = "421 4.3.2 Closing"
TOO_SLOW = "421 4.4.2 Too slow"
SESSION_TOO_LONG = "421 4.4.2 You have been here long enough"
NOT_A_TRUSTED_PROXY = "421 4.7.1 Not from here"
TOO_MUCH = "552 5.3.4 Too much mail data"
DISK_FULL = "452 4.3.1 The disk here is full, please try again later"
INTERNAL_ERROR = "451 4.3.0 Something is wrong here, please try again later"


@dataclass(frozen=True)
class ServerLimits:
    """The host name of a server and its limits.

    ``connections`` at once, ``per_client`` from one address outside the ``trusted``, ``recipients`` of one letter,
    seconds of ``silence`` (a letter must arrive whole within them), those before a letter is begun while slots are
    scarce (``hurried``), seconds a session may last (``longest``), seconds that a letter being received has left when
    the server stops, and a last reply has to leave (``farewell``). With ``proxies`` only these may connect, each
    connection opened by the PROXY protocol; with ``tls`` STARTTLS is offered.
    """

    hostname: str = "localhost"
    connections: int = 20
    per_client: int = 3
    trusted: tuple[IPv4Network | IPv6Network, ...] = (ip_network("127.0.0.0/8"), ip_network("::1/128"))
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    recipients: int = 10
    silence: float = 300
    hurried: float = 20
    longest: float = 3600
    farewell: float = 5
    tls: ssl.SSLContext | None = None


class Server:
    """What the sessions of one server share; ``known`` tells whether a recipient exists here."""

    def __init__(self, terms: ServerLimits, known: Callable[[str], bool], keep: KeepLetter) -> None:
        self.terms, self.known, self.keep = terms, known, keep
        self.slots = ConnectionSlots(terms.connections, terms.per_client, terms.trusted)
        self.live: set[SmtpSession] = set()


class _FewNames:
    """Tells of its names only those that aiosmtpd looks for, among all there are, whenever somebody connects."""

    _names: ClassVar[tuple[str, ...]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._names = tuple(name for name in dir(cls) if name.startswith(("smtp_", "auth_", "handle_")))

    def __dir__(self) -> tuple[str, ...]:
        return self._names


class SessionHooks(_FewNames):
    """The handlers of one session's commands, under the names that aiosmtpd looks for."""

    def __init__(self, server: Server) -> None:
        self._server = server

    async def handle_PROXY(  # noqa: N802  # the name is aiosmtpd's
        self, server: "SmtpSession", _: Session, __: Envelope, proxied: ProxyData
    ) -> bool:
        """Take the client's address from the proxy, which was itself checked before; some proxies know none."""
        known = isinstance(proxied.src_addr, IPv4Address | IPv6Address)
        server.client = str(proxied.src_addr) if known else None
        return server.takes_slot()

    async def handle_EHLO(  # noqa: N802
        self, _: SMTP, session: Session, __: Envelope, hostname: str, answers: list[str]
    ) -> list[str]:
        """Greet; no login is offered, whatever aiosmtpd would offer over TLS."""
        session.host_name = hostname
        offers = [answer for answer in answers[:-1] if not answer.startswith("250-AUTH")]
        return [*offers, "250-PIPELINING", "250-ENHANCEDSTATUSCODES", answers[-1]]

    async def handle_RCPT(  # noqa: N802
        self, _: SMTP, __: Session, envelope: Envelope, address: str, ___: list[str]
    ) -> str:
        """Accept a recipient that exists here."""
        if not self._server.known(address):
            return "550 5.1.1 Nobody of that address here"
        if len(envelope.rcpt_tos) >= self._server.terms.recipients:
            return "452 4.5.3 Too many recipients"
        if address not in envelope.rcpt_tos:
            envelope.rcpt_tos.append(address)
        return "250 2.1.5 Ok"

    async def handle_DATA(self, server: "SmtpSession", _: Session, envelope: Envelope) -> str:  # noqa: N802
        """Store the letter for each recipient, and confirm once it is stored for all of them."""
        raw = envelope.original_content or b""
        if server.smuggles:
            return "554 5.5.2 Refused: a dot alone between bare line ends"
        too_much = limit_exceeded(raw)
        if too_much:
            return f"554 5.6.0 Unusable: {too_much}"
        sender = None if envelope.mail_from in {None, "", "<>"} else envelope.mail_from
        keeping = [self._server.keep("smtp", sender, recipient, raw) for recipient in envelope.rcpt_tos]
        await asyncio.shield(asyncio.gather(*map(asyncio.wrap_future, keeping)))
        self._server.slots.note_delivered(server.client)
        return "250 2.0.0 Ok: kept"  # under which number would tell how many letters others have written


class SmtpSession(_FewNames, SMTP):
    """One client's session, with the gaps of aiosmtpd filled."""

    line_length_limit = LONGEST_SMTP_LINE

    def __init__(self, server: Server) -> None:
        terms = server.terms
        super().__init__(
            SessionHooks(server),
            data_size_limit=LARGEST_LETTER,
            enable_SMTPUTF8=True,
            hostname=terms.hostname,
            ident="ESMTP",
            tls_context=terms.tls,
            timeout=terms.silence,
            auth_exclude_mechanism=["LOGIN", "PLAIN"],
            proxy_protocol_timeout=_PROXY_TIMEOUT if terms.proxies else None,
        )
        self._server = server
        self._received = 0
        self._last = b""
        self._end: asyncio.TimerHandle | None = None
        self.smuggles = False
        self._next_smuggles = False
        self._is_in_letter = False
        self.client: str | None = None
        self.heard = 0.0
        self.receiving: asyncio.Future[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start the session, unless there are too many; after STARTTLS, continue it."""
        super().connection_made(transport)
        if self in self._server.live:
            return
        self._server.live.add(self)
        self.heard = self.loop.time()
        self._end = self.loop.call_later(self._server.terms.longest, self.hang_up, SESSION_TOO_LONG)
        peer = transport.get_extra_info("peername")
        self.client = str(peer[0]) if isinstance(peer, tuple) else None  # a Unix socket has no addresses
        is_proxy = self.client is None or is_among(self.client, self._server.terms.proxies)
        if self._server.terms.proxies and not is_proxy:
            self.hang_up(NOT_A_TRUSTED_PROXY)
        elif not self._server.terms.proxies:
            self.takes_slot()

    def takes_slot(self) -> bool:
        """Whether there is room for the session; where there is none the client is told, and leaves."""
        self._server.slots.live.add(self)
        refusal = self._server.slots.refusal_of(self)
        if refusal:
            self._server.slots.live.discard(self)
            self.hang_up(refusal)
            return False
        self._reset_timeout()
        return True

    @property
    def is_at_letter(self) -> bool:
        """Whether a letter is under way, from DATA to its answer."""
        return self.receiving is not None

    @property
    def has_sender(self) -> bool:
        """Whether MAIL has been accepted."""
        return self.envelope is not None and self.envelope.mail_from is not None

    def _reset_timeout(self, duration: float | None = None) -> None:
        """Called by aiosmtpd at every command: while slots are scarce nobody keeps one without a letter for long."""
        hurries = self._server.slots.are_scarce and not self.has_sender
        super()._reset_timeout(duration or (self._server.terms.hurried if hurries else None))

    def connection_lost(self, error: Exception | None) -> None:
        """The client disconnected, or was disconnected."""
        self._server.live.discard(self)
        self._server.slots.live.discard(self)
        if self._end is not None:
            self._end.cancel()
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        """Process received bytes; stop reading a letter at twice the announced size, because lines need not end."""
        self._received += len(data)
        self.heard = self.loop.time()
        self._look_for_bare_dots(self._last + data)
        self._last = (self._last + data)[-4:]
        if self.receiving is not None and self._received > 2 * LARGEST_LETTER:
            self.hang_up(TOO_MUCH)
        else:
            super().data_received(data)

    def _look_for_bare_dots(self, seen: bytes) -> None:
        """Note which letter a bare dot belongs to: one after the end of a letter, or before DATA, is the next's."""
        letter, end, beyond = seen.partition(_END_OF_LETTER) if self._is_in_letter else (b"", b"", seen)
        self._is_in_letter = self._is_in_letter and not end
        self.smuggles = self.smuggles or bool(_SMUGGLED.search(letter + end))
        self._next_smuggles = self._next_smuggles or bool(_SMUGGLED.search(beyond))

    def hang_up(self, words: str = CLOSING) -> None:
        """Send a last reply and close the connection."""
        if isinstance(self.transport, asyncio.Transport) and not self.transport.is_closing():
            self.transport.write(words.encode() + b"\r\n")
            self.transport.close()
            self.loop.call_later(self._server.terms.farewell, self.transport.abort)  # one that reads no answer stays

    def _timeout_cb(self) -> None:
        """Called by aiosmtpd on timeout: reply before closing, which aiosmtpd would not do."""
        self.hang_up(TOO_SLOW)

    async def push(self, status: str | bytes) -> None:
        """Send a reply, with an enhanced status code also where aiosmtpd gives none."""
        await super().push(with_status_code(status if isinstance(status, str) else status.decode(), self.hostname))

    async def handle_exception(self, error: Exception) -> str:
        """Reply to an internal error: the client shall try again, and learns nothing about the error."""
        log.error("a letter could not be taken", exc_info=error)
        self.envelope = self._create_envelope()
        return DISK_FULL if isinstance(error, OSError) and error.errno == errno.ENOSPC else INTERNAL_ERROR

    @syntax("MAIL FROM: <address>", extended=" [SP <mail-parameters>]")
    async def smtp_MAIL(self, arg: str | None) -> None:  # noqa: N802
        """Accept a sender whose path is well formed."""
        await self._with_path("FROM:", arg, super().smtp_MAIL)

    @syntax("RCPT TO: <address>", extended=" [SP <mail-parameters>]")
    async def smtp_RCPT(self, arg: str | None) -> None:  # noqa: N802
        """Accept a recipient whose path is well formed."""
        await self._with_path("TO:", arg, super().smtp_RCPT)

    async def smtp_VRFY(self, _: str) -> None:  # noqa: N802
        """Reveal nothing about which recipients exist."""
        await self.push("252 2.5.0 Cannot say, but will try")

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        """Receive a letter."""
        self._received = 0
        self.smuggles, self._next_smuggles, self._is_in_letter = self._next_smuggles, False, True
        self.receiving = self.loop.create_future()
        try:
            await super().smtp_DATA(arg)
        finally:
            self._is_in_letter = False
            self.receiving.set_result(None)
            self.receiving = None

    def _getaddr(self, arg: str) -> tuple[str | None, str | None]:
        """Called by aiosmtpd for what stands behind FROM: or TO: the address and what follows it."""
        plain = _PLAIN_PATH.fullmatch(arg)
        return (plain[1], plain[2] or "") if plain else super()._getaddr(arg)

    async def _with_path(
        self, word: str, arg: str | None, go_on: Callable[[str | None], Coroutine[Any, Any, None]]
    ) -> None:
        """Check the path before aiosmtpd's own parser, which fails on unfinished ones."""
        if arg and arg[: len(word)].upper() == word and not _PATH.fullmatch(arg[len(word) :].strip()):
            await self.push("553 5.1.7 That is no address")
        else:
            await go_on(arg)


class LmtpSession(SmtpSession, LMTP):
    """A session of a mail server on this machine, one recipient at a time: aiosmtpd answers DATA once."""


# --- the servers that receive letters by SMTP or LMTP, each in a thread that does nothing but receive


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
