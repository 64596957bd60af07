"""Reads certificates as clients will see them: which one is offered, until when it is valid (RFC 5280)."""

import smtplib
import ssl
from datetime import UTC, datetime
from pathlib import Path

_BEGIN, _END = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"
_VERSION, _UTC_TIME = 0xA0, 0x17
_LONG = 0x80
_PATIENCE = 5.0


def read_certificate(path: Path) -> bytes:
    """Return the first certificate of a PEM file, its holder's own, as DER; ValueError if there is none."""
    text = path.read_text(encoding="ascii", errors="replace")
    _, begin, rest = text.partition(_BEGIN)
    body, end, _ = rest.partition(_END)
    if not (begin and end):
        raise ValueError(f"no certificate in {path}")
    return ssl.PEM_cert_to_DER_cert(begin + body + end)


def offered_certificate(host: str, port: int) -> bytes | None:
    """Return the certificate that a server offers after STARTTLS, as DER; None if it offers none."""
    anyones = ssl.create_default_context()
    anyones.check_hostname, anyones.verify_mode = False, ssl.CERT_NONE
    try:
        with smtplib.SMTP(host, port, timeout=_PATIENCE) as line:
            line.starttls(context=anyones)
            encrypted = line.sock
            return encrypted.getpeercert(binary_form=True) if isinstance(encrypted, ssl.SSLSocket) else None
    except (smtplib.SMTPException, OSError):
        return None


def valid_until(certificate: bytes) -> datetime:
    """Return the end of validity, the second time of the fourth field after the version (RFC 5280 4.1).

    ValueError if the bytes are no certificate.
    """
    try:
        return _not_after(certificate)
    except (IndexError, ValueError) as error:
        raise ValueError("no certificate can be read there") from error


def _not_after(certificate: bytes) -> datetime:
    (_, whole), *_ = _values(certificate)
    (_, signed), *_ = _values(whole)
    fields = [(tag, value) for tag, value in _values(signed) if tag != _VERSION]
    _, (tag, written) = _values(fields[3][1])
    digits = written.decode("ascii")
    if tag == _UTC_TIME:  # of the years 1950 to 2049 (RFC 5280 4.1.2.5.1)
        digits = ("19" if digits[:2] >= "50" else "20") + digits
    return datetime.strptime(digits, "%Y%m%d%H%M%SZ").replace(tzinfo=UTC)


def _values(raw: bytes) -> list[tuple[int, bytes]]:
    """Return the consecutive DER values (X.690 8.1), each with its tag."""
    values = []
    while raw:
        tag, length, start = raw[0], raw[1], 2
        if length & _LONG:
            start += length & ~_LONG
            length = int.from_bytes(raw[2:start])
        if len(raw) < start + length:
            raise ValueError("a value breaks off")
        values.append((tag, raw[start : start + length]))
        raw = raw[start + length :]
    return values
