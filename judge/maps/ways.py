"""Where arrows and names are in a picture: curves go around what they can, names where no curve goes through them."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from judge.game.settings import Language
from judge.maps.geometry import FAR, NEAR, Box, Geometry, Point, Slot, Stroke, stroke_between, text_breadth, towards
from judge.maps.spots import SIGN, SMALL_SIGN
from judge.maps.view import MapView, map_of_board, place_of
from judge.reports.language import capitalized
from judge.reports.names import bare_region_name
from judge.reports.own_texts import apostrophe
from judge.rules.board import NO_WAR, Board, Location, Province
from judge.rules.orders import Build, Convoy, Hold, Move, Retreat, SupportHold, SupportMove
from judge.rules.verdicts import Judgement

# --- texts and signs of a picture as boxes


LABEL_SIZE, NAME_SIZE = 47.0, 24.0

AIR = 6.0
"""Half of the breadth of an arrow with the light around it."""

CAPITALS = 0.7
"""The height of a text, as a part of its size."""

_BROADER = 22.0
"""How much broader an abbreviation may be at each side in the fonts of others."""

LABEL_MARK = 26.0
"""The room for a mark before an abbreviation."""

_ARC, _ARC_SIZE, _RING_SIZE = 13.0, (78.0, 16.0), (88.0, 88.0)
"""How far the mark of a unit that holds is above its sign, its size; that of the ring around one driven out."""


def name_lines(view: MapView, code: Province, slot: Slot) -> Sequence[tuple[Point, str]]:
    """Return the lines of a region's name in a room, each with its middle; none if the room is not broad enough."""
    name = bare_region_name(code, view.board, view.phrasing.language, view.phrasing.notation.name)
    name = capitalized(name)
    lines = [name] if slot.height < 2 * NAME_SIZE else _in_two(name)
    if any(text_breadth(line, "italic", NAME_SIZE) > slot.breadth for line in lines):
        return ()
    top = slot.at[1] - NAME_SIZE / 2 * (len(lines) - 1)
    return [((slot.at[0], top + NAME_SIZE * row), line) for row, line in enumerate(lines)]


def _in_two(name: str) -> list[str]:
    """A name on two lines, as even as can be."""
    words = name.split(" ")
    ways = [[" ".join(words[:cut]), " ".join(words[cut:])] for cut in range(1, len(words))]
    return min(ways, key=lambda lines: max(map(len, lines)), default=[name])


def line_box(at: Point, line: str) -> Box:
    """Return the box of a line of a full name."""
    return Box.around(at, text_breadth(line, "italic", NAME_SIZE), NAME_SIZE * CAPITALS)


def label_box(view: MapView, code: Province, at: Point) -> Box:
    """Return the box of an abbreviation with the mark before it."""
    breadth = text_breadth(view.place(code), "bold", LABEL_SIZE) + (LABEL_MARK if has_mark(view.board, code) else 0)
    return Box.around(at, breadth, LABEL_SIZE * CAPITALS)


def has_mark(board: Board, code: Province) -> bool:
    """Whether there is a mark before the abbreviation of a region: that of a centre, in a war that of a town."""
    war, region = board.war, board.regions[code]
    return region.is_centre if war is NO_WAR else code in {*war.worth, *war.capitals} or region.home_of is not None


_Sign = tuple[Point, bool]
"""The sign of a unit: its middle, and whether it is the small one of a unit driven out."""


def sign_box(sign: _Sign) -> Box:
    """Return the box of the sign of a unit."""
    at, is_small = sign
    return Box.around(at, *(SMALL_SIGN if is_small else SIGN))


