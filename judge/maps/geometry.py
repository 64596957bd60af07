"""The geometry of a picture: its borders and regions, its curves, how broad its texts are."""

import json
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from html import escape, unescape
from itertools import pairwise
from math import ceil, hypot
from pathlib import Path
from typing import Literal, NamedTuple

from judge.rules.board import Province

# --- the shapes of a board in a picture: borders, regions made of them, where signs and names are placed


Point = tuple[float, float]

OUTSIDE = ""
"""What lies behind the edge of the picture, or belongs to no region."""


@dataclass(frozen=True)
class Border:
    """A line between two regions, or a region and ``OUTSIDE``; to its left and right as it runs, y pointing down."""

    left: str
    right: str
    points: tuple[Point, ...]


class Box(NamedTuple):
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

    def holds(self, at: Point) -> bool:
        """Whether a point is inside."""
        return self.left <= at[0] <= self.right and self.top <= at[1] <= self.bottom

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


def _box_of(rings: Sequence[Sequence[Point]]) -> Box:
    """The smallest rectangle around some rings."""
    across, down = zip(*(point for ring in rings for point in ring), strict=True)
    return Box(min(across), min(down), max(across), max(down))


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

    def within(self, box: Box) -> "Geometry":
        """Return the shapes of which some part may be inside a rectangle, and the places that are in it."""
        shapes = {name: rings for name, rings in self.shapes.items() if box.overlap(_box_of(self.rings(name)))}
        spots = {code: one for code, one in self.spots.items() if box.holds(one.unit)}
        far = partial(replace, left=OUTSIDE, right=OUTSIDE)
        borders = tuple(one if {one.left, one.right} & shapes.keys() else far(one) for one in self.borders)
        return Geometry(self.width, self.height, borders, shapes, spots)

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


# --- texts of a picture: how broad they are in the fonts that go with it, and as elements of SVG


FONTS = Path(__file__).parent / "data"

Face = Literal["bold", "italic"]
Anchor = Literal["start", "middle", "end"]

_UNKNOWN = 600
"""The breadth taken for a letter that the fonts do not have, in thousandths of the size."""

_CLASSES = ".b{font-weight:700}.i{font-style:italic}"

_CAPITAL = 0.66
"""The height of a capital letter, as a part of the size."""


@lru_cache(maxsize=1)
def _breadths() -> Mapping[Face, Mapping[str, int]]:
    breadths: Mapping[Face, Mapping[str, int]] = json.loads((FONTS / "breadths.json").read_text(encoding="utf-8"))
    return breadths


@lru_cache(maxsize=8192)
def text_breadth(text: str, face: Face, size: float) -> float:
    """Return how broad a text is."""
    of_letter = _breadths()[face]
    return sum(of_letter.get(letter, _UNKNOWN) for letter in text) * size / 1000


@lru_cache(maxsize=8192)
def text_element(at: Point, text: str, face: Face, size: float, anchor: Anchor = "middle", more: str = "") -> str:
    """Return a text whose capitals have their middle at a height; ``more`` are attributes, each after a space."""
    how = "" if anchor == "middle" else f' text-anchor="{anchor}"'
    return grouped_text(at, text, size, f' class="{face[0]}" font-size="{size:g}"{how}{more}')


@lru_cache(maxsize=8192)
def grouped_text(at: Point, text: str, size: float, more: str = "") -> str:
    """Return a text that has its face and its size from the group it is in."""
    return f'<text x="{at[0]:.0f}" y="{at[1] + size * _CAPITAL / 2:.0f}"{more}>{escape(text)}</text>'


_MEASURED = re.compile(
    r'<text (?P<at>[^>]*?class="(?P<face>[bil])"(?: font-size="(?P<size>[\d.]+)")?[^>]*)>(?P<text>[^<]+)<'
)
_FACES: Mapping[str, Face] = {"b": "bold", "i": "italic", "l": "italic"}


def with_fixed_lengths(svg: str, legend_size: float) -> str:
    """Return a picture whose titles and legend are as broad as in its own fonts, in viewers that have only others.

    Texts of the class ``l`` have the size of the legend.
    """

    def fixed(found: re.Match[str]) -> str:
        breadth = text_breadth(unescape(found["text"]), _FACES[found["face"]], float(found["size"] or legend_size))
        return f'<text {found["at"]} textLength="{breadth:.0f}" lengthAdjust="spacingAndGlyphs">{found["text"]}<'

    return _MEASURED.sub(fixed, svg)


