"""The shell commands about board files."""

import sys
from pathlib import Path

import click

from judge.rules.board import Board
from judge.rules.board_source import BoardError
from judge.shell.board_description import board_fault_lines, board_lines, read_board_file
from judge.shell.picture import NoPointsError, board_svg

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group()
def board() -> None:
    """Look at a board or scenario file, see docs/boards.md."""


@board.command(name="check")
@click.argument("file", type=_FILE)
def check_board(file: Path) -> None:
    """Say what is wrong with a board FILE, line by line, or what the board is; fails when anything is wrong."""
    for line in board_lines(_board(file)):
        click.echo(line)


@board.command(name="draw")
@click.argument("file", type=_FILE)
def draw_board(file: Path) -> None:
    """Draw the board of FILE as SVG, where it gives a point for each region."""
    try:
        click.echo(board_svg(_board(file)))
    except NoPointsError as error:
        raise click.ClickException(str(error)) from error


def _board(file: Path) -> Board:
    try:
        return read_board_file(file)
    except UnicodeDecodeError as error:
        raise click.ClickException(f"{file} is no text in UTF-8") from error
    except BoardError as error:
        for line in board_fault_lines(error):
            click.echo(line)
        sys.exit(1)
