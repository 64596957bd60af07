"""Standard input as the commands of the shell read it: it may be closed, no terminal, in no encoding that is known."""

import io
import sys
from typing import TextIO

import click


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
