"""What the DKIM signatures of a letter cover (RFC 6376), from the letter alone; they are not verified here.

A signature shows that From's mail domain let this person send these words. It shows that they were meant for this game,
now, only if it covers the recipients and the date; otherwise whoever once had a signed letter could send it here. It
shows that they are to be read as they are only if it covers the headers that tell how.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from judge.mail.headers import Headers, addresses_in, parse_date
from judge.mail.identity import LONGEST_PROVING_AGE, Recipient, read_recipient

MOST_SIGNATURES = 10
"""Of one letter; a letter with more is taken as one with none."""

_LONGEST = 4 * 1024
_REQUIRED_HEADERS = ("from", "to", "date", "message-id")
_HEADERS_THAT_TELL_HOW_TO_READ = ("mime-version", "content-type", "content-transfer-encoding")
_HEADERS_TO_COVER = (*_REQUIRED_HEADERS, "cc", "subject", *_HEADERS_THAT_TELL_HOW_TO_READ)
_REQUIRED_TAGS = frozenset({"a", "b", "bh", "d", "h", "s"})
_ALGORITHM = "rsa-sha256"  # whoever signs with another one signs with this one too (RFC 8463 2)
_TAG = re.compile(r"\s*([a-z][a-z0-9_]*)\s*=\s*([^;]*?)\s*", re.IGNORECASE)
_GAP = re.compile(r"\s{100}")


@dataclass(frozen=True)
class DkimSignature:
    """The signature at ``place`` among all of a letter, from the top; ``fault`` says why it would prove nothing.

    ``domain`` and ``selector`` are in lower case, ``value`` is the signature itself.
    """

    place: int
    domain: str
    selector: str
    value: str
    fault: str | None


@dataclass(frozen=True)
class ExpectedLetter:
    """What a letter must match to be meant for this judge: ``sender`` is its From, ``arrived`` when it came (UTC).

    ``recipient`` is the address it came to, parsed, of the judge at the address ``judge``.
    """

    sender: str
    recipient: Recipient
    judge: str
    arrived: datetime


def dkim_signatures_of(headers: Headers, meant: ExpectedLetter) -> tuple[DkimSignature, ...]:
    """Every signature of a letter, those with a fault among them; none when there are too many."""
    values = headers.all("dkim-signature")
    if len(values) > MOST_SIGNATURES:
        return ()
    tags = tuple(map(_tags, values))
    common = None if all(tags) else "another signature is not well made"  # a mail server may have meant that one
    common = common or _fault_of_letter(headers, meant)
    return tuple(_signature(place, each, _fault(each, headers, meant) or common) for place, each in enumerate(tags))


def is_aligned(domain: str, sender: str) -> bool:
    """Whether a domain may sign for an address: it is the address's domain, or a parent of it.

    A parent domain controls its subdomains in the DNS anyway; a subdomain, or a sibling, may be anybody's. So no list
    of public suffixes is needed.
    """
    own = sender.lower().rpartition("@")[2]
    return "." in domain.strip(".") and (own == domain or own.endswith(f".{domain}"))


def _signature(place: int, tags: Mapping[str, str], fault: str | None) -> DkimSignature:
    domain, selector = tags.get("d", "").lower(), tags.get("s", "").lower()
    return DkimSignature(place, domain, selector, "".join(tags.get("b", "").split()), fault)


def _tags(value: str) -> dict[str, str]:
    """The tags of a signature; none when it is malformed, or a tag stands there twice (RFC 6376 3.2 and 3.5)."""
    if len(value) > _LONGEST or _GAP.search(value):
        return {}
    found = [_TAG.fullmatch(piece) for piece in value.rstrip().removesuffix(";").split(";")]
    tags = {tag[1]: tag[2] for tag in found if tag}
    return tags if len(tags) == len(found) and tags.keys() >= _REQUIRED_TAGS else {}


def _fault(tags: Mapping[str, str], headers: Headers, meant: ExpectedLetter) -> str | None:
    """Why a signature would prove nothing even if it held, in a few English words."""
    if not tags:
        return "it is not well made"
    if not is_aligned(tags["d"].lower(), meant.sender):
        return "it is of another domain than From"
    if tags["a"] != _ALGORITHM:
        return f"it is not made with {_ALGORITHM}"
    if "l" in tags:
        return "it covers a part of the text only"
    signed = {name.strip().lower() for name in tags["h"].split(":")}
    bare = [name for name in _HEADERS_TO_COVER if headers.has(name) and name not in signed]
    if bare:
        return f"it does not cover {bare[0].title()}"
    expires = tags.get("x", "")
    if expires and not (expires.isdecimal() and int(expires[:12]) >= meant.arrived.timestamp()):
        return "it has expired"
    return None


def _fault_of_letter(headers: Headers, meant: ExpectedLetter) -> str | None:
    """Why no signature at all would prove anything; None when one may."""
    for name in _HEADERS_TO_COVER:
        if len(headers.all(name)) > 1:
            return f"{name.title()} stands there twice"
    missing = [name for name in _REQUIRED_HEADERS if not headers.first(name)]
    if missing:
        return f"{missing[0].title()} is missing"
    date = parse_date(headers.first("date"))
    if date is None or abs(meant.arrived - date) > LONGEST_PROVING_AGE:
        return "it is not of these days"
    named = (read_recipient(address, meant.judge) for name in ("to", "cc") for address in addresses_in(headers, name))
    if not any(found and found.game == meant.recipient.game for found in named):
        return "it is not addressed to this game"
    return None
