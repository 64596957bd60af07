"""The centres of each power by years, as tables of a letter."""

from collections.abc import Iterator, Sequence

from judge.game.centre_history import CentreHistory
from judge.game.settings import Language
from judge.reports.language import say
from judge.reports.layout import WIDTH
from judge.reports.page import RowsOfTable, TableRow
from judge.reports.phrasing import key_for_board
from judge.rules.board import Board

_COLUMN = 6
"""The width of the column of a year."""
_MOST_TABLES = 2
"""The most tables below each other that a letter shows, unless it is about nothing else."""


def chart_title(board: Board, language: Language) -> str:
    """Return what the tables show: ``Centres by year``."""
    return say(language, key_for_board("chart.name", board))


def centre_charts(history: CentreHistory, board: Board, language: Language) -> list[RowsOfTable]:
    """Return the centres of each power at the start and at the end of each year: as many tables as the width wants.

    A power that never had a centre is left out.
    """
    return list(_tables(history, board, language, range(len(history.years) + 1)))


def short_centre_charts(history: CentreHistory, board: Board, language: Language) -> list[RowsOfTable]:
    """Return the same of so many years that two tables hold them: of more, every second, or third, up to the last.

    Empty before the first year is over.
    """
    last, room = len(history.years), _MOST_TABLES * _years_in_a_row(history, board, language)
    step = max(1, -(-last // max(room - 1, 1)))
    chosen = [0, *sorted(range(last, 0, -step))]
    return list(_tables(history, board, language, chosen)) if last else []


def _years_in_a_row(history: CentreHistory, board: Board, language: Language) -> int:
    return max(1, (WIDTH - _name_width(history, board, language)) // _COLUMN)


def _name_width(history: CentreHistory, board: Board, language: Language) -> int:
    return max((len(board.name_of(power, language)) for power in history.counts), default=0) + 4


def _tables(history: CentreHistory, board: Board, language: Language, columns: Sequence[int]) -> Iterator[RowsOfTable]:
    """Yield tables of these columns: 0 is the start, n the end of the n-th year."""
    in_a_row, width = _years_in_a_row(history, board, language), _name_width(history, board, language)
    labels = [say(language, "words.start"), *map(str, history.years)]
    powers = [power for power, counts in history.counts.items() if any(counts)]
    for first in range(0, len(columns) if powers else 0, in_a_row):
        shown = columns[first : first + in_a_row]
        named = {board.name_of(power, language): history.counts[power] for power in powers}
        rows = (_row(name, [str(counts[at]) for at in shown], width) for name, counts in named.items())
        yield RowsOfTable((_row("", [labels[at] for at in shown], width), *rows))


def _row(name: str, cells: Sequence[str], width: int) -> TableRow:
    text = f"  {name}".ljust(width) + "".join(f"{cell:>{_COLUMN}}" for cell in cells)
    return TableRow(text, (name, *cells))
