"""The ground of a picture: sea and land, borders, names, who owns what, what is hidden."""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot

from judge.maps.geometry import Face, Geometry, Point, grouped_text, text_breadth
from judge.maps.spots import (
    GOLD,
    INK,
    LABEL_MARK,
    LABEL_SIZE,
    NAME_SIZE,
    PAPER,
    NameRoom,
    centre_mark,
    double_ring,
    gained_mark,
    has_mark,
    star,
)
from judge.maps.view import MapView
from judge.rules.board import NO_WAR, Board, Province, Terrain

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
        for code in codes:
            x, y = room.labels[code]
            if has_mark(view, code):  # whatever the font, its letters begin behind the mark
                left = x + LABEL_MARK / 2 - text_breadth(view.place(code), "bold", LABEL_SIZE) / 2
                yield grouped_text((left, y), view.place(code), LABEL_SIZE, ' text-anchor="start"')
            else:
                yield grouped_text((x, y), view.place(code), LABEL_SIZE)
        yield "</g>"
    yield '<g pointer-events="none">'
    for code in shown:
        yield from _marks(view, code, room.labels[code])
    yield "</g>"


def _by_terrain(view: MapView, codes: Sequence[Province]) -> Iterator[tuple[bool, Sequence[Province]]]:
    """The regions on land, then the seas."""
    for is_sea in (False, True):
        yield is_sea, [code for code in codes if (view.board.terrain(code) is Terrain.SEA) is is_sea]


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
