"""Hands letters to the relay by SMTP, and tells what each of its replies means."""

import re
import select
import smtplib
import ssl
import time
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from threading import Event
from types import TracebackType
from typing import Any, Literal, Self

# --- the outcome of handing a letter to the relay, and the meaning of each of its refusals


_CLOSING = 421
_NO_MAILBOX_NOW = 450
_TOO_BIG = 552
_LOGIN_WANTED = frozenset({530, 534, 535, 538})
"""Codes of a server that wants a login, or another one (RFC 4954 6)."""


class SmtpStep(Enum):
    """The command of a transaction that is answered (RFC 5321 3.3); DATA is also the letter itself."""

    MAIL = "MAIL"
    RCPT = "RCPT"
    DATA = "DATA"


class RefusalScope(Enum):
    """What a refusal applies to."""

    LETTER = "letter"  # this letter's, or the mailbox's it goes to
    DOMAIN = "domain"  # every letter's to the recipient's mail domain
    RELAY = "relay"  # the next machine's, which does not take letters from us: a setting there or here


@dataclass(frozen=True)
class RelayAccepted:
    """The relay has accepted the letter: its reply."""

    said: str = field(default="", compare=False)


@dataclass(frozen=True)
class RelayRefused:
    """The relay has refused: its reply (``why``), whether for good, what the refusal applies to."""

    why: str
    permanent: bool = False
    scope: RefusalScope = RefusalScope.LETTER


@dataclass(frozen=True)
class ConnectionLost:
    """The connection ended while the letter was handed over.

    ``is_unsure`` when that was after the final dot: the relay may have accepted the letter all the same.
    """

    why: str
    is_unsure: bool = False


@dataclass(frozen=True)
class RelayUnreachable:
    """No letter can leave now: no answer, or greeting, encryption or login failed as configured."""

    why: str


SendOutcome = RelayAccepted | RelayRefused | ConnectionLost | RelayUnreachable


_STATUS = re.compile(r"(?:^\d{3} |\(#)\d\.(?P<subject>\d{1,3})\.(?P<detail>\d{1,3})")
_MAILBOX, _PROTOCOL, _POLICY = frozenset({"1", "2"}), "5", "7"
"""Subjects of enhanced status codes: an address or a mailbox (RFC 3463 3.2, 3.3), the protocol (3.6), security or
policy (3.8)."""

_ABOUT_SERVER = frozenset({("3", "2"), ("4", "5"), ("7", "57"), ("7", "60"), *(("7", str(n)) for n in range(20, 28))})
"""Takes no letters, has taken too many (RFC 3463 3.4, 3.5), does not know the sender (RFC 7372, 7489; Exchange)."""

_ABOUT_COMMANDS = frozenset({500, 502, 503, 521, 555})
"""Codes about a command, or of a server that takes no mail at all (RFC 5321 4.2.2, RFC 7504 3)."""

_ABOUT_RECIPIENTS = frozenset({550, 551, 552, 553, 556})
"""Codes by which a recipient is refused for good (RFC 5321 4.3.2, RFC 7504 4)."""

_ABOUT_SENDER = re.compile(
    r"\brelay|\bauthenticat|\bauth required|\blog ?in\b|\bblack ?list|\bblock ?list|\bspamhaus"
    r"|\byour (?:ip|host|server)\b|\bclient host\b|\bsender verif|\baccess denied|\brcpthosts\b"
    r"|\bsending (?:quota|limit)",
    re.IGNORECASE,
)
"""Words of refusals without a useful status code that are about whoever hands letters over."""


def classify_reply(step: SmtpStep, code: int, words: bytes | str) -> SendOutcome:
    """The outcome that a refusal at a step of the transaction means.

    A reply 5xx is for good (RFC 5321 4.2.1), unless the relay takes nothing from the judge at all. At MAIL the judge is
    refused, unless it is the size of the letter.
    """
    why, permanent = reply_line(code, words), code >= 500  # noqa: PLR2004
    if code == _CLOSING:
        return ConnectionLost(why)
    if code in _LOGIN_WANTED:
        return RelayUnreachable(why)
    found = _STATUS.search(why)
    status = (found["subject"], found["detail"]) if found else None
    if permanent and _is_about_relay(step, code, status, why):
        return RelayRefused(why, scope=RefusalScope.RELAY)
    if step is SmtpStep.MAIL and code != _TOO_BIG:
        return RelayRefused(why, scope=RefusalScope.RELAY)
    is_mailbox = status[0] in _MAILBOX if status else code == _NO_MAILBOX_NOW
    return RelayRefused(why, permanent, RefusalScope.LETTER if permanent or is_mailbox else RefusalScope.DOMAIN)


