"""The name service asked, with an end to our patience."""

from collections.abc import Callable

import dns.exception
import dns.resolver

Keys = Callable[[str], bytes | None]
"""The text record of a name, None where there is none or more than one; NoResolverError where nobody answers."""

_PATIENCE = 3.0
"""Seconds for one question, with all its repetitions."""


class NoResolverError(Exception):
    """No name server answers here, or not now."""


def ask(name: str, kind: str) -> tuple[str, ...]:
    """The records of a name as the machine's own resolver tells them; NoResolverError when it tells nothing."""
    try:
        found = dns.resolver.resolve(name, kind, lifetime=_PATIENCE)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return ()
    except (dns.exception.DNSException, OSError) as error:
        raise NoResolverError from error
    if kind == "TXT":
        return tuple(b"".join(record.strings).decode("utf-8", "replace") for record in found)
    return tuple(record.to_text() for record in found)


def key_record(name: str) -> bytes | None:
    """The key of a signature, as it stands under ``selector._domainkey.domain`` (RFC 6376 3.6.2)."""
    records = ask(f"{name}.", "TXT")
    return records[0].encode() if len(records) == 1 else None
