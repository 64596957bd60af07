"""A picture as PNG: painted by resvg, with few colours and so of few bytes."""

from functools import lru_cache
from io import BytesIO

import resvg_py
from PIL import Image

from judge.maps.geometry import Geometry
from judge.maps.ground import fixed_ground, land_shapes, sea_shapes
from judge.maps.picture import draw_map, geometry_of
from judge.maps.text import FONTS
from judge.maps.view import MapView
from judge.rules.board import Board

_SCALE = 0.48
"""Pixels for a unit of the picture; tiles and margins are whole pixels with it."""

_COLOURS = 128


def draw_png(view: MapView) -> bytes:
    """Return a picture as PNG."""
    geometry = geometry_of(view.board)
    svg = draw_map(view, f"<defs>{sea_shapes(view.board, geometry)}{land_shapes(view.board, geometry)}</defs>")
    box = svg[svg.index('viewBox="') :].split('"', 2)[1]
    picture = _painted_ground(view.board, geometry, box).copy()
    phase = painted(svg, picture.width)
    picture.paste(phase, mask=phase)
    return png_of_few_colours(picture)


def png_of_few_colours(picture: Image.Image) -> bytes:
    """Return a picture as PNG with a palette: a third of the bytes."""
    out = BytesIO()
    few = picture.quantize(_COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(out, "PNG")
    return out.getvalue()


@lru_cache(maxsize=8)
def _painted_ground(board: Board, geometry: Geometry, box: str) -> Image.Image:
    """The ground that is the same in every phase, painted once: its shores take longer than all the rest."""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{fixed_ground(board, geometry)}</svg>'
    return painted(svg, round(float(box.split()[2]) * _SCALE)).convert("RGB")


def painted(svg: str, width: int) -> Image.Image:
    """Return an SVG file as a picture so many pixels wide, painted with the fonts of the judge alone."""
    png = resvg_py.svg_to_bytes(
        svg_string=svg.replace("font-family:Atlas,", "font-family:"),
        width=width,
        skip_system_fonts=True,
        font_files=[str(FONTS / "bold.ttf"), str(FONTS / "italic.ttf")],
    )
    return Image.open(BytesIO(bytes(png)))
