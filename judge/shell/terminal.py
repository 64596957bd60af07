"""The terminal of a command: what it prints, errors of the machine, languages, what is typed; letters sent from it.

All commands load it, and two need nothing else: it imports little.
"""

import io
import smtplib
import sys
from collections.abc import Mapping
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from pathlib import Path
from typing import TextIO

import click

from judge.config import Config, ConfigError, is_configured, read_config
from judge.languages import FALLBACK, LANGUAGES, Language
from judge.mail.headers import is_address
from judge.mail.maildir import mailbox_of
from judge.system.files import PROGRAM
from judge.system.log import printable

# --- the one function by which the commands of the shell print


def echo(text: str, *, nl: bool = True, err: bool = False) -> None:
    """Print a text, and a line end where ``nl``, to standard output or to that of errors; no sign in it is obeyed."""
    click.echo(printable(text), nl=nl, err=err)


# --- the languages of the shell's pictures and plays, and the one of a terminal


SETS_OF_LANGUAGES: Mapping[str, tuple[Language, ...]] = {
    **{one: (one,) for one in reversed(LANGUAGES)},
    "both": ("fr", "en"),
}
"""In which languages something is written, by the word of the shell: the values of an option ``--language``."""


def terminal_language(environ: Mapping[str, str]) -> Language:
    """Return the language of a terminal (POSIX, XBD 8.2: LC_ALL goes first); English where it is none of ours."""
    wanted = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environ.get(name))), "")
    return next((one for one in LANGUAGES if one == wanted[:2].lower()), FALLBACK)


# --- standard input as the commands of the shell read it


def standard_input() -> TextIO:
    """Return what is read line by line; ClickException where it is closed.

    Bytes that are no UTF-8 are there as signs that no text has, so that the lines beside them are read all the same.
    """
    if sys.stdin is None:
        raise click.ClickException("standard input is closed; what is to be read goes there")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape")
    return sys.stdin


def is_terminal() -> bool:
    """Return whether somebody can be asked there."""
    return sys.stdin is not None and sys.stdin.isatty()


def text_to_send(words: tuple[str, ...]) -> str:
    """Return words as lines, standard input where there are none; UsageError unless all of it is UTF-8."""
    text = "\n".join(words) if words else standard_input().read()
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.isascii() and any("\ud800" <= sign <= "\udfff" for sign in line):
            raise click.UsageError(f"line {number} of the letter is not UTF-8; write it with that encoding")
    return text


# --- what keeps a command from its work, as one line


def config_at(path: Path) -> Config:
    """Return the configuration of a file; ClickException if there is none that can be used."""
    if not is_configured(path):
        message = f"{path}: there is no such file; --config names another, “{PROGRAM} init FOLDER” lays one out"
        raise click.ClickException(message)
    try:
        return read_config(path)
    except ConfigError as error:
        raise click.ClickException(str(error)) from error


# --- commands that send a letter to a running judge


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
