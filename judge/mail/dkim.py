"""DKIM: what signatures cover, whether From is verified, the judge's own signature (RFC 6376).

A signature shows that From's mail domain let this person send these words. It shows that they were meant for this game,
now, only if it covers the recipients and the date; otherwise whoever once had a signed letter could send it here. It
shows that they are to be read as they are only if it covers the headers that tell how.

That is the operator's own mail server, by the first Authentication-Results of the letter, or else the judge itself, by
the key in the DNS.
"""

import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from judge.mail.dkim_keys import DkimKeyLookup, DnsUnavailableError
from judge.mail.headers import Headers, addresses_in, header_block, parse_date
from judge.mail.identity import LONGEST_PROVING_AGE, Proof, Recipient, read_recipient
from judge.system.files import LibraryOnDemand

if TYPE_CHECKING:
    import dkim
else:
    dkim = LibraryOnDemand("dkim")

# --- what the DKIM signatures of a letter cover (RFC 6376), from the letter alone; they are not verified here


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


# --- verifies From


@dataclass(frozen=True)
class MethodResult:
    """One method with its result, both in lower case, and its properties such as ``header.d``, unchanged."""

    method: str
    result: str
    properties: Mapping[str, str] = field(default_factory=dict)

    def get(self, name: str) -> str:
        """A property, empty where there is none."""
        return self.properties.get(name, "")


@dataclass(frozen=True)
class AuthenticationResults:
    """All results of one mail server for one letter: ``server`` is its authserv-id, in lower case."""

    server: str
    verdicts: tuple[MethodResult, ...] = ()


def read_authentication_results(value: str) -> AuthenticationResults | None:
    """Parse the value of an Authentication-Results header (RFC 8601); None when it is malformed.

    Parts of such a header are words of strangers, a sender's address for one; so a header that is unfinished, or
    repeats a property, counts as none.
    """
    words = _words(value)
    if words is None:
        return None
    (server, *version), *parts = _between_semicolons(words)
    if not server or len(version) > 1 or not all(word.isdecimal() for word in version):
        return None
    told = [part for part in parts if part and [word.lower() for word in part] != ["none"]]
    verdicts = tuple(filter(None, map(_method_result, told)))
    return AuthenticationResults(_unquoted(server).lower(), verdicts) if len(verdicts) == len(told) else None


_SPACES = re.compile(r"\s+")
_WORD = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^\s";()\\])+')
_IN_COMMENT = re.compile(r"[^()\\]+|\\.")


def _words(value: str) -> list[str] | None:
    """The words and semicolons of a header, without its comments; None when a comment or quotation is unfinished."""
    words: list[str] = []
    place = depth = 0
    while place < len(value):
        found = _IN_COMMENT.match(value, place) if depth else _SPACES.match(value, place) or _WORD.match(value, place)
        letter = value[place]
        if found:
            if not depth and not found[0].isspace():
                words.append(found[0])
            place = found.end()
            continue
        if letter in "()":
            depth += 1 if letter == "(" else -1
        elif letter == ";" and not depth:
            words.append(letter)
        else:
            return None
        if depth < 0:
            return None
        place += 1
    return None if depth else words


def _between_semicolons(words: list[str]) -> list[list[str]]:
    """The words in their parts; the first part has at least one word, which may be empty."""
    parts: list[list[str]] = [[]]
    for word in words:
        if word == ";":
            parts.append([])
        else:
            parts[-1].append(word)
    return [parts[0] or [""], *parts[1:]]


_PAIR = re.compile(r"([A-Za-z][\w.-]*)(?:/\d+)?=(.*)", re.DOTALL)
_ESCAPED = re.compile(r"\\(.)")


def _method_result(words: list[str]) -> MethodResult | None:
    pairs = [(found[1].lower(), _unquoted(found[2])) for word in words if (found := _PAIR.fullmatch(word))]
    (method, result), *told = pairs or [("", "")]
    properties = dict(told)
    if not result or len(pairs) != len(words) or len(properties) != len(told):
        return None
    return MethodResult(method, result.lower(), properties)


