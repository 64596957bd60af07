"""Writes docs/judge.1, the manual page, from the help of the commands: make man."""

from collections.abc import Iterator
from pathlib import Path

import click

from judge.cli import main

PAGE = Path(__file__).parents[2] / "docs" / "judge.1"

_OPENING = r""".\" Made by make man from the help of the commands.
.TH JUDGE 1 "" "judge" "User Commands"
.SH NAME
judge \- a play-by-email judge for the board game Diplomacy
"""

_CLOSING = r""".SH FILES
.TP
.I config.toml
Every setting, explained beside it; \fBjudge init\fR writes one. Paths in it are relative to its folder.
.TP
.I data/judge.db
All that must never be lost.
.SH EXIT STATUS
0 if all is well; 1 if not, with the reason in one line; 2 if the command was not understood.
.SH SEE ALSO
.BR mutt (1),
.BR postfix (1)
"""


def manual_page() -> str:
    """The page as roff: what the judge is, then a section for each command."""
    context = click.Context(main, info_name="judge")
    return "".join([_OPENING, *_general(context), ".SH COMMANDS\n", *_commands(context), _CLOSING])


def _general(context: click.Context) -> Iterator[str]:
    yield f".SH SYNOPSIS\n.B judge\n{_escaped(' '.join(main.collect_usage_pieces(context)))}\n"
    yield f".SH DESCRIPTION\n{_escaped(main.help or '')}\n.SH OPTIONS\n"
    yield from _options(main, context)


def _commands(above: click.Context, before: str = "") -> Iterator[str]:
    assert isinstance(above.command, click.Group)
    for name in above.command.list_commands(above):
        command = above.command.get_command(above, name)
        assert command
        if command.hidden:
            continue
        context = click.Context(command, info_name=name, parent=above)
        usage = " ".join(command.collect_usage_pieces(context))
        yield f".SS {_escaped(f'judge {before}{name} {usage}')}\n"
        yield _escaped("\n.PP\n".join(_paragraphs(command.help or ""))) + "\n"
        yield from _options(command, context)
        if isinstance(command, click.Group):
            yield from _commands(context, f"{before}{name} ")


def _paragraphs(text: str) -> Iterator[str]:
    for paragraph in text.split("\n\n"):
        yield " ".join(paragraph.replace("\b", "").split())


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    for param in command.get_params(context):
        record = param.get_help_record(context)
        if record and record[1] and "--help" not in param.opts:
            yield f".TP\n.B {_escaped(record[0])}\n{_escaped(record[1])}\n"


def _escaped(text: str) -> str:
    """Text as roff: its hyphens are those of options, and no line of it is a request."""
    lines = text.replace("\\", "\\e").replace("-", "\\-").split("\n")
    return "\n".join(line if line == ".PP" or line[:1] not in (".", "'") else f"\\&{line}" for line in lines)


if __name__ == "__main__":
    PAGE.write_text(manual_page(), encoding="utf-8")