def signs_of(view: MapView, geometry: Geometry) -> Iterator[tuple[Province, _Sign]]:
    """Yield the sign of each unit with its region, of those driven out and new ones, too."""
    for code, unit in view.position.units.items():
        yield code, (place_of(geometry, unit.at), False)
    for code, driven_out in view.position.dislodged.items():
        yield code, (place_of(geometry, driven_out.unit.at, driven_out=True), True)
    for verdicts in view.judgement.verdicts.values() if view.judgement else ():
        for verdict in verdicts:
            if isinstance(verdict.order, Build) and verdict.succeeded:
                yield verdict.order.at.province, (place_of(geometry, verdict.order.at), False)


# --- all places of a board in one language and notation: what covers what, and what a curve meets, is found once


_CELL = 64.0
"""The side of the squares by which boxes are found that are near."""


class _Boxes:
    """Boxes, each with a bit; found by where they are."""

    def __init__(self) -> None:
        self._near: dict[tuple[float, float], list[tuple[float, float, float, float, int]]] = defaultdict(list)

    def put(self, box: Box, bit: int) -> None:
        """Take in a box."""
        for cell in _cells(box):
            self._near[cell].append((*box, bit))

    def around(self, points: Iterable[Point]) -> int:
        """Return the bits of those in which one of some points is."""
        found = 0
        for x, y in points:
            for left, top, right, bottom, bit in self._near.get((x // _CELL, y // _CELL), ()):
                if left < x < right and top < y < bottom:
                    found |= bit
        return found

    def covered_by(self, box: Box) -> int:
        """Return the bits of those that a box covers in part."""
        found = 0
        for cell in _cells(box):
            for left, top, right, bottom, bit in self._near.get(cell, ()):
                if box.left < right and box.right > left and box.top < bottom and box.bottom > top:
                    found |= bit
        return found


def _cells(box: Box) -> Iterator[tuple[float, float]]:
    across, down = (
        range(int(least // _CELL), int(most // _CELL) + 1)
        for least, most in ((box.left, box.right), (box.top, box.bottom))
    )
    return product(across, down)


@dataclass(frozen=True)
class _Label:
    """A place of an abbreviation with its bit; the bits of what it covers, and covers in broader fonts."""

    at: Point
    bit: int
    over: int
    over_in_others: int


@dataclass(frozen=True)
class _Name:
    """The lines of a name in one of its rooms, with their bits; the bits of what they cover."""

    lines: Sequence[tuple[Point, str]]
    bits: int
    over: int


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve with the bits of what it meets."""

    stroke: Stroke
    met: int


_Way = tuple[Point, Point, float, float, float]
"""What ``stroke_between`` makes a curve of."""

Shapes = Sequence[tuple[float, float, float]]
"""The shapes of curves between two places, the cheapest first: what each costs by itself, two measures of it."""


class Ways:
    """The curves that one arrow may take, the cheapest first; what each meets is found when it is first asked for."""

    def __init__(self, shapes: Shapes, way: Callable[[float, float], _Way], curve: Callable[[_Way], Curve]) -> None:
        """Nothing is drawn yet; ``way`` makes of the measures of a shape what ``curve`` draws."""
        self._shapes, self._way, self._curve = shapes, way, curve
        self._drawn: dict[int, Curve] = {}

    def __iter__(self) -> Iterator[tuple[float, Curve]]:
        """Yield each with what it costs by itself."""
        for place, (own, one, other) in enumerate(self._shapes):
            if place not in self._drawn:
                self._drawn[place] = self._curve(self._way(one, other))
            yield own, self._drawn[place]


_WAYS_KEPT = 4096
"""Of a plan, each of some kilobytes: nearly all that are asked for in many games."""


class Plan:
    """The places that signs, marks, abbreviations and names may have in the pictures of a board, each with a bit.

    What meets what hangs on the board, the language and the notation alone: it is found once, whatever the position.
    ``labels`` and ``names`` are by region, the usual place first; ``usual`` are the bits of all usual labels by region,
    ``usual_names`` that of all names in their first rooms.
    """

    def __init__(self, view: MapView, geometry: Geometry) -> None:
        """Give each place its bit, then find what it covers."""
        self._size, self._crossable, self._coverable = 0, _Boxes(), _Boxes()
        standing = [at for spots in geometry.spots.values() for at in (spots.unit, *spots.coasts.values())]
        small = [spots.aside for spots in geometry.spots.values()]
        signs = [*((at, False) for at in standing), *((at, True) for at in small)]
        self.signs: Mapping[_Sign, int] = {sign: self._sign(sign_box(sign)) for sign in signs}
        self.arcs = {at: self._mark(Box.around((at[0], at[1] - (SIGN[1] + _ARC) / 2), *_ARC_SIZE)) for at in standing}
        self.rings = {at: self._mark(Box.around(at, *_RING_SIZE)) for at in standing}
        places = {
            code: [(at, label_box(view, code, at)) for at in (spots.label, *spots.other_labels)]
            for code, spots in geometry.spots.items()
        }
        bits = {code: [self._text(box) for _, box in of_code] for code, of_code in places.items()}
        self.usual = {code: of_code[0] for code, of_code in bits.items()}
        self.labels = {
            code: [self._label(at, box, bit) for (at, box), bit in zip(places[code], bits[code], strict=True)]
            for code in places
        }
        names = {code: [name_lines(view, code, slot) for slot in one.names] for code, one in geometry.spots.items()}
        self.names = {code: [self._name(lines) for lines in rooms if lines] for code, rooms in names.items()}
        self.usual_names = _all(name.bits for rooms in self.names.values() for name in rooms[:1])
        self.ways_to_place = lru_cache(_WAYS_KEPT)(self._ways_to_place)
        self.ways_to_line = lru_cache(_WAYS_KEPT)(self._ways_to_line)
        self.ways_to_unit = lru_cache(_WAYS_KEPT)(self._ways_to_unit)
        self.contains = lru_cache(_WAYS_KEPT)(geometry.contains)

    def _next(self) -> int:
        self._size += 1
        return 1 << self._size

    def _sign(self, box: Box) -> int:
        bit = self._next()
        self._crossable.put(box.wider(AIR), bit)
        self._coverable.put(Box(box.left, box.top - _ARC, box.right, box.bottom), bit)
        return bit

    def _mark(self, box: Box) -> int:
        bit = self._next()
        self._coverable.put(box, bit)
        return bit

    def _text(self, box: Box) -> int:
        bit = self._mark(box)
        self._crossable.put(box.wider(AIR), bit)
        return bit

    def _label(self, at: Point, box: Box, bit: int) -> _Label:
        broader = Box(box.left - _BROADER, box.top, box.right + _BROADER, box.bottom)
        return _Label(at, bit, self._coverable.covered_by(box), self._coverable.covered_by(broader))

    def _name(self, lines: Sequence[tuple[Point, str]]) -> _Name:
        """The lines of a name, which cover none other."""
        boxes, bits = [line_box(at, line) for at, line in lines], 0
        for box in boxes:
            bit = self._next()
            self._crossable.put(box.wider(AIR), bit)
            bits |= bit
        return _Name(lines, bits, _all(map(self._coverable.covered_by, boxes)))

    def curve(self, way: _Way) -> Curve:
        """Return a curve with what it meets."""
        stroke = stroke_between(*way)
        return Curve(stroke, self._crossable.around(stroke.samples))

    def _ways_to_place(self, start: Point, end: Point, is_taken: bool, is_opposed: bool) -> Ways:
        """The arrows from a sign to a place, which may be taken, and whose unit may come the other way."""
        far = NEAR if is_taken else FAR
        return Ways(
            _ATTACKS[is_taken, is_opposed], lambda shorter, bend: (start, end, NEAR, far + shorter, bend), self.curve
        )

    def _ways_to_line(self, start: Point, line: Stroke) -> Ways:
        """The lines from a sign to a curve."""
        return Ways(_LINES_TO_CURVES, lambda share, bend: (start, line.at(share), NEAR - 4, 0.0, bend), self.curve)

    def _ways_to_unit(self, start: Point, end: Point) -> Ways:
        """The lines from a sign to another."""
        beside = towards(end, start, NEAR + 4)
        return Ways(_LINES_TO_UNITS, lambda _, bend: (start, beside, NEAR - 4, 0.0, bend), self.curve)


def _all(bits: Iterable[int]) -> int:
    found = 0
    for one in bits:
        found |= one
    return found


def plan_of(view: MapView, geometry: Geometry) -> Plan:
    """Return the plan of a picture."""
    phrasing = view.phrasing
    return _plan_of(view.board, geometry, phrasing.language, phrasing.notation.name, apostrophe())


@lru_cache(maxsize=16)
def _plan_of(board: Board, geometry: Geometry, language: Language, notation: str, _sign: str) -> Plan:
    return Plan(map_of_board(board, language, notation), geometry)


# --- the room for names: where each is, so that it covers no sign and no curve goes through it


@dataclass(frozen=True)
class NameRoom:
    """Where the abbreviation of each region is, and the lines of its full name; none where there is no room.

    A curve goes through the abbreviations that are ``crossed``, as they have nowhere else to be.
    """

    labels: Mapping[Province, Point]
    names: Mapping[Province, Sequence[tuple[Point, str]]]
    crossed: frozenset[Province]


def room_for_names(view: MapView, geometry: Geometry, met: int | None = None) -> NameRoom:
    """Return where names are: in their usual places, elsewhere if a curve goes through these.

    ``met`` are the bits of what curves meet, None where there are none. An abbreviation is always there; a full name is
    left out where it has no room.
    """
    plan, crossing = plan_of(view, geometry), met or 0
    signs = _all(plan.signs[sign] for _, sign in signs_of(view, geometry))
    marks = _all(_marks(view, geometry, plan))
    chosen = {code: places[0] for code, places in plan.labels.items()}
    taken = _all(place.bit for place in chosen.values())
    crossed = [code for code, place in chosen.items() if place.bit & crossing or place.over & marks]
    for code in crossed:
        usual, *others = plan.labels[code]
        taken &= ~usual.bit
        ways = [place for place in others if not (place.bit & crossing or place.over & (signs | taken))]
        best = [place for place in ways if not place.over & marks]
        roomy = [place for place in best if not place.over_in_others & taken]
        chosen[code] = next(iter((*roomy, *best, *ways)), usual)
        taken |= chosen[code].bit
    if met is not None:
        taken |= signs
    return NameRoom(
        {code: place.at for code, place in chosen.items()},
        {
            code: next((one.lines for one in rooms if not (one.bits & crossing or one.over & taken)), ())
            for code, rooms in plan.names.items()
        },
        frozenset(code for code in crossed if chosen[code].bit & crossing),
    )


def _marks(view: MapView, geometry: Geometry, plan: Plan) -> Iterator[int]:
    """The bits of the marks around units: above those that hold, all around those driven out."""
    for verdicts in view.judgement.verdicts.values() if view.judgement else ():
        for verdict in verdicts:
            own, order = verdict.unit, verdict.order
            held = view.position.units.get(order.target) if isinstance(order, SupportHold) else own
            if held and isinstance(order, Hold | SupportHold | None):
                yield plan.arcs[place_of(geometry, held.at)]
            if own and verdict.dislodged:
                yield plan.rings[place_of(geometry, own.at)]


# --- the ways of arrows and lines of a judged phase


_BENDS = (0.08, -0.08, 0.16, -0.16, 0.25, -0.25, 0.36, -0.36, 0.5, -0.5, 0.7, -0.7)
_LINE_BENDS = (-0.06, 0.06, -0.16, 0.16, -0.28, 0.28, -0.45, 0.45, -0.7, 0.7)
_SHORTER = (0, 22, 44, 66)
"""By how much an arrow to an empty region may end before the usual place."""

_SHARES = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9)
"""Where on an arrow the line of a support may end."""


def _by_cost(shapes: Iterable[tuple[float, float, float]]) -> Shapes:
    return tuple(sorted(shapes, key=lambda each: each[0]))


_ATTACKS = {
    (is_taken, is_opposed): _by_cost(
        (abs(bend - _BENDS[0]) * 30 + shorter * 0.15, shorter, bend)
        for bend in (_BENDS[::2] if is_opposed else _BENDS)
        for shorter in ((0,) if is_taken else _SHORTER)
    )
    for is_taken in (False, True)
    for is_opposed in (False, True)
}
"""What an arrow costs by itself, how much shorter it is, and how it bends; the cheapest first."""

_LINES_TO_CURVES = _by_cost(
    (abs(share - 0.5) * 20 + abs(bend - _LINE_BENDS[0]) * 30, share, bend) for share in _SHARES for bend in _LINE_BENDS
)
"""The same of a line to an arrow: its cost, where on the arrow it ends, how it bends."""

_LINES_TO_UNITS = _by_cost((abs(bend - _LINE_BENDS[0]) * 30, 0.0, bend) for bend in _LINE_BENDS)

_SIGN_COVERED, _LABEL_CROSSED, _FIXED_LABEL_CROSSED, _NAME_CROSSED = 100, 8, 40, 2
"""What it costs to cover a sign, to cross an abbreviation that can be elsewhere, one that cannot, a name."""

_ROUNDS = 4

_Attack = tuple[Province, Location]


class Routes:
    """The curves of a judged phase: ``attacks`` by origin and goal, ``lines`` of supports and convoys by their unit.

    They go around the abbreviations that are ``fixed`` rather than across them. ``met`` are the bits of what they meet.
    """

    def __init__(self, view: MapView, geometry: Geometry, judgement: Judgement, fixed: Collection[Province]) -> None:
        self._view, self._geometry, self._plan = view, geometry, plan_of(view, geometry)
        self._signs: dict[Province, int] = defaultdict(int)
        for code, sign in signs_of(view, geometry):
            self._signs[code] |= self._plan.signs[sign]
        self._all_signs = _all(self._signs.values())
        self._labels, self._fixed = _all(self._plan.usual.values()), _all(self._plan.usual[code] for code in fixed)
        self.met = 0
        orders = [verdict.order for each in judgement.verdicts.values() for verdict in each]
        wanted: dict[_Attack, None] = {}
        for order in orders:
            match order:
                case Move(at, to) | Retreat(at, to) | SupportMove(_, at, to):
                    wanted[(at, to)] = None
                case Convoy(_, at, to):
                    wanted[(at, Location(to))] = None
        self._ways = {(at, to.province) for at, to in wanted}
        self.attacks: Mapping[_Attack, Stroke] = {(at, to): self._attack(at, to) for at, to in wanted}
        self.lines: dict[Province, Stroke] = {}
        for order in orders:
            match order:
                case SupportMove(at, origin, to):
                    self.lines[at] = self._to_attack(at, self.attacks[(origin, to)])
                case Convoy(at, origin, to):
                    self.lines[at] = self._to_attack(at, self.attacks[(origin, Location(to))])
                case SupportHold(at, target):
                    self.lines[at] = self._to_unit(at, target)

    @property
    def strokes(self) -> Sequence[Stroke]:
        """All curves."""
        return [*self.attacks.values(), *self.lines.values()]

    def unit_at(self, province: Province) -> Point:
        """Where the sign of a unit that an order names is; the middle of the region where no unit is known."""
        position = self._view.position
        unit = position.unit_at(province)
        return place_of(
            self._geometry, unit.at if unit else Location(province), driven_out=province in position.dislodged
        )

    def new_at(self, to: Location) -> Point:
        """Where the sign of a new unit is."""
        return place_of(self._geometry, to)

    def standing_at(self, province: Province) -> Point:
        """Where the sign of a unit that stands in a region is."""
        unit = self._view.position.units.get(province)
        return place_of(self._geometry, unit.at if unit else Location(province))

    def _goal(self, to: Location) -> tuple[Point, bool]:
        """Where an arrow to a place points, and whether it ends beside the sign of whoever stands there."""
        unit = self._view.position.units.get(to.province)
        if unit is None or (to.coast and unit.at.coast != to.coast):
            return place_of(self._geometry, to), False
        return place_of(self._geometry, unit.at), True

    def _attack(self, origin: Province, to: Location) -> Stroke:
        """The arrow of an attack or a retreat; those in opposite directions bend away from each other."""
        start, (end, is_taken) = self.unit_at(origin), self._goal(to)
        far = NEAR if is_taken else FAR
        ways = self._plan.ways_to_place(start, end, is_taken, (to.province, origin) in self._ways)
        found = self._cheapest(ways, {origin, to.province} if is_taken else {origin}, to.province)
        return self._taken(found or self._close_attack(start, end, far, to.province))

    def _close_attack(self, start: Point, end: Point, far: float, goal: Province) -> Curve:
        """An arrow that comes nearer to its goal than others, as it would not end in its region otherwise."""
        ways = (self._plan.curve((start, end, NEAR, far - nearer, _BENDS[0])) for nearer in range(0, round(far), 6))
        inside = (way for way in ways if self._plan.contains(goal, way.stroke.end))
        return next(inside, None) or self._plan.curve((start, end, NEAR, 0, _BENDS[0]))

    def _to_attack(self, at: Province, attack: Stroke) -> Stroke:
        return self._taken(self._cheapest(self._plan.ways_to_line(self.unit_at(at), attack), {at}))

    def _to_unit(self, at: Province, target: Province) -> Stroke:
        ways = self._plan.ways_to_unit(self.unit_at(at), self.standing_at(target))
        return self._taken(self._cheapest(ways, {at, target}))

    def _taken(self, curve: Curve | None) -> Stroke:
        assert curve, "a line has no goal that it could miss"
        self.met |= curve.met
        return curve.stroke

    def _cheapest(self, ways: Ways, ends: Collection[Province], goal: Province | None = None) -> Curve | None:
        """The way with the least cost, its own and that of what it meets, and with its end in the goal if there is one.

        The signs of units at its ``ends`` are nothing to go around.
        """
        signs = self._all_signs & ~_all(self._signs[code] for code in ends)
        least, best = float("inf"), None
        for own, curve in ways:
            if own >= least:
                break
            cost = own + self._cost(curve.met, signs)
            if cost < least and (goal is None or self._plan.contains(goal, curve.stroke.end)):
                least, best = cost, curve
        return best

    def _cost(self, met: int, signs: int) -> int:
        """What it costs to meet that, where there are these signs."""
        return (
            _SIGN_COVERED * (met & signs).bit_count()
            + _LABEL_CROSSED * (met & self._labels & ~self._fixed).bit_count()
            + _FIXED_LABEL_CROSSED * (met & self._fixed).bit_count()
            + _NAME_CROSSED * (met & self._plan.usual_names).bit_count()
        )


def routes_and_room(view: MapView, geometry: Geometry, judgement: Judgement) -> tuple[Routes, NameRoom]:
    """Return the curves of a judged phase, and where names are beside them.

    Curves go where they cross few names, those crossed go elsewhere; around what has nowhere to go, curves go again.
    """
    fixed = frozenset(code for code, spots in geometry.spots.items() if not spots.other_labels)
    for _ in range(_ROUNDS):
        routes = Routes(view, geometry, judgement, fixed)
        room = room_for_names(view, geometry, routes.met if routes.strokes else None)
        if not room.crossed - fixed:
            break
        fixed |= room.crossed
    return routes, room
