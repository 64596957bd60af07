"""Writes a letter as bytes that any mail program shows well, with headers that keep automatic repliers quiet."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.charset import QP, Charset
from email.header import Header
from email.headerregistry import Address
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import SMTP, EmailPolicy
from email.utils import format_datetime
from hashlib import sha256
from typing import Literal

from judge.mail.calendar_invitation import Invitation, write_invitation
from judge.mail.headers import clean, first_message_id, is_address, message_ids

_MOST_REFERENCES = 12
_ID_OUTSIDE = re.compile(r"[^A-Za-z0-9.-]")
_NO_TEXT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")

_READABLE = Charset("utf-8")
_READABLE.header_encoding = QP
"""As most mail programs write a header: filters take base64 for a disguise."""


@dataclass(frozen=True)
class MessageFields:
    """The contents of one message: addresses without names, ids in angle brackets, text in lines of 72 columns.

    ``automatic`` says what caused it (RFC 3834 5): an event of the game, or a letter that is answered. ``series`` is
    the letter's number among those to its reader, so that a program can see a gap.
    """

    sender_name: str
    sender_address: str
    reply_to: str
    to: str
    subject: str
    text: str
    message_id: str
    date: datetime
    in_reply_to: str | None
    references: tuple[str, ...]
    list_id: str
    automatic: Literal["generated", "replied"]
    series: str = ""
    invitations: tuple[Invitation, ...] = ()


class _WirePolicy(EmailPolicy):
    """SMTP's line ends; Message-IDs fold between two, never within one, which the library's own folding would do.

    A subject that is not all ASCII is encoded as a whole: the library doubles the space before a word encoded alone.
    """

    def fold_binary(self, name: str, value: str) -> bytes:
        if name.lower() in {"message-id", "in-reply-to", "references"}:
            return f"{name}: {self.linesep.join(f' {one}' for one in value.split()).strip()}{self.linesep}".encode()
        if name.lower() == "subject" and not value.isascii():
            encoded = Header(str(value), _READABLE, header_name=name).encode(linesep=self.linesep)
            return f"{name}: {encoded}{self.linesep}".encode()
        return super().fold_binary(name, value)


def compose(sheet: MessageFields) -> bytes:
    """The message as bytes for SMTP. ValueError when an address or the Message-ID is invalid."""
    addresses = (sheet.sender_address, sheet.reply_to, sheet.to)
    if not all(map(is_address, addresses)) or not first_message_id(sheet.message_id):
        message = f"a letter cannot be addressed so: {addresses}, {sheet.message_id!r}"
        raise ValueError(message)
    letter = EmailMessage(_wire_policy(addresses))
    for name, value in _headers(sheet):
        if value:
            letter[name] = value
    letter.set_content(_without_control_characters(sheet.text), charset="utf-8", cte="quoted-printable")
    for invitation in sheet.invitations:
        _attach_invitation(letter, invitation)
    if letter.is_multipart():  # the same letter is the same bytes; the library would draw a boundary by lots
        letter.set_boundary(sha256(sheet.message_id.encode()).hexdigest()[:32])
    return letter.as_bytes()


def _attach_invitation(letter: EmailMessage, invitation: Invitation) -> None:
    """Attach a calendar entry as a part of its own that names its method (RFC 6047 2.4)."""
    letter.add_attachment(
        write_invitation(invitation),
        subtype="calendar",
        charset="utf-8",
        cte="quoted-printable",
        params={"method": invitation.method},
        filename=f"{invitation.method.lower()}.ics",
    )


def compose_again(raw: bytes, *, to: str, reply_to: str, message_id: str, date: datetime, mark: str) -> bytes:
    """A message made by ``compose``, with the same body, as a new message with ``mark`` behind its subject."""
    letter = BytesParser(EmailMessage, policy=_wire_policy((to, reply_to))).parsebytes(raw)
    subject, original = str(letter["Subject"]), str(letter["Message-ID"])
    threaded = (*message_ids(str(letter["References"] or "")), original)
    changed = (
        ("Reply-To", reply_to),
        ("To", to),
        ("Subject", clean(f"{subject} {mark}")),
        ("Date", format_datetime(date)),
        ("Message-ID", first_message_id(message_id)),
        ("In-Reply-To", original),
        ("References", " ".join(threaded[-_MOST_REFERENCES:])),
    )
    for name, _ in changed:
        del letter[name]
    for name, value in changed:
        letter[name] = value
    return letter.as_bytes()


def _wire_policy(addresses: Sequence[str]) -> _WirePolicy:
    return _WirePolicy(linesep=SMTP.linesep, max_line_length=76, utf8=not all(map(str.isascii, addresses)))


def _headers(sheet: MessageFields) -> Iterator[tuple[str, str | Address | datetime]]:
    references = (*sheet.references, sheet.in_reply_to or "")
    yield "From", Address(display_name=clean(sheet.sender_name, 80), addr_spec=sheet.sender_address)
    yield "Reply-To", sheet.reply_to
    yield "To", sheet.to
    yield "Subject", clean(sheet.subject)
    yield "Date", sheet.date
    yield "Message-ID", first_message_id(sheet.message_id)
    yield "In-Reply-To", " ".join(message_ids(sheet.in_reply_to or "")[:1])
    yield "References", " ".join(message_ids(*references)[-_MOST_REFERENCES:])
    yield "List-Id", f"<{_ID_OUTSIDE.sub('-', sheet.list_id)[:200]}>"
    yield "Auto-Submitted", f"auto-{sheet.automatic}"
    yield "X-Auto-Response-Suppress", "All"
    yield "Precedence", "list"
    yield "X-Loop", sheet.sender_address
    yield "X-Judge-Letter", clean(sheet.series)


def _without_control_characters(text: str) -> str:
    """The text without control characters, its lines ended by line feeds."""
    return _NO_TEXT.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
