"""The recipients of a letter that came without an envelope, from its headers, the most reliable first."""

import re

from judge.mail.headers import Headers
from judge.mail.size_limits import header_block

_BY_DELIVERY = ("delivered-to", "x-original-to", "envelope-to")
"""Written by the machine that delivered."""

_BY_SENDER = ("to", "cc")
"""Written by the sender."""

_ADDRESS = re.compile(r"[^\s<>,;:\"()]{1,64}@[^\s<>,;:\"()]{1,255}")


def delivered_to(raw: bytes) -> tuple[str, ...]:
    """The addresses to which a machine says it has delivered this copy, the most reliable first."""
    return _named(raw, _BY_DELIVERY)


def addressed_to(raw: bytes) -> tuple[str, ...]:
    """Every address the headers name as a recipient, the most reliable first."""
    return _named(raw, _BY_DELIVERY + _BY_SENDER)


def _named(raw: bytes, names: tuple[str, ...]) -> tuple[str, ...]:
    headers = Headers(header_block(raw))
    return tuple(found for name in names for found in addresses_in(headers, name))


def addresses_in(headers: Headers, name: str) -> tuple[str, ...]:
    """Everything that looks like an address in the headers of a name, in order."""
    return tuple(found for value in headers.all(name) for found in _ADDRESS.findall(value))
