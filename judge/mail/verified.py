"""Whether From is verified: its mail domain has signed the letter for us, and somebody we trust has looked.

That is the operator's own mail server, which says so in the first Authentication-Results of the letter, or else the
judge, who asks the DNS for the key. What a signature has to cover, ``signatures.py`` knows.
"""

import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass

import dkim

from judge.mail.headers import Headers
from judge.mail.identity import Proof
from judge.mail.limits import header_block
from judge.mail.name_service import Keys, NoResolverError
from judge.mail.signatures import Meant, Signature, signatures_of
from judge.mail.verdicts import Verdict, read_report

LARGEST = 1024 * 1024
"""Bytes of a letter whose signature we check ourselves."""

MOST_TRIED = 2
"""Signatures of one letter that we check ourselves."""

SHORTEST_KEY = 1024
"""Bits of an RSA key (RFC 8301 3.2)."""

_LONGEST_KEY = 1200
"""Bytes of a key record: one of 4096 bits has room. Longer ones would take us long."""

_LONG_GAP = re.compile(rb"[ \t]{200}")
_GAP_BEFORE_COLON = re.compile(rb"^[!-9;-~]+[ \t]+:", re.MULTILINE)

_RAISED = (dkim.DKIMException, AssertionError, LookupError, TypeError, ValueError)
"""What the library raises at a signature or a key it does not expect: its own, and what its readers of base64, of
numbers and of ASN.1 let pass."""

_log = logging.getLogger("judge")
_SILENT = logging.getLogger("judge.dkim")
_SILENT.setLevel(logging.CRITICAL + 1)  # the library would put names and keys into the log


@dataclass(frozen=True)
class Verified:
    """From is its sender's, as ``proof`` says, by the signature of ``domain``."""

    proof: Proof
    domain: str


@dataclass(frozen=True)
class Unverified:
    """Nothing shows whose letter it is, in a few English words."""

    why: str


@dataclass(frozen=True)
class Witnesses:
    """Who may say whether a signature holds: the mail server that calls itself ``server``, if any, and the DNS."""

    server: str
    keys: Keys


def verify_from(raw: bytes, meant: Meant, witnesses: Witnesses) -> Verified | Unverified:
    """Look for a signature that verifies From; however the letter is made, that has an end."""
    block = header_block(raw)
    if _GAP_BEFORE_COLON.search(block):  # RFC 5322 4.5, which no two readers take alike
        return Unverified("a header is not well made")
    headers = Headers(block)
    signatures = signatures_of(headers, meant)
    sound = [signature for signature in signatures if signature.fault is None]
    if not sound:
        return Unverified(_faults(signatures))
    told = _told(headers, signatures, witnesses.server)
    return told or _checked(raw, sound[:MOST_TRIED], witnesses.keys)


def _faults(signatures: Sequence[Signature]) -> str:
    return "; ".join(f"signature of {each.domain or 'nobody'}: {each.fault}" for each in signatures) or "no signature"


# --- what our mail server says


def _told(headers: Headers, signatures: Sequence[Signature], server: str) -> Verified | Unverified | None:
    """What the mail server in front of us has found; None where there is none, or it says nothing of signatures.

    It writes above whatever it was given (RFC 8601 5), so only the first header of that name may be its own. That DMARC
    passed is nothing of the kind: it passes by SPF as well.
    """
    report = read_report(headers.first("authentication-results")) if server else None
    if report is None or report.server != server.lower():
        return None
    results = {(verdict.method, verdict.result) for verdict in report.verdicts}
    if ("dmarc", "fail") in results:
        return Unverified("our mail server says dmarc=fail")
    if not any(method == "dkim" for method, _ in results):
        return None
    passed = (verdict for verdict in report.verdicts if (verdict.method, verdict.result) == ("dkim", "pass"))
    for verdict in passed:
        meant = [each for each in signatures if _is_of(verdict, each)]
        if meant and all(each.fault is None for each in meant):
            return Verified(Proof.RELAY, meant[0].domain)
    return Unverified("our mail server found no signature that counts")


def _is_of(verdict: Verdict, signature: Signature) -> bool:
    """Whether a verdict may be about a signature, by all that it tells of it (RFC 8601 2.7.1, RFC 6008 4)."""
    domain, agent = verdict.get("header.d").lower(), verdict.get("header.i").rpartition("@")[2].lower()
    selector, value = verdict.get("header.s").lower(), verdict.get("header.b")
    named = domain == signature.domain if domain else f".{agent}".endswith(f".{signature.domain}")
    return named and selector in {"", signature.selector} and signature.value.startswith(value)


# --- what we find ourselves


def _checked(raw: bytes, signatures: Sequence[Signature], keys: Keys) -> Verified | Unverified:
    """The first of the signatures that holds; where nobody tells a key, no more are asked for."""
    if len(raw) > LARGEST or _LONG_GAP.search(raw):
        return Unverified("more than we check")
    for signature in signatures:
        try:
            holds = _holds(raw, signature, keys)
        except NoResolverError:
            return Unverified(f"nobody told us the key of {signature.domain}")
        if holds:
            return Verified(Proof.SIGNED, signature.domain)
    return Unverified(f"the signature of {signatures[0].domain} does not hold")


def _holds(raw: bytes, signature: Signature, keys: Keys) -> bool:
    """Whether a signature is that of its domain; the key is asked for before, so no fault in that is its own."""
    name = f"{signature.selector}._domainkey.{signature.domain}"
    record = _usable(keys(name)) if name.isascii() else None
    if record is None:
        return False
    try:
        library = dkim.DKIM(raw, logger=_SILENT, minkey=SHORTEST_KEY)
        return bool(library.verify(signature.place, lambda _name, timeout: record))  # noqa: ARG005 - it has its record
    except _RAISED as error:
        _log.info("a signature could not be checked: %s", type(error).__name__)
        return False


def _usable(record: bytes | None) -> bytes | None:
    """A key record that counts: of a length to work with, and not one that is only being tried (RFC 6376 3.6.1)."""
    if record is None or len(record) > _LONGEST_KEY:
        return None
    tags = dict(tag.partition(b"=")[::2] for tag in b"".join(record.split()).split(b";"))
    return None if b"y" in tags.get(b"t", b"").split(b":") else record
