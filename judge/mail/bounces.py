"""Bounces: whether a letter says that one of ours could not be delivered, for now or for good.

RFC 3464 reports are read here; the many older shapes are flufl.bounce's.
"""

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.errors import MessageError

from flufl.bounce import all_failures

from judge.mail.headers import Headers
from judge.mail.limits import excess
from judge.mail.parts import split

_LOOKED_AT = 256 * 1024
"""Bytes: a report stands at the beginning, what comes far below is the letter it returns."""

_STATUS = re.compile(r"([245])\.(\d{1,3})\.(\d{1,3})")
_MAILBOX_FULL = ("2", "2")
"""RFC 3463 3.3: such a mailbox exists, and is emptied some day."""

logging.getLogger("flufl.bounce").setLevel(logging.CRITICAL)  # it writes down every letter that confuses it


@dataclass(frozen=True)
class Bounce:
    """A letter could not be delivered: ``hard`` for good, else for now."""

    hard: bool


def read_bounce(raw: bytes) -> Bounce | None:
    """What a letter says of a delivery that failed or is late; None when it says nothing of the kind."""
    if excess(raw):
        return None
    reported = [bounce for block in _delivery_status(raw) if (bounce := _reported(block))]
    if reported:
        return Bounce(any(bounce.hard for bounce in reported))
    return _of_another_shape(raw[:_LOOKED_AT])


def _delivery_status(raw: bytes) -> Iterator[Headers]:
    """The blocks of a delivery report, one for each recipient; the one about the whole comes first (RFC 3464 2.1)."""
    for part in split(raw)[1].leaves:
        if part.kind in {"message/delivery-status", "message/global-delivery-status"}:
            for block in re.split(r"\n\s*\n", part.text):
                yield Headers(block.encode("utf-8", "replace"))


def _reported(block: Headers) -> Bounce | None:
    action = block.first("action").lower()
    status = _STATUS.search(block.first("status")) or _STATUS.search(block.first("diagnostic-code"))
    if action.startswith("delayed"):
        return Bounce(hard=False)
    if not action.startswith(("fail", "error")):  # delivered, relayed, expanded; or the block about the whole
        return None
    if status is None:
        return Bounce(hard=True)
    return Bounce(hard=status[1] == "5" and (status[2], status[3]) != _MAILBOX_FULL)


def _of_another_shape(raw: bytes) -> Bounce | None:
    try:
        temporary, permanent = all_failures(message_from_bytes(raw))
    except (MessageError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None  # the standard library's parser, on what no mail server writes
    return Bounce(bool(permanent)) if temporary or permanent else None


def envelope_in(raw: bytes, judge: str) -> str | None:
    """The envelope sender of one letter of ours that stands somewhere in a report, as most mail servers put it."""
    local, _, domain = judge.lower().rpartition("@")
    ours = re.compile(re.escape(f"{local}+bounce.").encode() + rb"[a-z2-7]{16}" + re.escape(f"@{domain}").encode())
    found = ours.search(raw[:_LOOKED_AT].lower())
    return found.group().decode("ascii") if found else None


def write_bounce(judge: str, to: str, status: str, why: str) -> bytes:
    """The report of our own sender, in the form others use (RFC 3464), of a letter that was refused at the door."""
    lines = (
        f"From: Mail Delivery System <MAILER-DAEMON@{judge.rpartition('@')[2]}>",
        "Subject: Undelivered mail",
        "Auto-Submitted: auto-replied",
        "MIME-Version: 1.0",
        'Content-Type: multipart/report; report-type=delivery-status; boundary="report"',
        "",
        "--report",
        "Content-Type: text/plain; charset=utf-8",
        "",
        " ".join(why.split()),
        "",
        "--report",
        "Content-Type: message/delivery-status",
        "",
        f"Reporting-MTA: dns; {judge.rpartition('@')[2]}",
        "",
        f"Final-Recipient: rfc822; {to}",
        "Action: failed",
        f"Status: {status}",
        "",
        "--report--",
        "",
    )
    return "\r\n".join(lines).encode()
