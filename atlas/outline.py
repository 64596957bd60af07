"""The borders between the regions of a grid, as lines that two regions share, made smooth and few-cornered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from atlas.grid import Grid, Point


@dataclass(frozen=True)
class Line:
    """A border from one meeting of borders to another, or a ring; the labels to its left and right."""

    left: int
    right: int
    points: tuple[Point, ...]

    @property
    def is_ring(self) -> bool:
        """Whether it ends where it begins."""
        return self.points[0] == self.points[-1]


_Sides = Mapping[int, Mapping[int, tuple[int, int]]]
"""From each corner of cells that borders pass to each next corner: the labels to the left and right of the way."""


def lines_of(grid: Grid) -> Sequence[Line]:
    """Return all borders of a grid; corners of cells are counted from the corner of the picture."""
    sides = _sides(grid)
    ends = {corner for corner, ways in sides.items() if len(ways) != 2}
    done: set[tuple[int, int]] = set()
    found: list[Line] = []
    for corner in (*sorted(ends), *sorted(sides.keys() - ends)):
        for to in sorted(sides[corner]):
            if (corner, to) not in done:
                chain = _chain(sides, ends, corner, to)
                done.update(pairwise(chain))
                done.update(pairwise(reversed(chain)))
                left, right = sides[corner][to]
                found.append(Line(left, right, tuple(_point(grid, at) for at in chain)))
    return found


def _sides(grid: Grid) -> dict[int, dict[int, tuple[int, int]]]:
    wide, label = grid.width, grid.label
    sides: dict[int, dict[int, tuple[int, int]]] = {}

    def add(corner: int, to: int, left: int, right: int) -> None:
        sides.setdefault(corner, {})[to] = (left, right)
        sides.setdefault(to, {})[corner] = (right, left)

    for cell in range(len(label) - wide):
        here = label[cell]
        if cell % wide < wide - 1 and label[cell + 1] != here:  # a border downwards, this cell to its right
            add(cell + 1, cell + 1 + wide, label[cell + 1], here)
        if label[cell + wide] != here:  # a border to the right, this cell to its left
            add(cell + wide, cell + wide + 1, here, label[cell + wide])
    return sides


def _chain(sides: _Sides, ends: set[int], corner: int, to: int) -> list[int]:
    chain = [corner, to]
    while chain[-1] not in ends and chain[-1] != corner:
        chain.append(next(each for each in sides[chain[-1]] if each != chain[-2]))
    return chain


def _point(grid: Grid, corner: int) -> Point:
    row, column = divmod(corner, grid.width)
    return float(column - 1), float(row - 1)


def smoothed(points: Sequence[Point], times: int) -> Sequence[Point]:
    """Return a line without its stairs: each point drawn to its neighbours, the ends kept; a ring has no ends."""
    if len(points) < 4:
        return points
    ring = points[0] == points[-1]
    for _ in range(times):
        around = [points[-2], *points, points[1]] if ring else [points[0], *points, points[-1]]
        inner = [
            ((before[0] + 2 * at[0] + after[0]) / 4, (before[1] + 2 * at[1] + after[1]) / 4)
            for before, at, after in zip(around, around[1:], around[2:], strict=False)
        ]
        points = [*inner[:-1], inner[0]] if ring else [points[0], *inner[1:-1], points[-1]]
    return points


def simplified(points: Sequence[Point], tolerance: float) -> Sequence[Point]:
    """Return a line with as few points as keep it within a tolerance, by Douglas and Peucker."""
    if points[0] == points[-1] and len(points) > 2:
        far = max(range(len(points)), key=lambda place: hypot(*_minus(points[place], points[0])))
        return [*simplified(points[: far + 1], tolerance)[:-1], *simplified(points[far:], tolerance)]
    keep = {0, len(points) - 1}
    waiting = [(0, len(points) - 1)]
    while waiting:
        first, last = waiting.pop()
        if last - first > 1:
            away = [_distance(points[place], points[first], points[last]) for place in range(first + 1, last)]
            worst = max(away)
            if worst > tolerance:
                middle = first + 1 + away.index(worst)
                keep.add(middle)
                waiting += [(first, middle), (middle, last)]
    return [points[place] for place in sorted(keep)]


def _minus(one: Point, other: Point) -> Point:
    return one[0] - other[0], one[1] - other[1]


def _distance(at: Point, start: Point, end: Point) -> float:
    """How far a point is from a stretch of line."""
    (along_x, along_y), (x, y) = _minus(end, start), _minus(at, start)
    length = along_x**2 + along_y**2
    share = min(1.0, max(0.0, (x * along_x + y * along_y) / length)) if length else 0.0
    return hypot(x - share * along_x, y - share * along_y)
