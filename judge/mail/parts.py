"""The parts of a letter (RFC 2046), split by hand: in linear time, to a bounded depth, without ever failing."""

import re
from binascii import a2b_qp
from dataclasses import dataclass

from judge.mail.charsets import decode
from judge.mail.headers import Headers, base64_bytes, clean, decoded
from judge.mail.limits import header_block

DEEPEST = 10
MOST = 100
LONGEST_TEXT = 256 * 1024
"""How many characters of a text are looked at."""

_LONGEST_ENCODED = 1024 * 1024
_AFTER_HEADERS = re.compile(rb"\r?\n\r?\n|\r?\n")
_UNWANTED = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\u200b\ufeff\ud800-\udfff]")
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
    def text(self) -> str:
        """Its text, each line ended by a line feed, without control characters."""
        label = self.headers.parameter("content-type", "charset")
        text = _NEW_LINE.sub("\n", decode(self._decoded(), label)[:LONGEST_TEXT])
        return _UNWANTED.sub("", text)

    def _decoded(self) -> bytes:
        body = self.body[:_LONGEST_ENCODED]
        match self.headers.first("content-transfer-encoding").lower():
            case "base64":
                return base64_bytes(body)
            case "quoted-printable":
                return a2b_qp(body)
            case _:
                return body


def media_type(headers: Headers) -> str:
    """The media type a Content-Type header names, ``text/plain`` when it names none (RFC 2045 5.2)."""
    kind = headers.first("content-type").partition(";")[0].strip().lower()
    return kind if "/" in kind else "text/plain"


def split(raw: bytes) -> tuple[Headers, tuple[Part, ...]]:
    """The headers of a letter, and its parts in their order; a letter within the letter is one part."""
    headers, body = _apart(raw if b"\n" in raw else raw.replace(b"\r", b"\n"))
    return headers, tuple(_leaves(headers, body, DEEPEST))[:MOST]


def _apart(raw: bytes) -> tuple[Headers, bytes]:
    block = header_block(raw)
    gap = _AFTER_HEADERS.match(raw, len(block))
    return Headers(block), raw[gap.end() :] if gap else b""


def _leaves(headers: Headers, body: bytes, depth: int) -> list[Part]:
    boundary = headers.parameter("content-type", "boundary")
    if not media_type(headers).startswith("multipart/") or not boundary:
        return [Part(headers, body)]
    if depth == 0:
        return []
    found: list[Part] = []
    for piece in _pieces(body, boundary):
        found += _leaves(*_apart(piece), depth - 1)
        if len(found) >= MOST:
            break
    return found


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
