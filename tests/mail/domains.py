"""Mail domains that sign what their people write, and the name service where their keys stand."""

import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import format_datetime
from functools import cache

import dkim

from judge.mail.dkim_keys import DnsUnavailableError
from judge.system.clock import Clock

COVERED = ("from", "to", "date", "message-id", "subject")


@cache
def key_of(bits: int) -> tuple[bytes, bytes]:
    """A private key as PEM, and the record of its other half."""
    private = subprocess.run(["openssl", "genrsa", str(bits)], check=True, capture_output=True).stdout
    public = ["openssl", "rsa", "-pubout", "-outform", "PEM"]
    pem = subprocess.run(public, input=private, check=True, capture_output=True).stdout
    return private, b"v=DKIM1; k=rsa; p=" + b"".join(pem.splitlines()[1:-1])


def letter(sender: str, to: str, text: str, clock: Clock, headers: Mapping[str, str] | None = None) -> bytes:
    """A letter as a mail program makes it; ``headers`` are others than it would have, or more."""
    told = {
        "From": sender,
        "To": to,
        "Date": format_datetime(clock.now()),
        "Message-ID": f"<{abs(hash((sender, to, text)))}@client.example>",
        "Subject": "orders",
        **(headers or {}),
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in told.items() if value)
    return f"{head}\r\n{text}\r\n".encode()


def signed(raw: bytes, domain: str, cover: tuple[str, ...] = COVERED, bits: int = 1024, **more: object) -> bytes:
    """The letter under the signature of a domain; ``more`` goes to the library that signs."""
    private, _ = key_of(bits)
    named = [name.encode() for name in cover]
    relaxed = (b"relaxed", b"relaxed")
    header: bytes = dkim.sign(
        raw, b"rome", domain.encode(), private, include_headers=named, canonicalize=relaxed, **more
    )
    return header + raw


@dataclass
class NameService:
    """What stands under each name; ``asked`` are the questions it had, and ``silent`` says that it answers none."""

    records: dict[str, bytes] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    silent: bool = False

    def publish(self, domain: str, bits: int = 1024, more: bytes = b"") -> None:
        """Let a domain have the key of that length."""
        self.records[f"rome._domainkey.{domain}"] = more + key_of(bits)[1]

    def keys(self, name: str) -> bytes | None:
        """The record of a name."""
        self.asked.append(name)
        if self.silent:
            raise DnsUnavailableError
        return self.records.get(name)
