"""The parts of a letter (RFC 2046), split by hand: in linear time, to a bounded depth, without ever failing."""

import re
from binascii import a2b_qp
from collections.abc import Iterator
from dataclasses import dataclass

from judge.mail.charsets import decode
from judge.mail.headers import Headers, base64_bytes, clean, decoded
from judge.mail.limits import header_block

DEEPEST = 10
MOST = 100
LONGEST_TEXT = 128 * 1024
"""How many characters of a text are looked at."""

_LONGEST_ENCODED = 384 * 1024
_SEALS = frozenset({"application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature"})
_AFTER_HEADERS = re.compile(rb"\r?\n\r?\n|\r?\n")
_UNWANTED = re.compile(
    r"[\x00-\x08\x0e-\x1f\x7f-\x9f\xad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ud800-\udfff]"
)
"""Controls, and what has no width: nobody means a reader to see it, and it parts words from themselves."""

_AFTER_FIRST_WORD = re.compile(r"[\s;(].*", re.DOTALL)
_BEHIND_PADDING = re.compile(rb"(=[ \t\r]*\n).*", re.DOTALL)
"""What a mailing list hangs below encoded text without encoding it."""

_NEW_LINE = re.compile(r"\r\n|[\r\x0b\x0c\x85\u2028\u2029]")


@dataclass(frozen=True)
class Part:
    """A part that holds no other parts."""

    headers: Headers
    body: bytes

    @property
    def kind(self) -> str:
        """Its media type; what claims to hold parts but names no boundary is text (RFC 2046 5.1.1)."""
        kind = media_type(self.headers)
        return "text/plain" if kind.startswith("multipart/") else kind

    @property
    def name(self) -> str:
        """The file name it bears, empty when it bears none."""
        named = self.headers.parameter("content-disposition", "filename")
        return clean(decoded(named or self.headers.parameter("content-type", "name")), 100)

    @property
    def is_attachment(self) -> bool:
        """Whether it came with the letter rather than being it."""
        disposition = self.headers.first("content-disposition").lower()
        return disposition.startswith("attachment") or bool(self.name) or not self.kind.startswith("text/")

    @property
    def is_shown_inside(self) -> bool:
        """Whether it belongs to the text, as a picture of a signature does, or only seals it."""
        pictured = self.kind.startswith("image/") and self.headers.has("content-id")
        return pictured or self.kind in _SEALS

    @property
    def text(self) -> str:
        """Its text, each line ended by a line feed, without control characters."""
        label = self.headers.parameter("content-type", "charset")
        text = _NEW_LINE.sub("\n", decode(self._decoded(), label)[:LONGEST_TEXT])
        return _UNWANTED.sub("", text)

    def _decoded(self) -> bytes:
        body = self.body[:_LONGEST_ENCODED]
        match _AFTER_FIRST_WORD.sub("", self.headers.first("content-transfer-encoding").strip().lower()):
            case "base64":
                return base64_bytes(_BEHIND_PADDING.sub(rb"\1", body, count=1))
            case "quoted-printable":
                return a2b_qp(body)
            case _:
                return body


def media_type(headers: Headers) -> str:
    """The media type a Content-Type header names, ``text/plain`` when it names none (RFC 2045 5.2)."""
    kind = headers.first("content-type").partition(";")[0].strip().lower()
    return kind if "/" in kind else "text/plain"


@dataclass(frozen=True)
class Group:
    """A part that holds others; ``is_choice`` when they say the same in several ways (RFC 2046 5.1.4)."""

    is_choice: bool
    members: "tuple[Part | Group, ...]"

    @property
    def leaves(self) -> Iterator[Part]:
        """Every part that holds no others, in order."""
        for member in self.members:
            if isinstance(member, Group):
                yield from member.leaves
            else:
                yield member


def split(raw: bytes) -> tuple[Headers, Group]:
    """The headers of a letter, and its parts as they hang together; a letter within the letter is one part."""
    headers, body = _apart(raw if b"\n" in raw else raw.replace(b"\r", b"\n"))
    body_or_group = _tree(headers, body, DEEPEST, [MOST])
    return headers, body_or_group if isinstance(body_or_group, Group) else Group(False, (body_or_group,))


def _apart(raw: bytes) -> tuple[Headers, bytes]:
    block = header_block(raw)
    gap = _AFTER_HEADERS.match(raw, len(block))
    return Headers(block), raw[gap.end() :] if gap else b""


def _tree(headers: Headers, body: bytes, depth: int, left: list[int]) -> Part | Group:
    """One part with all it holds; ``left`` is how many more may be taken from the whole letter."""
    boundary = headers.parameter("content-type", "boundary")
    kind = media_type(headers)
    if not kind.startswith("multipart/") or not boundary:
        left[0] -= 1
        return Part(headers, body)
    members: list[Part | Group] = []
    for piece in _pieces(body, boundary) if depth else ():
        if left[0] <= 0:
            break
        members.append(_tree(*_apart(piece), depth - 1, left))
    return Group(kind == "multipart/alternative", tuple(members))


def _pieces(body: bytes, boundary: str) -> list[bytes]:
    """What stands between the boundary lines; what comes before the first or after the last is for nobody."""
    line = re.compile(rb"^--" + re.escape(boundary.encode("utf-8", "replace")) + rb"(--)?[ \t]*\r?$", re.MULTILINE)
    pieces: list[bytes] = []
    start: int | None = None
    for found in line.finditer(body):
        if start is not None:
            pieces.append(_between(body[start : found.start()]))
        if found[1]:
            return pieces
        start = found.end()
    return pieces if start is None else [*pieces, _between(body[start:])]


def _between(piece: bytes) -> bytes:
    """A piece without the line end that closes the boundary line above it, nor the one that belongs to the next."""
    return piece.removeprefix(b"\n").removesuffix(b"\n").removesuffix(b"\r")
