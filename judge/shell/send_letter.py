"""Sends a letter from the shell to a running judge by SMTP."""

import smtplib
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid

import click

from judge.config import Config
from judge.mail.from_header import is_address


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