def _is_about_relay(step: SmtpStep, code: int, status: tuple[str, str] | None, why: str) -> bool:
    """Whether a refusal for good is about the relay, or the judge, rather than the letter or its reader."""
    if status in _ABOUT_SERVER:
        return True
    subject = status[0] if status else ""
    match step:
        case SmtpStep.MAIL:
            return code != _TOO_BIG or subject in _MAILBOX
        case SmtpStep.RCPT:
            is_unclear = code not in _ABOUT_RECIPIENTS or _ABOUT_SENDER.search(why) is not None
            return subject == _POLICY or (subject in {"", _PROTOCOL} and is_unclear)
        case SmtpStep.DATA:
            is_refused = _ABOUT_SENDER.search(why) is not None and subject in {"", _POLICY}
            return is_refused or (not subject and code in _ABOUT_COMMANDS) or status == (_PROTOCOL, "1")


def reply_line(code: int, words: bytes | str) -> str:
    """A reply as one line."""
    text = words.decode("utf-8", "replace") if isinstance(words, bytes) else words
    return f"{code} {' '.join(text.split())}"[:500]


# --- hands letters to the relay by SMTP, several over one connection


_DONE, _WILL_FORWARD, _GO_ON = 250, 251, 354

_POLL_INTERVAL = 0.25
"""Seconds after which a wait checks whether it is to end."""

_LINE_END = re.compile(rb"\r\n|\r|\n")
_LEADING_DOT = re.compile(rb"(?m)^\.")


@dataclass(frozen=True)
class Login:
    """The credentials for the relay."""

    user: str
    password: str = field(repr=False)


@dataclass(frozen=True)
class Timeouts:
    """Seconds to wait at each step of a transaction; the defaults are those of RFC 5321 4.5.3.2.

    ``step`` is for the network to carry a few bytes, ``farewell`` for the answer after the final dot once the judge is
    being stopped.
    """

    step: float = 30
    greeting: float = 300
    command: float = 300
    data: float = 120
    block: float = 180
    dot: float = 600
    farewell: float = 5


@dataclass(frozen=True)
class Route:
    """How the relay is reached; ``name`` is the judge's host name, ``authorities`` a file instead of the system's."""

    host: str
    port: int = 25
    tls: Literal["none", "starttls", "implicit"] = "none"
    authorities: Path | None = None
    login: Login | None = None
    name: str = "localhost"
    patience: Timeouts = Timeouts()


class _Connection(smtplib.SMTP):
    """A connection that waits for each reply as long as its step allows, but briefly once the judge is stopping."""

    def __init__(self, route: Route, stopping: Event, **options: Any) -> None:
        self.patient_for = route.patience.greeting
        self._farewell = route.patience.farewell
        self._stopping = stopping
        super().__init__(route.host, route.port, route.name, timeout=route.patience.step, **options)
        self.patient_for = route.patience.command

    def getreply(self) -> tuple[int, bytes]:
        """The next reply; SMTPServerDisconnected when none comes, or none in time."""
        self._await_reply()
        try:
            return super().getreply()
        finally:
            if self.file is not None:  # what was read beyond the reply answers nothing that we have asked
                self.file.close()
                self.file = None

    def _await_reply(self) -> None:
        end, is_hurried = time.monotonic() + self.patient_for, False
        while not self._has_something_to_read():
            if self._stopping.is_set() and not is_hurried:
                end, is_hurried = min(end, time.monotonic() + self._farewell), True
            if time.monotonic() >= end:
                self.close()
                message = "no answer before the judge was stopped" if is_hurried else "no answer in time"
                raise smtplib.SMTPServerDisconnected(message)

    def _has_something_to_read(self) -> bool:
        """Wait for one interval; True also when the connection has ended."""
        if self.sock is None or (isinstance(self.sock, ssl.SSLSocket) and self.sock.pending()):
            return True
        waiting = select.poll()
        waiting.register(self.sock, select.POLLIN)
        return bool(waiting.poll(_POLL_INTERVAL * 1000))


class _EncryptedConnection(_Connection, smtplib.SMTP_SSL):
    """The same with TLS from the first byte."""


