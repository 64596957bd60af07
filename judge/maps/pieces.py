"""A drawing painted piece by piece, each kept as pixels: in a phase most are where they were in the one before."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from html import escape
from io import BytesIO
from math import ceil, floor
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from judge.maps.geometry import FONTS, Box, Point
from judge.system.on_demand import LibraryOnDemand

if TYPE_CHECKING:
    import resvg_py
    from PIL import Image
else:
    resvg_py = LibraryOnDemand("resvg_py")
    Image = LibraryOnDemand("PIL.Image")

# --- paints an SVG file, or its pieces over what lies below them


_SVG = "http://www.w3.org/2000/svg"
ET.register_namespace("", _SVG)

_GROUP, _TITLE = f"{{{_SVG}}}g", f"{{{_SVG}}}title"
_UNSEEN = frozenset(f"{{{_SVG}}}{tag}" for tag in ("style", "defs", "title", "desc"))


def painted(svg: str, width: int) -> "Image.Image":
    """Return an SVG file as a picture so many pixels wide, painted with the fonts of the judge alone."""
    png = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=[str(FONTS / "bold.ttf"), str(FONTS / "italic.ttf")],
    )
    image = Image.open(BytesIO(bytes(png)))
    image.load()  # an image is read when it is first asked for: two threads that share it would read it at once
    return image


_small_painted, _large_painted = lru_cache(maxsize=1024)(painted), lru_cache(maxsize=64)(painted)
"""Signs and abbreviations, some 15 kB each, which are in most pictures of a game; the orders of one phase."""

_MOST_TILES = 60
"""Of a small piece."""


def paste_drawing(picture: "Image.Image", svg: str, tile: int, pixels: int) -> None:
    """Paint a drawing over a picture of its size; a ``tile`` of its units is so many ``pixels``.

    Each piece lies on whole tiles, so that its pixels are those that it would have as a part of the whole.
    """
    root = ET.fromstring(svg)  # noqa: S314 (our own)
    left, top, breadth, height = map(float, root.attrib["viewBox"].split())
    (group,) = root.findall(_GROUP)
    style = "".join(map(_text, group.iter(f"{{{_SVG}}}style")))
    definitions = {one.attrib["id"]: _text(one) for one in group.iterfind(f"{{{_SVG}}}defs/*[@id]")}
    for piece, box in _pieces(group, Box(left, top, left + breadth, top + height)):
        column, row = floor((box.left - left) / tile), floor((box.top - top) / tile)
        across, down = ceil((box.right - left) / tile) - column, ceil((box.bottom - top) / tile) - row
        shown = f"{left + column * tile:g} {top + row * tile:g} {across * tile} {down * tile}"
        defined = _defined(style + piece, definitions)
        alone = f'<svg xmlns="{_SVG}" viewBox="{shown}">{style}<defs>{defined}</defs>{piece}</svg>'
        sign = (_small_painted if across * down <= _MOST_TILES else _large_painted)(alone, across * pixels)
        picture.paste(sign, (column * pixels, row * pixels), mask=sign)


def _text(element: ET.Element) -> str:
    return ET.tostring(element, encoding="unicode")


_NAMED = re.compile(r"#([\w-]+)")


def _defined(text: str, definitions: Mapping[str, str]) -> str:
    """The definitions that a text names, and those that they name, by name: the same for the same piece."""
    found, named = dict[str, str](), _NAMED.findall(text)
    while named:
        name = named.pop()
        if name in definitions and name not in found:
            found[name] = definitions[name]
            named += _NAMED.findall(found[name])
    return "".join(found[name] for name in sorted(found))


def _pieces(group: ET.Element, whole: Box) -> Iterator[tuple[str, Box]]:
    """What is in a group, in the order in which it is drawn, each with a box around it.

    A group within it is opened, too, unless it is moved as a whole or has a title: that is one sign, or one order.
    """
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in group.attrib.items())
    for one in group:
        if one.tag in _UNSEEN:
            continue
        is_opened = one.tag == _GROUP and "transform" not in one.attrib and one.find(_TITLE) is None
        inner = _pieces(one, whole) if is_opened else _piece(one, whole, float(group.get("font-size", 0)))
        yield from ((f"<g{attributes}>{piece}</g>", box) for piece, box in inner)


def _piece(element: ET.Element, whole: Box, size: float) -> Iterator[tuple[str, Box]]:
    """An element; nothing where it shows nothing."""
    for title in element.findall(_TITLE):  # which is not seen, and is other words for another reader
        element.remove(title)
    if points := [*_points(element, (0, 0), 1, size)]:
        across, down = zip(*points, strict=True)
        left, top = max(min(across), whole.left), max(min(down), whole.top)
        yield _text(element), Box(left, top, min(max(across), whole.right), min(max(down), whole.bottom))


# --- how much room an element takes at most


_MOVED = re.compile(r"translate\(([-.\d]+) ([-.\d]+)\)(?:scale\(([.\d]+)\))?")
_AROUND_USE, _AROUND_LINE, _BROADEST_SIGN = 50, 36, 0.75
"""From the middle of a sign to its edge; from a line to the edge of its arrow; the breadth of a letter by its size."""


def _points(element: ET.Element, at: Point, scale: float, size: float) -> Iterator[Point]:
    """Points between which all of an element is."""
    if moved := _MOVED.match(element.get("transform", "")):
        at = at[0] + scale * float(moved[1]), at[1] + scale * float(moved[2])
        scale *= float(moved[3] or 1)
    size = float(element.get("font-size", size or _LARGEST_TEXT))
    for (x, y), across, down in _marks(element, size):
        for sign in (-1, 1):
            yield at[0] + scale * (x + sign * across), at[1] + scale * (y + sign * down)
    for one in element:
        yield from _points(one, at, scale, size)


_LARGEST_TEXT = 50.0
"""The size of a text that has it from a style."""


def _marks(element: ET.Element, size: float) -> Iterator[tuple[Point, float, float]]:
    """Points of an element itself, and how far it goes beyond each across and down."""
    x, y = float(element.get("x", 0)), float(element.get("y", 0))
    match element.tag.removeprefix(f"{{{_SVG}}}"):
        case "text":
            yield (x, y), _BROADEST_SIGN * size * len(element.text or "") + 10, size
        case "use":
            yield (x, y), _AROUND_USE, _AROUND_USE
        case "circle":
            around = float(element.attrib["r"]) + 8
            yield (float(element.get("cx", 0)), float(element.get("cy", 0))), around, around
        case "path":
            yield from ((point, _AROUND_LINE, _AROUND_LINE) for point in _points_of_path(element.attrib["d"]))
        case "g" | "title":
            pass
        case other:
            message = f"it is not known how much room a {other} takes"
            raise ValueError(message)


_STEP = re.compile(r"([MmLlHhVvQqTtCcZz])([^A-Za-z]*)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_PAIRS = {"m": 1, "l": 1, "t": 1, "q": 2, "c": 3}
"""How many points each curve of a kind has."""


def _points_of_path(data: str) -> Iterator[Point]:
    """The points that a path goes through or towards; it is between them."""
    here = start = (0.0, 0.0)
    for kind, text in _STEP.findall(data):
        numbers, is_relative = [*map(float, _NUMBER.findall(text))], kind.islower()
        if kind in "Zz":
            here = start
        elif kind in "HhVv":
            for number in numbers:
                x, y = here if is_relative else (0.0, 0.0)
                here = (x + number, here[1]) if kind in "Hh" else (here[0], y + number)
                yield here
        else:
            several = _PAIRS[kind.lower()] * 2
            for at in range(0, len(numbers), several):
                x, y = here if is_relative else (0.0, 0.0)
                curve = numbers[at : at + several]
                points = [(x + dx, y + dy) for dx, dy in zip(curve[::2], curve[1::2], strict=True)]
                yield from points
                here = points[-1]
                start = points[0] if kind in "Mm" and at == 0 else start
