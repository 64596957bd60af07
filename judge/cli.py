"""The program: its commands under the headings of its help."""

import errno
import os
import sqlite3
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from judge.entry import end_for_lack_of, load
from judge.system.files import PROGRAM, __version__
from judge.system.log import printable, said_of

_HEADINGS: Mapping[str, Mapping[str, tuple[str, str]]] = tomllib.loads(
    Path(__file__).with_name("shell").joinpath("commands.toml").read_text(encoding="utf-8")
)
"""The commands in the order of the help: where each is, loaded when it is asked for, and what it does."""

_COMMANDS = {name: command for commands in _HEADINGS.values() for name, command in commands.items()}


class _GroupedCommands(click.Group):
    """A group whose help lists its commands under headings, and loads none of them."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Do what the words of the command line ask; whatever keeps it from that is one line on standard error."""
        try:
            return super().main(*args, **extra)
        except ModuleNotFoundError as error:  # of what is loaded on demand
            end_for_lack_of(error)
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

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - the group gives its context
        """The names of the commands in the order of the help."""
        return [*_COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - likewise
        """The command of a name, with all that it imports; None where there is none."""
        if cmd_name not in _COMMANDS:
            return None
        module, _, name = _COMMANDS[cmd_name][0].partition(".")
        command: click.Command = getattr(load(f"judge.shell.{module}"), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write a section for each heading."""
        width = formatter.width - max(map(len, self.list_commands(ctx))) - 6
        for heading, commands in _HEADINGS.items():
            with formatter.section(heading):
                told = (click.Command(name, help=does) for name, (_, does) in commands.items())
                formatter.write_dl([(str(one.name), one.get_short_help_str(width)) for one in told])


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


def _tell_version(context: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        version = load("judge.shell.build").told_in_full() if context.params["verbose"] else f"judge {__version__}"
        load("judge.shell.terminal").echo(version)
        context.exit()


@click.group(cls=_GroupedCommands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, expose_value=False, callback=_tell_version, help="Show the version and exit.")
@click.option(
    "--verbose",
    is_flag=True,
    is_eager=True,
    help="With --version: the source, Python, SQLite and every package it runs with, too.",
)
@click.option(
    "--config",
    "path",
    type=click.Path(path_type=Path),
    default=Path("config.toml"),
    show_default=True,
    help="The configuration; paths in it are relative to its folder.",
)
@click.pass_context
def main(context: click.Context, path: Path, verbose: bool) -> None:
    """A play-by-email judge for the board game Diplomacy."""
    if verbose:
        raise click.UsageError("“--verbose” goes with “--version”.")
    context.obj = path
