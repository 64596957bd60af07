"""Sends commands of the master from the shell, as a letter with the master's token in the mailbox for letters in."""

from collections.abc import Sequence
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid

from judge.config import Config
from judge.game.state import Game
from judge.mail.judge_addresses import reply_address
from judge.mail.maildir import deliver_to_maildir


def write_as_master(config: Config, game: Game, lines: Sequence[str], now: datetime) -> str:
    """Put a letter of the master into ``mailboxes/in``; return the address the answer goes to.

    Whoever may read the database may know the token, so the letter proves as much as the master's own reply. A running
    judge takes it in within ``clock.sweep_seconds``, another one at its start.
    """
    master = game.people[game.master]
    letter = EmailMessage(policy=SMTP)
    letter["From"], letter["To"] = master.address, reply_address(config.judge.address, game.name, master.token)
    letter["Subject"], letter["Date"] = f"[{game.name}] From the shell", format_datetime(now)
    letter["Message-ID"] = make_msgid(domain="shell.invalid")
    letter.set_content("\n".join(lines) + "\n")
    deliver_to_maildir(config.folders.mailboxes / "in", str(letter["Message-ID"]), letter.as_bytes())
    return master.address
