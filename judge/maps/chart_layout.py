"""Where the lines of a chart run: side by side where they would lie on each other, their labels apart."""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TypeVar

from judge.maps.geometry import Point

_Key = TypeVar("_Key", bound=Hashable)

_LANE = 7.0
"""How far lines of the same height are apart, in pixels."""

_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)


@dataclass(frozen=True)
class Plot:
    """The room for lines, in pixels: columns from ``left`` to ``right``, the numbers 0 to ``top`` from below."""

    left: float
    right: float
    ceiling: float
    height: float
    years: int
    top: int

    @property
    def bottom(self) -> float:
        """Where the number 0 is."""
        return self.ceiling + self.height

    @property
    def unit(self) -> float:
        """How high 1 is."""
        return self.height / self.top

    def x(self, column: int) -> float:
        """Return where a column is; the start is the first one."""
        return self.left + (self.right - self.left) * column / max(self.years, 1)

    def y(self, number: float) -> float:
        """Return where a number is."""
        return self.bottom - number * self.unit

    def steps(self) -> Sequence[int]:
        """Return the numbers that have a line, five at most besides 0."""
        step = next((step for step in _STEPS if self.top / step <= 5), _STEPS[-1])  # noqa: PLR2004
        return range(0, self.top + 1, step)

    def named_columns(self, breadth: float) -> Sequence[int]:
        """Return the columns whose names, so broad at most, have room below; the last one among them."""
        every = ceil((breadth + 14) * max(self.years, 1) / (self.right - self.left))
        return range(self.years, -1, -max(every, 1))


def lanes(counts: Mapping[_Key, Sequence[int]], plot: Plot) -> Mapping[_Key, Sequence[Point]]:
    """Return the points of each line, up to where it comes down to 0 for good.

    Lines that have the same number in a column run side by side there, whichever came from above above the others.
    """
    lengths = {key: last_column(numbers) + 1 for key, numbers in counts.items()}
    lines: dict[_Key, list[Point]] = {key: [] for key in counts}
    for column in range(plot.years + 1):
        together: dict[int, list[_Key]] = defaultdict(list)
        for key, numbers in counts.items():
            if column < lengths[key]:
                together[numbers[column]].append(key)
        for number, keys in together.items():
            keys.sort(key=lambda key: lines[key][-1][1] if lines[key] else 0.0)
            gap = min(_LANE, plot.unit * 0.9 / len(keys))
            for place, key in enumerate(keys):
                lines[key].append((plot.x(column), plot.y(number) + gap * (place - (len(keys) - 1) / 2)))
    return lines


def last_column(numbers: Sequence[int]) -> int:
    """Return the column in which a line ends: the last one, or the first 0 behind which there is nothing else."""
    last = max((place for place, number in enumerate(numbers) if number), default=-1)
    return min(last + 1, len(numbers) - 1)


def spread(wanted: Sequence[float], apart: float, lowest: float) -> Sequence[float]:
    """Return heights near those wanted, which go down the picture, so far apart and none below the lowest."""
    heights: list[float] = []
    for height in wanted:
        heights.append(max(height, heights[-1] + apart) if heights else height)
    return list(reversed([*_pushed_up(reversed(heights), apart, lowest)]))


def _pushed_up(heights: Iterator[float], apart: float, lowest: float) -> Iterator[float]:
    for height in heights:
        lowest = min(height, lowest)
        yield lowest
        lowest -= apart
