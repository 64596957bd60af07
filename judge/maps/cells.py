"""The shapes of a board that has a point for each region: what is the nearest to its point, inside a frame."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from math import hypot

from judge.maps.geometry import Border, Geometry, Point
from judge.maps.spots import find_spots
from judge.rules.board import Board, Province

_MARGIN = 60
"""From the outermost points to the frame, in units of the board file."""

_APART, _BREADTH = 230.0, 1700.0
"""In units of the picture: how far apart the two nearest points are at least, and how broad the picture is."""

_LABEL_BREADTH = 30.0
"""Of the mark before an abbreviation; each letter takes another 28."""

_Side = tuple[Point, Point, str]
"""A side of a cell with the region beyond it, empty at the frame."""


@lru_cache(maxsize=16)
def cells_of(board: Board) -> Geometry:
    """Return the shapes of a board all of whose regions have points."""
    points, width, height = _placed(board)
    cells = {code: _cell(code, points, width, height) for code in board.regions}
    borders: dict[tuple[Point, Point], int] = {}
    lines: list[Border] = []
    shapes: dict[str, tuple[tuple[int, ...], ...]] = {}
    for code, sides in cells.items():
        ring: list[int] = []
        for start, end, beyond in sides:
            if (end, start) in borders:
                ring.append(~borders[(end, start)])
            else:
                borders[(start, end)] = len(lines)
                ring.append(len(lines))
                lines.append(Border(code, beyond, (start, end)))
        shapes[code] = (tuple(ring),)
    bare = Geometry(width, height, tuple(lines), shapes, {})
    breadths = {code: _LABEL_BREADTH + 28 * len(code) for code in cells}
    spots = find_spots(
        {code: bare.rings(code) for code in cells}, points, breadths, _coasts(board, points), (width, height)
    )
    return Geometry(width, height, bare.borders, shapes, spots)


def _placed(board: Board) -> tuple[Mapping[Province, Point], int, int]:
    """The points in units of the picture, and its size."""
    found = {code: board.points[code] for code in board.regions}
    nearest = min(hypot(x - to_x, y - to_y) for (x, y), (to_x, to_y) in combinations(found.values(), 2)) or 1.0
    left, top = (min(point[axis] for point in found.values()) - _MARGIN for axis in (0, 1))
    right, bottom = (max(point[axis] for point in found.values()) + _MARGIN for axis in (0, 1))
    scale = max(_APART / nearest, _BREADTH / (right - left))
    points = {code: ((x - left) * scale, (y - top) * scale) for code, (x, y) in found.items()}
    return points, 2 * round((right - left) * scale / 2), 2 * round((bottom - top) * scale / 2)


def _cell(code: Province, points: Mapping[Province, Point], width: int, height: int) -> Sequence[_Side]:
    """The sides of a cell: the frame, cut by the line halfway to each other point."""
    corners: list[tuple[Point, str]] = [
        ((0.0, 0.0), ""),
        ((0.0, height), ""),
        ((width, height), ""),
        ((width, 0.0), ""),
    ]
    x, y = points[code]
    for other, (to_x, to_y) in points.items():
        if other != code:
            middle, away = ((x + to_x) / 2, (y + to_y) / 2), (to_x - x, to_y - y)
            corners = list(_cut(corners, middle, away, other))
    whole = [((2.0 * round(at[0] / 2), 2.0 * round(at[1] / 2)), beyond) for at, beyond in corners]
    return [(at, to, beyond) for (at, beyond), (to, _) in pairwise([*whole, whole[0]]) if at != to]


def _cut(corners: Sequence[tuple[Point, str]], middle: Point, away: Point, beyond: str) -> Iterator[tuple[Point, str]]:
    """The corners on this side of a line, each with what lies beyond the side that begins there."""

    def over(at: Point) -> float:
        return (at[0] - middle[0]) * away[0] + (at[1] - middle[1]) * away[1]

    for (at, side), (to, _) in pairwise([*corners, *corners[:1]]):
        here, there = over(at), over(to)
        if here <= 0:
            yield at, side
        if (here <= 0) != (there <= 0):
            share = here / (here - there)
            crossing = (at[0] + share * (to[0] - at[0]), at[1] + share * (to[1] - at[1]))
            yield crossing, beyond if here <= 0 else side


def _coasts(board: Board, points: Mapping[Province, Point]) -> Mapping[Province, Mapping[str, Point]]:
    """Points near which the fleets of each of several coasts stand: towards the seas off it."""
    found: dict[Province, dict[str, Point]] = {}
    for borders in board.borders.values():
        for place, others in borders.items():
            if place.coast and others:
                x, y = points[place.province]
                to_x, to_y = (sum(points[to.province][axis] for to in others) / len(others) for axis in (0, 1))
                far = hypot(to_x - x, to_y - y) or 1.0
                at = (x + (to_x - x) * 60 / far, y + (to_y - y) * 60 / far)
                found.setdefault(place.province, {})[place.coast] = at
    return found
