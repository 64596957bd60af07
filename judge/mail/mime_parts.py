"""The MIME parts of a letter (RFC 2046), split by hand: in linear time, to a bounded depth, without ever failing."""

import re
from binascii import a2b_qp
from collections.abc import Iterator
from dataclasses import dataclass

from judge.mail.charsets import decode
from judge.mail.headers import Headers, clean, decode_base64, decode_header
from judge.mail.size_limits import header_block

DEEPEST_NESTING = 10
MOST_PARTS = 100
LONGEST_TEXT = 128 * 1024
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

    @property
    def kind(self) -> str:
        """Its media type; a multipart without a boundary is plain text (RFC 2046 5.1.1)."""
        kind = media_type(self.headers)
        return "text/plain" if kind.startswith("multipart/") else kind

    @property
    def name(self) -> str:
        """Its file name, empty when it has none."""
        named = self.headers.parameter("content-disposition", "filename")
        return clean(decode_header(named or self.headers.parameter("content-type", "name")), 100)

    @property
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
        label = self.headers.parameter("content-type", "charset")
        text = _NEW_LINE.sub("\n", decode(self._decoded(), label)[:LONGEST_TEXT])
        return _INVISIBLE.sub("", text)

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


def split_parts(raw: bytes) -> tuple[Headers, MimeGroup]:
    """The headers of a letter, and the tree of its parts; a letter attached to the letter is one part."""
    headers, body = _headers_and_body(raw if b"\n" in raw else raw.replace(b"\r", b"\n"))
    body_or_group = _tree(headers, body, DEEPEST_NESTING, [MOST_PARTS])
    return headers, body_or_group if isinstance(body_or_group, MimeGroup) else MimeGroup(False, (body_or_group,))


def _headers_and_body(raw: bytes) -> tuple[Headers, bytes]:
    block = header_block(raw)
    gap = _AFTER_HEADERS.match(raw, len(block))
    return Headers(block), raw[gap.end() :] if gap else b""


def _tree(headers: Headers, body: bytes, depth: int, left: list[int]) -> MimePart | MimeGroup:
    """One part with all it contains; ``left`` is how many more parts may be taken from the letter."""
    boundary = headers.parameter("content-type", "boundary")
    kind = media_type(headers)
    if not kind.startswith("multipart/") or not boundary:
        left[0] -= 1
        return MimePart(headers, body)
    members: list[MimePart | MimeGroup] = []
    for piece in _pieces(body, boundary) if depth else ():
        if left[0] <= 0:
            break
        members.append(_tree(*_headers_and_body(piece), depth - 1, left))
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
