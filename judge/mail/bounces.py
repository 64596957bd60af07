"""Delivery failure reports: read (RFC 3464; older formats by flufl.bounce) and written."""

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.errors import MessageError

from flufl.bounce import all_failures

from judge.mail.headers import Headers
from judge.mail.mime_parts import split_parts
from judge.mail.size_limits import limit_exceeded

_BYTES_SEARCHED = 256 * 1024
"""Bytes: a report stands at the beginning; the returned letter comes below it."""

_STATUS = re.compile(r"([245])\.(\d{1,3})\.(\d{1,3})")
_MAILBOX_FULL = ("2", "2")
"""RFC 3463 3.3: such a mailbox exists, and is emptied some day."""

logging.getLogger("flufl.bounce").setLevel(logging.CRITICAL)  # it writes down every letter that confuses it


@dataclass(frozen=True)
class Bounce:
    """A letter that could not be delivered: ``hard`` for good, otherwise for now."""

    hard: bool


def read_bounce(raw: bytes) -> Bounce | None:
    """The delivery failure or delay that a letter reports; None when it reports none."""
    if limit_exceeded(raw):
        return None
    reported = [bounce for block in _delivery_status(raw) if (bounce := _read_block(block))]
    if reported:
        return Bounce(any(bounce.hard for bounce in reported))
    return _read_other_format(raw[:_BYTES_SEARCHED])


def _delivery_status(raw: bytes) -> Iterator[Headers]:
    """The blocks of a delivery report, one for each recipient; the one about the whole comes first (RFC 3464 2.1)."""
    for part in split_parts(raw)[1].leaves:
        if part.kind in {"message/delivery-status", "message/global-delivery-status"}:
            for block in re.split(r"\n\s*\n", part.text):
                yield Headers(block.encode("utf-8", "replace"))


def _read_block(block: Headers) -> Bounce | None:
    action = block.first("action").lower()
    status = _STATUS.search(block.first("status")) or _STATUS.search(block.first("diagnostic-code"))
    if action.startswith("delayed"):
        return Bounce(hard=False)
    if not action.startswith(("fail", "error")):  # delivered, relayed, expanded; or the block about the whole
        return None
    if status is None:
        return Bounce(hard=True)
    return Bounce(hard=status[1] == "5" and (status[2], status[3]) != _MAILBOX_FULL)


def _read_other_format(raw: bytes) -> Bounce | None:
    try:
        temporary, permanent = all_failures(message_from_bytes(raw))
    except (MessageError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None  # the standard library's parser, on what no mail server writes
    return Bounce(bool(permanent)) if temporary or permanent else None


def envelope_sender_in(raw: bytes, judge: str) -> str | None:
    """The envelope sender of one of the judge's letters as it stands in a report, where most mail servers put it."""
    local, _, domain = judge.lower().rpartition("@")
    ours = re.compile(re.escape(f"{local}+bounce.").encode() + rb"[a-z2-7]{16}" + re.escape(f"@{domain}").encode())
    found = ours.search(raw[:_BYTES_SEARCHED].lower())
    return found.group().decode("ascii") if found else None


def write_bounce(judge: str, to: str, status: str, why: str) -> bytes:
    """A report (RFC 3464) like that of another mail server, for a letter that the relay refused."""
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
