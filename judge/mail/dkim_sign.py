"""Signs letters with the key of the judge's own domain (RFC 6376)."""

from dataclasses import dataclass, field

import dkim


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
