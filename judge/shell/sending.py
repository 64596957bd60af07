"""Commands that send a letter to a running judge, as anybody's mail program would."""

import smtplib
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from pathlib import Path

import click

from judge.config import Config
from judge.mail.headers import is_address
from judge.mail.maildir import mailbox_of
from judge.shell.terminal import config_at, echo, text_to_send


@click.command()
@click.option("--from", "sender", required=True, metavar="ADDRESS", help="Who writes.")
@click.option(
    "--to", "recipient", metavar="ADDRESS", help="The judge's address or a reply address; the judge's own by default."
)
@click.option("--subject", default="", help="The subject line.")
@click.argument("words", nargs=-1)
@click.pass_obj
def letter(path: Path, sender: str, recipient: str | None, subject: str, words: tuple[str, ...]) -> None:
    """Write a letter to a running judge: WORDS are its lines, or standard input is when there are none."""
    _send(config_at(path), sender, recipient, subject, text_to_send(words))


@click.command(name="open")
@click.option("--from", "sender", required=True, metavar="ADDRESS", help="Who opens it, and is its master.")
@click.argument("name")
@click.argument("settings", nargs=-1)
@click.pass_obj
def open_game_command(path: Path, sender: str, name: str, settings: tuple[str, ...]) -> None:
    """Open a game NAME by a letter to a running judge, with SETTINGS as in a letter: zine HOUR 20:00 LAST 1910."""
    _send(config_at(path), sender, None, f"OPEN {name}", text_to_send((" ".join(("OPEN", name, *settings)),)))


def _send(config: Config, sender: str, recipient: str | None, subject: str, text: str) -> None:
    send_letter(config, sender, recipient, subject, text)
    box = mailbox_of(config.folders.mailboxes, sender.lower())
    echo("kept; the answer goes out by mail" if config.relay.host else f"kept; the answer will lie in {box}")


def send_letter(config: Config, sender: str, recipient: str | None, subject: str, text: str) -> None:
    """Send a letter to the judge's SMTP server, as anybody's mail program would."""
    if not is_address(sender):
        raise click.BadParameter(f"{sender!r} is no mail address; alice@example.org is one", param_hint="--from")
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"] = sender, recipient or config.judge.address
    message["Subject"], message["Date"], message["Message-ID"] = subject, formatdate(), make_msgid(domain="localhost")
    message.set_content(text)
    try:
        with smtplib.SMTP(config.smtp.host, config.smtp.port, timeout=30) as server:
            server.send_message(message)
    except (OSError, smtplib.SMTPException) as error:
        where = f"{config.smtp.host}:{config.smtp.port}"
        raise click.ClickException(f"the judge at {where} did not take it: {error}") from error
