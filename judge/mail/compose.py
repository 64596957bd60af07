"""Writes a letter as bytes that any mail program shows well, with pictures and calendar entries."""

import re
from base64 import encodebytes
from binascii import b2a_base64
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from email.charset import QP, Charset
from email.header import Header
from email.headerregistry import Address
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import SMTP, EmailPolicy
from email.quoprimime import body_encode
from email.utils import format_datetime
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote

from judge.mail.headers import clean, first_message_id, is_address, message_ids
from judge.system.files import AttachedFile, LibraryOnDemand

if TYPE_CHECKING:
    import icalendar
else:
    icalendar = LibraryOnDemand("icalendar")

# --- a deadline as an entry for the reader's calendar (RFC 5545, RFC 5546)


Method = Literal["REQUEST", "CANCEL"]


@dataclass(frozen=True)
class Invitation:
    """One calendar entry: the same ``uid`` is the same entry, and the higher ``sequence`` counts (RFC 5546 2.1.4).

    ``stamp`` is when this was written, UTC; ``organizer`` and ``attendee`` are addresses.
    """

    uid: str
    sequence: int
    at: datetime
    stamp: datetime
    summary: str
    text: str
    organizer: str
    attendee: str
    is_cancelled: bool = False

    @property
    def method(self) -> Method:
        """The iTIP method: REQUEST or CANCEL."""
        return "CANCEL" if self.is_cancelled else "REQUEST"


