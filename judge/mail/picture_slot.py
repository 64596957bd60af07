"""The place of a picture in a letter: written with the letter, filled when the letter leaves."""

import re
from binascii import b2a_base64
from dataclasses import dataclass

_BYTES_PER_LINE = 57
_AFTER_HEADERS = re.compile(rb"\r\n\r\n")


@dataclass(frozen=True)
class PictureSlot:
    """A picture that a letter bears; ``content_id`` is without angle brackets, ``kind`` is ``png`` or ``svg``.

    ``is_in_place`` when the HTML of the letter shows it (RFC 2392); else it is attached.
    """

    content_id: str
    name: str
    kind: str
    is_in_place: bool

    @property
    def media_type(self) -> str:
        """Its media type."""
        return "image/svg+xml" if self.kind == "svg" else "image/png"


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
