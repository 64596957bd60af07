"""The shapes of boards: of the standard one and of those with a point for each region, where units pass."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, combinations, pairwise
from math import hypot
from pathlib import Path
from typing import Any

from judge.maps.geometry import Border, Geometry, Point, Slot, Spots
from judge.maps.spots import find_spots
from judge.maps.view import MapView
from judge.rules.board import Board, Province, Terrain, UnitKind

# --- the shapes of a board that has a point for each region: what is the nearest to its point, inside a frame


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


# --- the shapes of the standard board, as atlas/regions.py has made them from coasts and seeds


STANDARD = Path(__file__).parent / "data" / "standard.json"


def as_json(geometry: Geometry) -> str:
    """Return shapes as the text of the file; a border is its first point and the steps to the others."""
    whole = {
        "size": [geometry.width, geometry.height],
        "borders": [[border.left, border.right, _steps(border.points)] for border in geometry.borders],
        "shapes": geometry.shapes,
        "spots": {code: _spots_as_lists(spots) for code, spots in geometry.spots.items()},
    }
    lines = (f'"{key}":{json.dumps(value, separators=(",", ":"))}' for key, value in whole.items())
    return "{" + ",\n".join(lines) + "}\n"


def _steps(points: tuple[Point, ...]) -> list[int]:
    steps = [points[0], *((to[0] - at[0], to[1] - at[1]) for at, to in pairwise(points))]
    return [round(number) for step in steps for number in step]


def _spots_as_lists(spots: Spots) -> list[Any]:
    names = [[*map(round, (*slot.at, slot.breadth, slot.height))] for slot in spots.names]
    coasts = {coast: [*map(round, at)] for coast, at in spots.coasts.items()}
    others = [[*map(round, at)] for at in spots.other_labels]
    return [*([*map(round, at)] for at in (spots.unit, spots.label, spots.aside)), coasts, names, others]


@lru_cache(maxsize=1)
def standard_geometry() -> Geometry:
    """Return the shapes of the standard board."""
    whole = json.loads(STANDARD.read_text(encoding="utf-8"))
    borders = tuple(Border(left, right, _points(steps)) for left, right, steps in whole["borders"])
    shapes = {name: tuple(map(tuple, rings)) for name, rings in whole["shapes"].items()}
    spots = {Province(code): _spots(lists) for code, lists in whole["spots"].items()}
    width, height = whole["size"]
    return Geometry(width, height, borders, shapes, spots)


def _points(steps: list[int]) -> tuple[Point, ...]:
    pairs = zip(steps[::2], steps[1::2], strict=True)
    return tuple(accumulate(((float(x), float(y)) for x, y in pairs), lambda at, by: (at[0] + by[0], at[1] + by[1])))


def _spots(lists: list[Any]) -> Spots:
    unit, label, aside, coasts, names, others = lists
    return Spots(
        tuple(unit),
        tuple(label),
        tuple(aside),
        {coast: tuple(at) for coast, at in coasts.items()},
        tuple(Slot((x, y), breadth, height) for x, y, breadth, height in names),
        tuple(map(tuple, others)),
    )


# --- what the shapes of a picture do not say of borders: marks where units pass although, or do not because


_WALL, _WAY, _WATER = "#7a6a55", "#55707c", "#4f8fb3"


@lru_cache(maxsize=16)
def unlike_shapes(board: Board, geometry: Geometry) -> tuple[frozenset[frozenset[str]], frozenset[frozenset[str]]]:
    """Return the pairs of regions that touch though nobody passes, and those that units pass between from afar."""
    passed: frozenset[frozenset[str]] = frozenset(
        frozenset[str]((at.province, to.province))
        for kind in UnitKind
        for at, others in board.borders[kind].items()
        for to in others
    )
    open_to_units = board.regions.keys() - board.closed
    touching = frozenset(pair for pair in geometry.touching if pair <= open_to_units)
    return touching - passed, passed - touching


def passage_marks(board: Board, geometry: Geometry) -> Iterator[str]:
    """Yield a thick line where nobody passes, a dashed one between regions that do not touch; rivers."""
    walls, ways = unlike_shapes(board, geometry)
    if not (walls or ways or board.war.rivers):
        return
    yield '<g id="passages" fill="none" stroke-linecap="round" pointer-events="none">'
    for pair in sorted(map(sorted, walls)):
        yield from _along(geometry, pair, f'stroke="{_WALL}" stroke-width="13"')
    for one, other in sorted(map(sorted, ways)):
        start, end = (geometry.spots[Province(code)].unit for code in (one, other))
        yield f'<path d="{_line(start, end)}" stroke="{_WAY}" stroke-width="5" stroke-dasharray="4 14"/>'
    for river in sorted(map(sorted, board.war.rivers)):
        yield from _along(geometry, list(map(str, river)), f'class="river" stroke="{_WATER}" stroke-width="11"')
    yield "</g>"


def _along(geometry: Geometry, pair: list[str], how: str) -> Iterator[str]:
    borders: tuple[Border, ...] = geometry.touching.get(frozenset(pair), ())
    for border in borders:
        yield f'<path d="{_line(*border.points)}" {how}/>'


def _line(*points: Point) -> str:
    return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in points)


def passage_signs(view: MapView, geometry: Geometry) -> Sequence[tuple[str, float, str]]:
    """Return what these marks mean, those that the picture has: a sign around a point, its breadth, its meaning."""
    walls, ways = unlike_shapes(view.board, geometry)
    stroke = '<path d="M-36 0H36" stroke-linecap="round"'
    shown = {
        "map.wall": (f'{stroke} stroke="{_WALL}" stroke-width="13"/>', bool(walls)),
        "map.way": (f'{stroke} stroke="{_WAY}" stroke-width="5" stroke-dasharray="4 14"/>', bool(ways)),
        "map.river": (f'{stroke} stroke="{_WATER}" stroke-width="11"/>', bool(view.board.war.rivers)),
        "map.fog": ('<path d="M-36-22h72v44h-72z" fill="#a9aca8"/>', view.sight is not None),
    }
    return [(sign, 84.0, view.say(key)) for key, (sign, is_there) in shown.items() if is_there]


# --- where fleets pass in a picture, by its shapes alone


@dataclass(frozen=True)
class CoastStretch:
    """A stretch of the edge of a region on land, from one neighbour on land to the next: its borders with seas.

    ``seas`` are the seas off it, ``ends`` the regions on land where it ends: a fleet goes on to their coasts.
    """

    seas: frozenset[Province]
    ends: frozenset[Province]
    borders: tuple[int, ...]

    @property
    def reach(self) -> frozenset[Province]:
        """Where a fleet goes from this coast."""
        return self.seas | self.ends


def coast_stretches(geometry: Geometry, board: Board, province: Province) -> Sequence[CoastStretch]:
    """Return the stretches of coast of a region; those of its islands end nowhere."""
    return [stretch for ring in geometry.shapes[province] for stretch in _of_ring(geometry, board, ring)]


def _of_ring(geometry: Geometry, board: Board, ring: Sequence[int]) -> Iterator[CoastStretch]:
    beyond = [_beyond(geometry, number) for number in ring]
    is_sea = [name in board.regions and board.terrain(Province(name)) is Terrain.SEA for name in beyond]
    starts = [place for place in range(len(ring)) if is_sea[place] and not is_sea[place - 1]]
    if all(is_sea):
        yield CoastStretch(frozenset(map(Province, beyond)), frozenset(), tuple(ring))
    for start in starts:
        length = next(length for length in range(1, len(ring)) if not is_sea[(start + length) % len(ring)])
        places = [(start + step) % len(ring) for step in range(length)]
        ends = {beyond[start - 1], beyond[(start + length) % len(ring)]} & board.regions.keys()
        yield CoastStretch(
            frozenset(Province(beyond[place]) for place in places),
            frozenset(map(Province, ends)),
            tuple(ring[place] for place in places),
        )


def _beyond(geometry: Geometry, number: int) -> str:
    """What lies on the other side of a border of a ring; what is inside is on its left."""
    return geometry.borders[number].right if number >= 0 else geometry.borders[~number].left
