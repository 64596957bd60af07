"""Both ends of a conversation at the door: who talks, who keeps what was said."""

import errno
import socket
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field

from judge.mail.smtp_session import SmtpListener

HOST = "127.0.0.1"
GREETING = "220 judge.example.net ESMTP"
EHLO = """\
> EHLO client.example.org
250-judge.example.net
250-SIZE 5242880
250-8BITMIME
250-SMTPUTF8
250-PIPELINING
250-ENHANCEDSTATUSCODES
250 HELP
"""


@dataclass
class Cellar:
    """Keeps letters in memory; ``broken`` makes it fail, ``full`` too, ``waits`` makes it take its time."""

    kept: list[tuple[str, str | None, str, bytes]] = field(default_factory=list)
    broken: bool = False
    full: bool = False
    waits: bool = False
    promised: list[Future[int]] = field(default_factory=list)

    def keep(self, door: str, sender: str | None, recipient: str, raw: bytes) -> Future[int]:
        future: Future[int] = Future()
        self.promised.append(future)
        self.kept.append((door, sender, recipient, raw))
        if self.broken:
            future.set_exception(OSError("no space left on /var/secret"))
        elif self.full:
            future.set_exception(OSError(errno.ENOSPC, "no space left on /var/secret"))
        elif not self.waits:
            future.set_result(len(self.kept))
        return future


def known(recipient: str) -> bool:
    """The judge has every box at its own host, and one that makes it stumble."""
    if recipient.startswith("stumble"):
        raise KeyError(recipient)
    return recipient.startswith("judge") and recipient.endswith("@example.net")


class Client:
    """One end of a conversation."""

    def __init__(self, door: SmtpListener, host: str = HOST) -> None:
        self.socket = socket.create_connection((HOST, door.port), timeout=10, source_address=(host, 0))
        self._answers = self.socket.makefile("rb")

    def close(self) -> None:
        self._answers.close()
        self.socket.close()

    def hear(self) -> str:
        """One whole answer."""
        lines = []
        while line := self._answers.readline().decode():
            lines.append(line.rstrip("\r\n"))
            if line[3:4] != "-":
                break
        return "\n".join(lines)

    def until(self, beginning: str) -> str:
        """Every answer up to one that begins so."""
        heard = [self.hear()]
        while not heard[-1].startswith(beginning):
            assert heard[-1], heard
            heard.append(self.hear())
        return "\n".join(heard)

    def say(self, *lines: bytes | str) -> str:
        """Say each line, hear its answer; the whole exchange as text."""
        heard = ""
        for line in lines:
            raw = line if isinstance(line, bytes) else line.encode()
            self.socket.sendall(raw + b"\r\n")
            heard += f"> {raw.decode('ascii', 'backslashreplace')}\n{self.hear()}\n"
        return heard


Open = Callable[..., SmtpListener]
Call = Callable[..., Client]
LETTER = b"Subject: Rome\r\n\r\nA PAR - BUR\r\n"
BEGIN = ["EHLO client.example.org", "MAIL FROM:<alice@example.org>", "RCPT TO:<judge@example.net>", "DATA"]
