"""The one function by which the commands of the shell print."""

import click

from judge.logs.printable import printable


def echo(text: str, *, nl: bool = True, err: bool = False) -> None:
    """Print a text, and a line end where ``nl``, to standard output or to that of errors; no sign in it is obeyed."""
    click.echo(printable(text), nl=nl, err=err)
