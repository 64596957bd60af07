"""DNS queries with a time limit."""

from collections.abc import Callable

import dns.exception
import dns.resolver

DkimKeyLookup = Callable[[str], bytes | None]
"""The TXT record of a name, None where there is none or more than one; DnsUnavailableError without an answer.

DkimKeyAwaitedError where the answer is not known yet and nobody waits for it here.
"""

_TIMEOUT = 3.0
"""Seconds for one query, with all its repetitions."""


class DnsUnavailableError(Exception):
    """No name server answers."""


class DkimKeyAwaitedError(Exception):
    """The key of ``name`` is not known yet; whoever needs it comes again once it is."""

    def __init__(self, name: str) -> None:
        """``name`` is where the key stands in the DNS."""
        super().__init__(name)
        self.name = name


def lookup(name: str, kind: str) -> tuple[str, ...]:
    """The records of a name by the machine's own resolver; DnsUnavailableError when it does not answer."""
    try:
        found = dns.resolver.resolve(name, kind, lifetime=_TIMEOUT)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return ()
    except (dns.exception.DNSException, OSError) as error:
        raise DnsUnavailableError from error
    if kind == "TXT":
        return tuple(b"".join(record.strings).decode("utf-8", "replace") for record in found)
    return tuple(record.to_text() for record in found)


def dkim_key_record(name: str) -> bytes | None:
    """The key of a DKIM signature, as it stands under ``selector._domainkey.domain`` (RFC 6376 3.6.2)."""
    records = lookup(f"{name}.", "TXT")
    return records[0].encode() if len(records) == 1 else None
