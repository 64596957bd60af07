"""Verifies From: its mail domain has signed the letter for this judge, and a trusted party has checked the signature.

That is the operator's own mail server, by the first Authentication-Results of the letter, or else the judge itself, by
the key in the DNS. What a signature has to cover is decided in dkim_signatures.py.
"""

import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import dkim

from judge.mail.dkim_signatures import DkimSignature, ExpectedLetter, dkim_signatures_of
from judge.mail.dns_lookup import DkimKeyLookup, DnsUnavailableError
from judge.mail.headers import Headers
from judge.mail.identity import Proof
from judge.mail.size_limits import header_block


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


_GAP = re.compile(r"\s+")
_WORD = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^\s";()\\])+')
_IN_COMMENT = re.compile(r"[^()\\]+|\\.")


def _words(value: str) -> list[str] | None:
    """The words and semicolons of a header, without its comments; None when a comment or quotation is unfinished."""
    words: list[str] = []
    place = depth = 0
    while place < len(value):
        found = _IN_COMMENT.match(value, place) if depth else _GAP.match(value, place) or _WORD.match(value, place)
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

_LIBRARY_ERRORS = (dkim.DKIMException, AssertionError, LookupError, TypeError, ValueError)
"""What the library raises at an unexpected signature or key.

These are its own errors, and those of its readers of base64, of numbers and of ASN.1.
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
    except _LIBRARY_ERRORS as error:
        _log.info("a signature could not be checked: %s", type(error).__name__)
        return False


def _usable(record: bytes | None) -> bytes | None:
    """A key record that counts: of a length that can be used, and not in testing (RFC 6376 3.6.1); else None."""
    if record is None or len(record) > _LONGEST_KEY:
        return None
    tags = dict(tag.partition(b"=")[::2] for tag in b"".join(record.split()).split(b";"))
    return None if b"y" in tags.get(b"t", b"").split(b":") else record
