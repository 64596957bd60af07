"""The text of a letter from its MIME parts (RFC 2046), split by hand in linear time, to a bounded depth."""

import re
from binascii import a2b_qp
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from judge.mail.headers import (
    Headers,
    clean,
    decode,
    decode_base64,
    decode_header,
    header_block,
    is_struck,
    mark_struck_out,
    unflow,
    without_signature,
)
from judge.mail.html import VisibleText, plain_text, visible_text
from judge.mail.quoted_letters import is_quotation

_DEEPEST_NESTING = 10
MOST_PARTS = 100
_MOST_HEADER_BYTES_OF_PARTS = 64 * 1024
"""Bytes of the headers of all parts: as many as a letter's own may have; a part has some hundred."""

_LONGEST_TEXT = 128 * 1024
"""How many characters of a text are read."""

_LONGEST_ENCODED = 384 * 1024
_SIGNATURE_TYPES = frozenset(
    {"application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature"}
)
_AFTER_HEADERS = re.compile(rb"\r?\n\r?\n|\r?\n")
_INVISIBLE = re.compile(
    r"[\x00-\x08\x0e-\x1f\x7f-\x9f\xad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ud800-\udfff]"
)
"""Control characters and characters without width: nobody means them to be read, and they split words."""

_AFTER_FIRST_WORD = re.compile(r"[\s;(].*", re.DOTALL)
_AFTER_PADDING = re.compile(rb"(=[ \t\r]*\n).*", re.DOTALL)
"""Text that a mailing list appends to encoded text without encoding it."""

_NEW_LINE = re.compile(r"\r\n|[\r\x0b\x0c\x85\u2028\u2029]")


@dataclass(frozen=True)
class MimePart:
    """A part that contains no other parts."""

    headers: Headers
    body: bytes

    @cached_property
    def kind(self) -> str:
        """Its media type; a multipart without a boundary is plain text (RFC 2046 5.1.1)."""
        kind = media_type(self.headers)
        return "text/plain" if kind.startswith("multipart/") else kind

    @cached_property
    def name(self) -> str:
        """Its file name, empty when it has none."""
        named = self.headers.parameter("content-disposition", "filename")
        return clean(decode_header(named or self.headers.parameter("content-type", "name")), 100)

    @cached_property
    def is_attachment(self) -> bool:
        """Whether it is an attachment rather than the text of the letter."""
        disposition = self.headers.first("content-disposition").lower()
        return disposition.startswith("attachment") or bool(self.name) or not self.kind.startswith("text/")

    @property
    def is_shown_inside(self) -> bool:
        """Whether it belongs to the text, as the picture of a signature does, or is a cryptographic signature."""
        pictured = self.kind.startswith("image/") and self.headers.has("content-id")
        return pictured or self.kind in _SIGNATURE_TYPES

    @property
    def text(self) -> str:
        """Its text, each line ended by a line feed, without control characters."""
        return _INVISIBLE.sub("", _NEW_LINE.sub("\n", self._whole[:_LONGEST_TEXT]))

    @property
    def is_cut(self) -> bool:
        """Whether there is more of its text than is read."""
        return len(self.body) > _LONGEST_ENCODED or len(self._whole) > _LONGEST_TEXT

    @cached_property
    def _whole(self) -> str:
        return decode(self._decoded(), self.headers.parameter("content-type", "charset"))

    def _decoded(self) -> bytes:
        body = self.body[:_LONGEST_ENCODED]
        match _AFTER_FIRST_WORD.sub("", self.headers.first("content-transfer-encoding").strip().lower()):
            case "base64":
                return decode_base64(_AFTER_PADDING.sub(rb"\1", body, count=1))
            case "quoted-printable":
                return a2b_qp(body)
            case _:
                return body


def media_type(headers: Headers) -> str:
    """The media type of a Content-Type header, ``text/plain`` when it names none (RFC 2045 5.2)."""
    kind = headers.first("content-type").partition(";")[0].strip().lower()
    return kind if "/" in kind else "text/plain"


@dataclass(frozen=True)
class MimeGroup:
    """A part that contains others; ``is_choice`` when they are alternatives (RFC 2046 5.1.4)."""

    is_choice: bool
    members: "tuple[MimePart | MimeGroup, ...]"

    @property
    def leaves(self) -> Iterator[MimePart]:
        """Every part below that contains no others, in order."""
        for member in self.members:
            if isinstance(member, MimeGroup):
                yield from member.leaves
            else:
                yield member


@dataclass
class _Budget:
    """How many more parts of a letter are looked at, and how many bytes of all their headers."""

    parts: int = MOST_PARTS
    header_bytes: int = _MOST_HEADER_BYTES_OF_PARTS


def split_parts(raw: bytes) -> tuple[Headers, MimeGroup]:
    """The headers of a letter, and the tree of its parts; a letter attached to the letter is one part."""
    headers, body = _headers_and_body(raw if b"\n" in raw else raw.replace(b"\r", b"\n"))
    body_or_group = _tree(headers, body, _DEEPEST_NESTING, _Budget())
    return headers, body_or_group if isinstance(body_or_group, MimeGroup) else MimeGroup(False, (body_or_group,))


def _headers_and_body(raw: bytes, left: _Budget | None = None) -> tuple[Headers, bytes]:
    block = header_block(raw)
    gap = _AFTER_HEADERS.match(raw, len(block))
    read = block if left is None else block[: left.header_bytes]
    if left:
        left.header_bytes -= len(read)
    return Headers(read), raw[gap.end() :] if gap else b""


