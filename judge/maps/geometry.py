"""The shapes of a board in a picture: borders, regions made of them, where signs and names are placed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from judge.rules.board import Province

Point = tuple[float, float]

OUTSIDE = ""
"""What lies behind the edge of the picture, or belongs to no region."""


@dataclass(frozen=True)
class Border:
    """A line between two regions, or a region and ``OUTSIDE``; to its left and right as it runs, y pointing down."""

    left: str
    right: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Box:
    """An upright rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, at: Point, breadth: float, height: float) -> "Box":
        """Return the box of that size around a point."""
        return cls(at[0] - breadth / 2, at[1] - height / 2, at[0] + breadth / 2, at[1] + height / 2)

    def overlap(self, other: "Box") -> float:
        """Return the area that two boxes have in common."""
        if self.left >= other.right or self.right <= other.left or self.top >= other.bottom or self.bottom <= other.top:
            return 0.0
        across = min(self.right, other.right) - max(self.left, other.left)
        return across * (min(self.bottom, other.bottom) - max(self.top, other.top))

    def wider(self, by: float) -> "Box":
        """Return the box with a margin."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


@dataclass(frozen=True)
class Slot:
    """Room for a text: the middle of its box, the box's breadth and height."""

    at: Point
    breadth: float
    height: float


@dataclass(frozen=True)
class Spots:
    """Where things of a region are placed: all are middles.

    ``unit`` is the sign of a unit, ``coasts`` that of a fleet on one of several coasts, ``aside`` that of a unit driven
    out, ``label`` the abbreviation; ``names`` are the rooms for the full name on one line and on two, if any.
    ``other_labels`` are where the abbreviation may be instead, if an arrow crosses its usual place; the best first.
    """

    unit: Point
    label: Point
    aside: Point
    coasts: Mapping[str, Point] = field(default_factory=dict)
    names: tuple[Slot, ...] = ()
    other_labels: tuple[Point, ...] = ()


@dataclass(frozen=True, eq=False)
class Geometry:
    """All shapes of a board's picture; a ring is a sequence of borders, each by its number, ``~number`` backwards.

    ``shapes`` are the rings of each region, and of land that belongs to none, under a name in lower case.
    """

    width: int
    height: int
    borders: tuple[Border, ...]
    shapes: Mapping[str, tuple[tuple[int, ...], ...]]
    spots: Mapping[Province, Spots]

    def ring(self, numbers: Sequence[int]) -> Sequence[Point]:
        """Return the points of a ring, the first one once."""
        points: list[Point] = []
        for number in numbers:
            line = self.borders[number].points if number >= 0 else self.borders[~number].points[::-1]
            points += line[:-1]
        return points

    def rings(self, name: str) -> Sequence[Sequence[Point]]:
        """Return all rings of a region; inside is what an odd number of them surround."""
        return [self.ring(numbers) for numbers in self.shapes[name]]

    def contains(self, name: str, at: Point) -> bool:
        """Whether a point is inside a region."""
        return is_inside(self.rings(name), at)

    @cached_property
    def touching(self) -> Mapping[frozenset[str], tuple[Border, ...]]:
        """The borders of each pair of regions that touch."""
        found: dict[frozenset[str], tuple[Border, ...]] = {}
        for border in self.borders:
            if border.left and border.right:
                pair = frozenset((border.left, border.right))
                found[pair] = (*found.get(pair, ()), border)
        return found


def is_inside(rings: Sequence[Sequence[Point]], at: Point) -> bool:
    """Whether an odd number of rings surround a point."""
    x, y = at
    inside = False
    for ring in rings:
        for (from_x, from_y), (to_x, to_y) in pairwise([*ring, *ring[:1]]):
            if (from_y > y) != (to_y > y) and x < from_x + (y - from_y) * (to_x - from_x) / (to_y - from_y):
                inside = not inside
    return inside
