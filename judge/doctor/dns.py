"""Checks the DNS records of the judge's domain: where mail goes, who may send it, the key that signs it."""

import base64
import binascii
from collections.abc import Iterator

from judge.config import ConfigError
from judge.doctor.check import CheckFinding, Installation, fine, note, wrong
from judge.handlers.relay import dkim_signer, judge_domain
from judge.mail.dns_lookup import DnsUnavailableError


def check_dns(installation: Installation) -> Iterator[CheckFinding]:
    """Yield findings on MX, SPF, DKIM and DMARC of the judge's domain, if a resolver answers."""
    domain = judge_domain(installation.config)
    if "." not in domain:
        return
    try:
        yield _mx(installation, domain)
        yield _text(
            installation, domain, "v=spf1", "SPF", f'publish TXT {domain} "v=spf1 mx -all", or as your relay says'
        )
        yield from _dkim(installation)
        dmarc = f"_dmarc.{domain}"
        yield _text(installation, dmarc, "v=DMARC1", "DMARC", f'publish TXT {dmarc} "v=DMARC1; p=none"')
    except DnsUnavailableError:
        yield note("dns", "no resolver answers here, so the records were not looked at")


def _mx(installation: Installation, domain: str) -> CheckFinding:
    found = installation.lookup(domain, "MX")
    if found:
        return fine("dns", f"MX of {domain}: {', '.join(found)}")
    if installation.lookup(domain, "A") or installation.lookup(domain, "AAAA"):
        return note("dns", f"{domain} has no MX; mail goes to the machine of that name")
    return wrong("dns", f"{domain} has no MX and no address", f"publish MX {domain} with the name of your mail server")


def _text(installation: Installation, name: str, begins: str, what: str, do: str) -> CheckFinding:
    found = [record for record in installation.lookup(name, "TXT") if record.startswith(begins)]
    match found:
        case [one]:
            return fine("dns", f"{what} of {name}: {one}")
        case []:
            return wrong("dns", f"{name} has no {what}, so some will take our letters for forged", do)
        case _:
            return wrong("dns", f"{name} has {len(found)} {what} records, which count as none", "leave one")


def _dkim(installation: Installation) -> Iterator[CheckFinding]:
    """Yield whether the DNS has the public half of the judge's key."""
    try:
        signs = dkim_signer(installation.config, installation.environment)
    except ConfigError:
        return  # said where the relay is looked at
    if signs is None:
        yield note("dns", "letters are not signed here", "see that the relay signs them, or set dkim.selector")
        return
    name = f"{signs.selector}._domainkey.{signs.domain}"
    modulus = signs.modulus
    if any(modulus in _key(record) for record in installation.lookup(name, "TXT")):
        yield fine("dns", f"DKIM of {name} is the other half of our key")
    else:
        yield wrong("dns", f"{name} does not hold the other half of our key", "publish it, see docs/operating.md")


def _key(record: str) -> bytes:
    parts = dict(part.strip().partition("=")[::2] for part in record.split(";"))
    try:
        return base64.b64decode("".join(parts.get("p", "").split()))
    except binascii.Error:
        return b""
