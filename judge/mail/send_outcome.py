"""What handing a letter to the next machine came to, and what each of that machine's refusals means."""

import re
from dataclasses import dataclass
from enum import Enum

_CLOSING = 421
_NO_MAILBOX_NOW = 450
_TOO_BIG = 552
_LOGIN_WANTED = frozenset({530, 534, 535, 538})
"""Codes of a server that wants a login, or another one (RFC 4954 6)."""


class Step(Enum):
    """The command of a transaction that is answered (RFC 5321 3.3); DATA is also the letter itself."""

    MAIL = "MAIL"
    RCPT = "RCPT"
    DATA = "DATA"


class Scope(Enum):
    """Whose affair a refusal is."""

    LETTER = "letter"  # this letter's, or the mailbox's it goes to
    DOMAIN = "domain"  # every letter's to the recipient's mail domain
    RELAY = "relay"  # the next machine's, which does not take letters from us: a setting there or here


@dataclass(frozen=True)
class Sent:
    """The next machine has taken the letter over."""


@dataclass(frozen=True)
class Refused:
    """The next machine has said no: what it said (``why``), whether for good, whose affair that is."""

    why: str
    permanent: bool = False
    scope: Scope = Scope.LETTER


@dataclass(frozen=True)
class BrokenOff:
    """The connection ended while the letter was handed over.

    ``is_unsure`` when that was after the final dot: the next machine may have taken the letter all the same.
    """

    why: str
    is_unsure: bool = False


@dataclass(frozen=True)
class Unreachable:
    """No letter can leave now: nobody answers, or we are not greeted, encrypted or logged in as we are set up to be."""

    why: str


SendOutcome = Sent | Refused | BrokenOff | Unreachable


_STATUS = re.compile(r"(?:^\d{3} |\(#)\d\.(?P<subject>\d{1,3})\.(?P<detail>\d{1,3})")
_MAILBOX, _PROTOCOL, _POLICY = frozenset({"1", "2"}), "5", "7"
"""Subjects of enhanced status codes: an address or a mailbox (RFC 3463 3.2, 3.3), the protocol (3.6), security or
policy (3.8)."""

_OF_THE_HOUSE = frozenset({("3", "2"), ("4", "5"), ("7", "57"), ("7", "60"), *(("7", str(n)) for n in range(20, 28))})
"""Takes no letters, has taken too many (RFC 3463 3.4, 3.5), does not know whoever sends (RFC 7372, 7489; Exchange)."""

_NOT_IN_ORDER = frozenset({500, 502, 503, 521, 555})
"""Codes that speak of a command, or of a server that takes no mail at all (RFC 5321 4.2.2, RFC 7504 3)."""

_ABOUT_RECIPIENTS = frozenset({550, 551, 552, 553, 556})
"""Codes by which a recipient is refused for good (RFC 5321 4.3.2, RFC 7504 4)."""

_ABOUT_US = re.compile(
    r"\brelay|\bauthenticat|\bauth required|\blog ?in\b|\bblack ?list|\bblock ?list|\bspamhaus"
    r"|\byour (?:ip|host|server)\b|\bclient host\b|\bsender verif|\baccess denied|\brcpthosts\b"
    r"|\bsending (?:quota|limit)",
    re.IGNORECASE,
)
"""Words of refusals that bear no status of their own, or none of use, about whoever hands letters over."""


def understand(step: Step, code: int, words: bytes | str) -> SendOutcome:
    """What a refusal at a step of the transaction means.

    A reply of the 500s is for good (RFC 5321 4.2.1), unless it is the next machine that takes nothing from us. At MAIL
    what is refused is the judge, unless it is the size of the letter.
    """
    why, permanent = said(code, words), code >= 500  # noqa: PLR2004
    if code == _CLOSING:
        return BrokenOff(why)
    if code in _LOGIN_WANTED:
        return Unreachable(why)
    found = _STATUS.search(why)
    status = (found["subject"], found["detail"]) if found else None
    if permanent and _is_of_the_relay(step, code, status, why):
        return Refused(why, scope=Scope.RELAY)
    if step is Step.MAIL and code != _TOO_BIG:
        return Refused(why, scope=Scope.RELAY)
    is_mailbox = status[0] in _MAILBOX if status else code == _NO_MAILBOX_NOW
    return Refused(why, permanent, Scope.LETTER if permanent or is_mailbox else Scope.DOMAIN)


def _is_of_the_relay(step: Step, code: int, status: tuple[str, str] | None, why: str) -> bool:
    """Whether a refusal for good tells of the next machine, or of us, rather than of the letter or its reader."""
    if status in _OF_THE_HOUSE:
        return True
    subject = status[0] if status else ""
    match step:
        case Step.MAIL:
            return code != _TOO_BIG or subject in _MAILBOX
        case Step.RCPT:
            is_unclear = code not in _ABOUT_RECIPIENTS or _ABOUT_US.search(why) is not None
            return subject == _POLICY or (subject in {"", _PROTOCOL} and is_unclear)
        case Step.DATA:
            is_refused = _ABOUT_US.search(why) is not None and subject in {"", _POLICY}
            return is_refused or (not subject and code in _NOT_IN_ORDER) or status == (_PROTOCOL, "1")


def said(code: int, words: bytes | str) -> str:
    """A reply as one line."""
    text = words.decode("utf-8", "replace") if isinstance(words, bytes) else words
    return f"{code} {' '.join(text.split())}"[:500]
