"""The ground of a picture: sea and land, borders, who owns what, what is hidden."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot

from judge.maps.geometry import Geometry, Point
from judge.maps.powers import PowerLook
from judge.rules.board import Board, Power, Province, Terrain

SEA, SHORE, LAND = "#d6e2e4", "#bfd2d6", "#f5eedd"
_BORDER, _WATERLINE, _NOBODY = "#9a8f7c", "#9bb5bd", "#e4dccb"


def ground(
    board: Board,
    owners: Mapping[Province, Power],
    looks: Mapping[Power, PowerLook],
    sight: Collection[Province] | None,
) -> Iterator[str]:
    """Yield what differs from phase to phase, to lie over ``fixed_ground``: who owns what.

    Where ``sight`` is given, fog lies over all other regions.
    """
    yield '<g transform="scale(2)" pointer-events="none">'
    for code, power in owners.items():
        yield f'<use href="#r-{code}" fill="{looks[power].fill}"/>'
    if sight is not None:
        yield from (f'<use href="#r-{code}" fill="url(#fog)"/>' for code in board.regions if code not in sight)
    yield f'<use href="#land" fill="none" stroke="{_BORDER}" stroke-width="1.5" stroke-linejoin="round"/></g>'


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
        f'<path d="M0 0H{geometry.width}V{geometry.height}H0Z" fill="{SEA}"/><g transform="scale(2)">',
        f'<g fill="{SEA}">{sea_shapes(board, geometry)}</g>',
        *(
            f'<g fill="none" stroke="{SHORE}" stroke-width="{breadth}" stroke-opacity="{opacity}"'
            ' stroke-linejoin="round"><use href="#land"/><use href="#shut"/></g>'
            for breadth, opacity in ((18, 0.35), (10, 0.6))
        ),
        f'<path d="{_sea_borders(board, geometry)}" fill="none" stroke="{_WATERLINE}" stroke-width="1.25"/>',
        f'<g fill="{_NOBODY}" stroke="{_BORDER}"><g id="shut">',
        *(f'<path d="{_rings_data(geometry, name)}"/>' for name in others),
        f'</g></g><g fill="{LAND}">{land_shapes(board, geometry)}</g></g>',
    )
    return "".join(parts)


@lru_cache(maxsize=8)
def sea_shapes(board: Board, geometry: Geometry) -> str:
    """Return the shapes of the seas, without colours, in units twice as large as those of the picture."""
    seas = [code for code in geometry.shapes if _is_sea(board, code) and code not in board.closed]
    shapes = (f'<path id="r-{code}" d="{_rings_data(geometry, code, coarse=True)}"/>' for code in seas)
    return f'<g id="sea">{"".join(shapes)}</g>'


@lru_cache(maxsize=8)
def land_shapes(board: Board, geometry: Geometry) -> str:
    """Return the shapes of the regions on land, without colours, in units twice as large as those of the picture."""
    land = [code for code in geometry.shapes if code in board.regions and not _is_sea(board, code)]
    shapes = (f'<path id="r-{code}" d="{_rings_data(geometry, code)}"/>' for code in land if code not in board.closed)
    return f'<g id="land">{"".join(shapes)}</g>'


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
