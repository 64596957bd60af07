"""The columns of a table: which hold numbers, how broad they may be."""

import re
from collections.abc import Sequence

_NUMBER = re.compile(r"[+−–-]?[\d ,.\u00a0\u202f]*[½¼¾\d]\s*%?")
_EMPTY = {"", "-", "–", "—", "."}
_NARROWEST = 3


def is_of_numbers(cells: Sequence[str]) -> bool:
    """Return whether all cells of a column but the empty ones are numbers, which stand at its right."""
    said = [cell for cell in cells if cell not in _EMPTY]
    return bool(said) and all(map(_NUMBER.fullmatch, said))


def narrowed(rows: Sequence[Sequence[str]], room: int, gap: int) -> list[int]:
    """Return the breadth of each column in characters: the broadest lose until all fit in the room."""
    widths = [max(1, *(len(cell) for cell in column)) for column in zip(*rows, strict=True)]
    while sum(widths) + gap * (len(widths) - 1) > room and max(widths) > _NARROWEST:
        widths[widths.index(max(widths))] -= 1
    return widths