class Relay:
    """The server that takes the judge's letters; used with ``with``, it keeps one connection for all of them."""

    def __init__(self, route: Route, stopping: Event | None = None) -> None:
        """Nothing is opened before the first letter. Once ``stopping`` is set no answer is waited for any longer."""
        self._route = route
        self._stopping = stopping or Event()
        self._connection: _Connection | None = None
        self._handed_over = 0
        self._is_between_letters = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        self.close()

    def send(self, envelope_from: str, to: str, raw: bytes) -> SendOutcome:
        """Hand one letter over; an empty ``envelope_from`` is the null sender.

        A letter that is sent again after a lost connection has the same Message-ID.
        """
        outcome = self._try(envelope_from, to, raw)
        if isinstance(outcome, ConnectionLost) and not outcome.is_unsure and self._handed_over:
            outcome = self._try(envelope_from, to, raw)  # some take so many letters on one connection, and no more
        self._handed_over += isinstance(outcome, RelayAccepted)
        return outcome

    def greet(self) -> RelayUnreachable | None:
        """Connect, encrypt and log in as for a letter, and hand nothing over; the failure, or None."""
        ready = self._ready()
        return ready if isinstance(ready, RelayUnreachable) else None

    def close(self) -> None:
        """Quit the connection, if there is one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.patient_for = self._route.patience.step
            try:
                connection.quit()
            except (smtplib.SMTPException, OSError):
                connection.close()

    def _try(self, envelope_from: str, to: str, raw: bytes) -> SendOutcome:
        ready = self._ready()
        if isinstance(ready, RelayUnreachable):
            return ready
        outcome = _hand_over(ready, self._route.patience, envelope_from, to, _LINE_END.sub(b"\r\n", raw))
        self._is_between_letters = isinstance(outcome, RelayAccepted)
        if isinstance(outcome, ConnectionLost | RelayUnreachable):
            self.close()
        return outcome

    def _ready(self) -> _Connection | RelayUnreachable:
        """The open connection, or a new one where it no longer answers; it is asked where a letter was refused."""
        if self._connection is not None and not self._is_between_letters and not _answers(self._connection):
            self.close()
        if self._connection is None:
            try:
                self._connection = self._connect()
            except smtplib.SMTPResponseException as error:
                return RelayUnreachable(reply_line(error.smtp_code, error.smtp_error))
            except (smtplib.SMTPException, OSError) as error:
                return RelayUnreachable(str(error))
        return self._connection

    def _connect(self) -> _Connection:
        route = self._route
        self._handed_over = 0
        context = ssl.create_default_context(cafile=route.authorities) if route.tls != "none" else None
        if route.tls == "implicit":
            connection: _Connection = _EncryptedConnection(route, self._stopping, context=context)
        else:
            connection = _Connection(route, self._stopping)
        try:
            if route.tls == "starttls":
                connection.starttls(context=context)
            if route.login:
                connection.login(route.login.user, route.login.password)
            connection.ehlo_or_helo_if_needed()
        except (smtplib.SMTPException, OSError):
            connection.close()
            raise
        return connection


def _answers(connection: _Connection) -> bool:
    try:
        return connection.rset()[0] == _DONE
    except (smtplib.SMTPException, OSError):
        return False


def _hand_over(connection: _Connection, patience: Timeouts, envelope_from: str, to: str, raw: bytes) -> SendOutcome:
    """One transaction (RFC 5321 3.3), step by step: the meaning of a lost connection depends on the step."""
    is_unsure = False
    try:
        refused = _announce(connection, patience, envelope_from, to, raw)
        if refused:
            return refused
        is_unsure, connection.patient_for = True, patience.dot
        code, words = connection.getreply()
    except smtplib.SMTPNotSupportedError as error:
        return RelayRefused(str(error), permanent=True)
    except (smtplib.SMTPException, OSError) as error:
        return ConnectionLost(str(error), is_unsure)
    finally:
        connection.patient_for = patience.command
    return RelayAccepted(reply_line(code, words)) if code == _DONE else classify_reply(SmtpStep.DATA, code, words)


def _announce(
    connection: _Connection, patience: Timeouts, envelope_from: str, to: str, raw: bytes
) -> SendOutcome | None:
    """Everything up to the final dot; None when nothing of it was refused."""
    options = _options(connection, envelope_from + to, len(raw))
    if "SMTPUTF8" in options:
        code, words = connection.mail(envelope_from, options)
    else:  # smtplib looks for the address in every one, which takes it longer than all the rest
        code, words = connection.docmd("mail", " ".join((f"FROM:<{envelope_from}>", *options)))
    if code != _DONE:
        return classify_reply(SmtpStep.MAIL, code, words)
    code, words = connection.docmd("rcpt", f"TO:<{to}>")
    if code not in {_DONE, _WILL_FORWARD}:
        return classify_reply(SmtpStep.RCPT, code, words)
    connection.patient_for = patience.data
    code, words = connection.docmd("DATA")
    if code != _GO_ON:
        return classify_reply(SmtpStep.DATA, code, words)
    assert connection.sock is not None
    connection.sock.settimeout(patience.block)
    connection.send(_LEADING_DOT.sub(b"..", raw) + (b".\r\n" if raw.endswith(b"\r\n") else b"\r\n.\r\n"))
    connection.sock.settimeout(patience.step)
    return None


def _options(connection: _Connection, addresses: str, size: int) -> tuple[str, ...]:
    """The parameters of MAIL FROM: the size (RFC 1870), what letters beyond ASCII need (RFC 6531)."""
    sized = (f"size={size}",) if connection.has_extn("size") else ()
    return sized if addresses.isascii() else (*sized, "SMTPUTF8", "BODY=8BITMIME")