_NARROW = "'Liberation Sans Narrow','DejaVu Sans Condensed'"
"""Fonts that are hardly broader than ours; many a machine has one."""


@lru_cache(maxsize=1)
def font_style() -> str:
    """Return the style of texts, with the two fonts in it: a picture needs no file but itself."""
    faces = "".join(
        f"@font-face{{font-family:Atlas;{style};src:url(data:font/woff2;base64,"
        f"{b64encode((FONTS / f'{face}.woff2').read_bytes()).decode()})}}"
        for face, style in (("bold", "font-weight:700"), ("italic", "font-style:italic"))
    )
    return f"<style>{faces}svg{{font-family:Atlas,'Alegreya Sans','Gill Sans',{_NARROW},sans-serif}}{_CLASSES}</style>"


def given_font_style() -> str:
    """Return the style of texts for a renderer that is given the fonts as files."""
    return f"<style>svg{{font-family:Atlas}}{_CLASSES}</style>"


# --- the curves of arrows and lines


NEAR, FAR = 41.0, 18.0
"""How far from the middle of a sign an arrow begins, and how far from that of an empty place it ends."""


_APART, _TIP = 9.0, 11.0


@dataclass(frozen=True, slots=True)
class Stroke:
    """A curve from one point to another, bent at a third."""

    start: Point
    bend: Point
    end: Point

    @property
    def middle(self) -> Point:
        """The point halfway along the curve."""
        return self.at(0.5)

    def at(self, share: float) -> Point:
        """Return a point of the curve, 0 its start and 1 its end."""
        left = 1 - share
        first, second, third = left * left, 2 * left * share, share * share
        (x, y), (bend_x, bend_y), (to_x, to_y) = self.start, self.bend, self.end
        return first * x + second * bend_x + third * to_x, first * y + second * bend_y + third * to_y

    @property
    def samples(self) -> Sequence[Point]:
        """Points all along the curve, some units of the picture apart, and the tip of its arrow."""
        (x, y), (bend_x, bend_y), (to_x, to_y) = self.start, self.bend, self.end
        steps = max(4, ceil(hypot(to_x - x, to_y - y) / _APART))
        points = [(a * x + b * bend_x + c * to_x, a * y + b * bend_y + c * to_y) for a, b, c in _weights(steps)]
        points.append(towards(self.end, self.bend, -_TIP))
        return points

    def meets(self, box: Box) -> bool:
        """Whether the curve runs through a box."""
        return any(box.left < x < box.right and box.top < y < box.bottom for x, y in self.samples)

    @property
    def data(self) -> str:
        """The curve as the data of a path."""
        (x, y), (bend_x, bend_y), (to_x, to_y) = self.start, self.bend, self.end
        return f"M{x:.0f} {y:.0f}Q{bend_x:.0f} {bend_y:.0f} {to_x:.0f} {to_y:.0f}"


@lru_cache(maxsize=512)
def _weights(steps: int) -> Sequence[tuple[float, float, float]]:
    """How much of the beginning of a curve, of its bend and of its end there is in points all along it."""
    shares = [step / steps for step in range(steps + 1)]
    return [((1 - share) * (1 - share), 2 * (1 - share) * share, share * share) for share in shares]


def stroke_between(start: Point, end: Point, near: float, far: float, bent: float = 0.08) -> Stroke:
    """Return a slightly bent curve that begins and ends so far from two points; less where these are close."""
    (x, y), (to_x, to_y) = start, end
    length = hypot(to_x - x, to_y - y) or 1.0
    across, down = (to_x - x) / length, (to_y - y) / length
    if near + far > length * 0.7:
        near, far = near * length * 0.7 / (near + far), far * length * 0.7 / (near + far)
    bend = ((x + to_x) / 2 + down * length * bent, (y + to_y) / 2 - across * length * bent)
    return Stroke(towards(start, bend, near), bend, towards(end, bend, far))


def towards(start: Point, end: Point, by: float) -> Point:
    """Return the point so far on the way from one point to another."""
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    return start[0] + (end[0] - start[0]) * by / length, start[1] + (end[1] - start[1]) * by / length
