"""Finds room in a picture for the signs of units and for names."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape
from itertools import accumulate, islice, pairwise, product
from math import ceil, cos, floor, hypot, pi, sin

from judge.maps.geometry import Box, Point, Slot, Spots, text_element
from judge.maps.view import PowerLook
from judge.rules.board import Board, Power, Province, Terrain, Unit, UnitKind
from judge.rules.war.fog import UNKNOWN_TROOP

# --- finds room in the regions of a picture for the signs of units and for names


SIGN = (66.0, 58.0)
"""Breadth and height of the room for the sign of a unit."""

SMALL_SIGN = (52.0, 46.0)
"""That of a unit driven out."""

LABEL_HEIGHT = 33.0
NAME_HEIGHT = 24.0

_OTHER_LABELS = 10
"""So many places are kept for an abbreviation besides its usual one."""

_OVER, _FAR_OVER = 0.1, 0.7
"""The part of an abbreviation that may be beyond the border there, and beside the sign where there is no better."""

_APART, _CROWDED = 125.0, 14.0
"""How far signs are apart if they can be, and what it costs for each unit that they are nearer."""

_CELL = 4
"""The side of the squares in which room is measured."""

_REACH = 120.0
"""How far beyond a region its signs and names may be."""


class _Ground:
    """The cells of one region, counted so that the part of any box inside it is known at once."""

    def __init__(self, rings: Sequence[Sequence[Point]]) -> None:
        points = [point for ring in rings for point in ring]
        self.left, self.top = (floor(min(point[axis] for point in points) / _CELL) for axis in (0, 1))
        right, bottom = (ceil(max(point[axis] for point in points) / _CELL) for axis in (0, 1))
        self.columns, self.rows = right - self.left, bottom - self.top
        self.box = Box(self.left * _CELL, self.top * _CELL, right * _CELL, bottom * _CELL)
        self._sums = [[0] * (self.columns + 1)]
        for row in self._filled(rings):
            self._sums.append([above + here for above, here in zip(self._sums[-1], [0, *accumulate(row)], strict=True)])

    def _filled(self, rings: Sequence[Sequence[Point]]) -> Iterator[Sequence[int]]:
        """Yield the cells of each row, 1 where their middle is inside."""
        crossings: list[list[float]] = [[] for _ in range(self.rows)]
        for ring in rings:
            for (x, y), (to_x, to_y) in pairwise([*ring, *ring[:1]]):
                top, bottom = (min(y, to_y), max(y, to_y))
                first, last = (ceil(each / _CELL - 0.5) - self.top for each in (top, bottom))
                for row in range(max(first, 0), min(last, self.rows)):
                    middle = (row + self.top + 0.5) * _CELL
                    crossings[row].append(x + (middle - y) * (to_x - x) / (to_y - y))
        for found in crossings:
            cells = [0] * self.columns
            found.sort()
            for start, end in zip(found[::2], found[1::2], strict=False):
                first, last = (ceil(each / _CELL - 0.5) - self.left for each in (start, end))
                cells[first:last] = [1] * (last - first)
            yield cells[: self.columns]

    def outside(self, box: Box) -> float:
        """Return the area of a box that lies outside the region."""
        left, right = floor(box.left / _CELL + 0.5) - self.left, floor(box.right / _CELL + 0.5) - self.left
        top, bottom = floor(box.top / _CELL + 0.5) - self.top, floor(box.bottom / _CELL + 0.5) - self.top
        whole = (right - left) * (bottom - top)
        left, right = min(max(left, 0), self.columns), min(max(right, 0), self.columns)
        top, bottom = min(max(top, 0), self.rows), min(max(bottom, 0), self.rows)
        sums = self._sums
        inside = sums[bottom][right] - sums[top][right] - sums[bottom][left] + sums[top][left]
        return float((whole - inside) * _CELL**2)

    @property
    def area(self) -> int:
        """The number of cells of the region."""
        return self._sums[-1][-1]

    def places(self, step: int) -> Iterator[Point]:
        """Yield points all over the region, so many cells apart."""
        for row, column in product(range(0, self.rows, step), range(0, self.columns, step)):
            at = ((column + self.left + 0.5) * _CELL, (row + self.top + 0.5) * _CELL)
            if self.outside(Box.around(at, _CELL, _CELL)) == 0:
                yield at


class _Places:
    """The boxes that are taken already."""

    def __init__(self, box: Box) -> None:
        self._whole = box
        self._taken: list[Box] = []

    def take(self, box: Box) -> None:
        """Keep a box for what has been placed there."""
        self._taken.append(box)

    def copy(self) -> "_Places":
        """Return the same boxes, for more that the others may cover."""
        others = _Places(self._whole)
        others._taken = [*self._taken]
        return others

    def around(self, ground: "_Ground") -> "_Places":
        """Return those boxes alone that anything placed in a region may meet."""
        near = _Places(self._whole)
        region = ground.box.wider(_REACH)
        near._taken = [box for box in self._taken if box.overlap(region)]
        return near

    def cost(self, box: Box) -> float:
        """Return the area of a box that is taken, or outside the picture."""
        beyond = (box.right - box.left) * (box.bottom - box.top) - box.overlap(self._whole)
        return sum(box.overlap(other) for other in self._taken) + beyond


def find_spots(
    rings: Mapping[Province, Sequence[Sequence[Point]]],
    middles: Mapping[Province, Point],
    label_breadth: Mapping[Province, float],
    coasts: Mapping[Province, Mapping[str, Point]],
    size: Point,
) -> Mapping[Province, Spots]:
    """Return where the signs and names of all regions are placed, the smallest regions first.

    Signs are placed near the ``middles``. ``coasts`` are points near which the fleets on each of several coasts are to
    stand, ``size`` is that of the picture.
    """
    grounds = {code: _Ground(found) for code, found in rings.items()}
    places = _Places(Box(0, 0, *size))
    spots: dict[Province, Spots] = {}
    order = sorted(grounds, key=lambda code: grounds[code].area)
    for code in order:
        placed = [found.unit for found in spots.values()]
        wanted = _Wanted(middles[code], label_breadth[code], placed)
        sign, label = _sign_and_label(grounds[code], places.around(grounds[code]), wanted)
        places.take(Box.around(sign, *SIGN))
        places.take(Box.around(label, label_breadth[code], LABEL_HEIGHT))
        spots[code] = Spots(sign, label, sign)
    for code in order:
        on_coasts: dict[str, Point] = {}
        for coast, near in coasts.get(code, {}).items():
            on_coasts[coast] = _near(grounds[code], places.around(grounds[code]), near, SIGN)
            places.take(Box.around(on_coasts[coast], *SIGN))
        spots[code] = replace(spots[code], coasts=on_coasts)
    signs = places.copy()
    for code in order:
        found = spots[code]
        aside = _near(grounds[code], signs.around(grounds[code]), found.unit, SMALL_SIGN)
        signs.take(Box.around(aside, *SMALL_SIGN))
        others = _other_labels(grounds[code], places.around(grounds[code]), found, label_breadth[code])
        spots[code] = replace(found, aside=aside, other_labels=tuple(islice(others, _OTHER_LABELS)))
    for code in order:
        found = spots[code]
        names = tuple(_names(grounds[code], places.around(grounds[code]), found.label, label_breadth[code]))
        spots[code] = replace(found, names=names)
        for slot in names[:1]:
            places.take(Box.around(slot.at, slot.breadth, slot.height))
    return spots


@dataclass(frozen=True)
class _Wanted:
    """Near which point a sign is to be, how broad its label is, and the signs that arrows to it come from."""

    middle: Point
    breadth: float
    others: Sequence[Point]

    def crowded(self, at: Point) -> float:
        """By how much a sign there would be too close to others for an arrow between them."""
        return sum(max(0.0, _APART - hypot(at[0] - x, at[1] - y)) for x, y in self.others)


def _sign_and_label(ground: _Ground, places: _Places, wanted: _Wanted) -> tuple[Point, Point]:
    """The best pair: both inside, with air around them, the label below, above or beside the sign."""
    (wide, high), gap, middle, breadth = SIGN, 5.0, wanted.middle, wanted.breadth
    step = max(1, int((ground.area / 450) ** 0.5))
    down, across = (high + LABEL_HEIGHT) / 2 + gap, (wide + breadth) / 2 + gap
    ways: tuple[tuple[float, float, int], ...] = (
        (0.0, down, 0),
        (0.0, -down, 30),
        (across, 0.0, 60),
        (-across, 0.0, 60),
    )
    ways += tuple((right * wide * 0.45, way * down, 80) for right in (-1, 1) for way in (-1, 1))
    best: tuple[float, Point, Point] | None = None
    for x, y in ground.places(step):
        sign = Box.around((x, y), wide, high)
        cost_of_sign = _cost(ground, places, sign, 6) + _CROWDED * wanted.crowded((x, y))
        if best and cost_of_sign >= best[0]:
            continue
        for right, below, dislike in ways:
            at = (x + right, y + below)
            label = Box.around(at, breadth, LABEL_HEIGHT)
            far = hypot((x + at[0]) / 2 - middle[0], (y + at[1]) / 2 - middle[1])
            cost = cost_of_sign + _cost(ground, places, label, 4) + dislike + far
            if best is None or cost < best[0]:
                best = (cost, (x, y), at)
    assert best is not None
    return best[1], best[2]


def _cost(ground: _Ground, places: _Places, box: Box, air: float) -> float:
    airy = box.wider(air)
    return 3 * ground.outside(box) + ground.outside(airy) + 400 * places.cost(box) + places.cost(airy)


def _near(ground: _Ground, places: _Places, near: Point, size: tuple[float, float]) -> Point:
    """The place for a sign that is the nearest to a point without covering anything."""

    def cost(at: Point) -> float:
        return _cost(ground, places, Box.around(at, *size), 2) + 2 * hypot(at[0] - near[0], at[1] - near[1])

    around = ((near[0] + right, near[1] + down) for right in range(-104, 105, 8) for down in range(-104, 105, 8))
    return min(around, key=cost)


def _other_labels(ground: _Ground, places: _Places, spots: Spots, breadth: float) -> Iterator[Point]:
    """Yield places for the abbreviation that cover nothing but its usual place, those nearest to the sign first.

    Last of all those beside the sign that lie over a border.
    """
    usual = Box.around(spots.label, breadth, LABEL_HEIGHT)
    x, y = spots.unit
    down, across = (SIGN[1] + LABEL_HEIGHT) / 2 + 4, (SIGN[0] + breadth) / 2 + 4
    beside = [
        (x + right * across, y + below * down) for right in (0, 1, -1, 0.5, -0.5) for below in (1, -1, 0, 0.5, -0.5)
    ]
    inside = sorted(ground.places(max(2, int((ground.area / 250) ** 0.5))), key=lambda at: hypot(at[0] - x, at[1] - y))
    kept = [spots.label]
    for at, beyond in (*((at, _OVER) for at in inside), *((at, _FAR_OVER) for at in beside)):
        box = Box.around(at, breadth, LABEL_HEIGHT)
        is_free = places.cost(box) - box.overlap(usual) <= 0 and ground.outside(box) <= beyond * breadth * LABEL_HEIGHT
        if is_free and all(abs(at[0] - x) > breadth / 2 or abs(at[1] - y) > LABEL_HEIGHT for x, y in kept):
            kept.append(at)
            yield at


def _names(ground: _Ground, places: _Places, label: Point, breadth: float) -> Iterator[Slot]:
    """Room for the full name on one line, then on two: the broadest near the label, where there is any."""
    for height in (NAME_HEIGHT, 2 * NAME_HEIGHT):
        rooms = list(_rooms(ground, places, label, height))
        if rooms:
            yield max(rooms, key=lambda slot: min(slot.breadth, 260) - 1.2 * _far(slot.at, label, breadth))


def _far(at: Point, label: Point, breadth: float) -> float:
    """How far a room is from its usual place below the label."""
    return hypot(max(0.0, abs(at[0] - label[0]) - breadth / 4), at[1] - label[1] - LABEL_HEIGHT)


def _rooms(ground: _Ground, places: _Places, label: Point, height: float) -> Iterable[Slot]:
    step = max(1, int((ground.area / 250) ** 0.5))
    for at in ground.places(step):
        if abs(at[1] - label[1]) > 140:  # noqa: PLR2004, far from its label nobody takes a name for its own
            continue
        fitting = 0.0
        for breadth in range(40, 420, 20):
            box = Box.around(at, breadth + 8, height + 4)
            if ground.outside(box) or places.cost(box):
                break
            fitting = float(breadth)
        if fitting:
            yield Slot(at, fitting, height)


# --- the signs on a picture: armies, fleets, centres, the marks of towns in a war


PAPER, INK = "#f7f1e3", "#2e2a25"
GOLD = "#c08a1e"

ARMY, FLEET, UNKNOWN = UnitKind.ARMY.value, UnitKind.FLEET.value, "U"

_SHAPES = {
    ARMY: "M-24-23H24V1C24 13 13 20 0 24C-13 20-24 13-24 1Z",
    FLEET: "M-19-25H20Q28-10 20 5H-19Q-12-10-19-25ZM-27 9H27Q23 24 11 24H-11Q-23 24-27 9Z",
    UNKNOWN: "M-27 0L-13-24H13L27 0L13 24H-13Z",
}
"""A shield, a ship with its sail, a hexagon for what may be either; 54 by 48 around their middle."""

SIGN_SCALE = 1.22
"""By how much the sign of a unit is larger than that."""

LETTER: Mapping[str, tuple[Point, int]] = {
    ARMY: ((0.0, -2.0), 36),
    FLEET: ((3.0, -10.0), 34),
    UNKNOWN: ((0.0, 0.0), 36),
}
"""Where the letters are on a sign, and their size."""


def sign_definitions(looks: Mapping[Power, PowerLook], kinds: Collection[tuple[str, Power]]) -> str:
    """Return the shapes of the kinds of units, bare and as the signs of some powers, and the marks of centres."""
    shapes = (
        f'<path id="{kind}" d="{shape}" stroke="{PAPER}" stroke-width="7" paint-order="stroke"'
        ' stroke-linejoin="round"/>'
        for kind, shape in _SHAPES.items()
    )
    signs = (_sign_of_power(kind, looks[power]) for kind, power in kinds)
    marks = (
        f'<circle id="c" r="9" stroke="{INK}" stroke-width="2.5"/>'
        f'<g id="h" stroke="{INK}" stroke-width="2.5"><circle r="6"/><circle r="11" fill="none"/></g>'
    )
    return "".join((*shapes, *signs, marks))


def _sign_of_power(kind: str, look: PowerLook) -> str:
    at, size = LETTER[kind]
    letters = text_element(at, look.letters, "bold", size - 6 * (len(look.letters) - 1), more=' fill="#fff"')
    return f'<g id="{kind}-{look.power}"><use href="#{kind}" fill="{look.colour}"/>{letters}</g>'


def kind_shown(board: Board, unit: Unit) -> str:
    """Return the kind of a unit as its sign has it: on a coast, a unit of an unknown troop may be either."""
    is_either = unit.letter == UNKNOWN_TROOP and board.terrain(unit.at.province) is Terrain.COAST
    return UNKNOWN if is_either else unit.kind.value


def unit_sign(board: Board, unit: Unit, at: Point, *, identity: str, title: str, small: bool = False) -> str:
    """Return the sign of a unit: its kind by the shape, its power by letters; its troop below, or its strength."""
    scale = SIGN_SCALE * 0.78 if small else SIGN_SCALE
    sign = f'<use href="#{kind_shown(board, unit)}-{unit.power}"/>{_troop(unit)}'
    place = f'transform="translate({at[0]:.0f} {at[1]:.0f})scale({scale:.2f})"'
    return f'<g id="{identity}" {place}><title>{escape(title)}</title>{sign}</g>'


def _troop(unit: Unit) -> str:
    """The letter of a troop in a round badge; of a unit without, the strength that is not one."""
    shown = unit.corps.troop if unit.corps else str(unit.strength)
    if shown == "1":
        return ""
    badge = f'<circle cx="25" cy="10" r="13" fill="{PAPER}" stroke="{INK}" stroke-width="2"/>'
    return badge + text_element((25, 10), shown, "bold", 22)


@lru_cache(maxsize=1024)
def centre_mark(at: Point, fill: str, *, is_home: bool) -> str:
    """Return the mark of a supply centre, in the colour of its owner; a home has a ring around it."""
    return f'<use href="#{"h" if is_home else "c"}" x="{at[0]:.0f}" y="{at[1]:.0f}" fill="{fill}"/>'


def gained_mark(at: Point) -> str:
    """Return the mark of a centre that has changed hands: a broad ring around it."""
    return f'<circle cx="{at[0]:.0f}" cy="{at[1]:.0f}" r="15" fill="none" stroke="{GOLD}" stroke-width="5"/>'


def scout_sign(at: Point, colour: str, *, title: str = "") -> str:
    """Return the sign of a scout: an eye in the colour of its power."""
    said = f"<title>{escape(title)}</title>" if title else ""
    return (
        f'<g transform="translate({at[0]:.0f} {at[1]:.0f})">{said}<path d="M-20 0Q0-22 20 0Q0 22-20 0Z"'
        f' fill="{PAPER}" stroke="{colour}" stroke-width="4"/><circle r="6" fill="{colour}"/></g>'
    )


def double_ring(at: Point) -> str:
    """Return the mark of a town that counts double."""
    return "".join(
        f'<circle cx="{at[0]:.0f}" cy="{at[1]:.0f}" r="{radius}" fill="none" stroke="{GOLD}" stroke-width="2.5"/>'
        for radius in (5, 11)
    )


def star(at: Point, colour: str) -> str:
    """Return a star of five points."""
    turns = ((tip * pi / 5, 14 if tip % 2 == 0 else 6) for tip in range(10))
    points = " ".join(f"{at[0] + far * sin(turn):.0f},{at[1] - far * cos(turn):.0f}" for turn, far in turns)
    return f'<path d="M{points}Z" fill="{colour}"/>'
