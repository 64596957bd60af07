"""The help of the program: its commands by what somebody has come for."""

from collections.abc import Mapping

import click

GROUPS: Mapping[str, tuple[str, ...]] = {
    "Play and try": ("play", "open", "letter"),
    "Run the judge": ("serve", "doctor", "backup", "restore", "fsck"),
    "Look at it": ("games", "game", "players", "standings", "letters", "queue", "map"),
    "Games by hand": ("adjudicate", "read", "board", "master"),
}
"""The names of commands under their headings, in the order of the help."""


class GroupedCommands(click.Group):
    """A group whose help lists its commands under the headings of ``GROUPS``."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write a section for each heading."""
        width = formatter.width - max(map(len, self.commands)) - 6
        for heading, names in GROUPS.items():
            with formatter.section(heading):
                commands = ((name, self.get_command(ctx, name)) for name in names)
                formatter.write_dl([(name, found.get_short_help_str(width)) for name, found in commands if found])
