"""A table drawn on a terminal, with lines and colours: loaded where there is one."""

from collections.abc import Sequence

from rich.box import HEAVY_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

_FRAMED, _BARE = len("│  "), len(" ")
"""Signs beside the words of a column: with the frame, or without one."""


def draw(title: str, names: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows under the names of their columns, as broad as the terminal is."""
    console = Console()
    console.print(_drawn(title, names, rows, console.width))


def _drawn(title: str, names: Sequence[str], rows: Sequence[Sequence[str]], room: int) -> Table:
    """The table in a terminal of so many signs: no word is broken, the frame left out, where there is room for that."""
    columns = [*zip(names, *rows, strict=True)]
    least = [max(map(len, " ".join(column).split())) for column in columns]
    is_framed = sum(least) + _FRAMED * len(least) < room
    widths = _shrunk([max(map(len, column)) for column in columns], least, room - (_FRAMED * len(least) + 1))
    if not is_framed:
        widths = _shrunk(widths, least, room - _BARE * len(least))
    box, padding = (HEAVY_HEAD, (0, 1)) if is_framed else (None, (0, 1, 0, 0))
    drawn = Table(title=title, title_justify="left", header_style="bold", box=box, padding=padding)
    for name, width in zip(names, widths, strict=True):
        fits = sum(least) + _BARE * len(least) <= room
        drawn.add_column(name, overflow="fold", width=width if fits else None)  # a narrow terminal cuts nothing
    for row in rows:
        drawn.add_row(*map(Text, row))  # a subject such as “[rome]” is no markup
    return drawn


def _shrunk(widths: Sequence[int], least: Sequence[int], room: int) -> Sequence[int]:
    """The widths of columns, those with most to spare made narrower until all find room, or none has any to spare."""
    found = [*widths]
    while sum(found) > room and any(width > low for width, low in zip(found, least, strict=True)):
        at = max(range(len(found)), key=lambda one: found[one] - least[one])
        found[at] -= 1
    return found
