"""A player's mail program: writes letters by SMTP, reads letters from a Maildir."""

import smtplib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import SMTP
from email.policy import default as modern
from email.utils import format_datetime, make_msgid
from pathlib import Path

from judge.clock import Clock
from judge.game.settings import Language
from judge.rules.board import Power

_ATTRIBUTION: Mapping[Language, str] = {"en": "On {when}, {who} wrote:", "fr": "Le {when}, {who} a écrit :"}
"""The line a mail program puts above a quoted letter."""


@dataclass
class Correspondent:
    """One player; ``notation`` is that of their orders, ``language`` that of their letters."""

    address: str
    power: Power
    language: Language
    notation: str
    server: tuple[str, int]
    mailbox: Path
    clock: Clock
    read: list[EmailMessage] = field(default_factory=list)
    _seen: set[str] = field(default_factory=set)

    def write(self, to: str, text: str, subject: str = "") -> None:
        """Send a letter; SMTPException when the judge does not take it."""
        message = EmailMessage(policy=SMTP)
        message["From"], message["To"], message["Subject"] = self.address, to, subject
        message["Date"] = format_datetime(self.clock.now())
        message["Message-ID"] = make_msgid(domain="example.org")
        message.set_content(text)
        with smtplib.SMTP(*self.server, timeout=600) as line:
            line.send_message(message)

    def answer(self, text: str) -> None:
        """Reply to the last letter as a mail program does: the new lines, then the old letter quoted."""
        last = self.read[-1]
        quoted = "".join(f"> {line}\n" for line in text_of(last).splitlines())
        attribution = _ATTRIBUTION[self.language].format(when=last["Date"], who=last["From"])
        self.write(last["Reply-To"], f"{text}\n\n{attribution}\n{quoted}", f"Re: {last['Subject']}")

    def fetch(self) -> Sequence[EmailMessage]:
        """Read the letters that have come since last time, oldest first."""
        new = self.mailbox / "new"
        paths = sorted(new.iterdir(), key=lambda path: path.stat().st_mtime_ns) if new.is_dir() else []
        letters = [_read(path) for path in paths if path.name not in self._seen]
        self._seen.update(path.name for path in paths)
        self.read += letters
        return letters


def text_of(letter: EmailMessage) -> str:
    """Return what a mail program shows of a letter of the judge; attached calendar entries are left out."""
    body = letter.get_body(("plain",)) or letter
    text: str = body.get_content()
    return text


def _read(path: Path) -> EmailMessage:
    return BytesParser(EmailMessage, policy=modern).parsebytes(path.read_bytes())