def write_invitation(invitation: Invitation) -> str:
    """The entry as iCalendar text, in lines of CRLF.

    It has no length (RFC 5545 3.6.1), shows its reader as free and asks for no answer.
    """
    calendar, event = icalendar.Calendar(), icalendar.Event()
    calendar.add("prodid", "-//Judge//Deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("method", invitation.method)
    event.add("uid", invitation.uid)
    event.add("sequence", invitation.sequence)
    event.add("dtstamp", invitation.stamp)
    event.add("dtstart", invitation.at)
    event.add("summary", invitation.summary)
    event.add("description", invitation.text)
    event.add("status", "CANCELLED" if invitation.is_cancelled else "CONFIRMED")
    event.add("transp", "TRANSPARENT")
    event.add("organizer", icalendar.vCalAddress(f"mailto:{invitation.organizer}"))
    event.add("attendee", _attendee(invitation.attendee))
    calendar.add_component(event)
    written: bytes = calendar.to_ical()
    return written.decode()


def _attendee(address: str) -> "icalendar.vCalAddress":
    attendee = icalendar.vCalAddress(f"mailto:{address}")
    attendee.params["PARTSTAT"] = "ACCEPTED"
    attendee.params["RSVP"] = "FALSE"
    return attendee


# --- the place of a picture in a letter: written with the letter, filled when the letter leaves


_BYTES_PER_LINE = 57
_AFTER_HEADERS = re.compile(rb"\r\n\r\n")


@dataclass(frozen=True)
class PictureSlot:
    """A picture that a letter bears; ``content_id`` is without angle brackets, ``kind`` is ``png``, ``svg`` or ``pdf``.

    ``is_in_place`` when the HTML of the letter shows it (RFC 2392); else it is attached.
    """

    content_id: str
    name: str
    kind: str
    is_in_place: bool

    @property
    def media_type(self) -> str:
        """Its media type."""
        return {"svg": "image/svg+xml", "pdf": "application/pdf"}.get(self.kind, "image/png")


def picture_part(slot: PictureSlot) -> bytes:
    """Return the part of a picture, without its bytes."""
    disposition = "inline" if slot.is_in_place else "attachment"
    return (
        f"Content-Type: {slot.media_type}\r\n"
        "Content-Transfer-Encoding: base64\r\n"
        f'Content-Disposition: {disposition}; filename="{slot.name}"\r\n'
        f"Content-ID: <{slot.content_id}>\r\n"
        "MIME-Version: 1.0\r\n\r\n"
    ).encode()


def with_picture(raw: bytes, content_id: str, picture: bytes) -> bytes:
    """Return a letter with the bytes of its picture; ValueError where it has no place for that one."""
    begin = raw.find(f"\r\nContent-ID: <{content_id}>\r\n".encode())
    after = _AFTER_HEADERS.search(raw, begin) if begin >= 0 else None
    if after is None:
        message = f"the letter has no place for the picture {content_id}"
        raise ValueError(message)
    pieces = (picture[at : at + _BYTES_PER_LINE] for at in range(0, len(picture), _BYTES_PER_LINE))
    lines = b"".join(b2a_base64(piece).replace(b"\n", b"\r\n") for piece in pieces)
    return raw[: after.end()] + lines + raw[after.end() :]


# --- writes a letter as bytes that any mail program shows well, with headers that keep automatic repliers quiet


_MOST_REFERENCES = 12
_ID_OUTSIDE = re.compile(r"[^A-Za-z0-9.-]")
_NO_TEXT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")

_WIDTH = 76
_UNBROKEN = frozenset({"Message-ID", "In-Reply-To", "References", "List-Unsubscribe"})
_OF_ADDRESSES = frozenset({"Reply-To", "To"})
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_PLAIN_ADDRESS = re.compile(rf"{_ATOM}(?:\.{_ATOM})*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*")
_PLAIN_TEXT = re.compile(r"[!-~]+(?: [!-~]+)*")

_VERSION = b"MIME-Version: 1.0\r\n"
_TEXT_PART = b'Content-Type: text/plain; charset="utf-8"\r\nContent-Transfer-Encoding: quoted-printable\r\n'

_HTML_PART = _TEXT_PART.replace(b"plain", b"html")

_READABLE = Charset("utf-8")
_READABLE.header_encoding = QP
"""As most mail programs write a header: filters take base64 for a disguise."""


@dataclass(frozen=True)
class MessageFields:
    """The contents of one message: addresses without names, ids in angle brackets, text in lines of 72 columns.

    ``automatic`` says what caused it (RFC 3834 5): an event of the game, or a letter that is answered. ``series`` is
    the letter's number among those to its reader, so that a program can see a gap. ``html`` says the same as ``text``,
    as a page; empty for none. ``files`` are attached. ``unsubscribe`` is the line by which the reader gets no more of
    such letters; empty where nothing ends them.
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
    html: str = ""
    pictures: tuple[PictureSlot, ...] = ()
    files: tuple[AttachedFile, ...] = ()
    unsubscribe: str = ""


class _WirePolicy(EmailPolicy):
    """SMTP's line ends; ids fold between two, never within one, which the library's own folding would do.

    A subject that is not all ASCII is encoded as a whole: the library doubles the space before a word encoded alone.
    """

    def fold_binary(self, name: str, value: str) -> bytes:
        if name in _UNBROKEN:
            return _unbroken_line(name, value)
        if name.lower() == "subject" and not value.isascii():
            encoded = Header(str(value), _READABLE, header_name=name).encode(linesep=self.linesep)
            return f"{name}: {encoded}{self.linesep}".encode()
        return super().fold_binary(name, value)


def compose(sheet: MessageFields) -> bytes:
    """The message as bytes for SMTP. ValueError when an address or the Message-ID is invalid.

    The bytes are those that ``EmailMessage`` would write, which takes ten times as long.
    """
    addresses = (sheet.sender_address, sheet.reply_to, sheet.to)
    if not all(map(is_address, addresses)) or not first_message_id(sheet.message_id):
        message = f"a letter cannot be addressed so: {addresses}, {sheet.message_id!r}"
        raise ValueError(message)
    is_utf8 = not all(map(str.isascii, addresses))
    sender = _sender_line(sheet.sender_name, sheet.sender_address, is_utf8)
    above = sender + b"".join(_header_line(name, value, is_utf8) for name, value in _headers(sheet) if value)
    text = _quoted_printable(_without_control_characters(sheet.text))
    if not (sheet.invitations or sheet.html or sheet.pictures or sheet.files):
        return b"%b%b%b\r\n%b" % (above, _TEXT_PART, _VERSION, text)
    return above + _VERSION + _body_of_parts(sheet, b"%b\r\n%b" % (_TEXT_PART, text))


def _body_of_parts(sheet: MessageFields, text: bytes) -> bytes:
    """The text, beside it the HTML with the pictures it shows (RFC 2046 5.1.4, RFC 2387), then all that is attached."""
    body = text
    shown = [picture_part(slot) for slot in sheet.pictures if slot.is_in_place]
    if sheet.html:
        page = _quoted_printable(_without_control_characters(sheet.html))
        if shown:
            related = _multipart(b"related", sheet, b"%b\r\n%b" % (_HTML_PART, page), *shown)
            body = _multipart(b"alternative", sheet, text, _VERSION + related)
        else:
            body = _multipart(b"alternative", sheet, text, b"%b%b\r\n%b" % (_HTML_PART, _VERSION, page))
    attached = [picture_part(slot) for slot in sheet.pictures if not slot.is_in_place]
    attached += map(_calendar_part, sheet.invitations)
    attached += map(_file_part, sheet.files)
    return _multipart(b"mixed", sheet, body, *attached) if attached else body


def _multipart(kind: bytes, sheet: MessageFields, *parts: bytes) -> bytes:
    """Several parts as one. The same letter is the same bytes; the library would draw a boundary by lots."""
    of = b"" if kind == b"mixed" else kind
    boundary = sha256(of + sheet.message_id.encode()).hexdigest()[:32].encode()
    joined = b"".join(b"--%b\r\n%b\r\n" % (boundary, part) for part in parts)
    gap = b"\r\n " if kind == b"alternative" else b" "  # where the library folds
    head = b'Content-Type: multipart/%b;%bboundary="%b"\r\n\r\n' % (kind, gap, boundary)
    return b"%b%b--%b--\r\n" % (head, joined, boundary)


def _calendar_part(invitation: Invitation) -> bytes:
    """A calendar entry as a part of its own that names its method (RFC 6047 2.4)."""
    method = invitation.method
    return (
        b"Content-Transfer-Encoding: quoted-printable\r\n"
        + f'Content-Disposition: attachment; filename="{method.lower()}.ics"\r\n'.encode()
        + f'Content-Type: text/calendar; charset="utf-8"; method="{method}"\r\n'.encode()
        + _VERSION
        + b"\r\n"
        + _quoted_printable(write_invitation(invitation))
    )


def _file_part(file: AttachedFile) -> bytes:
    """A file as it is, byte for byte (RFC 2045 6.8)."""
    charset = '; charset="utf-8"' if file.kind.startswith("text/") else ""
    return (
        f"Content-Type: {file.kind}{charset}\r\n"
        f'Content-Disposition: attachment; filename="{file.name}"\r\n'
        "Content-Transfer-Encoding: base64\r\n"
    ).encode() + b"%b\r\n%b" % (_VERSION, encodebytes(file.content).replace(b"\n", b"\r\n"))


def _quoted_printable(text: str) -> bytes:
    """A text as the body of a part (RFC 2045 6.7), its last line ended."""
    lines = b"\n".join(text.encode().splitlines()) + b"\n"
    return body_encode(lines.decode("latin-1"), _WIDTH).replace("\n", "\r\n").encode()


def _header_line(name: str, value: str, is_utf8: bool) -> bytes:
    """A header as ``EmailMessage`` writes it; one that needs neither quotes nor folds is written as it stands."""
    if name in _UNBROKEN:
        return _unbroken_line(name, value)
    is_plain = (_PLAIN_ADDRESS if name in _OF_ADDRESSES else _PLAIN_TEXT).fullmatch(value)
    if is_plain and "=?" not in value and len(name) + 2 + len(value) <= _WIDTH:
        return f"{name}: {value}\r\n".encode()
    return _folded_header(name, value, is_utf8)


def _unbroken_line(name: str, value: str) -> bytes:
    return f"{name}: ".encode() + "\r\n ".join(value.split()).encode() + b"\r\n"


@lru_cache(maxsize=1000)
def _folded_header(name: str, value: str, is_utf8: bool) -> bytes:
    policy = wire_policy(is_utf8=is_utf8)
    return policy.fold_binary(*policy.header_store_parse(name, value))


@lru_cache
def _sender_line(name: str, address: str, is_utf8: bool) -> bytes:
    policy, sender = wire_policy(is_utf8=is_utf8), Address(display_name=clean(name, 80), addr_spec=address)
    return policy.fold_binary(*policy.header_store_parse("From", sender))


def compose_again(raw: bytes, *, to: str, reply_to: str, message_id: str, date: datetime, mark: str) -> bytes:
    """A message made by ``compose``, with the same body, as a new message with ``mark`` behind its subject."""
    policy = wire_policy(is_utf8=not (to.isascii() and reply_to.isascii()))
    letter = BytesParser(EmailMessage, policy=policy).parsebytes(raw)
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


def wire_policy(*, is_utf8: bool) -> EmailPolicy:
    """Return the policy of the email package for a letter; ``is_utf8`` where an address is not ASCII (RFC 6532)."""
    return _WirePolicy(linesep=SMTP.linesep, max_line_length=_WIDTH, utf8=is_utf8)


def _headers(sheet: MessageFields) -> Iterator[tuple[str, str]]:
    references = (*sheet.references, sheet.in_reply_to or "")
    yield "Reply-To", sheet.reply_to
    yield "To", sheet.to
    yield "Subject", clean(sheet.subject)
    yield "Date", format_datetime(sheet.date)
    yield "Message-ID", first_message_id(sheet.message_id)
    yield "In-Reply-To", " ".join(message_ids(sheet.in_reply_to or "")[:1])
    yield "References", " ".join(message_ids(*references)[-_MOST_REFERENCES:])
    yield "List-Id", f"<{_ID_OUTSIDE.sub('-', sheet.list_id)[:200]}>"
    yield "List-Unsubscribe", _unsubscribing(sheet) if sheet.unsubscribe else ""
    yield "Auto-Submitted", f"auto-{sheet.automatic}"
    yield "X-Auto-Response-Suppress", "All"
    yield "Precedence", "list"
    yield "X-Loop", sheet.sender_address
    yield "X-Judge-Letter", clean(sheet.series)


def _unsubscribing(sheet: MessageFields) -> str:
    """A letter that ends a subscription, for a mail program to write (RFC 2369 3.2, RFC 6068)."""
    line = quote(sheet.unsubscribe)
    return f"<mailto:{quote(sheet.sender_address, safe='@+')}?subject={line}&body={line}>"


def _without_control_characters(text: str) -> str:
    """The text without control characters, its lines ended by line feeds."""
    return _NO_TEXT.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
