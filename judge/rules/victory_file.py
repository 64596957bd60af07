"""Reads from a board file how many centres win, where that differs by year or by power."""

from collections.abc import Mapping
from typing import cast

from judge.rules.board import Power
from judge.rules.board_source import BoardSource, TomlTable
from judge.rules.victory import VictoryNumbers


def read_victory(page: BoardSource, table: TomlTable, powers: Mapping[Power, TomlTable]) -> VictoryNumbers:
    """Return the numbers of ``victory_centres = [18, 17, 16]`` and of ``victory = 12`` in the lines of powers."""
    numbers = table.get("victory_centres")
    by_year = tuple(cast("list[object]", numbers)) if isinstance(numbers, list) else ()
    if isinstance(numbers, list) and not (by_year and all(map(_is_number, by_year))):
        message = "victory_centres must be a whole number, or a list of one for each year such as [18, 17, 16]"
        page.wrong("", "victory_centres", message)
        by_year = (1,)
    own = {power: line["victory"] for power, line in powers.items() if "victory" in line}
    for power, number in own.items():
        if not _is_number(number):
            page.wrong("powers", power, "victory must be a whole number above 0")
    own = {power: number for power, number in own.items() if _is_number(number)}
    return VictoryNumbers(cast("tuple[int, ...]", by_year), cast("dict[str, int]", own))


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0
