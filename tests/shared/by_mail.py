"""Letters written to a judge with seven players, and what lies in their mailboxes."""

import smtplib
from collections.abc import Sequence
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default as modern
from pathlib import Path

from judge.game.settings import Address
from judge.mail.maildir import mailbox_of
from judge.rules.board import Power
from judge.shell.local_game import GAME, LocalGame
from tests.shared.kinds import kinds_of


def bytes_of(sender: str, text: str, more: str = "") -> bytes:
    return f"From: {sender}\r\nTo: judge@localhost\r\n{more}\r\n{text}\r\n".encode()


def reply_to(table: LocalGame, power: str) -> str:
    person = table.game.people[Address(table.players[Power(power)].address)]
    return f"judge+{GAME}.{person.token}@localhost"


def send(table: LocalGame, sender: str, recipient: str, raw: bytes) -> None:
    with smtplib.SMTP("127.0.0.1", table.judge.door.port, timeout=600) as line:
        line.sendmail(sender, [recipient], raw)
    table.settle()


def ask_and_confirm(table: LocalGame, power: str, line: str, answer: str = "YES") -> None:
    """The player of a power writes a line, and answers the question that comes of it."""
    player = table.players[Power(power)]
    send(table, player.address, reply_to(table, power), bytes_of(player.address, line))
    player.fetch()
    player.answer(answer)
    table.settle()
    player.fetch()


def happened(table: LocalGame, *kinds: type) -> list[type]:
    return [kind for kind in kinds_of(table.judge.services.store.events(GAME)) if issubclass(kind, kinds)]


def box(table: LocalGame, address: str) -> Sequence[EmailMessage]:
    """Everything that lies in somebody's mailbox, in no order."""
    return [BytesParser(EmailMessage, policy=modern).parsebytes(path.read_bytes()) for path in _files(table, address)]


def _files(table: LocalGame, address: str) -> Sequence[Path]:
    folder = mailbox_of(table.judge.services.config.folders.mailboxes, address) / "new"
    return tuple(folder.iterdir()) if folder.exists() else ()


def write(table: LocalGame, sender: str, recipient: str, text: str, more: str = "") -> int:
    """Send a letter; how many letters that put into its sender's mailbox."""
    before = len(_files(table, sender))
    send(table, sender, recipient, bytes_of(sender, text, more))
    return len(_files(table, sender)) - before
