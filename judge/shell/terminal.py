"""The terminal of a command: what it prints, errors of the machine, languages, what is typed.

All commands load it: it imports little.
"""

import io
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TextIO

import click

from judge.config import Config, ConfigError, is_configured, read_config
from judge.languages import FALLBACK, LANGUAGES, Language
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
