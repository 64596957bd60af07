"""Letters handed to the next machine by SMTP, several over one connection."""

import re
import smtplib
import ssl
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

_TOO_BIG = 552
_CLOSING = 421
_NO_MAILBOX_NOW = 450
_LINE_END = re.compile(rb"\r\n|\r|\n")


@dataclass(frozen=True)
class Sent:
    """The next machine has taken the letter over."""


@dataclass(frozen=True)
class Failed:
    """The letter was not taken: what was said, and whether trying again is of no use.

    ``everyone`` when it lies in the connection, so that no other letter would fare better now; ``destination`` when
    it lies in the recipient's domain, so that none to the same domain would.
    """

    why: str
    permanent: bool
    everyone: bool = False
    destination: bool = False


@dataclass(frozen=True)
class Login:
    """How to show the relay who is writing."""

    user: str
    password: str = field(repr=False)


@dataclass(frozen=True)
class Route:
    """How the next machine is reached; ``name`` is ours, ``authorities`` a file that replaces the system's."""

    host: str
    port: int = 25
    tls: Literal["none", "starttls", "implicit"] = "none"
    authorities: Path | None = None
    login: Login | None = None
    name: str = "localhost"
    timeout: float = 30


class Relay:
    """The machine that takes our letters; used with ``with``, it keeps one connection for all of them."""

    def __init__(self, route: Route) -> None:
        """Nothing is opened before the first letter."""
        self._route = route
        self._connection: smtplib.SMTP | None = None
        self._handed_over = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        self.close()

    def send(self, envelope_from: str, to: str, raw: bytes) -> Sent | Failed:
        """Hand one letter over; an empty ``envelope_from`` is the null sender.

        A connection that breaks after the letter has been said leaves open whether it was taken; it counts as failed,
        and the twin sent later bears the same Message-ID.
        """
        sent = self._try(envelope_from, to, raw)
        if isinstance(sent, Failed) and sent.why.startswith(str(_CLOSING)) and self._handed_over:
            self.close()  # some take so many letters on one connection, and no more
            sent = self._try(envelope_from, to, raw)
        self._handed_over += isinstance(sent, Sent)
        return sent

    def greet(self) -> Failed | None:
        """Connect, encrypt and log in as for a letter, and hand nothing over."""
        ready = self._ready()
        return ready if isinstance(ready, Failed) else None

    def _try(self, envelope_from: str, to: str, raw: bytes) -> Sent | Failed:
        ready = self._ready()
        if isinstance(ready, Failed):
            return ready
        return self._hand_over(ready, envelope_from, to, _LINE_END.sub(b"\r\n", raw))

    def close(self) -> None:
        """Take leave, if there is still anyone to take leave of."""
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.quit()
            except (smtplib.SMTPException, OSError):
                connection.close()

    def _ready(self) -> smtplib.SMTP | Failed:
        """The open connection, or a new one where it has fallen silent."""
        if self._connection is not None and not _answers(self._connection):
            self.close()
        if self._connection is None:
            try:
                self._connection = self._connect()
            except smtplib.SMTPResponseException as error:
                return Failed(_said(error.smtp_code, error.smtp_error), permanent=False, everyone=True)
            except (smtplib.SMTPException, OSError) as error:
                return Failed(str(error), permanent=False, everyone=True)
        return self._connection

    def _connect(self) -> smtplib.SMTP:
        route = self._route
        self._handed_over = 0
        context = ssl.create_default_context(cafile=route.authorities) if route.tls != "none" else None
        if route.tls == "implicit":
            connection: smtplib.SMTP = smtplib.SMTP_SSL(
                route.host, route.port, route.name, timeout=route.timeout, context=context
            )
        else:
            connection = smtplib.SMTP(route.host, route.port, route.name, timeout=route.timeout)
        try:
            if route.tls == "starttls":
                connection.starttls(context=context)
            if route.login:
                connection.login(route.login.user, route.login.password)
        except (smtplib.SMTPException, OSError):
            connection.close()
            raise
        return connection

    def _hand_over(self, connection: smtplib.SMTP, envelope_from: str, to: str, raw: bytes) -> Sent | Failed:
        options = () if (envelope_from + to).isascii() else ("SMTPUTF8", "BODY=8BITMIME")
        try:
            connection.sendmail(envelope_from, [to], raw, options)
        except smtplib.SMTPRecipientsRefused as error:
            return _refused(*error.recipients[to])
        except smtplib.SMTPSenderRefused as error:  # what is refused here is us, unless it is the size of the letter
            refused = _refused(error.smtp_code, error.smtp_error)
            return refused if error.smtp_code == _TOO_BIG else Failed(refused.why, permanent=False, everyone=True)
        except smtplib.SMTPResponseException as error:
            return _refused(error.smtp_code, error.smtp_error)
        except smtplib.SMTPNotSupportedError as error:
            return Failed(str(error), permanent=True)
        except (smtplib.SMTPException, OSError) as error:
            self.close()
            return Failed(str(error), permanent=False, everyone=True)
        return Sent()


def _answers(connection: smtplib.SMTP) -> bool:
    try:
        return connection.rset()[0] == 250  # noqa: PLR2004  # RFC 5321 4.2: done
    except (smtplib.SMTPException, OSError):
        return False


def _refused(code: int, words: bytes | str) -> Failed:
    """A reply of the 500s is for good (RFC 5321 4.2.1), 421 is for everyone, others for the domain or its mailbox."""
    why, permanent, everyone = _said(code, words), code >= 500, code == _CLOSING  # noqa: PLR2004
    return Failed(why, permanent, everyone, destination=not (permanent or everyone or _is_of_the_mailbox(code, why)))


_STATUS = re.compile(r"\d{3} \d\.(?P<subject>\d{1,3})\.\d")


def _is_of_the_mailbox(code: int, why: str) -> bool:
    """Whether a refusal speaks of one address (RFC 3463 3.2) or one mailbox (3.3), as 450 does without more words."""
    status = _STATUS.match(why)
    return status["subject"] in {"1", "2"} if status else code == _NO_MAILBOX_NOW


def _said(code: int, words: bytes | str) -> str:
    text = words.decode("utf-8", "replace") if isinstance(words, bytes) else words
    return f"{code} {' '.join(text.split())}"[:500]
