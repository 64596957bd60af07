"""The relay of a simulated judge, at the edge of its socket: SMTP spoken over a pair of sockets, by chance badly."""

import re
import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from typing import Any

_ENVELOPE = re.compile(rb"(?i)<([^>]*)>")


class Mood(Enum):
    """How the relay is during one round of sending."""

    WELL = "well"
    UNREACHABLE = "unreachable"
    CLOSING = "closing"  # 421 to whatever is said after the greeting
    REFUSING = "refusing"  # some recipients are refused, for now or for good
    DROPPING = "dropping"  # some connections end, before the last dot or after it
    SLOW = "slow"  # each letter takes minutes


@dataclass(frozen=True)
class Taken:
    """A letter that the relay has taken; where it ``told`` so the judge knows it."""

    envelope_from: str
    to: str
    raw: bytes
    told: bool = True


@dataclass
class Relay:
    """What listens: its mood, and all it has taken since somebody looked."""

    random: Random = field(default_factory=Random)
    mood: Mood = Mood.WELL
    taken: list[Taken] = field(default_factory=list)
    wait: Callable[[float], None] = lambda _: None
    """Lets so many minutes pass."""
    meanwhile: Callable[[], None] = lambda: None
    """Lets everybody else go on while the relay has not answered yet."""

    def connect(self, *_: Any, **__: Any) -> "_Line":
        """A connection to it, in the place of ``socket.create_connection``."""
        if self.mood is Mood.UNREACHABLE:
            raise ConnectionRefusedError(111, "Connection refused")
        return _Line(self)

    def reply(self, verb: str) -> str | None:
        """What is said to a command; None where the connection ends instead."""
        lot = self.random.random()
        match self.mood:
            case Mood.CLOSING if verb != "EHLO":
                return "421 4.3.2 Closing"
            case Mood.REFUSING if verb == "RCPT" and lot < 0.4:
                kinds = ("450 4.2.1 Mailbox busy", "451 4.3.0 Try later", "552 5.2.2 Mailbox full", "550 5.1.1 Unknown")
                return self.random.choices(kinds, (4, 3, 1, 0.3))[0]
            case Mood.DROPPING if lot < 0.1:
                return None
            case _:
                return _REPLIES.get(verb, "250 2.0.0 Ok")

    def take(self, line: "_Line", raw: bytes) -> str | None:
        """Take a letter whole, or not; what is said to its last dot."""
        lot = self.random.random()
        if self.mood is Mood.SLOW:
            self.wait(lot * 5)
            self.meanwhile()
        if self.mood is Mood.DROPPING and lot < 0.15:
            return None
        if self.mood is Mood.REFUSING and lot < 0.05:
            return "451 4.3.0 Local error"
        is_told = self.mood is not Mood.DROPPING or lot > 0.4
        self.taken.append(Taken(line.envelope_from, line.to, raw, is_told))
        return "250 2.0.0 Queued" if is_told else None


_REPLIES = {"DATA": "354 Go on", "EHLO": "250-relay.example.net\r\n250 SIZE 50000000", "QUIT": "221 2.0.0 Bye"}


class _Line(socket.socket):
    """The judge's end of a connection; what it sends is answered at once."""

    def __init__(self, relay: Relay) -> None:
        own, self._other = socket.socketpair()
        super().__init__(own.family, own.type, own.proto, own.detach())
        self._relay = relay
        self._heard = b""
        self._is_data = False
        self.envelope_from, self.to = "", ""
        self._say("220 relay.example.net")

    def sendall(self, data: Any, _flags: int = 0, /) -> None:
        self._heard += bytes(data)
        while self._is_heard():
            pass

    def close(self) -> None:
        self._other.close()
        super().close()

    def _is_heard(self) -> bool:
        end = b"\r\n.\r\n" if self._is_data else b"\r\n"
        said, found, rest = self._heard.partition(end)
        if not found:
            return False
        self._heard = rest
        if self._is_data:
            self._is_data = False
            self._say(self._relay.take(self, said.replace(b"\r\n..", b"\r\n.") + b"\r\n"))
            return True
        verb = said[:4].decode("ascii", "replace").upper()
        reply = self._relay.reply(verb)
        if named := _ENVELOPE.search(said):
            address = named[1].decode()
            self.envelope_from, self.to = (address, self.to) if verb == "MAIL" else (self.envelope_from, address)
        self._is_data = reply is not None and reply.startswith("354")
        self._say(reply)
        return True

    def _say(self, reply: str | None) -> None:
        if reply is None:
            self._other.close()
        elif self._other.fileno() >= 0:
            self._other.sendall(reply.encode() + b"\r\n")