def _unquoted(word: str) -> str:
    return _ESCAPED.sub(r"\1", word[1:-1]) if len(word) > 1 and word.startswith('"') and word.endswith('"') else word


LARGEST_VERIFIED = 1024 * 1024
"""Bytes of a letter whose signature the judge checks itself."""

MOST_SIGNATURES_TRIED = 2
"""Signatures of one letter that the judge checks itself."""

_SHORTEST_KEY = 1024
"""Bits of an RSA key (RFC 8301 3.2)."""

_LONGEST_KEY = 1200
"""Bytes of a key record: enough for 4096 bits. Longer ones would take long to use."""

_LONG_GAP = re.compile(rb"[ \t]{200}")
_GAP_BEFORE_COLON = re.compile(rb"^[!-9;-~]+[ \t]+:", re.MULTILINE)

_LIBRARY_ERRORS = (AssertionError, LookupError, TypeError, ValueError)
"""What the library raises at an unexpected signature or key, beside its own errors.

These are those of its readers of base64, of numbers and of ASN.1.
"""

_log = logging.getLogger("judge")
_SILENT_LOG = logging.getLogger("judge.dkim")
_SILENT_LOG.setLevel(logging.CRITICAL + 1)  # the library would put names and keys into the log


@dataclass(frozen=True)
class FromVerified:
    """From is verified, by this ``proof``, through the signature of ``domain``."""

    proof: Proof
    domain: str


@dataclass(frozen=True)
class FromUnverified:
    """Nothing verifies From; ``why`` in a few English words."""

    why: str


@dataclass(frozen=True)
class TrustedCheckers:
    """Who may check a signature: the mail server of the authserv-id ``server``, if any, and the judge by ``keys``."""

    server: str
    keys: DkimKeyLookup


def verify_from(raw: bytes, meant: ExpectedLetter, witnesses: TrustedCheckers) -> FromVerified | FromUnverified:
    """Search for a signature that verifies From; bounded in time for every letter."""
    block = header_block(raw)
    if _GAP_BEFORE_COLON.search(block):  # RFC 5322 4.5, which no two readers take alike
        return FromUnverified("a header is not well made")
    headers = Headers(block)
    signatures = dkim_signatures_of(headers, meant)
    sound = [signature for signature in signatures if signature.fault is None]
    if not sound:
        return FromUnverified(_faults(signatures))
    told = _by_mail_server(headers, signatures, witnesses.server)
    return told or _by_judge(raw, sound[:MOST_SIGNATURES_TRIED], witnesses.keys)


def _faults(signatures: Sequence[DkimSignature]) -> str:
    return "; ".join(f"signature of {each.domain or 'nobody'}: {each.fault}" for each in signatures) or "no signature"


# --- what our mail server says


def _by_mail_server(
    headers: Headers, signatures: Sequence[DkimSignature], server: str
) -> FromVerified | FromUnverified | None:
    """The result of the operator's mail server; None where there is none, or it has none for signatures.

    It writes above whatever it was given (RFC 8601 5), so only the first header of that name may be its own. A passed
    DMARC check proves nothing here: it passes by SPF as well.
    """
    report = read_authentication_results(headers.first("authentication-results")) if server else None
    if report is None or report.server != server.lower():
        return None
    results = {(verdict.method, verdict.result) for verdict in report.verdicts}
    if ("dmarc", "fail") in results:
        return FromUnverified("our mail server says dmarc=fail")
    if not any(method == "dkim" for method, _ in results):
        return None
    passed = (verdict for verdict in report.verdicts if (verdict.method, verdict.result) == ("dkim", "pass"))
    for verdict in passed:
        meant = [each for each in signatures if _is_result_for(verdict, each)]
        if meant and all(each.fault is None for each in meant):
            return FromVerified(Proof.RELAY, meant[0].domain)
    return FromUnverified("our mail server found no signature that counts")


