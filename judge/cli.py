"""The commands of the shell."""

import logging
import os
import signal
import smtplib
import sqlite3
import sys
import threading
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from pathlib import Path

import click

from judge.adjudicate import adjudicate
from judge.app import Judge
from judge.clock import SystemClock
from judge.config import Config, ConfigError, read_config
from judge.deliver import mailbox_of
from judge.doctor.examine import examine
from judge.doctor.finding import Patient, State
from judge.doctor.names import ask
from judge.mail.from_header import is_address
from judge.play.story import play
from judge.reading import office_if_any, read_file, read_jsonl
from judge.store.backup import back_up

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--config", "path", type=click.Path(path_type=Path), default=Path("config.toml"), show_default=True)
@click.pass_context
def main(context: click.Context, path: Path) -> None:
    """A play-by-email judge for the board game Diplomacy."""
    context.obj = path


def _config(path: Path) -> Config:
    try:
        return read_config(path)
    except ConfigError as error:
        raise click.ClickException(str(error)) from error


@main.command()
@click.pass_obj
def serve(path: Path) -> None:
    """Run the judge until it is told to stop (SIGTERM or Ctrl-C)."""
    config = _config(path)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s", stream=sys.stderr)
    logging.getLogger("apscheduler").setLevel(logging.WARNING)
    told_to_stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: told_to_stop.set())
    try:
        judge = Judge(config, SystemClock())
    except ConfigError as error:
        raise click.ClickException(str(error)) from error
    try:
        judge.start()
    except OSError as error:
        judge.stop()
        raise click.ClickException(error.strerror or str(error)) from error
    click.echo(f"{config.judge.address} listens on {config.smtp.host}:{judge.door.port}; SIGTERM or Ctrl-C stops it")
    told_to_stop.wait()
    judge.stop()
    click.echo("stopped; everything received is kept")


@main.command()
@click.option("--from", "sender", required=True, metavar="ADDRESS", help="Who writes.")
@click.option(
    "--to", "recipient", metavar="ADDRESS", help="The judge's address or a reply address; the judge's own by default."
)
@click.option("--subject", default="", help="The subject line.")
@click.argument("words", nargs=-1)
@click.pass_obj
def letter(path: Path, sender: str, recipient: str | None, subject: str, words: tuple[str, ...]) -> None:
    """Write a letter to a running judge: WORDS are its lines, or standard input is when there are none."""
    config = _config(path)
    if not is_address(sender):
        raise click.BadParameter(f"{sender!r} is no mail address; alice@example.org is one", param_hint="--from")
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"] = sender, recipient or config.judge.address
    message["Subject"], message["Date"], message["Message-ID"] = subject, formatdate(), make_msgid(domain="localhost")
    message.set_content("\n".join(words) if words else sys.stdin.read())
    try:
        with smtplib.SMTP(config.smtp.host, config.smtp.port, timeout=30) as server:
            server.send_message(message)
    except (OSError, smtplib.SMTPException) as error:
        where = f"{config.smtp.host}:{config.smtp.port}"
        raise click.ClickException(f"the judge at {where} did not take it: {error}") from error
    box = mailbox_of(config.folders.mailboxes, sender.lower())
    click.echo("kept; the answer goes out by mail" if config.relay.host else f"kept; the answer will lie in {box}")


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_obj
def backup(path: Path, file: Path) -> None:
    """Copy the database to FILE, whole, while the judge goes on working."""
    try:
        back_up(_config(path).folders.data / "judge.db", file)
    except (OSError, sqlite3.Error) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{file} holds everything as it stood a moment ago")


@main.command()
@click.pass_obj
def doctor(path: Path) -> None:
    """Look a set-up over: one line for each finding, with what to do; fails when something is wrong."""
    patient = Patient(_config(path), SystemClock().now(), os.environ, ask)
    findings = []
    for finding in examine(patient):
        click.echo(finding)
        findings.append(finding)
    if any(finding.state is State.WRONG for finding in findings):
        sys.exit(1)


@main.command(name="adjudicate")
def adjudicate_lines() -> None:
    """Adjudicate positions: JSON lines on standard input, one JSON line out for each."""
    adjudicate(sys.stdin, click.echo)


@main.command(name="read")
@click.argument(
    "letters", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="LETTER.eml …"
)
@click.option("--jsonl", is_flag=True, help="Read JSON lines on standard input instead, one JSON line out for each.")
@click.pass_obj
def read_letters(path: Path, letters: tuple[Path, ...], *, jsonl: bool) -> None:
    """Show what the judge makes of letters; nothing is kept, nobody is answered."""
    if jsonl:
        read_jsonl(sys.stdin, click.echo)
        return
    with office_if_any(_config(path) if path.exists() else None) as office:
        for letter in letters:
            click.echo(read_file(letter, office, datetime.now(UTC)))


@main.command(name="play")
@click.argument("game", default="one")
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    default=None,
    help="Where to put everything; a scratch folder by default.",
)
def play_game(game: str, folder: Path | None) -> None:
    """Play a recorded GAME to its end by real mail, with seven correspondents, in a scratch folder."""
    if not play(game, folder, click.echo):
        sys.exit(1)
