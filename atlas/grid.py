"""The picture as cells: which are land, which region each belongs to by the shortest way over land or by sea."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, hypot

Point = tuple[float, float]

WATER = 0
"""The label of water that no way by sea reaches; what is outside has the label -1."""

_STRAIGHT, _ASLANT = 5, 7
"""The lengths of a step to a neighbouring cell, along a side and across a corner."""


@dataclass
class Grid:
    """Cells row by row, with a border of one cell outside; ``is_land`` and ``label`` are by the number of a cell."""

    width: int
    height: int
    is_land: bytearray
    label: list[int]

    @classmethod
    def of_size(cls, width: int, height: int) -> "Grid":
        """Return a grid all of water."""
        wide, cells = width + 2, (width + 2) * (height + 2)
        grid = cls(wide, height + 2, bytearray(cells), [WATER] * cells)
        for cell in (*range(wide), *range(cells - wide, cells), *range(0, cells, wide), *range(wide - 1, cells, wide)):
            grid.label[cell] = -1
        return grid

    def cell(self, x: float, y: float) -> int:
        """Return the number of the cell of a point, clamped into the grid."""
        column, row = min(max(int(x), 0), self.width - 3), min(max(int(y), 0), self.height - 3)
        return (row + 1) * self.width + column + 1

    def fill(self, ring: Sequence[Point]) -> None:
        """Make land of the cells whose middle is inside a ring, line by line."""
        crossings: dict[int, list[float]] = {}
        for (x, y), (to_x, to_y) in pairwise([*ring, *ring[:1]]):
            if y == to_y:
                continue
            top, bottom = (y, to_y) if y < to_y else (to_y, y)
            for row in range(max(0, ceil(top - 0.5)), min(self.height - 2, ceil(bottom - 0.5))):
                crossings.setdefault(row, []).append(x + (row + 0.5 - y) * (to_x - x) / (to_y - y))
        for row, found in crossings.items():
            found.sort()
            for start, end in zip(found[::2], found[1::2], strict=False):
                first, last = max(0, ceil(start - 0.5)), min(self.width - 2, ceil(end - 0.5))
                if last > first:
                    at = (row + 1) * self.width + 1
                    self.is_land[at + first : at + last] = b"\1" * (last - first)

    def bridge(self, start: Point, end: Point, breadth: float) -> None:
        """Make land of the cells along a line."""
        (x, y), (to_x, to_y) = start, end
        steps = ceil(hypot(to_x - x, to_y - y) * 2) + 1
        reach = ceil(breadth)
        for step in range(steps + 1):
            at_x, at_y = x + (to_x - x) * step / steps, y + (to_y - y) * step / steps
            for right in range(-reach, reach + 1):
                for down in range(-reach, reach + 1):
                    if hypot(right, down) <= breadth:
                        self.is_land[self.cell(at_x + right, at_y + down)] = 1

    def nearest(self, x: float, y: float, *, land: bool) -> int:
        """Return the cell of a point, or the nearest one of land or of water."""
        for reach in range(60):
            near = [
                (hypot(right, down), self.cell(x + right, y + down))
                for right in range(-reach, reach + 1)
                for down in range(-reach, reach + 1)
                if max(abs(right), abs(down)) == reach
            ]
            there = [(far, cell) for far, cell in near if bool(self.is_land[cell]) is land]
            if there:
                return min(there)[1]
        raise ValueError((x, y))

    def spread(self, seeds: Mapping[int, int]) -> None:
        """Label every cell with the label of the seed it is nearest to, by a way all over land, or all by sea."""
        width, label, land = self.width, self.label, self.is_land
        far = [0 if outside else 1 << 30 for outside in (each == -1 for each in label)]
        steps = [(step, _STRAIGHT) for step in (1, -1, width, -width)]
        steps += [(step, _ASLANT) for step in (width + 1, width - 1, -width + 1, -width - 1)]
        waiting: list[list[int]] = [[] for _ in range(_ASLANT + 1)]
        for cell, name in seeds.items():
            label[cell], far[cell] = name, 0
            waiting[0].append(cell)
        length = 0
        while any(waiting):
            here, waiting[length % len(waiting)] = waiting[length % len(waiting)], []
            for cell in here:
                if far[cell] != length:
                    continue
                name, kind = label[cell], land[cell]
                for step, cost in steps:
                    to, there = cell + step, length + cost
                    if far[to] > there and land[to] == kind:
                        far[to], label[to] = there, name
                        waiting[there % len(waiting)].append(to)
            length += 1

    def label_rest(self, first: int) -> Iterator[int]:
        """Give each piece of land without a label one of its own, from ``first`` on; yield those labels."""
        for cell in range(len(self.label)):
            if self.is_land[cell] and self.label[cell] == WATER:
                self.label[cell] = first
                yield first
                self._flood(cell, first)
                first += 1

    def _flood(self, cell: int, name: int) -> None:
        waiting = [cell]
        while waiting:
            at = waiting.pop()
            for step in (1, -1, self.width, -self.width):
                if self.is_land[at + step] and self.label[at + step] == WATER:
                    self.label[at + step] = name
                    waiting.append(at + step)


def touching(grid: Grid, names: Iterable[int]) -> dict[frozenset[int], int]:
    """Return pairs of labels whose cells touch, with the number of sides along which they do."""
    known = set(names)
    found: dict[frozenset[int], int] = {}
    for cell, name in enumerate(grid.label):
        if name in known:
            for step in (1, grid.width):
                other = grid.label[cell + step] if cell + step < len(grid.label) else -1
                if other != name and other in known:
                    pair = frozenset((name, other))
                    found[pair] = found.get(pair, 0) + 1
    return found
