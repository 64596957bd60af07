"""The name service asked for what others will ask it: where our mail goes, who may send it, by which key."""

import base64
import binascii
from collections.abc import Iterator

from judge.config import ConfigError
from judge.desk.outward import own_domain, signer
from judge.doctor.finding import Finding, Patient, fine, note, wrong
from judge.mail.name_service import NoResolverError


def names(patient: Patient) -> Iterator[Finding]:
    """MX, SPF, DKIM and DMARC of the judge's domain, where a resolver answers."""
    domain = own_domain(patient.config)
    if "." not in domain:
        return
    try:
        yield _mx(patient, domain)
        yield _text(patient, domain, "v=spf1", "SPF", f'publish TXT {domain} "v=spf1 mx -all", or as your relay says')
        yield from _dkim(patient)
        dmarc = f"_dmarc.{domain}"
        yield _text(patient, dmarc, "v=DMARC1", "DMARC", f'publish TXT {dmarc} "v=DMARC1; p=none"')
    except NoResolverError:
        yield note("dns", "no resolver answers here, so the records were not looked at")


def _mx(patient: Patient, domain: str) -> Finding:
    found = patient.lookup(domain, "MX")
    if found:
        return fine("dns", f"MX of {domain}: {', '.join(found)}")
    if patient.lookup(domain, "A") or patient.lookup(domain, "AAAA"):
        return note("dns", f"{domain} has no MX; mail goes to the machine of that name")
    return wrong("dns", f"{domain} has no MX and no address", f"publish MX {domain} with the name of your mail server")


def _text(patient: Patient, name: str, begins: str, what: str, do: str) -> Finding:
    found = [record for record in patient.lookup(name, "TXT") if record.startswith(begins)]
    match found:
        case [one]:
            return fine("dns", f"{what} of {name}: {one}")
        case []:
            return wrong("dns", f"{name} has no {what}, so some will take our letters for forged", do)
        case _:
            return wrong("dns", f"{name} has {len(found)} {what} records, which count as none", "leave one")


def _dkim(patient: Patient) -> Iterator[Finding]:
    """Whether the DNS holds the other half of our key."""
    try:
        signs = signer(patient.config, patient.environment)
    except ConfigError:
        return  # said where the relay is looked at
    if signs is None:
        yield note("dns", "letters are not signed here", "see that the relay signs them, or set dkim.selector")
        return
    name = f"{signs.selector}._domainkey.{signs.domain}"
    modulus = signs.modulus
    if any(modulus in _key(record) for record in patient.lookup(name, "TXT")):
        yield fine("dns", f"DKIM of {name} is the other half of our key")
    else:
        yield wrong("dns", f"{name} does not hold the other half of our key", "publish it, see docs/operating.md")


def _key(record: str) -> bytes:
    parts = dict(part.strip().partition("=")[::2] for part in record.split(";"))
    try:
        return base64.b64decode("".join(parts.get("p", "").split()))
    except binascii.Error:
        return b""
