"""The centres of each power by years: at the start, and at the end of every year that is over."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from judge.rules.board import Board, Power, Year
from judge.rules.position import Position, Season
from judge.rules.territory import territory_count


@dataclass(frozen=True)
class CentreHistory:
    """How many centres each power had, counted as its board counts them; years are turns on a board with turns.

    ``years`` are those that are over, oldest first; a game that changed centres in its last year ends that year.
    ``counts`` has every power of the board in board order, with its centres at the start, then one number for each of
    the years. Both are empty before the start.
    """

    years: tuple[Year, ...] = ()
    counts: Mapping[Power, tuple[int, ...]] = field(default_factory=dict)

    def of(self, powers: Iterable[Power]) -> "CentreHistory":
        """The same years with some powers alone; without years where none of them has counts."""
        counts = {power: self.counts[power] for power in powers if power in self.counts}
        return CentreHistory(self.years, counts) if counts else CentreHistory()


def history_from_start(board: Board, opening: Position) -> CentreHistory:
    """The history of a game that begins at a position."""
    return CentreHistory(counts={power: (territory_count(board, opening, power),) for power in board.powers})


def history_after_phase(known: CentreHistory, board: Board, year: Year, after: Position) -> CentreHistory:
    """The history once a phase of a year has closed: the year is counted as soon as its autumn is over (000 IV)."""
    is_over = after.phase.year > year or after.phase.season is Season.WINTER
    return _with_year(known, board, year, after) if is_over else known


def history_at_end(known: CentreHistory, board: Board, last: Position) -> CentreHistory:
    """The history of a game that ends at a position: an unfinished year counts where it has changed the centres."""
    ended = _with_year(known, board, last.phase.year, last)
    is_changed = any(counts[-1] != known.counts[power][-1] for power, counts in ended.counts.items())
    return ended if is_changed else known


def history_rolled_back(known: CentreHistory, board: Board, to: Position) -> CentreHistory:
    """The history of a game that is back at a position."""
    year = to.phase.year
    before = _before_year(known, year)
    return _with_year(before, board, year, to) if to.phase.season is Season.WINTER else before


def history_taken_over(known: CentreHistory, board: Board, at: Position) -> CentreHistory:
    """The history of a game that goes on from a position of another judge: what is told is its last year alone."""
    phase = at.phase
    last = phase.year if phase.season is Season.WINTER else Year(phase.year - 1)
    is_told = last >= board.start_year
    return _with_year(known, board, last, at) if is_told else _before_year(known, phase.year)


def _with_year(known: CentreHistory, board: Board, year: Year, at: Position) -> CentreHistory:
    """The history with the count of a year, which replaces an earlier count of the same year."""
    before = _before_year(known, year)
    return CentreHistory(
        (*before.years, year),
        {power: (*counts, territory_count(board, at, power)) for power, counts in before.counts.items()},
    )


def _before_year(known: CentreHistory, year: Year) -> CentreHistory:
    years = tuple(one for one in known.years if one < year)
    return CentreHistory(years, {power: counts[: len(years) + 1] for power, counts in known.counts.items()})
