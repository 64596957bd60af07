"""The ground of a picture: shapes of boards, sea and land, names, where units pass, who owns what, what is hidden."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, combinations, pairwise
from math import hypot
from pathlib import Path
from typing import Any

from judge.maps.geometry import Border, Face, Geometry, Point, Slot, Spots, grouped_text, text_breadth
from judge.maps.spots import GOLD, INK, PAPER, centre_mark, double_ring, find_spots, gained_mark, star
from judge.maps.view import MapView
from judge.maps.ways import LABEL_MARK, LABEL_SIZE, NAME_SIZE, NameRoom, has_mark
from judge.rules.board import NO_WAR, Board, Province, Terrain, UnitKind

# --- the ground of a picture: sea and land, borders, who owns what, what is hidden


SEA, SHORE, LAND = "#d6e2e4", "#bfd2d6", "#f5eedd"
_BORDER, _WATERLINE, _NOBODY = "#9a8f7c", "#9bb5bd", "#e4dccb"

_BY_TWO = '<g transform="scale(2)">'
BORDERS = f'<use href="#land" fill="none" stroke="{_BORDER}" stroke-width="1.5" stroke-linejoin="round"/>'

FOG_PATTERN = (
    '<pattern id="fog" width="25" height="25" patternUnits="userSpaceOnUse" patternTransform="scale(.5)">'
    '<rect width="25" height="25" fill="#8b8f8e" fill-opacity=".55"/>'
    '<path d="M0 25L25 0" stroke="#f4f1ea" stroke-opacity=".35" stroke-width="3"/></pattern>'
)
FOG = "url(#fog)"


def ground(view: MapView, shown: Collection[str] | None = None) -> Iterator[str]:
    """Yield what differs from phase to phase, to lie over ``fixed_ground``: who owns what, what is out of sight.

    Of the regions ``shown``, of all where there are none.
    """
    yield FOG_PATTERN if view.sight is not None else ""
    yield f'{_BY_TWO}<g pointer-events="none">'
    filled = ((code, fill) for code, fill in fills(view) if shown is None or code in shown)
    yield from (f'<use href="#r-{code}" fill="{fill}"/>' for code, fill in filled)
    yield f"{BORDERS}</g></g>"


def fills(view: MapView) -> Iterator[tuple[Province, str]]:
    """Yield regions with what they are filled with, the owner's pattern and then fog."""
    yield from ((code, view.looks[power].fill) for code, power in view.owners.items())
    if view.sight is not None:
        yield from ((code, FOG) for code in view.board.regions if code not in view.sight)


def filled_region(board: Board, geometry: Geometry, code: Province, fill: str) -> str:
    """Return one region by itself."""
    return f'{_BY_TWO}<g fill="{fill}">{_shape(board, geometry, code)}</g></g>'


def borders(board: Board, geometry: Geometry) -> str:
    """Return the borders on land by themselves."""
    return f"<defs>{_land_shapes(board, geometry)}</defs>{_BY_TWO}{BORDERS}</g>"


@lru_cache(maxsize=8)
def fixed_ground(board: Board, geometry: Geometry) -> str:
    """Return what is the same in every phase: seas, the shores around the land, the land."""
    seas = [code for code in geometry.shapes if _is_sea(board, code) and code not in board.closed]
    others = [
        name
        for name in geometry.shapes
        if name not in {*seas, "water"} and name not in board.regions.keys() - board.closed
    ]
    parts = (
        f'<path d="M0 0H{geometry.width}V{geometry.height}H0Z" fill="{SEA}"/>{_BY_TWO}',
        f'<g fill="{SEA}">{_sea_shapes(board, geometry)}</g>',
        *(
            f'<g fill="none" stroke="{SHORE}" stroke-width="{breadth}" stroke-opacity="{opacity}"'
            ' stroke-linejoin="round"><use href="#land"/><use href="#shut"/></g>'
            for breadth, opacity in ((18, 0.35), (10, 0.6))
        ),
        f'<path d="{_sea_borders(board, geometry)}" fill="none" stroke="{_WATERLINE}" stroke-width="1.25"/>',
        f'<g fill="{_NOBODY}" stroke="{_BORDER}"><g id="shut">',
        *(f'<path d="{_rings_data(geometry, name)}"/>' for name in others),
        f'</g></g><g fill="{LAND}">{_land_shapes(board, geometry)}</g></g>',
    )
    return "".join(parts)


def _sea_shapes(board: Board, geometry: Geometry) -> str:
    """The shapes of the seas, without colours, in units twice as large as those of the picture."""
    seas = [code for code in geometry.shapes if _is_sea(board, code) and code not in board.closed]
    return f'<g id="sea">{"".join(_shape(board, geometry, code) for code in seas)}</g>'


def _land_shapes(board: Board, geometry: Geometry) -> str:
    """Those of the regions on land."""
    land = [code for code in geometry.shapes if code in board.regions and not _is_sea(board, code)]
    return f'<g id="land">{"".join(_shape(board, geometry, code) for code in land if code not in board.closed)}</g>'


def _shape(board: Board, geometry: Geometry, code: str) -> str:
    return f'<path id="r-{code}" d="{_rings_data(geometry, code, coarse=_is_sea(board, code))}"/>'


def _is_sea(board: Board, name: str) -> bool:
    region = board.regions.get(Province(name))
    return region is not None and region.terrain is Terrain.SEA