def _is_result_for(verdict: MethodResult, signature: DkimSignature) -> bool:
    """Whether a result may be about a signature, by all that it says of it (RFC 8601 2.7.1, RFC 6008 4)."""
    domain, agent = verdict.get("header.d").lower(), verdict.get("header.i").rpartition("@")[2].lower()
    selector, value = verdict.get("header.s").lower(), verdict.get("header.b")
    named = domain == signature.domain if domain else f".{agent}".endswith(f".{signature.domain}")
    return named and selector in {"", signature.selector} and signature.value.startswith(value)


# --- what we find ourselves


def _by_judge(raw: bytes, signatures: Sequence[DkimSignature], keys: DkimKeyLookup) -> FromVerified | FromUnverified:
    """The first of the signatures that holds; where the DNS does not answer, no more keys are asked for."""
    if len(raw) > LARGEST_VERIFIED or _LONG_GAP.search(raw):
        return FromUnverified("more than we check")
    for signature in signatures:
        try:
            holds = _holds(raw, signature, keys)
        except DnsUnavailableError:
            return FromUnverified(f"nobody told us the key of {signature.domain}")
        if holds:
            return FromVerified(Proof.SIGNED, signature.domain)
    return FromUnverified(f"the signature of {signatures[0].domain} does not hold")


def _holds(raw: bytes, signature: DkimSignature, keys: DkimKeyLookup) -> bool:
    """Whether a signature is valid; the key is fetched before, so no error here is the DNS's."""
    name = f"{signature.selector}._domainkey.{signature.domain}"
    record = _usable(keys(name)) if name.isascii() else None
    if record is None:
        return False
    try:
        library = dkim.DKIM(raw, logger=_SILENT_LOG, minkey=_SHORTEST_KEY)
        return bool(library.verify(signature.place, lambda _name, timeout: record))  # noqa: ARG005 - it has its record
    except (dkim.DKIMException, *_LIBRARY_ERRORS) as error:
        _log.info("a signature could not be checked: %s", type(error).__name__)
        return False


def _usable(record: bytes | None) -> bytes | None:
    """A key record that counts: of a length that can be used, and not in testing (RFC 6376 3.6.1); else None."""
    if record is None or len(record) > _LONGEST_KEY:
        return None
    tags = dict(tag.partition(b"=")[::2] for tag in b"".join(record.split()).split(b";"))
    return None if b"y" in tags.get(b"t", b"").split(b":") else record


# --- signs letters with the key of the judge's own domain (RFC 6376)


@dataclass(frozen=True)
class Signer:
    """Signs with ``key``, a PEM text whose public half stands in the DNS at ``selector._domainkey.domain``.

    ValueError, which does not show the key, when it is no RSA key.
    """

    domain: str
    selector: str
    key: str = field(repr=False)

    def __post_init__(self) -> None:
        try:
            dkim.crypto.parse_pem_private_key(self.key.encode())
        except (dkim.crypto.UnparsableKeyError, ValueError):
            message = "no RSA key: it begins with -----BEGIN RSA PRIVATE KEY----- or -----BEGIN PRIVATE KEY-----"
            raise ValueError(message) from None

    def sign(self, raw: bytes) -> bytes:
        """The letter with its signature on top; its lines must end with CR LF already."""
        signature: bytes = dkim.sign(
            raw, self.selector.encode(), self.domain.encode(), self.key.encode(), canonicalize=(b"relaxed", b"relaxed")
        )
        return signature + raw

    @property
    def modulus(self) -> bytes:
        """The RSA modulus, which the two halves of the key have in common."""
        modulus: int = dkim.crypto.parse_pem_private_key(self.key.encode())["modulus"]
        return modulus.to_bytes((modulus.bit_length() + 7) // 8, "big")
