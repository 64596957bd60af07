"""The program: its commands under the headings of its help."""

import errno
import os
import sqlite3
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from judge.shell.boards import board
from judge.shell.by_hand import adjudicate_lines, confirm, master, read_letters
from judge.shell.keep import backup, check_data, restore_backup, upgrade
from judge.shell.look import game, games, letters, players, queue, standings, status, story
from judge.shell.maps import draw_phase
from judge.shell.operate import doctor, init, serve, text
from judge.shell.play import letter, open_game_command, play_game
from judge.shell.record import export_game, verify_record, write_archive
from judge.shell.table import said_of
from judge.shell.take_over import take_over
from judge.shell.zine import tribune, zine
from judge.system.files import PROGRAM, __version__
from judge.system.log import printable

_COMMANDS: Mapping[str, tuple[click.Command, ...]] = {
    "Play and try": (play_game, open_game_command, letter),
    "Run the judge": (init, serve, doctor, text),
    "Keep what it has stored": (backup, restore_backup, upgrade, check_data, write_archive, verify_record, take_over),
    "Look at it": (status, games, game, players, standings, letters, story, queue, draw_phase, export_game),
    "Write of it": (zine, tribune),
    "Games by hand": (adjudicate_lines, read_letters, board, master, confirm),
}
"""The commands in the order of the help."""


class _GroupedCommands(click.Group):
    """A group whose help lists its commands under headings."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Do what the words of the command line ask; whatever keeps it from that is one line on standard error."""
        try:
            return super().main(*args, **extra)
        except (OSError, sqlite3.Error) as error:
            _stop_printing_to_a_full_disk(error)
            click.ClickException(printable(_told_of(error))).show()
            sys.exit(1)

    def invoke(self, ctx: click.Context) -> object:
        """Carry a command out; what it says of an error is printed like all else."""
        try:
            return super().invoke(ctx)
        except click.ClickException as error:
            if type(error) is not click.ClickException:  # those of the library show the operator's own words
                raise
            raise click.ClickException(printable(error.message)) from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write a section for each heading."""
        width = formatter.width - max(map(len, self.list_commands(ctx))) - 6
        for heading, commands in _COMMANDS.items():
            with formatter.section(heading):
                formatter.write_dl([(str(one.name), one.get_short_help_str(width)) for one in commands])


def _told_of(error: OSError | sqlite3.Error) -> str:
    """Return what an error of the machine says, in a line."""
    if not isinstance(error, OSError):
        return f"the database cannot be used: {error}; “{PROGRAM} doctor” tells more"
    said = said_of(error)
    return f"{said}; run this as the user whose it is" if isinstance(error, PermissionError) else said


def _stop_printing_to_a_full_disk(error: OSError | sqlite3.Error) -> None:
    """Have what could not be written to standard output go nowhere: Python would try it again as it ends."""
    printed = sys.__stdout__
    if isinstance(error, OSError) and error.errno == errno.ENOSPC and printed is not None and printed is sys.stdout:
        os.dup2(os.open(os.devnull, os.O_WRONLY), printed.fileno())


@click.group(cls=_GroupedCommands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="judge", message="%(prog)s %(version)s")
@click.option(
    "--config",
    "path",
    type=click.Path(path_type=Path),
    default=Path("config.toml"),
    show_default=True,
    help="The configuration; paths in it are relative to its folder.",
)
@click.pass_context
def main(context: click.Context, path: Path) -> None:
    """A play-by-email judge for the board game Diplomacy."""
    context.obj = path


for _commands in _COMMANDS.values():
    for _command in _commands:
        main.add_command(_command)
