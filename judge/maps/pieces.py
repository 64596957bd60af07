"""A drawing painted piece by piece, each kept as pixels: in a phase most are where they were in the one before."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from math import ceil, floor
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from judge.maps.geometry import FONTS, Box, Point
from judge.system.files import LibraryOnDemand

if TYPE_CHECKING:
    import resvg_py
    from PIL import Image
else:
    resvg_py = LibraryOnDemand("resvg_py")
    Image = LibraryOnDemand("PIL.Image")

# --- paints an SVG file, or its pieces over what lies below them


_SVG = "http://www.w3.org/2000/svg"
ET.register_namespace("", _SVG)

_UNSEEN = frozenset({"title", "desc", "style"})


_FONT_FILES = [str(FONTS / "bold.ttf"), str(FONTS / "italic.ttf")]


def painted(svg: str, width: int) -> "Image.Image":
    """Return an SVG file as a picture so many pixels wide, painted with the fonts of the judge alone."""
    png = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=_FONT_FILES if "<text" in svg else None,  # which are read each time
    )
    image = Image.open(BytesIO(png), formats=["PNG"])
    image.load()  # an image is read when it is first asked for: two threads that share it would read it at once
    return image


def _sign(svg: str, width: int) -> tuple[tuple[int, int], "Image.Image"]:
    """The part of a painted piece where anything is seen, and its left upper corner."""
    whole = painted(svg, width)
    left, top, right, bottom = whole.getbbox() or (0, 0, 1, 1)
    return (left, top), whole.crop((left, top, right, bottom))


_small_sign, _large_sign = lru_cache(maxsize=1024)(_sign), lru_cache(maxsize=64)(_sign)
"""Signs and abbreviations, some kB each, which are in most pictures of a game; the orders of one phase."""

_MOST_TILES = 60
"""Of a small piece."""


def paste_drawing(picture: "Image.Image", svg: str, tile: int, pixels: int) -> None:
    """Paint a drawing over a picture of its size; a ``tile`` of its units is so many ``pixels``.

    Each piece lies on whole tiles, so that its pixels are those that it would have as a part of the whole.
    """
    left, top, breadth, height = map(float, svg.partition('viewBox="')[2].partition('"')[0].split())
    drawing = _split(svg)
    known = _by_name(drawing.definitions)
    for text in drawing.pieces:
        box = _room(text, Box(left, top, left + breadth, top + height))
        if box is None:
            continue
        column, row = floor((box.left - left) / tile), floor((box.top - top) / tile)
        across, down = ceil((box.right - left) / tile) - column, ceil((box.bottom - top) / tile) - row
        shown = f"{left + column * tile:g} {top + row * tile:g} {across * tile} {down * tile}"
        alone = f'<svg xmlns="{_SVG}" viewBox="{shown}">{_needed(text, drawing.style, known)}{text}</svg>'
        (x, y), sign = (_small_sign if across * down <= _MOST_TILES else _large_sign)(alone, across * pixels)
        picture.paste(sign, (column * pixels + x, row * pixels + y), mask=sign)


# --- the pieces of a drawing, found in its text: most of them have been met before, and are not read again


@dataclass(frozen=True)
class _Drawing:
    """Its ``style`` and its ``definitions``, and its ``pieces``: each in the groups around it, as it is drawn."""

    style: str
    definitions: str
    pieces: Sequence[str]


_TAG = re.compile(r"<(/?)(\w+)([^<>]*?)(/?)>")
_STYLES = re.compile(r"<style>[^<]*</style>")
_TITLES = re.compile(r"<title>[^<]*</title>")


def _split(svg: str) -> _Drawing:
    definitions, pieces = list[str](), list[str]()
    for groups, name, text in _elements(svg):
        if name == "defs":
            definitions.append(text)
        elif name not in _UNSEEN:
            pieces.append(f"{''.join(groups)}{_TITLES.sub('', text)}{'</g>' * len(groups)}")  # titles are not seen
    return _Drawing("".join(_STYLES.findall(svg)), "".join(definitions), pieces)


def _elements(svg: str) -> Iterator[tuple[Sequence[str], str, str]]:
    """The tags of the groups around each element, its name and its text, in the order in which it is drawn."""
    groups: list[str] = []
    first, depth = None, 0
    for tag in _TAG.finditer(svg):
        closes, name, _, is_empty = tag.groups()
        if depth or not (closes or name == "svg" or (name == "g" and _is_opened(svg, tag))):
            first = first or tag
            depth += 0 if is_empty else -1 if closes else 1
            if not depth:
                yield groups, first[2], svg[first.start() : tag.end()]
                first = None
        elif name == "g":
            groups = groups[:-1] if closes else [*groups, tag[0]]


def _is_opened(svg: str, tag: re.Match[str]) -> bool:
    """Whether what is in a group is several pieces.

    It is one sign, or one order, where the group has a title, or is moved as a whole.
    """
    first = _TAG.search(svg, tag.end())
    assert first
    return first[2] != "title" and "transform=" not in tag[3]


@dataclass(frozen=True)
class _Words:
    """What a text is drawn with, by name, and its classes."""

    named: Sequence[str]
    classes: frozenset[str]


_NAMED, _CLASSES = re.compile(r"#([\w-]+)"), re.compile(r'class="([^"]*)"')


@lru_cache(maxsize=2048)
def _words(text: str) -> _Words:
    return _Words(_NAMED.findall(text), frozenset(" ".join(_CLASSES.findall(text)).split()))


@lru_cache(maxsize=16)
def _by_name(definitions: str) -> Mapping[str, str]:
    """The definitions by their names."""
    root = ET.fromstring(f'<svg xmlns="{_SVG}">{definitions}</svg>')  # noqa: S314 (our own)
    return {one.attrib["id"]: ET.tostring(one, encoding="unicode") for one in root.iterfind(f"{{{_SVG}}}defs/*[@id]")}


def _needed(text: str, style: str, definitions: Mapping[str, str]) -> str:
    """The rules of a style and the definitions that a text needs, by name: the same for the same piece."""
    of_text = _words(text)
    found, classes, named = dict[str, str](), of_text.classes, [*of_text.named]
    named += _NAMED.findall(_rules_of(classes, style))
    while named:
        name = named.pop()
        if name in definitions and name not in found:
            found[name] = definitions[name]
            classes |= _words(found[name]).classes
            named += _words(found[name]).named
    defined = "".join(found[name] for name in sorted(found))
    return f"<style>{_rules_of(classes, style)}</style><defs>{defined}</defs>"


_RULE = re.compile(r"([^{}<>]*)\{[^}]*\}")


@lru_cache(maxsize=256)
def _rules_of(classes: frozenset[str], style: str) -> str:
    """The rules of a style for some classes, and those that are for no class."""
    needed = {f".{one}" for one in classes}
    rules = _RULE.finditer(style)
    return "".join(one[0] for one in rules if not one[1].startswith(".") or needed.intersection(one[1].split(",")))


# --- how much room an element takes at most


@lru_cache(maxsize=2048)
def _room(text: str, whole: Box) -> Box | None:
    """A box around a piece, within the whole; None where it shows nothing."""
    root = ET.fromstring(f'<svg xmlns="{_SVG}">{text}</svg>')  # noqa: S314 (our own)
    points = [*_points(root, (0, 0), 1, 0)]
    if not points:
        return None
    across, down = zip(*points, strict=True)
    left, top = max(min(across), whole.left), max(min(down), whole.top)
    return Box(left, top, min(max(across), whole.right), min(max(down), whole.bottom))


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
        case "svg" | "g" | "title":
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
