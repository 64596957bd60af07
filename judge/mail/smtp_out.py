"""Letters handed to the next machine by SMTP, several over one connection."""

import re
import smtplib
import ssl
from dataclasses import dataclass
from types import TracebackType
from typing import Self

_TOO_BIG = 552
_LINE_END = re.compile(rb"\r\n|\r|\n")


@dataclass(frozen=True)
class Sent:
    """The next machine has taken the letter over."""


@dataclass(frozen=True)
class Failed:
    """The letter was not taken: what was said, and whether trying again is of no use.

    ``everyone`` when it lies in the connection, so that no other letter would fare better now.
    """

    why: str
    permanent: bool
    everyone: bool = False


@dataclass(frozen=True)
class Login:
    """How to show the relay who is writing."""

    user: str
    password: str


class Relay:
    """The machine that takes our letters; used with ``with``, it keeps one connection for all of them."""

    def __init__(
        self, host: str, port: int, *, login: Login | None = None, starttls: bool = False, timeout: float = 30
    ) -> None:
        """Nothing is opened before the first letter."""
        self._host = host
        self._port = port
        self._login = login
        self._starttls = starttls
        self._timeout = timeout
        self._connection: smtplib.SMTP | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        self.close()

    def send(self, envelope_from: str, to: str, raw: bytes) -> Sent | Failed:
        """Hand one letter over; an empty ``envelope_from`` is the null sender.

        A connection that breaks after the letter has been said leaves open whether it was taken; it counts as failed,
        and the twin sent later bears the same Message-ID.
        """
        try:
            connection = self._ready()
        except smtplib.SMTPResponseException as error:
            return Failed(_said(error.smtp_code, error.smtp_error), permanent=False, everyone=True)
        except (smtplib.SMTPException, OSError) as error:
            return Failed(str(error), permanent=False, everyone=True)
        return self._hand_over(connection, envelope_from, to, _LINE_END.sub(b"\r\n", raw))

    def close(self) -> None:
        """Take leave, if there is still anyone to take leave of."""
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.quit()
            except (smtplib.SMTPException, OSError):
                connection.close()

    def _ready(self) -> smtplib.SMTP:
        """The open connection, or a new one where it has fallen silent."""
        if self._connection is not None and not _answers(self._connection):
            self.close()
        if self._connection is None:
            self._connection = self._connect()
        return self._connection

    def _connect(self) -> smtplib.SMTP:
        connection = smtplib.SMTP(self._host, self._port, timeout=self._timeout)
        try:
            if self._starttls:
                connection.starttls(context=ssl.create_default_context())
            if self._login:
                connection.login(self._login.user, self._login.password)
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
    """A reply of the 500s is for good (RFC 5321 4.2.1), 421 is for everyone."""
    return Failed(_said(code, words), permanent=code >= 500, everyone=code == 421)  # noqa: PLR2004


def _said(code: int, words: bytes | str) -> str:
    text = words.decode("utf-8", "replace") if isinstance(words, bytes) else words
    return f"{code} {' '.join(text.split())}"[:500]
