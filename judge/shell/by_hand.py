"""Commands for masters: letters read, a letter written to their game."""

import sys
from datetime import UTC, datetime
from pathlib import Path

import click

from judge.config import Config, is_configured
from judge.paths.receive import settle_letter
from judge.shell.games import game_of
from judge.shell.letters import agree_as_operator, proposed_act, write_as_master
from judge.shell.showing import read_file, read_jsonl, services_if_any
from judge.shell.table import database_of
from judge.shell.terminal import config_at, echo, standard_input, text_to_send
from judge.store.overview import open_read_only
from judge.system.clock import SystemClock


@click.command(name="read")
@click.argument(
    "letters", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="LETTER.eml …"
)
@click.option("--jsonl", is_flag=True, help="Read JSON lines on standard input instead, one JSON line out for each.")
@click.pass_obj
def read_letters(path: Path, letters: tuple[Path, ...], *, jsonl: bool) -> None:
    """Show what the judge makes of letters; nothing is kept, nobody is answered."""
    if jsonl:
        sys.exit(not read_jsonl(standard_input(), echo))
    config = config_at(path) if is_configured(path) else None
    with database_of(config or Config()), services_if_any(config) as services:
        for letter in letters:
            echo(read_file(letter, services, datetime.now(UTC), settle_letter))


@click.command()
@click.argument("name")
@click.argument("lines", nargs=-1)
@click.pass_obj
def master(path: Path, name: str, lines: tuple[str, ...]) -> None:
    """Write as the master of the game NAME: each of LINES is a line of a letter, or standard input is the letter."""
    config = config_at(path)
    text = text_to_send(lines).splitlines()
    if not any(line.strip() for line in text):
        raise click.UsageError("there is nothing to send; PAUSE is a line, “EXTEND 2d” another")
    with database_of(config) as at, open_read_only(at) as found:
        known = game_of(found, name)
    try:
        answered = write_as_master(config, known, text, SystemClock().now())
    except OSError as error:
        raise click.ClickException(f"{config.folders.mailboxes / 'in'}: {error.strerror}") from error
    echo(f"put into {config.folders.mailboxes / 'in'}; the answer goes to the master, {answered}")


@click.command()
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_obj
def confirm(path: Path, name: str, *, yes: bool) -> None:
    """Agree, as the operator, to what the master of the game NAME proposes, who plays in it."""
    config = config_at(path)
    with database_of(config) as at, open_read_only(at) as found:
        known = game_of(found, name)
        if known.proposal is None or known.ended:
            raise click.ClickException(f"the game master of {name} proposes nothing")
        echo(f"proposal {known.proposal.number} of the game master of {name}, who plays:")
        for line in proposed_act(known, config.judge.zone):
            echo(f"  {line}")
        if not yes:
            click.confirm("Agree to it for all players?", abort=True)
        try:
            agree_as_operator(config, found, known, known.proposal.number, SystemClock().now())
        except OSError as error:
            raise click.ClickException(f"{config.folders.mailboxes / 'in'}: {error.strerror}") from error
    echo(f"put into {config.folders.mailboxes / 'in'}; everybody is told, and the record says who agreed")
