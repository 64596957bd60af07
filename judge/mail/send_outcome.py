"""The outcome of handing a letter to the relay, and the meaning of each of its refusals."""

import re
from dataclasses import dataclass, field
from enum import Enum

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
