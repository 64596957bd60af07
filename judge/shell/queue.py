"""The command that shows the letters which have not left."""

from datetime import datetime
from email.parser import BytesHeaderParser
from pathlib import Path

import click
from sqlite_utils import Database

from judge.mail.headers import decode_header
from judge.shell.table import Cell, ShellTable, database_of, json_option, print_tables
from judge.shell.terminal import config_at, echo
from judge.store.standing import LetterToLeave, letters_to_leave, open_database, requeue_given_up


def queue_table(db: Database) -> ShellTable:
    """Return a table with a row for each letter that waits to be sent or was given up."""
    columns = ("number", "game", "to", "subject", "since", "state", "tries", "next try", "why")
    return ShellTable("queue", columns, tuple(map(_queued, letters_to_leave(db))))


def _queued(letter: LetterToLeave) -> tuple[Cell, ...]:
    since = _shown(letter.queued) if letter.queued else None
    following = _shown(letter.next_try) if letter.next_try and letter.state == "waiting" else None
    subject = subject_of(letter.raw)
    return (letter.number, letter.game, letter.to, subject, since, letter.state, letter.tries, following, letter.why)


def subject_of(raw: bytes) -> str:
    """Return the subject of a letter, decoded; empty where it has none."""
    return decode_header(str(BytesHeaderParser().parsebytes(raw)["Subject"] or ""))


def _shown(at: datetime) -> str:
    return at.isoformat(" ", "seconds")


@click.command()
@click.option("--again", is_flag=True, help="Have those given up sent once more.")
@json_option
@click.pass_obj
def queue(path: Path, *, again: bool, as_json: bool) -> None:
    """Show the letters that wait to leave, and those given up."""
    if again:
        with database_of(config_at(path)) as at:
            echo(f"{requeue_given_up(at)} letters that were given up wait again", err=as_json)
    with database_of(config_at(path)) as at, open_database(at) as db:
        print_tables([queue_table(db)], echo, as_json=as_json)
