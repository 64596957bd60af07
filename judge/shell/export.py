"""The shell command that writes a game in a format of the field."""

import sys
from pathlib import Path

import click

from judge.export.formats import FORMATS, export
from judge.game.folded_log import valid_phases
from judge.game.refusals import Refusal
from judge.game.visibility import has_fog
from judge.reports.language import say
from judge.shell.database import config_at, database_of
from judge.shell.echo import echo
from judge.shell.games import game_of
from judge.store.read_only import open_read_only


@click.command(name="export")
@click.argument("name")
@click.option("--to", "format_name", type=click.Choice([*FORMATS]), required=True, help="The format.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Where to; standard output by default.")
@click.pass_obj
def export_game(path: Path, name: str, format_name: str, out: Path | None) -> None:
    """Write the closed phases of the game NAME in a format of other programs, or of zines.

    A game whose units are hidden from players is written once it is over.
    """
    config = config_at(path)
    with database_of(config) as at, open_read_only(at) as found:
        game = game_of(found, name)
        text = export(game, valid_phases(found.events(game.name)), format_name, sees_all=not has_fog(game))
    if isinstance(text, Refusal):
        raise click.ClickException(say("en", f"refusal.{text.value}"))
    if out is None:
        if sys.stdout.isatty():
            echo(text, nl=False)
        else:
            sys.stdout.buffer.write(text.encode())  # for another program, to the byte
        return
    try:
        out.write_bytes(text.encode())
    except OSError as error:
        raise click.ClickException(f"{out}: {error.strerror}") from error
