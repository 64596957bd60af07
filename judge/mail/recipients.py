"""For whom a letter was that came without an envelope: what its headers say, the surest first."""

import re

from judge.mail.headers import Headers
from judge.mail.limits import header_block

_DELIVERED = ("delivered-to", "x-original-to", "envelope-to")
"""Written by the machine that delivered."""

_TOLD = ("to", "cc")
"""Written by the sender."""

_ADDRESS = re.compile(r"[^\s<>,;:\"()]{1,64}@[^\s<>,;:\"()]{1,255}")


def recipients_delivered(raw: bytes) -> tuple[str, ...]:
    """The addresses to which a machine says it has delivered this copy, the surest first."""
    return _named(raw, _DELIVERED)


def recipients_told(raw: bytes) -> tuple[str, ...]:
    """Every address the headers name as a recipient, in the order of how far they can be trusted."""
    return _named(raw, _DELIVERED + _TOLD)


def _named(raw: bytes, names: tuple[str, ...]) -> tuple[str, ...]:
    headers = Headers(header_block(raw))
    return tuple(found for name in names for found in addresses_in(headers, name))


def addresses_in(headers: Headers, name: str) -> tuple[str, ...]:
    """Whatever looks like an address in the headers of a name, in their order."""
    return tuple(found for value in headers.all(name) for found in _ADDRESS.findall(value))
