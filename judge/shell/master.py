"""The master's word from the shell: a letter that bears the master's token, put where mail is taken in."""

from collections.abc import Sequence
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid

from judge.config import Config
from judge.game.state import Game
from judge.mail.addresses import reply_address
from judge.mail.maildir import deliver


def write_as_master(config: Config, game: Game, lines: Sequence[str], now: datetime) -> str:
    """Put a letter of the master into ``mailboxes/in``; returns to whom the answer goes.

    Whoever may read the database may know the token, so the letter proves no less than the master's own reply. A
    judge that runs takes it in within ``clock.sweep_seconds``, another one at its start.
    """
    master = game.people[game.master]
    letter = EmailMessage(policy=SMTP)
    letter["From"], letter["To"] = master.address, reply_address(config.judge.address, game.name, master.token)
    letter["Subject"], letter["Date"] = f"[{game.name}] From the shell", format_datetime(now)
    letter["Message-ID"] = make_msgid(domain="shell.invalid")
    letter.set_content("\n".join(lines) + "\n")
    deliver(config.folders.mailboxes / "in", str(letter["Message-ID"]), letter.as_bytes())
    return master.address