def _tree(headers: Headers, body: bytes, depth: int, left: _Budget) -> MimePart | MimeGroup:
    """One part with all it contains; ``left`` is what may still be taken from the letter."""
    boundary = headers.parameter("content-type", "boundary")
    kind = media_type(headers)
    if not kind.startswith("multipart/") or not boundary:
        left.parts -= 1
        return MimePart(headers, body)
    members: list[MimePart | MimeGroup] = []
    for piece in _pieces(body, boundary) if depth else ():
        if left.parts <= 0:
            break
        members.append(_tree(*_headers_and_body(piece, left), depth - 1, left))
    return MimeGroup(kind == "multipart/alternative", tuple(members))


def _pieces(body: bytes, boundary: str) -> list[bytes]:
    """The texts between the boundary lines; preamble and epilogue are ignored."""
    line = re.compile(rb"^--" + re.escape(boundary.encode("utf-8", "replace")) + rb"(--)?[ \t]*\r?$", re.MULTILINE)
    pieces: list[bytes] = []
    start: int | None = None
    for found in line.finditer(body):
        if start is not None:
            pieces.append(_without_boundary_ends(body[start : found.start()]))
        if found[1]:
            return pieces
        start = found.end()
    return pieces if start is None else [*pieces, _without_boundary_ends(body[start:])]


def _without_boundary_ends(piece: bytes) -> bytes:
    """A piece without the line ends that belong to the boundary lines above and below it."""
    return piece.removeprefix(b"\n").removesuffix(b"\n").removesuffix(b"\r")


_P = TypeVar("_P", bound=MimePart | MimeGroup)

_NOT_FOR_READING = frozenset({"text/calendar", "text/x-amp-html", "text/css", "text/vcard", "text/x-vcard"})
_LONGEST_STUB = 400
_MOST_TEXT = 96 * 1024
"""Characters read of the texts of one letter that follow each other, or are alternatives."""
_MOST_HIDDEN = 100
"""Pieces of hidden text that are searched in the plain text."""

_STUB = re.compile(r"\bhtml\b", re.IGNORECASE)


def body_text(part: MimePart | MimeGroup) -> str:
    """The text of a part: of several alternatives the first plain one that has any text, else HTML.

    Parts that merely follow each other are read one after the other: some programs start a new part at every picture,
    and mailing lists append a part of their own.
    """
    match part:
        case MimePart():
            return "" if part.is_attachment else _text(part)
        case MimeGroup(is_choice=False, members=members):
            return "\n".join(_without_repetitions(body_text(member) for member in _within_limit(members)))
        case MimeGroup():
            return _chosen_alternative(part)


def is_text_cut(part: MimePart | MimeGroup) -> bool:
    """Whether the text of a part goes on behind what is read of it."""
    leaves = [leaf for leaf in (part.leaves if isinstance(part, MimeGroup) else (part,)) if not leaf.is_attachment]
    plain = [leaf for leaf in leaves if leaf.kind == "text/plain"]
    return any(leaf.is_cut for leaf in plain or leaves)


def _chosen_alternative(choice: MimeGroup) -> str:
    """The text of one alternative; HTML counts before plain text where it strikes out or hides words."""
    texts: list[str] = []
    for member in _within_limit(sorted(choice.members, key=lambda member: not _has_plain(member))):
        texts.append(body_text(member))
        if not _is_empty_or_stub(texts[-1]):
            return _unless_html_contradicts(texts[-1], choice) if _has_plain(member) else texts[-1]
    return "".join(texts[:1])


def _within_limit(parts: Iterable[_P]) -> Iterator[_P]:
    """The first part, then others as long as all together stay within the limit; later ones are not read."""
    looked_at = 0
    for part in parts:
        leaves = part.leaves if isinstance(part, MimeGroup) else (part,)
        size = sum(min(len(leaf.body), _LONGEST_TEXT) for leaf in leaves if not leaf.is_attachment)
        if looked_at and looked_at + size > _MOST_TEXT:
            return
        yield part
        looked_at += size


def _unless_html_contradicts(plain: str, choice: MimeGroup) -> str:
    leaves = (leaf for leaf in choice.leaves if leaf.kind == "text/html" and not leaf.is_attachment)
    pages = (visible_text(leaf.text) for leaf in _within_limit(leaves))
    return next((page.text for page in pages if _contradicts(page, plain)), plain)


def _without_repetitions(texts: Iterable[str]) -> Iterator[str]:
    """The texts that add something to those before: some programs do not mark two parts as alternatives."""
    said: set[str] = set()
    for text in texts:
        lines = {line.strip() for line in text.split("\n")} - {""}
        if not lines <= said:
            yield text
        said |= lines


def _contradicts(page: VisibleText, plain: str) -> bool:
    """Whether the HTML strikes out or hides text that the plain text beside it, which can show neither, contains."""
    if _is_empty_or_stub(page.text):
        return False
    strikes = any(is_struck(line) and not is_quotation(line) for line in page.text.split("\n"))
    said = f" {' '.join(plain.split())} " if page.hidden else ""
    return strikes or any(f" {words} " in said for words in page.hidden[:_MOST_HIDDEN])


def _text(part: MimePart) -> str:
    if part.kind == "text/html":
        return plain_text(part.text)
    if part.kind in _NOT_FOR_READING:
        return ""
    text = part.text
    if part.headers.parameter("content-type", "format").lower() == "flowed":
        text = unflow(text, delete_space=part.headers.parameter("content-type", "delsp").lower() == "yes")
    return mark_struck_out(without_signature(text))


def _has_plain(part: MimePart | MimeGroup) -> bool:
    leaves = part.leaves if isinstance(part, MimeGroup) else (part,)
    return any(leaf.kind == "text/plain" and not leaf.is_attachment for leaf in leaves)


def _is_empty_or_stub(text: str) -> bool:
    """Whether a text is blank, or only says that the letter is in HTML."""
    return not text.strip() or (len(text) < _LONGEST_STUB and _STUB.search(text) is not None)
