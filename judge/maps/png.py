"""A picture as PNG: painted by resvg, with few colours and so of few bytes."""

from functools import lru_cache
from io import BytesIO
from math import ceil, floor

import resvg_py
from PIL import Image

from judge.maps.geometry import FONTS, Geometry
from judge.maps.ground import FOG_PATTERN, borders, filled_region, fills, fixed_ground
from judge.maps.legend import HEAD, MARGIN
from judge.maps.picture import draw_over_ground, geometry_of
from judge.maps.shapes import passage_marks
from judge.maps.spots import PAPER
from judge.maps.view import MapView, pattern_definitions, power_looks
from judge.rules.board import Board, Province

_TILE = 25
"""The side of the tiles of patterns in units of the picture: a whole number of pixels in a PNG."""

_LEAST_TILE, _LEAST_BREADTH = 11, 1080
"""In pixels; a phone of 360 points has 1,080."""

_COLOURS = 128


def draw_png(view: MapView) -> bytes:
    """Return a picture as PNG, 1,100 pixels wide on the standard board, never less than the 1,080 of a phone."""
    geometry = geometry_of(view.board)
    scale = _scale(geometry)
    phase = painted(draw_over_ground(view), round((geometry.width + 2 * MARGIN) * scale))
    picture = Image.new("RGB", phase.size, PAPER)
    below = _ground(view.board, geometry, tuple(fills(view)))
    picture.paste(below, (round(MARGIN * scale), round(HEAD * scale)))
    picture.paste(phase, mask=phase)
    return png_of_few_colours(picture)


def _scale(geometry: Geometry) -> float:
    """Pixels for a unit of the picture; tiles and margins are whole pixels with it."""
    tile = ceil(_TILE * _LEAST_BREADTH / (geometry.width + 2 * MARGIN))
    return max(_LEAST_TILE, tile) / _TILE


@lru_cache(maxsize=4)
def _ground(board: Board, geometry: Geometry, filled: tuple[tuple[Province, str], ...]) -> Image.Image:
    """What lies below names and signs: as it is for every reader of a phase, and mostly in the next phase."""
    picture = _bare_ground(board, geometry).copy()
    for code, fill in filled:
        corner, region = _region(board, geometry, code, fill)
        picture.paste(region, corner, mask=region)
    over = _borders(board, geometry)
    picture.paste(over, mask=over)
    return picture


@lru_cache(maxsize=4)
def _bare_ground(board: Board, geometry: Geometry) -> Image.Image:
    """The ground that is the same in every phase: its shores take longer than all the rest."""
    return _part(geometry, (0, 0), (geometry.width, geometry.height), fixed_ground(board, geometry)).convert("RGB")


@lru_cache(maxsize=4)
def _borders(board: Board, geometry: Geometry) -> Image.Image:
    over = "".join((borders(board, geometry), *passage_marks(board, geometry)))
    return _part(geometry, (0, 0), (geometry.width, geometry.height), over)


@lru_cache(maxsize=256)
def _region(board: Board, geometry: Geometry, code: Province, fill: str) -> tuple[tuple[int, int], Image.Image]:
    """One region filled with a pattern, and its left upper corner in pixels; of some hundred of them are all maps."""
    points = [point for ring in geometry.rings(code) for point in ring]
    left, top = (floor(min(point[axis] for point in points) / _TILE) * _TILE for axis in (0, 1))
    right, bottom = (ceil(max(point[axis] for point in points) / _TILE) * _TILE for axis in (0, 1))
    patterns = f"<defs>{pattern_definitions(power_looks(board, 'en'))}{FOG_PATTERN}</defs>"
    parts = patterns + filled_region(board, geometry, code, fill)
    scale = _scale(geometry)
    return (round(left * scale), round(top * scale)), _part(geometry, (left, top), (right - left, bottom - top), parts)


def _part(geometry: Geometry, corner: tuple[int, int], size: tuple[int, int], parts: str) -> Image.Image:
    """What is in a rectangle of the map, which begins with a whole tile."""
    box = " ".join(map(str, (*corner, *size)))
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{parts}</svg>'
    return painted(svg, round(size[0] * _scale(geometry)))


def png_of_few_colours(picture: Image.Image) -> bytes:
    """Return a picture as PNG with a palette: a third of the bytes."""
    out = BytesIO()
    few = picture.quantize(_COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(out, "PNG")
    return out.getvalue()


def painted(svg: str, width: int) -> Image.Image:
    """Return an SVG file as a picture so many pixels wide, painted with the fonts of the judge alone."""
    png = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=[str(FONTS / "bold.ttf"), str(FONTS / "italic.ttf")],
    )
    return Image.open(BytesIO(bytes(png)))