def _sea_borders(board: Board, geometry: Geometry) -> str:
    return "".join(
        line_data(border.points)
        for border in geometry.borders
        if _is_sea(board, border.left) and _is_sea(board, border.right)
    )


def _rings_data(geometry: Geometry, name: str, *, coarse: bool = False) -> str:
    rings = geometry.rings(name)
    return "".join(line_data(_coarse(ring) if coarse else ring) + "z" for ring in rings)


def line_data(points: Sequence[Point]) -> str:
    """Return a line as the data of a path, in whole numbers and steps, in units twice as large as the picture's."""
    whole = [(round(x / 2), round(y / 2)) for x, y in points]
    steps = "".join(
        f"{x - from_x}{'' if y < from_y else ' '}{y - from_y}{' ' if place < len(whole) - 2 else ''}"
        for place, ((from_x, from_y), (x, y)) in enumerate(pairwise(whole))
    )
    return f"M{whole[0][0]} {whole[0][1]}l{steps.replace(' -', '-')}"


def _coarse(ring: Sequence[Point]) -> Sequence[Point]:
    """A ring with the points alone that are well apart; land lies over what that leaves out of a sea."""
    if len(ring) < 14:  # noqa: PLR2004, a cell without a coastline
        return ring
    kept = [ring[0]]
    for point in ring[1:]:
        if hypot(point[0] - kept[-1][0], point[1] - kept[-1][1]) > 100:  # noqa: PLR2004, units of the picture
            kept.append(point)
    return kept


# --- the names of regions in a picture


_SEA_INK, _NAME_INK = "#47697a", "#6d6350"


def labels(view: MapView, room: NameRoom, *, full_names: bool) -> Iterator[str]:
    """Yield the abbreviation of each region, with the mark of a centre before it, and its name where there is room.

    Names are left out unless asked for, and the abbreviations that arrows go through: ``labels_above`` puts them over
    these.
    """
    if full_names:
        yield from _names(view, room)
    yield from _labels(view, room, [code for code in room.labels if code not in room.crossed])


def labels_above(view: MapView, room: NameRoom) -> Iterator[str]:
    """Yield the abbreviations that have no room but on an arrow."""
    if room.crossed:
        yield from _labels(view, room, sorted(room.crossed))


def _names(view: MapView, room: NameRoom) -> Iterator[str]:
    for is_sea, codes in _by_terrain(view, [*room.names]):
        yield _group("names", "italic", NAME_SIZE, _SEA_INK if is_sea else _NAME_INK, SEA if is_sea else LAND)
        yield from (grouped_text(at, line, NAME_SIZE) for code in codes for at, line in room.names[code])
        yield "</g>"


def _labels(view: MapView, room: NameRoom, shown: Sequence[Province]) -> Iterator[str]:
    for is_sea, codes in _by_terrain(view, shown):
        yield _group("labels", "bold", LABEL_SIZE, _SEA_INK if is_sea else INK, SEA if is_sea else LAND)
        yield from (_label(view.place(code), room.labels[code], code in _marked(view.board)) for code in codes)
        yield "</g>"
    yield '<g pointer-events="none">'
    for code in shown:
        if code in _marked(view.board):
            yield from _marks(view, code, room.labels[code])
    yield "</g>"


@lru_cache(maxsize=4096)
def _label(text: str, at: Point, is_marked: bool) -> str:
    if not is_marked:
        return grouped_text(at, text, LABEL_SIZE)
    left = at[0] + LABEL_MARK / 2 - text_breadth(text, "bold", LABEL_SIZE) / 2
    return grouped_text((left, at[1]), text, LABEL_SIZE, ' text-anchor="start"')  # behind the mark, whatever the font


def _by_terrain(view: MapView, codes: Sequence[Province]) -> Iterator[tuple[bool, Sequence[Province]]]:
    """The regions on land, then the seas."""
    seas = _seas(view.board)
    yield False, [code for code in codes if code not in seas]
    yield True, [code for code in codes if code in seas]


@lru_cache(maxsize=16)
def _seas(board: Board) -> frozenset[Province]:
    return frozenset(code for code in board.regions if board.terrain(code) is Terrain.SEA)


@lru_cache(maxsize=16)
def _marked(board: Board) -> frozenset[Province]:
    return frozenset(code for code in board.regions if has_mark(board, code))


def _group(name: str, face: Face, size: float, ink: str, halo: str) -> str:
    """The beginning of a group of texts with a halo of what lies behind them."""
    of_text = f'class="{name} {face[0]}" font-size="{size:g}" fill="{ink}" stroke="{halo}" stroke-width="5"'
    return f'<g {of_text} paint-order="stroke" pointer-events="none">'


def _marks(view: MapView, code: Province, label: Point) -> Iterator[str]:
    """Yield the marks of a region, to the left of its abbreviation: a centre's, in a war those of towns."""
    war, region = view.board.war, view.board.regions[code]
    at = (label[0] - text_breadth(view.place(code), "bold", LABEL_SIZE) / 2 - 2, label[1])
    if war is NO_WAR:
        if region.is_centre:
            owner = view.owners.get(code)
            hidden = view.sight is not None and code not in view.sight and owner is None
            fill = view.looks[owner].colour if owner else "none" if hidden else PAPER
            yield centre_mark(at, fill, is_home=region.home_of is not None)
            if code in view.gained:
                yield gained_mark(at)
        return
    if code in war.worth:
        yield double_ring(at)
    if code in war.capitals:
        yield star(at, GOLD)
    elif region.home_of:
        yield star(at, INK)


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
